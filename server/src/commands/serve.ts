// The service from start to stop.
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Logger, pino } from 'pino'
import { type App, createApp, type Role } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { createSimulator } from '../gateways/simulator/simulator.ts'
import { systemClock } from '../kernel/clock.ts'
import { describeStart, type FirstToken } from './banner.ts'
import { CommandFailed } from './failure.ts'
import { openStorage, prepareSchema, type Storage } from './open-storage.ts'

const STOP_LIMIT_MS = 30_000

export async function serveCommand(role: Role): Promise<void> {
  const config = readConfig()
  const log = createLog(config)
  // From here on a signal ends the service in an orderly way, even in the middle of its start.
  const stopSignal = waitForStopSignal()

  const storage = await openStorage(config, log)
  let app: App | undefined
  try {
    await prepareSchema(storage, log)
    const gateway =
      role === 'api' ? undefined : createSimulator({ settings: config.simulator, clock: systemClock })
    app = await createApp({
      ...config,
      connection: storage.connection,
      log,
      clock: systemClock,
      role,
      gateway,
    })
    await app.limits.change({ lines: config.lines, callsPerSecond: config.callsPerSecond })
    const token = await ensureToken(app, config)
    const address = await startListening(app, config)
    app.startDialing()
    process.stdout.write(describeStart({ address, storage, config, token }))

    const reason = await Promise.race([stopSignal, storage.lost.then((text) => new CommandFailed(text))])
    if (reason instanceof CommandFailed) throw reason
    log.info({ signal: reason }, 'stopping')
  } finally {
    await stop(app, storage, log, config)
  }
}

function createLog(config: Config): Logger {
  return pino(
    { level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: false }),
  )
}

function waitForStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        resolve(signal)
        // Asked twice, it stops at once; the next start recovers.
        process.once(signal, () => process.exit(1))
      })
    }
  })
}

/** The very first start makes a token: printed once, and kept in a file that only its owner can read. */
async function ensureToken(app: App, config: Config): Promise<FirstToken> {
  const file = join(resolve(config.dataDir), 'access-token')
  if (config.accessToken !== undefined) return { file, token: undefined, isPreset: true }
  const token = await app.tokens.createFirst(async (created) => {
    await mkdir(config.dataDir, { recursive: true })
    await writeFile(file, `${created}\n`, { mode: 0o600 })
  })
  return { file, token, isPreset: false }
}

async function startListening(app: App, { host, port }: Config): Promise<string> {
  try {
    return await app.http.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new CommandFailed(
        `port ${port} on ${host} is taken: stop what uses it, or set PORT to another one`,
      )
    }
    if (code === 'EACCES')
      throw new CommandFailed(`port ${port} needs more rights: set PORT to one above 1023`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new CommandFailed(`HOST ${host} is no address of this machine`)
    }
    throw error
  }
}

async function stop(app: App | undefined, storage: Storage, log: Logger, config: Config): Promise<void> {
  await app?.stopDialing(config.stopWaitSeconds * 1000)
  const limit = setTimeout(() => {
    log.error('requests did not end in time, stopping without them')
    app?.http.server.closeAllConnections()
  }, STOP_LIMIT_MS)
  try {
    await app?.close()
  } finally {
    clearTimeout(limit)
    await storage.close()
  }
}
