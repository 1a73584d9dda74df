// A pool of connections and their limits. The server enforces the limits, so they also hold for a frozen process or a
// dead machine: its locks are released after `idleInTransactionMs`.

import pg from 'pg'
import { type DatabaseAddress, poolConfig } from './connection.ts'
import { SESSION_SETTINGS } from './session-settings.ts'
import { createValueTypes } from './value-types.ts'

export interface PoolOptions {
  connection: DatabaseAddress
  maxConnections: number
  /** The time zone in which SQL turns instants into days. */
  timeZone?: string
  /** How long a caller waits for a connection, whether new or idle. */
  connectTimeoutMs?: number
  applicationName?: string
  limits?: PoolLimits
  /**
   * Plans a prepared statement once instead of for each set of values, and reads rows through an index even if the table
   * looks small: for statements that run many times a second and whose plans must still be good when the table is large.
   */
  hasSteadyPlans?: boolean
  /** The blocks of the key for erased numbers, for the function erased_key. */
  numberKey?: string | undefined
  /** Sends a statement before the earlier ones have been answered. Supports neither COPY nor cursors. */
  pipelines?: boolean
}

/** Limits that the server enforces. 0 is no limit. */
export interface PoolLimits {
  /** A transaction that is idle for this long is ended together with its connection. */
  idleInTransactionMs?: number
  /** A whole transaction. PostgreSQL 17 or newer; ignored by older servers. */
  transactionMs?: number
  /** One statement, including its waits for locks. */
  statementMs?: number
  /** One wait for a lock that another session holds. */
  lockWaitMs?: number
}

/** How long the server tries to send data to a client that is gone or does not read. */
const PEER_TIMEOUT_MS = 15_000

const DEFAULT_LIMITS: Required<PoolLimits> = {
  idleInTransactionMs: 5_000,
  transactionMs: 0,
  statementMs: 0,
  lockWaitMs: 0,
}

export function createPool(options: PoolOptions): pg.Pool {
  return new pg.Pool({
    ...poolConfig(options.connection),
    max: options.maxConnections,
    types: createValueTypes(),
    application_name: options.applicationName ?? 'carillon',
    connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    pipeline: options.pipelines ?? false,
    onConnect: (client) => applySettings(client, options),
  })
}

/**
 * Sent after connecting rather than as startup parameters, which connection poolers refuse. Every setting is sent, even
 * when it is 0: a pooler may hand us a session in which another client has changed settings.
 */
async function applySettings(client: pg.ClientBase, options: PoolOptions): Promise<void> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const readsInOrder = options.hasSteadyPlans ? 'off' : 'on'
  const settings: [name: string, value: string][] = [
    ['timezone', options.timeZone ?? 'UTC'],
    ['datestyle', 'ISO'],
    ...Object.entries(SESSION_SETTINGS),
    ['enable_seqscan', readsInOrder],
    ['enable_bitmapscan', readsInOrder],
    ['plan_cache_mode', options.hasSteadyPlans ? 'force_generic_plan' : 'auto'],
    ['idle_in_transaction_session_timeout', String(limits.idleInTransactionMs)],
    ['transaction_timeout', String(limits.transactionMs)],
    ['statement_timeout', String(limits.statementMs)],
    ['lock_timeout', String(limits.lockWaitMs)],
    // None of the limits above apply while the server is sending.
    ['tcp_user_timeout', String(PEER_TIMEOUT_MS)],
    ['carillon.number_key', options.numberKey ?? ''],
  ]
  await client.query(
    `select case when current_setting(name, true) is not null or name like 'carillon.%' then set_config(name, value, false) end
     from unnest($1::text[], $2::text[]) as setting (name, value)`,
    [settings.map(([name]) => name), settings.map(([, value]) => value)],
  )
}
