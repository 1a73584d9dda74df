// The service from start to stop.

import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { type App, createApp } from '../app/app.ts'
import type { Role } from '../app/app-options.ts'
import { type Config, readConfig } from '../config.ts'
import { systemClock } from '../platform/kernel/clock.ts'
import { consoleFolder } from '../platform/kernel/files/package-folder.ts'
import { createLog, createLogDestination } from '../platform/kernel/log/log.ts'
import { isLoopback } from '../platform/kernel/secrets/encryption.ts'
import { ensureKeyFile } from '../platform/kernel/secrets/key-file.ts'
import { NUMBER_KEY_FILE, readNumberKey } from '../platform/kernel/secrets/number-key.ts'
import { createSecretBox, SECRET_KEY_FILE } from '../platform/kernel/secrets/secret-box.ts'
import { addressOf, type DatabaseAddress } from '../platform/storage/connection.ts'
import { createLines } from '../telephony/lines/create-lines.ts'
import { environmentTrunk } from '../telephony/switches/gateway-settings.ts'
import { callbackSigning } from '../telephony/switches/http/http-gateway-settings.ts'
import { describeStart, type FirstToken } from './banner.ts'
import { CommandFailed } from './failure.ts'
import { openStorage, prepareSchema, STOP_SIGNALS, type Storage } from './open-storage.ts'
import { isTerminal, say } from './terminal.ts'

/** Of the schema: whoever applies it has made the database. */
const FIRST_VERSION = 1
const STOP_LIMIT_MS = 30_000
const SAME_SIGNAL_MS = 1000

export async function serveCommand(role: Role): Promise<void> {
  const config = readConfig()
  const log = openLog(config)
  // From here on a signal stops the service cleanly, even during its start.
  const stopSignal = waitForStopSignal()

  // Before a database is made or started for nothing.
  await requireFreePort(config)
  const storage = await openStorage(config, log)
  let app: App | undefined
  try {
    const { applied } = await prepareSchema(storage, log)
    app = await createService(config, { connection: storage.connection, log, role })
    await app.renewNumberKeys()
    const sealed = await app.sealSecrets()
    if (sealed > 0) log.info({ sealed }, 'stored secrets are sealed')
    await app.limits.change({ lines: config.lines, callsPerSecond: config.callsPerSecond })
    if (applied.some(({ version }) => version === FIRST_VERSION))
      await app.protectNewInstallation(Intl.DateTimeFormat().resolvedOptions().locale)
    const token = await ensureToken(app, config)
    const address = await startListening(app, config)
    app.startImports()
    app.startRecordings()
    app.startBackups()
    app.startWebhooks()
    app.startDialing()
    say(describeStart({ address, storage, config, token, isTerminal: isTerminal() }))

    const reason = await Promise.race([stopSignal, storage.lost.then((text) => new CommandFailed(text))])
    if (reason instanceof CommandFailed) throw reason
    log.info({ signal: reason }, 'stopping')
  } finally {
    await stop(app, storage, log, config)
  }
}

interface ServiceParts {
  connection: DatabaseAddress
  log: Logger
  role: Role
}

/** What the settings say, on a database that has the current schema. It listens, imports and dials once it is told to. */
export async function createService(config: Config, { connection, log, role }: ServiceParts): Promise<App> {
  const { dataDir, ownAsterisk } = config
  const secretKey = join(dataDir, SECRET_KEY_FILE)
  // With a database of its own the node is the only one. Otherwise the operator puts the same file on all of them.
  if (config.databaseUrl === undefined) await ensureKeyFile(secretKey)
  return createApp({
    ...config,
    connection,
    secrets: createSecretBox(secretKey),
    numberKey: await numberKeyIn(dataDir, log),
    readConnection: config.databaseReadUrl && addressOf(config.databaseReadUrl, 'any'),
    log,
    clock: systemClock,
    followsDatabaseClock: true,
    role,
    gateway:
      role === 'api'
        ? undefined
        : (storage) =>
            createLines(config.gateway, { clock: systemClock, log, dataDir, ownAsterisk, ...storage }),
    gatewayKind: config.gateway.kind === 'trunks' ? undefined : config.gateway.kind,
    environmentTrunk: environmentTrunk(config.gateway),
    callbackSigning: config.gateway.kind === 'http' ? callbackSigning(config.gateway.http) : undefined,
    consoleFolder,
    // Only people at this machine have the file, and only they need to know where it is.
    ...(isLoopback(config.host) && config.accessToken === undefined && { tokenFile: tokenFileOf(config) }),
  })
}

/** A node without a data folder of its own has none: it erases nobody, and says so where that matters. */
async function numberKeyIn(dataDir: string, log: Logger): Promise<Buffer | undefined> {
  try {
    return await readNumberKey(join(dataDir, NUMBER_KEY_FILE))
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    log.warn({ err: error }, 'this node has no key for erased numbers: its data folder cannot be used')
    return undefined
  }
}

function openLog(config: Config): Logger {
  const destination = createLogDestination()
  // A closed terminal or a closed pipe must not end the process before its work is done.
  const streams: NodeJS.EventEmitter[] = [destination, process.stdout, process.stderr]
  for (const stream of streams) stream.on('error', () => undefined)
  return createLog({ level: config.logLevel, destination })
}

function waitForStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    const onSignal = (signal: NodeJS.Signals) => {
      firstAt ??= performance.now()
      resolve(signal)
      // A second signal stops at once; the next start recovers. Under npm one Ctrl-C arrives twice, because npm forwards it.
      if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(1)
    }
    for (const signal of STOP_SIGNALS) process.on(signal, onSignal)
  })
}

const tokenFileOf = ({ dataDir }: Config) => join(resolve(dataDir), 'access-token')

/** The first start creates a token. It is kept in a file that only its owner can read, and shown once on a terminal. */
async function ensureToken(app: App, config: Config): Promise<FirstToken> {
  const file = tokenFileOf(config)
  if (config.accessToken !== undefined) return { file, token: undefined, isPreset: true }
  const token = await app.tokens.createFirst((created) => keepToken(file, created))
  return { file, token, isPreset: false }
}

async function keepToken(file: string, token: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    // Never into an existing file, which others may be able to read.
    await rm(file, { force: true })
    await writeFile(file, `${token}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new CommandFailed(
      `the first access token cannot be saved: set ACCESS_TOKEN or DATA_DIR (${reason})`,
    )
  }
}

function startListening(app: App, { host, port }: Config): Promise<string> {
  return app.http.listen({ host, port }).catch((error) => {
    throw explainListening(error, host, port)
  })
}

/** Somebody may still take it before we listen, which is said then. */
async function requireFreePort({ host, port }: Config): Promise<void> {
  const server = createServer()
  try {
    await once(server.listen({ host, port }), 'listening')
  } catch (error) {
    throw explainListening(error, host, port)
  }
  server.close()
  await once(server, 'close')
}

function explainListening(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new CommandFailed(
      `port ${port} on ${host} is taken: stop what uses it, or set PORT to another one`,
    )
  if (code === 'EACCES')
    return new CommandFailed(`port ${port} needs more rights: set PORT to one above 1023`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new CommandFailed(`HOST ${host} is not an address of this machine`)
  return error
}

async function stop(app: App | undefined, storage: Storage, log: Logger, config: Config): Promise<void> {
  let limit: NodeJS.Timeout | undefined
  try {
    await app?.stopDialing(config.stopWaitSeconds * 1000)
    limit = setTimeout(() => {
      log.error('requests did not end in time; stopping without them')
      app?.http.server.closeAllConnections()
    }, STOP_LIMIT_MS)
    await app?.close()
  } finally {
    clearTimeout(limit)
    await storage.close()
  }
}
