// The database of a command: the one that DATABASE_URL names, or the embedded one.
import { resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createSilentLog } from '../platform/kernel/log/log.ts'
import { addressOf, type DatabaseAddress, isHosts } from '../platform/storage/connection.ts'
import { createDatabase, type Database } from '../platform/storage/database.ts'
import { sqlState } from '../platform/storage/database-errors.ts'
import {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/storage/embedded/embedded-postgres.ts'
import { DataFolderInUse } from '../platform/storage/embedded/embedded-postgres-errors.ts'
import { databaseOf, describeHost } from '../platform/storage/hosts/database-hosts.ts'
import { migrate } from '../platform/storage/migrate.ts'
import { CommandFailed, isExplained } from './failure.ts'
import { sayAside } from './terminal.ts'

export interface Storage {
  connection: DatabaseAddress
  /** Where the data is, in words for people. */
  location: string
  /** Resolves with a sentence if the embedded database stops unexpectedly. */
  lost: Promise<string>
  close(): Promise<void>
}

/** SIGHUP is sent when a terminal is closed. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const CONNECT_TIMEOUT_MS = 15_000
/** A database that takes longer to answer is worth a word. */
const SLOW_MS = 3000
const never = new Promise<string>(() => undefined)

export async function openStorage(config: Config, log: Logger): Promise<Storage> {
  if (config.databaseUrl !== undefined) {
    return openExternal(config.databaseUrl)
  }
  const server = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    runtimeFolder: config.runtimeFolder,
    log,
  })
  // The database is stopped however this process ends, except by SIGKILL.
  const abandon = () => server.beginStop()
  process.once('exit', abandon)
  return {
    connection: server.connection,
    location: server.location,
    lost: server.exited.then(({ isExpected, reason }) => (isExpected ? never : reason)),
    async close() {
      await server.stop()
      process.off('exit', abandon)
    },
  }
}

/** For commands that may run beside the service: uses its embedded database if that is running. */
export async function shareStorage(config: Config, log: Logger): Promise<Storage> {
  for (const signal of STOP_SIGNALS) process.once(signal, () => process.exit(1))
  try {
    return await openStorage(config, log)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return external(await findEmbeddedPostgres(config.dataDir), resolve(config.dataDir))
  }
}

/** For a command that asks or changes the database, with or without the service: with the current schema, and closed at the end. */
export async function withDatabase<Result>(
  config: Config,
  work: (db: Database, log: Logger) => Promise<Result>,
): Promise<Result> {
  const log = createSilentLog()
  const storage = await shareStorage(config, log)
  try {
    await prepareSchema(storage, log)
    const db = createDatabase({ connection: storage.connection, maxConnections: 1, log })
    try {
      return await work(db, log)
    } finally {
      await db.close()
    }
  } finally {
    await storage.close()
  }
}

function external(connection: DatabaseAddress, location: string): Storage {
  return { connection, location, lost: never, close: async () => undefined }
}

/** Migrates the schema, or fails with a sentence that says why the database cannot be used. */
export async function prepareSchema(storage: Storage, log: Logger) {
  const { connection, location } = storage
  const word = setTimeout(() => {
    sayAside(`carillon: the database at ${location} is slow to answer; waiting for it`)
  }, SLOW_MS)
  const onConnected = () => clearTimeout(word)
  try {
    return await migrate({ connection, connectTimeoutMs: CONNECT_TIMEOUT_MS, onConnected, log })
  } catch (error) {
    if (isExplained(error)) throw error
    throw new CommandFailed(`the database at ${location} cannot be used: ${reasonOf(error)}`, {
      cause: error,
    })
  } finally {
    clearTimeout(word)
  }
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return String(error)
  // The driver's words for a server that takes too long.
  if (/^timeout expired$/.test(error.message))
    return `it did not answer within ${CONNECT_TIMEOUT_MS / 1000} seconds`
  return error.message || sqlState(error)
}

function openExternal(url: string): Storage {
  try {
    const address = addressOf(url)
    return external(address, describeUrls(isHosts(address) ? address.urls : [url]))
  } catch (error) {
    // Parsing also reads the certificates that the URL names.
    throw new CommandFailed(`DATABASE_URL cannot be used: ${error instanceof Error ? error.message : error}`)
  }
}

/** The addresses as the driver understands them, without the password. */
function describeUrls(urls: readonly string[]): string {
  return `${urls.map(describeHost).join(',')}/${databaseOf(urls[0] ?? '')}`
}
