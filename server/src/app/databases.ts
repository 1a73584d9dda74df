// The pools of connections: one each for requests, exports and dialing, so that none can use up the connections of another.

import type { NotReady } from '../http/health.ts'
import type { PoolLimits } from '../storage/connection-pool.ts'
import { createDatabase, type Database } from '../storage/database.ts'
import { probeStorage } from '../storage/storage-health.queries.ts'
import { createStorageHealth, type StorageHealth } from '../storage/storage-health.ts'
import { whyUnavailable } from '../storage/unavailable.ts'
import type { AppOptions } from './app-options.ts'

export interface Databases {
  db: Database
  exportDb: Database
  dialingDb: Database
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

/** Connections are opened when needed. */
export function createDatabases({
  connection,
  clock,
  log,
  timeZone,
  maxConnections = 20,
}: AppOptions): Databases {
  const storageHealth = createStorageHealth({ clock, log, probe: () => probeStorage(db) })
  const onError = storageHealth.note
  const db = createDatabase({ connection, maxConnections, log, timeZone, limits: REQUEST_LIMITS, onError })
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
    onError,
    hasSteadyPlans: true,
    pipelines: true,
  })

  async function findFault(): Promise<NotReady | undefined> {
    try {
      await db.query({ text: 'select 1' })
      return await storageHealth.check()
    } catch (error) {
      return whyUnavailable(error) ?? { code: 'internal_error', reason: 'the database fails' }
    }
  }

  return {
    db,
    exportDb,
    dialingDb,
    storageHealth,
    findFault,
    async close() {
      await Promise.all([db.close(), exportDb.close(), dialingDb.close()])
    },
  }
}
