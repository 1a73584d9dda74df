// The pools of connections: one each for requests, exports and dialing, so that none can use up the connections of another.

import type { NotReady } from '../platform/http/health.ts'
import { hmacBlocks } from '../platform/kernel/secrets/number-key.ts'
import type { PoolLimits } from '../platform/storage/connection-pool.ts'
import { createDatabase, type Database } from '../platform/storage/database.ts'
import { createReadReplica, type ReadReplica } from '../platform/storage/replica/read-replica.ts'
import { probeStorage } from '../platform/storage/storage-health.queries.ts'
import { createStorageHealth, type StorageHealth } from '../platform/storage/storage-health.ts'
import { whyUnavailable } from '../platform/storage/unavailable.ts'
import type { AppOptions } from './app-options.ts'

export interface Databases {
  db: Database
  /** For reports, charts and lists of calls: the replica, if there is one and it is up to date. */
  readDb: Database
  /** The pool of exports. */
  exportDb: Database
  dialingDb: Database
  /** The servers of DATABASE_READ_URL. */
  replica: ReadReplica | undefined
  /** How many connections of each pool are in use. */
  usage: Record<string, Database['usage']>
  storageHealth: StorageHealth
  /** Why the node cannot work now, if so. */
  findFault(): Promise<NotReady | undefined>
  close(): Promise<void>
}

/** Max time of a request's statement. */
const REQUEST_LIMITS: PoolLimits = { statementMs: 30_000, transactionMs: 120_000 }
/** Calls end all the time: a settlement that waits for a lock delays all of them. */
const DIALING_LIMITS: PoolLimits = { lockWaitMs: 2_000, statementMs: 30_000, transactionMs: 30_000 }
const EXPORT_CONNECTIONS = 4
/** An export that has started waits for a connection rather than failing. */
const EXPORT_WAIT_MS = 60_000

const POSITION_CONNECTIONS = 2

/** Connections are opened when needed. */
export function createDatabases(options: AppOptions): Databases {
  const { connection, clock, log, timeZone, maxConnections = 20 } = options
  const storageHealth = createStorageHealth({ clock, log, probe: () => probeStorage(db) })
  const onError = storageHealth.note
  const numberKey = options.numberKey && hmacBlocks(options.numberKey)
  const db = createDatabase({
    ...{ connection, maxConnections, log, timeZone, limits: REQUEST_LIMITS, onError, numberKey },
  })
  const exportDb = createDatabase({
    connection,
    maxConnections: EXPORT_CONNECTIONS,
    log,
    timeZone,
    connectTimeoutMs: EXPORT_WAIT_MS,
    limits: REQUEST_LIMITS,
    onError,
  })
  const dialingDb = createDatabase({
    connection,
    maxConnections: 4,
    log,
    limits: DIALING_LIMITS,
    ...{ onError, numberKey },
    hasSteadyPlans: true,
    pipelines: true,
  })

  async function findFault(): Promise<NotReady | undefined> {
    try {
      await db.query({ text: 'select 1' })
      return await storageHealth.check()
    } catch (error) {
      return whyUnavailable(error) ?? { code: 'database_failed', reason: 'the database fails' }
    }
  }

  const reads = openReplica(options, { db, exportDb })
  return {
    db,
    readDb: reads?.readDb ?? db,
    exportDb: reads?.exportDb ?? exportDb,
    dialingDb,
    replica: reads?.replica,
    usage: {
      requests: db.usage,
      exports: exportDb.usage,
      dialing: dialingDb.usage,
      ...(reads && { replica: reads.usage }),
    },
    storageHealth,
    findFault,
    async close() {
      await reads?.close()
      await Promise.all([db.close(), exportDb.close(), dialingDb.close()])
    },
  }
}

/** Its errors say nothing about the primary, so they are not problems of the storage. */
function openReplica(options: AppOptions, { db, exportDb }: Pick<Databases, 'db' | 'exportDb'>) {
  const { readConnection, clock, log, timeZone, maxConnections = 20 } = options
  if (readConnection === undefined) return undefined
  const shared = { connection: readConnection, log, timeZone, limits: REQUEST_LIMITS }
  const requests = createDatabase({ ...shared, maxConnections })
  const exports = createDatabase({
    ...{ ...shared, maxConnections: EXPORT_CONNECTIONS, connectTimeoutMs: EXPORT_WAIT_MS },
  })
  const positions = createDatabase({ ...shared, maxConnections: POSITION_CONNECTIONS })
  const replica = createReadReplica({ primary: db, replica: positions, clock, log })
  return {
    replica,
    readDb: replica.route(db, requests),
    exportDb: replica.route(exportDb, exports),
    usage: requests.usage,
    async close() {
      await replica.stop()
      await Promise.all([requests.close(), exports.close(), positions.close()])
    },
  }
}
