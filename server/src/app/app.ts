// The composition root. Creates the service for a given database; it neither reads the environment nor starts a database.
// Each file in app/ creates the parts of one kind; here they are connected, started and stopped.

import { createAuditSeals } from '../access/audit/seal-audit.ts'
import type { Tokens } from '../access/tokens/tokens.service.ts'
import { addFirstBudget } from '../campaigns/permission/permission.service.ts'
import { addMediaRoutes } from '../conversations/audio/media.routes.ts'
import type { Speech } from '../conversations/speech/speech.service.ts'
import type { Limits } from '../dialing/dialer/limits.service.ts'
import type { Erasures } from '../insight/erasure/erasure.service.ts'
import { traceDialer } from '../insight/metrics/call-traces.ts'
import { addDialerMetrics, createFiguresReader, withinScrape } from '../insight/metrics/dialer-metrics.ts'
import { addNodeMetrics, addTraceMetrics } from '../insight/metrics/node-metrics.ts'
import { addReplicaMetrics } from '../insight/metrics/replica-metrics.ts'
import { addTrunkMetrics } from '../insight/metrics/trunk-metrics.ts'
import { webhookDocument } from '../insight/webhooks/present-openapi.ts'
import { completeNames } from '../lists/contacts/name-blocks.ts'
import { addFirstList } from '../lists/do-not-call/first-list.ts'
import { addApiReference } from '../platform/http/api-reference.ts'
import { readConsoleFiles } from '../platform/http/console-files.ts'
import { addHealthRoutes, type NotReady } from '../platform/http/health.ts'
import { defaultHttpSettings } from '../platform/http/http-settings.ts'
import { createKeyedRequests } from '../platform/http/keyed-requests/keyed-requests.ts'
import { createMetrics } from '../platform/http/metrics.ts'
import { addOpenApi } from '../platform/http/openapi.ts'
import type { Api } from '../platform/http/schemas/route-schema.ts'
import { createServer } from '../platform/http/server.ts'
import { systemClock } from '../platform/kernel/clock.ts'
import { createSilentLog } from '../platform/kernel/log/log.ts'
import type { Country } from '../platform/kernel/phone/phone-key.ts'
import { OPEN_BOX } from '../platform/kernel/secrets/secret-box.ts'
import type { Database } from '../platform/storage/database.ts'
import { createNotifications } from '../platform/storage/notifications.ts'
import { createTracer } from '../platform/tracing/tracer.ts'
import { createReadRecorder } from '../platform/trail/record-read.ts'
import { keepDefaultTrunk } from '../telephony/trunks/default-trunk.ts'
import type { AppOptions } from './app-options.ts'
import { createDatabases } from './databases.ts'
import { createDialing } from './dialing.ts'
import { otherJobs } from './jobs.ts'
import { createOwned } from './owned.ts'
import { addApiRoutes } from './routes.ts'
import { createServices } from './services.ts'
import { bindSimulated, simulationOf } from './simulation.ts'
import { sealStoredSecrets } from './stored-secrets.ts'
import { createTelephony } from './telephony.ts'
import { listenForWakeUps } from './wake-ups.ts'

export interface App {
  http: Api
  db: Database
  tokens: Tokens
  limits: Limits
  speech: Speech
  /** Its job erases people on dialing nodes. */
  erasures: Pick<Erasures, 'job'>
  /** Before anything is dialed: computes the keys of stored numbers anew if the country of the service has changed. */
  renewNumberKeys(): Promise<void>
  /** Seals secrets that were stored before there was a key, or with the key before. Resolves with how many. */
  sealSecrets(): Promise<number>
  /** A database that was made just now gets what a new installation has. `locale`: of the machine. */
  protectNewInstallation(locale: string): Promise<void>
  /** Takes over import jobs and other work on contacts that nodes have abandoned; jobs started here run anyway. */
  startImports(): void
  /** Fetches recordings from the switch, and erases those whose time is over. */
  startRecordings(): void
  /** Makes nightly backups, if they are set. */
  startBackups(): void
  /** Sends events to webhooks, and alerts and the morning report to people. */
  startWebhooks(): void
  /** Starts to dial, if the node's role includes it. */
  startDialing(): void
  /** Places no new calls, and waits at most this long for live calls. */
  stopDialing(limitMs: number): Promise<void>
  /** Finishes work in progress, then closes the database connections. */
  close(): Promise<void>
}

const STOPPING: NotReady = { code: 'stopping', reason: 'it is stopping' }

export async function createApp(options: AppOptions): Promise<App> {
  const { log, clock, role, consoleFolder } = options
  const databases = createDatabases(options)
  const { db } = databases
  const { environmentTrunk } = options
  if (environmentTrunk && role !== 'api') await keepDefaultTrunk(db, environmentTrunk, clock.now())
  if (role !== 'api') await bindSimulated(db, simulationOf(options), clock.now())
  const telephony = createTelephony(options, {
    db,
    usableTrunks: () => services.usableTrunks(),
    country: () => services.serviceCountry.current() as Country | undefined,
  })
  const notifications = createNotifications(options)
  const services = createServices(options, databases, telephony, notifications)
  // What dials needs to know them from the beginning, and what answers says whether calls are real.
  await telephony.start()
  const { tokens, limits, speech, tokenWatch, importRunner, recordings } = services
  const metrics = createMetrics(databases.usage)
  if (databases.replica) addReplicaMetrics(metrics.registry, databases.replica.state)
  const tracer = options.tracing && createTracer({ settings: options.tracing, clock, log })
  addTraceMetrics(metrics.registry, () => tracer?.figures())
  const counting = addNodeMetrics(metrics.registry, () => dialing.figures())
  const watch = tracer ? traceDialer(counting, tracer) : counting
  const keyedRequests = createKeyedRequests({ db, clock, log })
  const dialing = createDialing(options, databases, telephony, services, {
    watch,
    jobs: otherJobs({
      db,
      keyedRequests,
      webhooks: services.webhooks,
      retention: services.retention,
      deletions: services.deletions,
      erasures: services.erasures,
      auditSeals: createAuditSeals({ db, clock, log }),
    }),
  })
  listenForWakeUps(notifications, options, databases, services, dialing, telephony.wakeUps)

  let isStopping = false
  const whyNotReady = async () => (isStopping ? STOPPING : databases.findFault())
  addDialerMetrics(metrics.registry, {
    read: createFiguresReader({
      ...{ db, clock, waitingRecordings: recordings.waiting, backupState: services.backups.state },
    }),
    clock,
    isReady: async () => (await whyNotReady()) === undefined,
  })
  addTrunkMetrics(metrics.registry, {
    report: services.trunkConditions.report,
    readCalls: withinScrape(services.trunkHealth.lastHours),
  })
  const http: Api = await createServer({
    log,
    metrics,
    authenticate: services.authenticate,
    now: () => clock.now(),
    owned: createOwned(db, services),
    tokenWatch,
    keyedRequests,
    recordRead: createReadRecorder({ db, clock }),
    tracer,
    rateLimitPerMinute: options.rateLimitPerMinute,
    settings: { ...defaultHttpSettings(), ...options.http },
    timing: options.serverTiming,
    consoleFiles:
      role === 'dialer' || !consoleFolder
        ? undefined
        : readConsoleFiles(consoleFolder, { tokenFile: options.tokenFile, provider: options.oidc?.name }),
  })
  await addOpenApi(http, webhookDocument)
  addApiReference(http, { ...defaultHttpSettings(), ...options.http }.docs)
  http.after(() => {
    if (role !== 'dialer') addApiRoutes(http, options, databases, services, dialing)
    addMediaRoutes(http, services.sounds)
    addHealthRoutes(http, whyNotReady)
  })
  http.addHook('onListen', async () => services.speech.listensAt(addressOf(http)))
  await http.ready()
  if (role !== 'dialer') databases.replica?.start()

  return {
    http,
    db,
    tokens,
    limits,
    speech,
    erasures: services.erasures,
    renewNumberKeys: services.keyRenewal.renewAll,
    sealSecrets: () => sealStoredSecrets(databases.db, options.secrets ?? OPEN_BOX),
    async protectNewInstallation(locale) {
      await addFirstList({ db, clock }, locale)
      await addFirstBudget({ db, clock })
    },
    startImports() {
      if (role === 'dialer') return
      importRunner.start()
      completeNames(db).catch((error) =>
        log.warn(
          { err: error },
          'names of contacts are not complete for searches; retrying at the next start',
        ),
      )
    },
    startRecordings: recordings.start,
    startBackups: services.backups.start,
    startWebhooks() {
      if (role === 'dialer') return
      services.webhookRunner.start()
      services.notifier.start()
    },
    startDialing: dialing.start,
    stopDialing: dialing.stop,
    async close() {
      isStopping = true
      await http.close()
      await importRunner.stop()
      await services.webhookRunner.stop()
      await services.notifier.stop()
      await services.tableFiles.close()
      await dialing.close()
      await recordings.stop()
      await services.backups.stop()
      await telephony.close()
      await notifications.close()
      await tracer?.close()
      await databases.close()
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
