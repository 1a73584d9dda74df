// PostgreSQL without an installation: a real server, started and stopped with this process, with its data in
// a folder of the operator's choice. It listens on a unix socket only, in a folder closed to other accounts, and lets
// in one role with a password: the account it runs as may be shared with other programs. Data is as safe as in any
// PostgreSQL: what was committed survives a kill.
//
// A start: find the cluster's place and lock it, find the binaries, make the cluster if there is none, stop
// what a killed process left running on it, see to its password, run the server.

import type { ClientConfig } from 'pg'
import type { Log } from '../kernel/log.ts'
import { makeReachable, placeCluster } from './cluster-place.ts'
import { EmbeddedPostgresFailed, EmbeddedPostgresUnavailable } from './embedded-postgres-errors.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { ACCOUNT_NAMES, type AccountNames } from './postgres-account.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { prepareCluster } from './postgres-cluster.ts'
import { findPassword } from './postgres-password.ts'
import { describeExit } from './postgres-process.ts'
import { POSTGRES_SETTINGS } from './postgres-settings.ts'
import { removeEmptySocketFolder, removeSocketFolder, socketFolderOf } from './postgres-socket.ts'
import { connectionThrough, type StartedServer, startServer } from './postgres-startup.ts'

export interface EmbeddedPostgresOptions {
  /** Made if it is not there. */
  dataDir: string
  log: Log
  /** Server settings to add to or put in place of the usual ones. */
  settings?: Record<string, string>
  /** Where data and programs go that the server's account cannot reach where they are. */
  systemFolder?: string
  /** The npm package with the binaries of this platform. */
  packageFolder?: string
  /** The accounts to run as when we are root. */
  accountNames?: AccountNames
  /** Run as the superuser when access is set up: tests and benchmarks need more rights than the service has. */
  superuserStatements?: readonly string[]
}

export interface EmbeddedPostgres {
  connection: ClientConfig
  /** The folder the data really is in. */
  location: string
  stop(): Promise<void>
  /** Asks the server to stop and does not wait, for when this process has no time left. */
  beginStop(): void
  /** Settles when the server is gone, whether asked to or not. */
  exited: Promise<EmbeddedPostgresExit>
}

export interface EmbeddedPostgresExit {
  isExpected: boolean
  /** One sentence, and what the server wrote last if it was not expected. */
  reason: string
}

const SYSTEM_FOLDER = '/var/lib/carillon'

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
  const socketFolder = socketFolderOf(folder)
  const lock = await lockFolder(`${folder}.lock`, dataDir, log)
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

/** How to reach the server that another process has started for this data folder. */
export async function findEmbeddedPostgres(
  dataDir: string,
  systemFolder = SYSTEM_FOLDER,
): Promise<ClientConfig> {
  const folder = await makeReachable(dataDir)
  const place = await placeCluster(folder, systemFolder)
  return connectionThrough(socketFolderOf(place.folder), await findPassword(folder))
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
