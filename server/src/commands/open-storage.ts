// The database a command works on: the operator's own, or the embedded one.
import { resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Connection } from '../storage/connection.ts'
import { isConnectionError, sqlState } from '../storage/database-errors.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../storage/embedded-postgres.ts'
import { DataFolderInUse } from '../storage/embedded-postgres-errors.ts'
import { migrate } from '../storage/migrate.ts'
import { CommandFailed } from './failure.ts'

export interface Storage {
  connection: Connection
  /** For people: where the data is. */
  location: string
  /** Settles, with a sentence, if the database goes away by itself. */
  lost: Promise<string>
  close(): Promise<void>
}

const never = new Promise<string>(() => undefined)

export async function openStorage(config: Config, log: Logger): Promise<Storage> {
  if (config.databaseUrl !== undefined) {
    return external(config.databaseUrl, describeUrl(config.databaseUrl))
  }
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  return {
    connection: server.connection,
    location: server.location,
    lost: server.exited.then(({ isExpected, reason }) => (isExpected ? never : reason)),
    close: () => server.stop(),
  }
}

/** For commands beside a running service: shares its embedded database if it is up. */
export async function shareStorage(config: Config, log: Logger): Promise<Storage> {
  try {
    return await openStorage(config, log)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return external(await findEmbeddedPostgres(config.dataDir), resolve(config.dataDir))
  }
}

function external(connection: Connection, location: string): Storage {
  return { connection, location, lost: never, close: async () => undefined }
}

/** Brings the schema up to date, or says in a sentence why the database is of no use. */
export async function prepareSchema(storage: Storage, log: Logger) {
  try {
    return await migrate({ connection: storage.connection, log })
  } catch (error) {
    const reason = error instanceof Error ? error.message || sqlState(error) : String(error)
    const state = sqlState(error) ?? ''
    // Class 28: wrong user or password. 3D000: no such database.
    if (isConnectionError(error) || state.startsWith('28') || state === '3D000') {
      throw new CommandFailed(`the database at ${storage.location} cannot be used: ${reason}`)
    }
    throw error
  }
}

function describeUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || 5432}${decodeURIComponent(pathname)}`
}
