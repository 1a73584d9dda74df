// Starts a server on a prepared cluster: makes sure that no other server runs on it, that its files belong to its account
// and that only we can log in; then runs the server, waits until it answers and takes ownership.

import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { ClientConfig } from 'pg'
import type { Log } from '../../kernel/log/log.ts'
import { isConnectionError, isLoginRefused, nameSocketError } from '../database-errors.ts'
import type { ClusterPlace } from './cluster-place.ts'
import { EmbeddedPostgresFailed } from './embedded-postgres-errors.ts'
import { clearTheWay, createOwnerClient, type Ownership, takeOwnership } from './folder-ownership.ts'
import { ensureAccess, SERVICE_DATABASE, SERVICE_ROLE, setUpAccess } from './postgres-access.ts'
import { takeOverFiles } from './postgres-account.ts'
import { readPassword } from './postgres-password.ts'
import { describeExit, type PostgresExit, type PostgresProcess, spawnPostgres } from './postgres-process.ts'
import { prepareSocketFolder } from './postgres-socket.ts'
import { clusterName } from './postmaster.ts'

interface StartServerOptions {
  dataDir: string
  place: ClusterPlace
  postgres: string
  settings: Record<string, string>
  isDisposable: boolean
  socketFolder: string
  superuserStatements?: readonly string[] | undefined
  log: Log
}

export interface StartedServer {
  server: PostgresProcess
  ownership: Ownership
  connection: ClientConfig
}

/** The processes of a dead server may take a moment to end. */
const LOCKED_OUT = /lock file ".*" already exists|pre-existing shared memory block|bogus data in lock file/
const LOCKED_OUT_PATIENCE_MS = 15_000
const FIRST_PAUSE_MS = 4
const MAX_PAUSE_MS = 250
const LONG_START_MS = 5_000
const UNREACHABLE_MS = 15_000

/** Retries while the remains of an earlier server lock the cluster. */
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
  const { dataDir, place, socketFolder, log } = options
  const { folder, account } = place
  const known = await readPassword(dataDir)
  await clearTheWay(dataDir, { folder, socketFolder }, connectionThrough(socketFolder, known), log)
  const previousUid = await takeOverFiles(account, folder)
  await prepareSocketFolder(socketFolder, account, previousUid)
  try {
    return await startWith(options, await ensureAccess(options))
  } catch (error) {
    if (!isLoginRefused(error)) throw error
    // The files come from elsewhere, such as a backup of another data folder. They may be opened all the same.
    log.warn(
      { location: folder },
      'the database does not know the password of this data folder; setting a new one',
    )
    return startWith(options, await setUpAccess(options))
  }
}

async function startWith(options: StartServerOptions, password: string): Promise<StartedServer> {
  const { dataDir, place, postgres, socketFolder, log } = options
  const connection = connectionThrough(socketFolder, password)
  const name = clusterName()
  const settings = { ...options.settings, cluster_name: name, unix_socket_directories: socketFolder }
  const server = await spawnPostgres({ postgres, ...place, settings })
  try {
    const client = await connectWhenReady(server, name, connection, log)
    return { server, connection, ownership: await takeOwnership(client, connection, dataDir, log) }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Complete, so that PGHOST, PGSSLMODE and the like in the environment have no effect. */
export function connectionThrough(socketFolder: string, password: string | undefined): ClientConfig {
  return {
    host: socketFolder,
    port: 5432,
    user: SERVICE_ROLE,
    password: password ?? '',
    database: SERVICE_DATABASE,
    ssl: false,
  }
}

/** Recovery after a crash may take minutes, so we wait as long as the server process lives. */
async function connectWhenReady(
  server: PostgresProcess,
  name: string,
  connection: ClientConfig,
  log: Log,
): Promise<pg.Client> {
  let exit: PostgresExit | undefined
  void server.exited.then((value) => {
    exit = value
  })
  const unreachableAt = Date.now() + UNREACHABLE_MS
  const notice = setTimeout(
    () => log.info({}, 'PostgreSQL is still starting, possibly recovering; waiting for it'),
    LONG_START_MS,
  )
  try {
    for (let pauseMs = FIRST_PAUSE_MS; !exit; pauseMs = Math.min(pauseMs * 1.1, MAX_PAUSE_MS)) {
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
    // An earlier server may still be using the socket; ours will detect it and exit.
    if (rows[0]?.name === name) return client
  } catch (error) {
    if (!isConnectionError(nameSocketError(error))) throw error
  }
  client.connection.stream.destroy()
  return undefined
}
