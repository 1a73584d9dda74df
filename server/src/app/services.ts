// The services that more than one part of the node uses. Those that only the API needs are made beside its routes, in
// routes.ts; what only a dialing node needs is in dialing.ts.

import { createTokens } from '../access/tokens/tokens.service.ts'
import { emergencyMadeBy } from '../campaigns/permission/destinations.ts'
import { createPermissionSettings } from '../campaigns/permission/permission.service.ts'
import { createRecipientZones } from '../campaigns/permission/recipient-zones.ts'
import { readRules } from '../campaigns/permission/rules.queries.ts'
import { transferProblem } from '../campaigns/permission/transfers.ts'
import { decideSimulated } from '../campaigns/tasks/simulated-tasks.ts'
import { createTasks, taskLists, tasksNaming, tasksSaying } from '../campaigns/tasks/tasks.service.ts'
import { settingLines } from '../commands/backup/backup-settings.ts'
import { createNightlyBackups } from '../commands/backup/nightly-backups.ts'
import { DEFAULT_RULES } from '../conversations/agents/agent-settings.ts'
import { createAudios, existingAudios } from '../conversations/audio/audio.service.ts'
import type { PhoneAudios } from '../conversations/audio/phone-audio.service.ts'
import { createSounds } from '../conversations/audio/sounds.service.ts'
import { createFlowChecks } from '../conversations/flows/check/flow-checks.ts'
import { readCallbackTime } from '../conversations/flows/run/callback-time.ts'
import type { RecordingSettings } from '../conversations/recordings/recording-settings.ts'
import { createRecordings } from '../conversations/recordings/recordings.service.ts'
import { createSpeech } from '../conversations/speech/speech.service.ts'
import { NO_SPEECH } from '../conversations/speech/speech-settings.ts'
import { createConversations } from '../conversations/transcripts/conversations.service.ts'
import { createCalls } from '../dialing/calls/calls.service.ts'
import { createListening } from '../dialing/calls/listening.service.ts'
import { waitingContacts } from '../dialing/dialer/claim/list-changes.ts'
import { createTransferJudge } from '../dialing/dialer/flow-runtime/judge-transfer.ts'
import { createLimits } from '../dialing/dialer/limits.service.ts'
import { readTrunkReports } from '../dialing/dialer/node/node.queries.ts'
import {
  countSimulatedCalls,
  createSingleCalls,
  forgetCallsOf,
} from '../dialing/dialer/single-calls/single-calls.service.ts'
import { createEventFeed } from '../insight/events/event-feed.ts'
import { createEventWriter } from '../insight/events/events.routes.ts'
import type { EventType } from '../insight/events/read-events.ts'
import { createKeyRenewal } from '../insight/numbers/renew-keys.ts'
import { createServiceCountry } from '../insight/numbers/service-country.ts'
import { createSystem } from '../insight/overview/system.service.ts'
import { createEventPresenter } from '../insight/webhooks/present-events.ts'
import { createEventReader } from '../insight/webhooks/read-events.ts'
import { createSender, WEBHOOK_TIMEOUT_MS } from '../insight/webhooks/send-webhook.ts'
import { createWebhookRunner } from '../insight/webhooks/webhook-runner.ts'
import { DEFAULT_WEBHOOKS } from '../insight/webhooks/webhook-settings.ts'
import { createWebhooks } from '../insight/webhooks/webhooks.service.ts'
import { createContacts } from '../lists/contacts/contacts.service.ts'
import type { ListObserver } from '../lists/contacts/remove-contacts.ts'
import { fieldNamesOf } from '../lists/data-sources/data-sources.service.ts'
import { existingLists } from '../lists/do-not-call/do-not-call.service.ts'
import { createImportRunner } from '../lists/imports/import-runner.ts'
import { createProgressStreams } from '../lists/imports/progress-streams.ts'
import { createTokenWatch } from '../platform/http/access/token-watch.ts'
import { findAddressFault } from '../platform/kernel/outgoing-address.ts'
import type { Country } from '../platform/kernel/phone/phone-key.ts'
import { createPhoneNumberReader, createPhonePrefixReader } from '../platform/kernel/phone/phone-number.ts'
import { createTimestamps, createZoneOffsets } from '../platform/kernel/timestamps.ts'
import { createTableFiles } from '../platform/tabular/table-files.ts'
import type { Gateway } from '../telephony/gateway.ts'
import type { PhoneSwitch } from '../telephony/own-phones/own-phone.ts'
import { createOwnPhones } from '../telephony/own-phones/own-phones.service.ts'
import { createCallerIdStates } from '../telephony/trunks/caller-id-states.ts'
import { isOfEnvironment } from '../telephony/trunks/default-trunk.ts'
import { createTrunkConditions, type TrunkOnNode } from '../telephony/trunks/health/trunk-conditions.ts'
import { createTrunkFigures } from '../telephony/trunks/health/trunk-figures.ts'
import { createTrunkHealth } from '../telephony/trunks/health/trunk-health.service.ts'
import type { TrunkProbe } from '../telephony/trunks/test/trunk-probe.ts'
import { createTrunkTests } from '../telephony/trunks/test/trunk-tests.service.ts'
import { areCallsSimulated } from '../telephony/trunks/trunks.queries.ts'
import { createTrunks, refuseOfTrunks } from '../telephony/trunks/trunks.service.ts'
import type { AppOptions } from './app-options.ts'
import type { Databases } from './databases.ts'
import { readLostSecrets } from './lost-secrets.ts'
import { hostOf, hostOfNode, nodeName } from './node-name.ts'
import { connectPhoneAudios } from './phone-audios.ts'
import { simulationOf } from './simulation.ts'

/** What is created after the services, and asked only later. */
interface CreatedLater {
  /** Whether notifications of the database arrive. */
  hearsChanges(): boolean
  /** What places the calls now. */
  gatewayKind(): string
  /** How many trunks are enabled. */
  trunkCount(): number
  /** Tests trunks; undefined while this node runs no switch for them. */
  trunkProbe(): TrunkProbe | undefined
  /** Own phones register with it; undefined on a node without one. */
  phoneSwitch(): PhoneSwitch | undefined
  /** The address on which the node listens. */
  ownAddress(): string
}

export type Services = ReturnType<typeof createServices>

/** Nothing is written there before the first recording. */
const DEFAULT_RECORDINGS: RecordingSettings = { folder: './data/recordings', s3: undefined, days: 90 }

export function createServices(
  options: AppOptions,
  { db, readDb, exportDb, storageHealth, replica }: Databases,
  gateway: Gateway | undefined,
  later: CreatedLater,
) {
  const { clock, log } = options
  const { gatewayKind } = later
  const simulation = simulationOf(options)

  const timestamps = createTimestamps(options.timeZone)
  const offsetAt = createZoneOffsets(options.timeZone)
  const recipientZones = createRecipientZones(offsetAt)
  const serviceCountry = createServiceCountry(options.defaultCountry)
  const followCountry = serviceCountry.follow
  const country = () => serviceCountry.current() as Country | undefined
  const readPhoneNumber = createPhoneNumberReader(serviceCountry.current)
  const readPhonePrefix = createPhonePrefixReader(serviceCountry.current)
  const permission = createPermissionSettings({ db, clock, readPhoneNumber, readPhonePrefix, followCountry })
  const keyRenewal = createKeyRenewal({
    ...{ db, clock, log, permission, serviceCountry },
    lockTasks: taskLists.beforeRemoval,
  })
  const callbackTime = (text: string) =>
    readCallbackTime(text, { now: clock.now(), zones: [offsetAt], maxDays: options.callbackDays })

  const tokens = createTokens({
    db,
    clock,
    presetToken: options.accessToken,
    hearsChanges: later.hearsChanges,
    maxCallsPerTokenPerDay: options.maxCallsPerTokenPerDay,
  })
  const tokenWatch = createTokenWatch((token) => tokens.authenticate(token))

  const ownPhones = createOwnPhones({ db, clock, phoneSwitch: later.phoneSwitch })

  const openFeed = (types: EventType[]) =>
    createEventFeed({ db, log, types, describe: createEventWriter(timestamps, types) })
  const events = openFeed(['task', 'call'])
  const progress = openFeed(['task', 'progress'])

  const recordings = createRecordings({
    ...{ db, clock, log, readPhoneNumber, gateway },
    settings: options.recordings ?? DEFAULT_RECORDINGS,
    takeOver: (callId, content) => phoneAudios.takeOver(callId, content),
  })
  const listObserver: ListObserver = {
    ...waitingContacts,
    beforeRemoval: taskLists.beforeRemoval,
    async contactsRemoved(tx, dataSourceId, contacts, now) {
      await taskLists.contactsRemoved(tx, dataSourceId, contacts, now)
      await forgetCallsOf(tx, contacts)
      await recordings.eraseOfContacts(
        tx,
        contacts.map(({ id }) => id),
      )
    },
  }
  const contactsDependencies = {
    db,
    exportDb,
    clock,
    timestamps,
    readPhoneNumber,
    followCountry,
    listObserver,
  }
  const contacts = createContacts(contactsDependencies)
  const tableFiles = createTableFiles(options.tableFiles)
  const importProgress = createProgressStreams()
  const importRunner = createImportRunner({
    ...{ db, clock, timestamps, readPhoneNumber, followCountry, tableFiles, listObserver, log },
    ...options.imports,
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
  const trunks = createTrunks({
    db,
    clock,
    tasksNaming,
    flowChecks,
    hasEnvironment: options.environmentTrunk !== undefined,
    simulation,
    emergencyMadeBy,
    simulatedWork: { decide: decideSimulated, countCalls: countSimulatedCalls },
  })
  /** Without GATEWAY, the trunk that it once was takes no calls. */
  const usableTrunks = async () =>
    (await trunks.list()).filter((trunk) => options.environmentTrunk || !isOfEnvironment(trunk))
  const tasks = createTasks({ db, exportDb, clock, flowChecks, simulation })
  const whyNotTransferred = createTransferJudge({ db, clock, readPhoneNumber, country, simulation })
  const calls = createCalls({ db, readDb, clock, whyNotTransferred })
  const conversations = createConversations({ db, clock })
  const limits = createLimits({ db, clock })

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
    mediaUrl: () => options.mediaUrl ?? later.ownAddress(),
    clock,
    log,
  })
  const listening = createListening({ db, clock, log, gateway, sounds: speech })
  const singleCalls = createSingleCalls({
    ...{ db, clock, readPhoneNumber, flowChecks, findOwnPhone: ownPhones.find },
    zones: { serviceZone: offsetAt, recipientZones },
    holdCountry: serviceCountry.hold,
    ...{ simulation, country },
  })
  const trunkConditions = createTrunkConditions({
    ...{ trunks, clock, log, probe: later.trunkProbe, node: nodeName(options), host: hostOf(options) },
    async readReports() {
      const rows = await readTrunkReports(db, [clock.now()])
      return rows.map(({ name, trunk_states }) => ({
        ...{ node: name, host: hostOfNode(name), trunks: trunk_states as TrunkOnNode[] },
      }))
    },
  })
  const trunkFigures = createTrunkFigures({ db: readDb, clock })
  const trunkHealth = createTrunkHealth({ trunks, conditions: trunkConditions, figures: trunkFigures })
  const trunkTests = createTrunkTests({
    ...{ trunks, placeCall: singleCalls.testTrunk, findCall: singleCalls.findTest },
  })
  const callerIdStates = createCallerIdStates({ db, clock, offsetAt, trunks })
  const phoneAudios: PhoneAudios = connectPhoneAudios({
    ...{ db, clock, audios, speech, singleCalls, recordings, gatewayKind, gateway },
  })

  const backups = createNightlyBackups({
    ...{ db, clock, log, timestamps, connection: options.connection, settings: options.backups },
    content: {
      dataDir: options.dataDir,
      recordingsFolder: options.recordings?.folder,
      settings: settingLines(options.given ?? [], options.backups?.hasSecrets ?? false),
    },
  })

  const webhookSettings = options.webhooks ?? DEFAULT_WEBHOOKS
  const openSender = () =>
    createSender({ rules: webhookSettings.rules, clock, timeoutMs: WEBHOOK_TIMEOUT_MS })
  const webhooks = createWebhooks({ db, clock, rules: webhookSettings.rules, createSender: openSender })
  const system = createSystem({
    ...{ db, clock, zone: { timestamps, offsetAt }, storageHealth },
    replica: () => replica?.state() ?? null,
    recordingSettings: options.recordings ?? DEFAULT_RECORDINGS,
    waitingRecordings: recordings.waiting,
    backupState: backups.state,
    switchedOffWebhooks: webhooks.switchedOff,
    lostSecrets: () => readLostSecrets(db),
  })
  const present = createEventPresenter({ timestamps, expiryOf: recordings.expiryOf })
  const webhookRunner = createWebhookRunner({
    ...{ db, clock, log, present, random: Math.random, createSender: openSender },
    ...{ perSecond: webhookSettings.perSecond, timing: options.webhookTiming },
    readEvents: createEventReader(present, clock),
    readAttention: async () => (await system.read()).attention,
  })

  return {
    ...{ system, webhooks, webhookRunner },
    ...{
      gatewayKind,
      trunkCount: later.trunkCount,
      timestamps,
      offsetAt,
      recipientZones,
      readPhoneNumber,
      readPhonePrefix,
      callbackTime,
    },
    ...{ permission, keyRenewal, serviceCountry },
    ...{ tokens, tokenWatch, trunks, usableTrunks, ownPhones, events, progress },
    ...{ contacts, contactsDependencies, tableFiles, importProgress, importRunner },
    ...{
      flowChecks,
      tasks,
      calls,
      listening,
      conversations,
      limits,
      recordings,
      sounds,
      audios,
      speech,
      speechSettings,
    },
    ...{ singleCalls, trunkTests, trunkConditions, trunkHealth, callerIdStates, phoneAudios, backups },
  }
}
