// The composition root: the only file that knows every part. Creates the service for a given database; it neither reads
// the environment nor starts a database.
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type { AgentSettings } from './agents/agent-settings.ts'
import { addAgentWordRoutes } from './agents/agent-words.routes.ts'
import { createAgentWords } from './agents/agent-words.service.ts'
import { createVoiceAgents } from './agents/voice-agents.ts'
import { addAudioRoutes } from './audio/audio.routes.ts'
import { createAudios, existingAudios } from './audio/audio.service.ts'
import { addMediaRoutes } from './audio/media.routes.ts'
import { createSounds } from './audio/sounds.service.ts'
import { addCallRoutes } from './calls/calls.routes.ts'
import { createCalls } from './calls/calls.service.ts'
import { addContactFileRoutes } from './contacts/contact-files.routes.ts'
import { addContactRoutes } from './contacts/contacts.routes.ts'
import { createContacts, type ListObserver } from './contacts/contacts.service.ts'
import { addDataSourceRoutes } from './data-sources/data-sources.routes.ts'
import { createDataSources, fieldNamesOf } from './data-sources/data-sources.service.ts'
import { createDialer } from './dialer/dialer.ts'
import type { FlowParts } from './dialer/flow-parts.ts'
import type { Gateway } from './dialer/gateway.ts'
import { addLimitRoutes } from './dialer/limits.routes.ts'
import { createLimits, type Limits } from './dialer/limits.service.ts'
import { type RunningDialer, runDialer } from './dialer/run-dialer.ts'
import { addTestCallRoutes } from './dialer/test-calls.routes.ts'
import { createTestCallService } from './dialer/test-calls.service.ts'
import { addDoNotCallRoutes } from './do-not-call/do-not-call.routes.ts'
import { createDoNotCall, existingLists } from './do-not-call/do-not-call.service.ts'
import { createOptOuts } from './do-not-call/opt-out.ts'
import { createEventFeed } from './events/event-feed.ts'
import { createEventStreams } from './events/event-streams.ts'
import { addEventRoutes, createEventWriter } from './events/events.routes.ts'
import type { EventType } from './events/read-events.ts'
import { addExplanationRoutes } from './explain/explain.routes.ts'
import { createExplanations } from './explain/explain.service.ts'
import { addPreviewRoutes } from './explain/preview.routes.ts'
import { createPreviews } from './explain/preview.service.ts'
import { readCallbackTime } from './flows/callback-time.ts'
import { createFlowChecks } from './flows/flow-checks.ts'
import { addFlowRoutes } from './flows/flows.routes.ts'
import { addHttpCallbackRoutes } from './gateways/http/callbacks.routes.ts'
import { type CallbackSigning, createHttpCallbacks } from './gateways/http/callbacks.service.ts'
import { createHttpCalls } from './gateways/http/http-calls.ts'
import { createSimulatedSpeech } from './gateways/simulator/simulated-speech.ts'
import { addHistoryRoutes } from './history/history.routes.ts'
import { createHistories } from './history/history.service.ts'
import { readConsoleFiles } from './http/console-files.ts'
import { addHealthRoutes, type NotReady } from './http/health.ts'
import { defaultHttpSettings, type HttpSettings } from './http/http-settings.ts'
import { createMetrics } from './http/metrics.ts'
import { addOpenApi } from './http/openapi.ts'
import type { Api } from './http/route-schema.ts'
import { createServer, type ServerTiming } from './http/server.ts'
import { createTokenWatch } from './http/token-watch.ts'
import { createImportRunner, type ImportTiming } from './imports/import-runner.ts'
import { addImportRoutes } from './imports/imports.routes.ts'
import { createImports } from './imports/imports.service.ts'
import { createProgressStreams } from './imports/progress-streams.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { createSilentLog } from './kernel/log.ts'
import { createPhoneNumberReader, createPhonePrefixReader } from './kernel/phone-number.ts'
import { createTimestamps, createZoneOffsets } from './kernel/timestamps.ts'
import { addNumberRoutes } from './numbers/numbers.routes.ts'
import { createNumbers } from './numbers/numbers.service.ts'
import { addCalendarRoutes } from './permission/calendars.routes.ts'
import { createCalendars } from './permission/calendars.service.ts'
import type { ICalendarLimits } from './permission/icalendar-thread.ts'
import { addPermissionRoutes } from './permission/permission.routes.ts'
import { createPermissionSettings } from './permission/permission.service.ts'
import { createRecipientZones } from './permission/recipient-zones.ts'
import type { RecordingSettings } from './recordings/recording-settings.ts'
import { addRecordingRoutes } from './recordings/recordings.routes.ts'
import { createRecordings } from './recordings/recordings.service.ts'
import { createLookAhead } from './speech/look-ahead.ts'
import { type RunningLookAhead, runLookAhead } from './speech/run-look-ahead.ts'
import { addSpeechRoutes } from './speech/speech.routes.ts'
import { createSpeech, type Speech } from './speech/speech.service.ts'
import { NO_SPEECH, type SpeechSettings } from './speech/speech-settings.ts'
import type { Connection } from './storage/connection.ts'
import type { PoolLimits } from './storage/connection-pool.ts'
import { createDatabase, type Database } from './storage/database.ts'
import { listen } from './storage/notifications.ts'
import { probeStorage } from './storage/storage-health.queries.ts'
import { createStorageHealth, type StorageHealth } from './storage/storage-health.ts'
import { whyUnavailable } from './storage/unavailable.ts'
import { addDialerMetrics, createFiguresReader } from './system/dialer-metrics.ts'
import { addSystemRoutes } from './system/system.routes.ts'
import { createSystem } from './system/system.service.ts'
import { createTableFiles, type TableFilesOptions } from './tabular/table-files.ts'
import { addTaskRoutes } from './tasks/tasks.routes.ts'
import { createTasks, taskLists, tasksNaming, tasksSaying } from './tasks/tasks.service.ts'
import { addTokenRoutes } from './tokens/tokens.routes.ts'
import { createTokens, type Tokens } from './tokens/tokens.service.ts'

/** The role of a node: answer requests, dial, or both. */
export type Role = 'api' | 'dialer' | 'all'

export interface AppOptions {
  connection: Connection
  log: FastifyBaseLogger
  clock: Clock
  timeZone: string
  defaultCountry: string | undefined
  accessToken: string | undefined
  rateLimitPerMinute: number
  /** Missing settings have their defaults. */
  http?: Partial<HttpSettings>
  serverTiming?: Partial<ServerTiming> | undefined
  role: Role
  /** Creates the gateway; required to dial. Some gateways store calls in the database and receive notifications from it. */
  gateway?: Gateway | ((storage: GatewayStorage) => Gateway) | undefined
  /** The secret with which a voice platform signs its reports. */
  callbackSigning?: CallbackSigning | undefined
  /** Without a secret voice agents are not called by a signed request, and cannot send any. */
  agents?: AgentSettings | undefined
  /** The name of the gateway in answers of the API. */
  gatewayKind?: string | undefined
  maxConnections?: number
  /** Limits on reading files that differ from the defaults. */
  tableFiles?: TableFilesOptions
  /** Limits on reading iCalendar files that differ from the defaults. */
  calendarFiles?: ICalendarLimits
  /** Timing of import jobs, where the defaults do not suit. */
  imports?: Partial<ImportTiming>
  /** Where recordings are kept and for how long. */
  recordings?: RecordingSettings
  /** The folder of the built console; without it no console is served. */
  consoleFolder?: string | undefined
  /** What makes speech of text; without it, only recorded phrases can be said. */
  speech?: SpeechSettings
  /** The address under which gateways reach this node; without it, the one on which it listens. */
  mediaUrl?: string | undefined
}

interface GatewayStorage {
  db: Database
  onNotify(channel: string, hear: () => void): void
}

export interface App {
  http: Api
  db: Database
  tokens: Tokens
  limits: Limits
  speech: Speech
  /** Takes over import jobs that other nodes have abandoned; jobs started here run anyway. */
  startImports(): void
  /** Fetches recordings from the exchange, and erases those whose time is over. */
  startRecordings(): void
  /** Starts to dial, if the node's role includes it. */
  startDialing(): void
  /** Places no new calls, and waits at most this long for live calls. */
  stopDialing(limitMs: number): Promise<void>
  /** Finishes work in progress, then closes the database connections. */
  close(): Promise<void>
}

/** Max time of a request's statement. */
const REQUEST_LIMITS: PoolLimits = { statementMs: 30_000, transactionMs: 120_000 }
/** Calls end all the time: a settlement that waits for a lock delays all of them. */
const DIALING_LIMITS: PoolLimits = { lockWaitMs: 2_000, statementMs: 30_000, transactionMs: 30_000 }
const EXPORT_CONNECTIONS = 4
/** An export that has started waits for a connection rather than failing. */
const EXPORT_WAIT_MS = 60_000
/** How long ended calls are collected into a progress event of their task. */
const PROGRESS_MS = 1000
/** Nothing is written there before the first recording. */
const DEFAULT_RECORDINGS: RecordingSettings = { folder: './data/recordings', s3: undefined, days: 90 }

export async function createApp(options: AppOptions): Promise<App> {
  const { connection, log, clock } = options
  const timestamps = createTimestamps(options.timeZone)
  const storageHealth = createStorageHealth({ clock, log, probe: () => probeStorage(db) })
  const onError = storageHealth.note
  const db = createDatabase({
    connection,
    maxConnections: options.maxConnections ?? 20,
    log,
    timeZone: options.timeZone,
    limits: REQUEST_LIMITS,
    onError,
  })
  // A separate pool: exports cannot use up the connections of other requests.
  const exportDb = createDatabase({
    connection,
    maxConnections: EXPORT_CONNECTIONS,
    log,
    timeZone: options.timeZone,
    connectTimeoutMs: EXPORT_WAIT_MS,
    limits: REQUEST_LIMITS,
    onError,
  })

  const tokens: Tokens = createTokens({
    db,
    clock,
    presetToken: options.accessToken,
    hearsChanges: () => notifications.connected,
  })
  const authenticate = (token: string) => tokens.authenticate(token)
  const tokenWatch = createTokenWatch(authenticate)
  const onNews: Record<string, (payload?: string) => void> = {
    token_changed() {
      tokens.forget()
      tokenWatch.recheck()
    },
    task_changed() {
      dialer?.wake()
      lookAhead?.wake()
      events.wake()
      progress.wake()
    },
    import_changed() {
      importProgress.wake()
      if (options.role !== 'dialer') importRunner.wake()
    },
    call_ended() {
      events.wake()
      progress.wake(PROGRESS_MS)
    },
    test_call() {
      dialer?.takeTestCalls()
    },
    call_hang_up(callId) {
      if (callId !== undefined) dialer?.hangUp(callId)
    },
    agent_word(callId) {
      if (role !== 'api') agentWords?.deliver(callId)
    },
  }
  const gateway =
    typeof options.gateway === 'function'
      ? options.gateway({ db, onNotify: (channel, hear) => Object.assign(onNews, { [channel]: hear }) })
      : options.gateway
  const notifications = listen({
    connection,
    channels: Object.keys(onNews),
    onNotify: (channel, payload) => onNews[channel]?.(payload),
    onGap: () => {
      for (const hear of Object.values(onNews)) hear()
    },
    log,
  })
  const openFeed = (types: EventType[]) =>
    createEventFeed({ db, log, types, describe: createEventWriter(timestamps, types) })
  const events = openFeed(['task', 'call'])
  const progress = openFeed(['task', 'progress'])
  const eventStreams = createEventStreams({ events, progress, log })
  const { defaultCountry, gatewayKind = 'simulator' } = options
  const dataSources = createDataSources({ db, clock })
  const readPhoneNumber = createPhoneNumberReader(defaultCountry)
  const recordings = createRecordings({
    ...{ db, clock, log, readPhoneNumber, gateway },
    settings: options.recordings ?? DEFAULT_RECORDINGS,
  })
  const listObserver: ListObserver = {
    beforeRemoval: taskLists.beforeRemoval,
    async contactRemoved(tx, contact, now) {
      await taskLists.contactRemoved(tx, contact, now)
      await recordings.eraseOfContact(tx, contact.id)
    },
  }
  const contactsDependencies = { db, exportDb, clock, readPhoneNumber, listObserver }
  const contacts = createContacts(contactsDependencies)
  const flowChecks = createFlowChecks({
    gatewayKind,
    abilities: () => gateway?.control?.abilities,
    fieldNames: (dataSourceId) => fieldNamesOf(db, dataSourceId),
    knownLists: (ids) => existingLists(db, ids),
    knownAudio: (ids) => existingAudios(db, ids),
  })
  const tasks = createTasks({ db, exportDb, clock, flowChecks })
  const tableFiles = createTableFiles(options.tableFiles)
  const importProgress = createProgressStreams()
  const importRunner = createImportRunner({
    db,
    clock,
    timestamps,
    readPhoneNumber,
    tableFiles,
    log,
    ...options.imports,
  })
  const calls = createCalls({ db })
  const offsetAt = createZoneOffsets(options.timeZone)
  const zone = { timestamps, offsetAt }
  const recipientZones = createRecipientZones(offsetAt)

  const sounds = createSounds({ db, clock })
  const speechSettings = options.speech ?? NO_SPEECH
  const audios = createAudios({
    db,
    clock,
    sounds,
    tasksPlaying: async (tx, { id, name }) => [
      ...(await tasksNaming(tx, id)),
      ...(speechSettings.kind === 'none' ? await tasksSaying(tx, name) : []),
    ],
  })
  const speech = createSpeech({
    sounds,
    audios,
    settings: speechSettings,
    mediaUrl: () => options.mediaUrl ?? addressOf(http),
    clock,
    log,
  })
  const agentReader = { callbackTime: (text: string) => readCallbackTime(text, clock.now(), offsetAt) }
  const agentSecret = options.agents?.secret
  const agentWords =
    agentSecret === undefined
      ? undefined
      : createAgentWords({
          db,
          clock,
          log,
          secret: agentSecret,
          reader: agentReader,
          tell: (callId, word) => dialer?.tell(callId, word) ?? false,
        })

  const limits = createLimits({ db })
  const { role, consoleFolder } = options
  // A separate pool: requests cannot use up the dialer's connections. Connections are opened when needed.
  const dialingDb = createDatabase({
    connection,
    maxConnections: 4,
    log,
    limits: DIALING_LIMITS,
    onError,
    hasSteadyPlans: true,
    pipelines: true,
  })
  const isSpeechless = speechSettings.kind === 'none' && gatewayKind === 'simulator'
  const flow: FlowParts = {
    sounds: isSpeechless ? createSimulatedSpeech() : speech,
    recordings,
    agents: createVoiceAgents({
      clock,
      log,
      reader: agentReader,
      ...(options.agents ?? { secret: undefined }),
    }),
    optOut: createOptOuts({ db: dialingDb, clock, readPhoneNumber }),
  }
  let dialer: RunningDialer | undefined
  let lookAhead: RunningLookAhead | undefined
  function startDialing(): void {
    if (role === 'api') return
    if (!gateway) throw new Error('dialing needs a gateway')
    const name = `${hostname()} ${process.pid}`
    dialer = runDialer(
      (onEnd) => createDialer({ db: dialingDb, clock, gateway, offsetAt, log, name, onEnd, flow }),
      log,
    )
    lookAhead = runLookAhead({
      lookAhead: createLookAhead({
        db,
        clock,
        log,
        speech,
        isNeeded: (part) => !isSpeechless && (!gateway.sendsFlow || 'audioId' in part),
        pauseTask: async (taskId, reason) => {
          await tasks.transition('pause', taskId, 'dialer', reason)
        },
      }),
      sounds,
      clock,
      log,
      keptDays: speechSettings.keptDays,
    })
  }

  const metrics = createMetrics(() => db.usage())
  addDialerMetrics(metrics.registry, createFiguresReader({ db, clock }))
  const http = await createServer({
    log,
    metrics,
    authenticate,
    tokenWatch,
    rateLimitPerMinute: options.rateLimitPerMinute,
    settings: { ...defaultHttpSettings(), ...options.http },
    timing: options.serverTiming,
    consoleFiles: role === 'dialer' || !consoleFolder ? undefined : readConsoleFiles(consoleFolder),
  })
  let isStopping = false
  await addOpenApi(http)
  http.after(() => {
    if (role !== 'dialer') {
      addTaskRoutes(http, { tasks, timestamps, clock })
      const callbackTime = (text: string) => readCallbackTime(text, clock.now(), offsetAt)
      addFlowRoutes(http, { flowChecks, callbackTime })
      addDataSourceRoutes(http, dataSources, timestamps)
      addContactRoutes(http, contacts, timestamps)
      addContactFileRoutes(http, { ...contactsDependencies, tableFiles }, timestamps)
      const imports = createImports({ db, clock, tableFiles, runner: importRunner })
      addImportRoutes(http, { imports, streams: importProgress, timestamps })
      addCallRoutes(http, calls, timestamps)
      addRecordingRoutes(http, { recordings, timestamps })
      const numbers = createNumbers({ db, exportDb, clock, readPhoneNumber, recipientZones })
      addNumberRoutes(http, { numbers, timestamps, clock })
      const readPhonePrefix = createPhonePrefixReader(defaultCountry)
      const doNotCall = createDoNotCall({
        db,
        clock,
        readPhoneNumber,
        readPhonePrefix,
        numberOfCall: calls.number,
        tasksNaming,
      })
      addDoNotCallRoutes(http, { doNotCall, exportDb, timestamps, clock })
      addPermissionRoutes(http, createPermissionSettings({ db, readPhonePrefix }))
      const calendars = createCalendars({
        db,
        clock,
        timeZone: options.timeZone,
        limits: options.calendarFiles,
        tasksNaming,
      })
      addCalendarRoutes(http, { calendars, timestamps })
      addExplanationRoutes(
        http,
        createExplanations({ db, clock, zone, storageHealth, recipientZones, readPhoneNumber }),
        timestamps,
      )
      addHistoryRoutes(http, createHistories({ db, clock, zone }), timestamps)
      const previews = createPreviews({ db, clock, zone, recipientZones, gatewayKind })
      addPreviewRoutes(http, previews, timestamps)
      const settings = { role, gatewayKind, defaultCountry }
      addSystemRoutes(http, {
        system: createSystem({ db, clock, zone, storageHealth }),
        timestamps,
        settings,
      })
      addEventRoutes(http, { streams: eventStreams, tasks })
      const { callbackSigning } = options
      if (callbackSigning) {
        const httpCalls = createHttpCalls({ db, clock })
        addHttpCallbackRoutes(
          http,
          createHttpCallbacks({ calls: httpCalls, clock, signing: callbackSigning }),
        )
      }
      if (agentWords) addAgentWordRoutes(http, agentWords)
      addAudioRoutes(http, { audios, timestamps })
      addSpeechRoutes(http, { speech, timestamps })
      addLimitRoutes(http, limits)
      addTestCallRoutes(http, createTestCallService({ db, clock, readPhoneNumber }), timestamps)
      addTokenRoutes(http, tokens, timestamps)
    }
    addMediaRoutes(http, sounds)
    addHealthRoutes(http, async () => (isStopping ? STOPPING : findFault(db, storageHealth)))
  })
  await http.ready()

  return {
    http,
    db,
    tokens,
    limits,
    speech,
    startImports() {
      if (role !== 'dialer') importRunner.start()
    },
    startRecordings: recordings.start,
    startDialing,
    stopDialing: async (limitMs) => dialer?.stop(limitMs),
    async close() {
      isStopping = true
      await http.close()
      await importRunner.stop()
      await tableFiles.close()
      await lookAhead?.stop()
      await dialer?.stop(0)
      await recordings.stop()
      await gateway?.close()
      await notifications.close()
      await Promise.all([db.close(), exportDb.close(), dialingDb.close()])
    },
  }
}

/** Where a gateway on the same machine reaches the service. */
function addressOf({ server }: Api): string {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') return 'http://127.0.0.1'
  const isAny = bound.address === '0.0.0.0' || bound.address === '::'
  const host = isAny ? '127.0.0.1' : bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  return `http://${host}:${bound.port}`
}

const STOPPING: NotReady = { code: 'stopping', reason: 'it is stopping' }

async function findFault(db: Database, storageHealth: StorageHealth): Promise<NotReady | undefined> {
  try {
    await db.query({ text: 'select 1' })
    return await storageHealth.check()
  } catch (error) {
    return whyUnavailable(error) ?? { code: 'internal_error', reason: 'the database fails' }
  }
}

/** The OpenAPI document alone; needs no database. */
export async function describeApi(): Promise<object> {
  const app = await createApp({
    connection: { host: '/nowhere' },
    log: createSilentLog(),
    clock: systemClock,
    timeZone: 'UTC',
    defaultCountry: undefined,
    accessToken: undefined,
    rateLimitPerMinute: 0,
    role: 'api',
    // With the routes of every gateway.
    callbackSigning: { secret: '', path: '' },
    agents: { secret: '', timing: {} },
  })
  try {
    return app.http.swagger()
  } finally {
    await app.close()
  }
}
