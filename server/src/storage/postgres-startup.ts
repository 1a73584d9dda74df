// From a prepared cluster to a server that is ours: run it, wait until it answers, take the folder's lock,
// make the database.

import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { ClientConfig } from 'pg'
import type { ClusterPlace } from './cluster-place.ts'
import { isConnectionError, nameSocketError } from './database-errors.ts'
import { EmbeddedPostgresFailed } from './embedded-postgres-errors.ts'
import { clearTheWay, createOwnerClient, type Ownership, takeOwnership } from './folder-ownership.ts'
import { describeExit, type PostgresExit, type PostgresProcess, spawnPostgres } from './postgres-process.ts'
import { clusterName } from './postmaster.ts'
import type { StorageLog } from './storage-log.ts'

export interface StartServerOptions {
  dataDir: string
  place: ClusterPlace
  postgres: string
  settings: Record<string, string>
  socketFolder: string
  connection: ClientConfig
  log: StorageLog
}

export interface StartedServer {
  server: PostgresProcess
  ownership: Ownership
}

/** The processes of a dead server are still on their way out. */
const LOCKED_OUT = /lock file ".*" already exists|pre-existing shared memory block|bogus data in lock file/
const LOCKED_OUT_PATIENCE_MS = 15_000
const FIRST_PAUSE_MS = 4
const LONGEST_PAUSE_MS = 250
const LONG_START_MS = 5_000
const UNREACHABLE_MS = 15_000

/** Tries again while the cluster is locked by what remains of an earlier server. */
export async function startServer(options: StartServerOptions): Promise<StartedServer> {
  const deadline = Date.now() + LOCKED_OUT_PATIENCE_MS
  for (;;) {
    try {
      return await tryToStart(options)
    } catch (error) {
      const isLockedOut = error instanceof EmbeddedPostgresFailed && LOCKED_OUT.test(error.message)
      if (!isLockedOut || Date.now() > deadline) throw error
      await delay(20 + Math.random() * 30)
    }
  }
}

async function tryToStart(options: StartServerOptions): Promise<StartedServer> {
  const { dataDir, place, postgres, socketFolder, connection, log } = options
  await clearTheWay(dataDir, { folder: place.folder, socketFolder }, connection, log)
  const name = clusterName()
  const settings = { ...options.settings, cluster_name: name, unix_socket_directories: socketFolder }
  const server = await spawnPostgres({ postgres, ...place, settings })
  try {
    const client = await connectWhenReady(server, name, connection, log)
    const ownership = await takeOwnership(client, connection, dataDir, log)
    await createDatabaseOnce(client)
    return { server, ownership }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Recovery after a crash may take minutes: as long as the server lives, it is worth waiting for. */
async function connectWhenReady(
  server: PostgresProcess,
  name: string,
  connection: ClientConfig,
  log: StorageLog,
): Promise<pg.Client> {
  let exit: PostgresExit | undefined
  void server.exited.then((value) => {
    exit = value
  })
  const unreachableAt = Date.now() + UNREACHABLE_MS
  const notice = setTimeout(
    () => log.info({}, 'PostgreSQL is still starting, perhaps recovering'),
    LONG_START_MS,
  )
  try {
    for (let pauseMs = FIRST_PAUSE_MS; !exit; pauseMs = Math.min(pauseMs * 1.1, LONGEST_PAUSE_MS)) {
      const client = await tryToConnect(name, connection)
      if (client) return client
      if (Date.now() > unreachableAt && (await server.isReady())) {
        throw new EmbeddedPostgresFailed(
          `the embedded PostgreSQL runs, but not behind its socket in ${connection.host}`,
        )
      }
      await delay(pauseMs)
    }
  } finally {
    clearTimeout(notice)
  }
  const summary = `the embedded PostgreSQL ${describeExit(exit)} while starting`
  throw EmbeddedPostgresFailed.saying(summary, await server.readOutput())
}

async function tryToConnect(name: string, connection: ClientConfig): Promise<pg.Client | undefined> {
  const client = createOwnerClient(connection)
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(`select current_setting('cluster_name') as name`)
    // Behind the socket may be what remains of an earlier server; ours will notice and exit.
    if (rows[0]?.name === name) return client
  } catch (error) {
    if (!isConnectionError(nameSocketError(error))) throw error
  }
  client.connection.stream.destroy()
  return undefined
}

async function createDatabaseOnce(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select 1 from pg_database where datname = 'carillon'`)
  if (rows.length > 0) return
  await client.query('create database carillon').catch((cause: Error) => {
    // Most likely for want of space.
    throw new EmbeddedPostgresFailed(`PostgreSQL could not create the database: ${cause.message}`, { cause })
  })
}
