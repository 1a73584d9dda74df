// What recording an audio by phone needs of other slices: a call without a task, its recording, and a sentence before the tone.

import type { Audios } from '../conversations/audio/audio.service.ts'
import { createPhoneAudios } from '../conversations/audio/phone-audio.service.ts'
import { givesRecordings } from '../conversations/flows/check/gateway-abilities.ts'
import { insertFlow } from '../conversations/flows/stored-flows.queries.ts'
import type { Recordings } from '../conversations/recordings/recordings.service.ts'
import type { Speech } from '../conversations/speech/speech.service.ts'
import type { SingleCalls } from '../dialing/dialer/single-calls/single-calls.service.ts'
import type { Clock } from '../platform/kernel/clock.ts'
import { newId } from '../platform/kernel/ids.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Gateway } from '../telephony/gateway.ts'

interface Parts {
  db: Database
  clock: Clock
  audios: Audios
  speech: Speech
  singleCalls: SingleCalls
  recordings: Recordings
  gatewayKind(): string
  gateway: Gateway | undefined
}

export function connectPhoneAudios({ db, clock, audios, speech, singleCalls, recordings, ...parts }: Parts) {
  const { gatewayKind, gateway } = parts
  return createPhoneAudios({
    db,
    clock,
    audios,
    lacksRecordings: () =>
      givesRecordings(gatewayKind(), gateway?.control?.abilities) ? undefined : gatewayKind(),
    async canSay(text, language) {
      if (speech.kind === 'none') return false
      const made = await speech.prepare([{ text, ...(language !== undefined && { language }) }])
      return made.every(({ is }) => is !== 'failed')
    },
    async placeCall(flow, { phoneNumber, actor }, also) {
      const flowId = newId()
      const asked = { phoneNumber, flowId, fields: {}, actor, doNotCallListIds: [] }
      return singleCalls.placeCall({ purpose: 'audio', ...asked }, async (tx, callId) => {
        await insertFlow(tx, [flowId, flow])
        await also(tx, callId)
      })
    },
    findCall: singleCalls.find,
    recordingsOf: async (callId) => (await recordings.ofCall(callId)).map(({ status }) => status),
  })
}
