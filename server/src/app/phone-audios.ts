// What recording an audio by phone needs of other slices: a test call, its recording, and a sentence before the tone.

import type { Audios } from '../audio/audio.service.ts'
import { createPhoneAudios } from '../audio/phone-audio.service.ts'
import type { Gateway } from '../dialer/gateway.ts'
import type { TestCalls } from '../dialer/test-calls.service.ts'
import { givesRecordings } from '../flows/gateway-abilities.ts'
import { insertFlow } from '../flows/stored-flows.queries.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Recordings } from '../recordings/recordings.service.ts'
import type { Speech } from '../speech/speech.service.ts'
import type { Database } from '../storage/database.ts'

interface Parts {
  db: Database
  clock: Clock
  audios: Audios
  speech: Speech
  testCalls: TestCalls
  recordings: Recordings
  gatewayKind: string
  gateway: Gateway | undefined
}

export function connectPhoneAudios({ db, clock, audios, speech, testCalls, recordings, ...parts }: Parts) {
  const { gatewayKind, gateway } = parts
  return createPhoneAudios({
    db,
    clock,
    audios,
    lacksRecordings: () =>
      givesRecordings(gatewayKind, gateway?.control?.abilities) ? undefined : gatewayKind,
    async canSay(text, language) {
      if (speech.kind === 'none') return false
      const made = await speech.prepare([{ text, ...(language !== undefined && { language }) }])
      return made.every(({ is }) => is !== 'failed')
    },
    async ring(flow, phoneNumber, also) {
      const flowId = newId()
      return testCalls.ring(flowId, null, { phoneNumber, fields: {} }, async (tx, callId) => {
        await insertFlow(tx, [flowId, flow])
        await also(tx, callId)
      })
    },
    async findCall(callId) {
      const { phone_number: phoneNumber, end_time: endTime, ...call } = await testCalls.find(callId)
      return { ...call, phoneNumber, endTime }
    },
    recordingsOf: async (callId) => (await recordings.ofCall(callId)).map(({ status }) => status),
  })
}
