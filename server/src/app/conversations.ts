// The services of the wing `conversations`: what answered calls say and hear, and what is kept of them.

import { readRules } from '../campaigns/permission/rules.queries.ts'
import { transferProblem } from '../campaigns/permission/transfers.ts'
import { tasksNaming, tasksSaying } from '../campaigns/tasks/tasks.service.ts'
import { DEFAULT_RULES } from '../conversations/agents/agent-settings.ts'
import { createAudios, existingAudios } from '../conversations/audio/audio.service.ts'
import type { PhoneAudios } from '../conversations/audio/phone-audio.service.ts'
import { createSounds } from '../conversations/audio/sounds.service.ts'
import { createFlowChecks } from '../conversations/flows/check/flow-checks.ts'
import type { RecordingSettings } from '../conversations/recordings/recording-settings.ts'
import { createRecordings } from '../conversations/recordings/recordings.service.ts'
import { createSpeech } from '../conversations/speech/speech.service.ts'
import { NO_SPEECH } from '../conversations/speech/speech-settings.ts'
import { createConversations } from '../conversations/transcripts/conversations.service.ts'
import { fieldNamesOf } from '../lists/data-sources/data-sources.service.ts'
import { existingLists } from '../lists/do-not-call/do-not-call.service.ts'
import { findAddressFault } from '../platform/kernel/outgoing-address.ts'
import type { Gateway } from '../telephony/gateway.ts'
import { areCallsSimulated } from '../telephony/trunks/trunks.queries.ts'
import { refuseOfTrunks } from '../telephony/trunks/trunks.service.ts'
import type { AppOptions } from './app-options.ts'
import type { Databases } from './databases.ts'
import type { Readers } from './readers.ts'
import { simulationOf } from './simulation.ts'

interface ConversationParts {
  readers: Readers
  gateway: Gateway | undefined
  /** What places the calls now. */
  gatewayKind(): string
  /** Takes a recording that becomes an audio. */
  takeOver: PhoneAudios['takeOver']
  /** After how many days recordings are deleted; 0: never. */
  recordingDays(): number
}

export type ConversationServices = ReturnType<typeof createConversationServices>

/** Nothing is written there before the first recording. */
export const DEFAULT_RECORDINGS: RecordingSettings = { folder: './data/recordings', s3: undefined, days: 90 }

export function createConversationServices(
  options: AppOptions,
  { db }: Databases,
  { readers, gateway, gatewayKind, takeOver, recordingDays }: ConversationParts,
) {
  const { clock, log } = options
  const { readPhoneNumber } = readers
  const simulation = simulationOf(options)

  const recordingSettings = options.recordings ?? DEFAULT_RECORDINGS
  const recordings = createRecordings({
    ...{ db, clock, log, readPhoneNumber, gateway, takeOver, keptDays: recordingDays },
    settings: recordingSettings,
  })
  const flowChecks = createFlowChecks({
    gatewayKind,
    abilities: () => gateway?.control?.abilities,
    fieldNames: (dataSourceId) => fieldNamesOf(db, dataSourceId),
    knownLists: (ids) => existingLists(db, ids),
    knownAudio: (ids) => existingAudios(db, ids),
    // A platform connects to the agent itself.
    ...(options.gatewayKind !== 'http' && {
      agentFault: (url) => findAddressFault(url, options.agents?.rules ?? DEFAULT_RULES),
    }),
    async transferProblem() {
      const rules = await readRules.first(db, [])
      const isSimulated = await areCallsSimulated(db, simulation)
      return rules && ((to) => transferProblem(to, rules, readPhoneNumber, isSimulated))
    },
  })
  const sounds = createSounds({ db, clock })
  const speechSettings = options.speech ?? NO_SPEECH
  const audios = createAudios({
    db,
    clock,
    sounds,
    async tasksPlaying(tx, { id, name }) {
      const isPhrase = speechSettings.kind === 'none'
      await refuseOfTrunks(tx, 'audio', { id, name }, isPhrase)
      return [...(await tasksNaming(tx, id)), ...(isPhrase ? await tasksSaying(tx, name) : [])]
    },
  })
  const speech = createSpeech({
    sounds,
    audios,
    settings: speechSettings,
    mediaUrl: options.mediaUrl,
    clock,
    log,
  })
  const conversations = createConversations({ db, clock })
  return { flowChecks, recordings, recordingSettings, sounds, audios, speech, speechSettings, conversations }
}
