// PostgreSQL without an installation: a real server, started and stopped with this process, with its data in a folder
// that the operator chooses. It listens only on a unix socket, in a folder closed to other accounts, and accepts one
// role with a password, because other programs may run under the same account. Data is as safe as in any PostgreSQL:
// committed data survives a kill.
//
// A start: find the cluster's folder and lock it, find the binaries, create the cluster if there is none, stop a server
// that a killed process left running on it, set up the password, run the server.

import type { ClientConfig } from 'pg'
import type { Log } from '../../kernel/log/log.ts'
import {
  isCluster,
  keptClusters,
  makeReachable,
  placeCluster,
  possibleFolders,
  readNote,
} from './cluster-place.ts'
import { EmbeddedPostgresFailed, EmbeddedPostgresUnavailable } from './embedded-postgres-errors.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { ACCOUNT_NAMES, type AccountNames } from './postgres-account.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { prepareCluster } from './postgres-cluster.ts'
import { findPassword } from './postgres-password.ts'
import { describeExit } from './postgres-process.ts'
import {
  findSocketFolder,
  removeEmptySocketFolder,
  removeSocketFolder,
  socketFolderOf,
} from './postgres-socket.ts'
import { connectionThrough, type StartedServer, startServer } from './postgres-startup.ts'

/**
 * Passed on the command line, so that the cluster's own configuration files stay unchanged and an update of this service also updates
 * the settings.
 */
const POSTGRES_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  wal_compression: 'on',
  fsync: 'on',
  synchronous_commit: 'on',
  // For parallel plans: a container has only 64 MB in /dev/shm.
  min_dynamic_shared_memory: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  // Failed statements are reported by their callers.
  log_min_messages: 'log',
}

export interface EmbeddedPostgresOptions {
  /** Created if it does not exist. */
  dataDir: string
  log: Log
  /** Where the folder of the socket is made; default: /tmp. */
  runtimeFolder?: string | undefined
  /** Server settings that add to or override the defaults. */
  settings?: Record<string, string>
  /** Where data and binaries are put if the server's account cannot reach their original place. */
  systemFolder?: string
  /** The npm package with the binaries for this platform. */
  packageFolder?: string
  /** The accounts to run as when we are root. */
  accountNames?: AccountNames
  /** Statements run as the superuser when access is set up: tests and benchmarks need more rights than the service. */
  superuserStatements?: readonly string[]
}

interface EmbeddedPostgres {
  connection: ClientConfig
  /** The folder that actually contains the data. */
  location: string
  stop(): Promise<void>
  /** Asks the server to stop without waiting, for when this process must exit now. */
  beginStop(): void
  /** Settles when the server has ended, whether it was asked to or not. */
  exited: Promise<EmbeddedPostgresExit>
}

interface EmbeddedPostgresExit {
  isExpected: boolean
  /** One sentence, with the server's last output if the end was unexpected. */
  reason: string
}

export const SYSTEM_FOLDER = '/var/lib/carillon'

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresUnavailable(
      'the embedded PostgreSQL does not run on Windows: set DATABASE_URL to a PostgreSQL server',
    )
  }
  const { log, systemFolder = SYSTEM_FOLDER, packageFolder } = options
  const dataDir = await makeReachable(options.dataDir)
  const place = await placeCluster(dataDir, systemFolder, options.accountNames)
  const { folder, account } = place
  const socketFolder = socketFolderOf(folder, options.runtimeFolder)
  const lock = await lockFolder(`${folder}.lock`, dataDir)
  try {
    const copyFolder = account.isOther ? await makeReachable(systemFolder) : dataDir
    const binaries = await findPostgresBinaries({ account, copyFolder, packageFolder })
    const settings = { ...POSTGRES_SETTINGS, ...options.settings }
    const isDisposable = settings.fsync === 'off'
    const { isNew } = await prepareCluster({ dataDir, place, binaries, isDisposable })
    if (isNew) log.info({ location: folder }, 'created the database files')

    if (account.isShared) warnOfSharedAccount(log)
    const { postgres } = binaries
    const { superuserStatements } = options
    const started = await startServer({
      dataDir,
      place,
      postgres,
      settings,
      isDisposable,
      socketFolder,
      superuserStatements,
      log,
    })
    return createHandle({ ...started, folder, socketFolder, lock })
  } catch (error) {
    await removeEmptySocketFolder(socketFolder)
    lock.release()
    throw error
  }
}

/** The address of the server that another process has started for this data folder. */
export async function findEmbeddedPostgres(
  dataDir: string,
  systemFolder = SYSTEM_FOLDER,
): Promise<ClientConfig> {
  const folder = await makeReachable(dataDir)
  const place = await placeCluster(folder, systemFolder)
  return connectionThrough(await findSocketFolder(place.folder), await findPassword(folder))
}

/** Whether a data folder has a database, or an old one of an upgrade that was interrupted, without making anything. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  for (const folder of await possibleFolders(dataDir))
    if ((await isCluster(folder)) || (await keptClusters(folder)).length > 0) return true
  return (await readNote(dataDir)) !== undefined
}

function warnOfSharedAccount(log: Log): void {
  log.warn(
    { account: ACCOUNT_NAMES.shared },
    'PostgreSQL runs as nobody, and every other program of that account can read and change its files: create an account ' +
      'for it with "useradd --system --no-create-home --shell /usr/sbin/nologin carillon" and start again; ' +
      'the files are handed over to it',
  )
}

function createHandle(
  parts: StartedServer & {
    folder: string
    socketFolder: string
    lock: FolderLock
  },
): EmbeddedPostgres {
  const { server, ownership, folder, socketFolder, connection, lock } = parts
  let isStopping = false
  return {
    connection,
    location: folder,
    async stop() {
      isStopping = true
      ownership.release()
      await server.stop()
      await removeSocketFolder(socketFolder)
      lock.release()
    },
    beginStop() {
      isStopping = true
      server.beginStop()
    },
    exited: server.exited.then(async (exit) => {
      ownership.release()
      if (isStopping) return { isExpected: true, reason: 'the embedded PostgreSQL was stopped' }
      lock.release()
      const summary = `the embedded PostgreSQL in ${folder} ${describeExit(exit)}`
      const { message } = EmbeddedPostgresFailed.saying(summary, await server.readOutput())
      return { isExpected: false, reason: message }
    }),
  }
}
