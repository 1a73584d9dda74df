// The services of the wing `dialing` that answer for calls; what places them is in dialing.ts.

import { createPhoneAudios } from '../conversations/audio/phone-audio.service.ts'
import { givesRecordings } from '../conversations/flows/check/gateway-abilities.ts'
import type { Flow } from '../conversations/flows/flow.ts'
import { insertFlow } from '../conversations/flows/stored-flows.queries.ts'
import { createCalls } from '../dialing/calls/calls.service.ts'
import { createListening } from '../dialing/calls/listening.service.ts'
import { createTransferJudge } from '../dialing/dialer/flow-runtime/judge-transfer.ts'
import { createLimits } from '../dialing/dialer/limits.service.ts'
import { createSingleCalls, type SingleCalls } from '../dialing/dialer/single-calls/single-calls.service.ts'
import { newId } from '../platform/kernel/ids.ts'
import type { Gateway } from '../telephony/gateway.ts'
import type { OwnPhones } from '../telephony/own-phones/own-phones.service.ts'
import type { AppOptions } from './app-options.ts'
import type { ConversationServices } from './conversations.ts'
import type { Databases } from './databases.ts'
import type { Readers } from './readers.ts'
import { simulationOf } from './simulation.ts'

interface CallParts {
  readers: Readers
  gateway: Gateway | undefined
  gatewayKind(): string
  conversations: ConversationServices
  findOwnPhone: OwnPhones['find']
}

export function createCallServices(
  options: AppOptions,
  databases: Databases,
  { readers, gateway, gatewayKind, conversations, findOwnPhone }: CallParts,
) {
  const { clock, log } = options
  const { db, readDb } = databases
  const { readPhoneNumber, recipientZones, offsetAt, country, serviceCountry } = readers
  const simulation = simulationOf(options)
  const whyNotTransferred = createTransferJudge({ db, clock, readPhoneNumber, country, simulation })
  const singleCalls = createSingleCalls({
    ...{ db, clock, readPhoneNumber, flowChecks: conversations.flowChecks, findOwnPhone },
    zones: { serviceZone: offsetAt, recipientZones },
    holdCountry: serviceCountry.hold,
    ...{ simulation, country },
  })
  return {
    calls: createCalls({ db, readDb, clock, whyNotTransferred }),
    limits: createLimits({ db, clock }),
    listening: createListening({ db, clock, log, gateway, sounds: conversations.speech }),
    singleCalls,
    phoneAudios: connectPhoneAudios(options, databases, { gateway, gatewayKind, conversations, singleCalls }),
  }
}

/** Recording an audio by phone is a call without a task, its recording, and a sentence before the tone. */
function connectPhoneAudios(
  { clock }: AppOptions,
  { db }: Databases,
  { gateway, gatewayKind, conversations, singleCalls }: PhoneAudioParts,
) {
  const { audios, speech, recordings } = conversations
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
    async placeCall(flow, { phoneNumber }, also) {
      const flowId = newId()
      const asked = { phoneNumber, flowId, fields: {}, doNotCallListIds: [] }
      return singleCalls.placeCall({ purpose: 'audio', ...asked }, async (tx, callId) => {
        // A sentence and a recording: it has no agent.
        await insertFlow(tx, [flowId, flow as Flow, false])
        await also(tx, callId)
      })
    },
    findCall: singleCalls.find,
    recordingsOf: async (callId) => (await recordings.ofCall(callId)).map(({ status }) => status),
  })
}

type PhoneAudioParts = Pick<CallParts, 'gateway' | 'gatewayKind' | 'conversations'> & {
  singleCalls: SingleCalls
}
