// A pool of connections and the limits each of them works under. The limits are the server's own, so they also hold
// for a process that is frozen or a machine that is gone: what it left locked is free again after `idleInTransactionMs`.

import pg from 'pg'
import { type Connection, toClientConfig } from './connection.ts'
import { createValueTypes } from './value-types.ts'

export interface PoolOptions {
  connection: Connection
  maxConnections: number
  /** The zone SQL sees when it makes days of instants. */
  timeZone?: string
  /** How long a caller waits for a connection, new or free. */
  connectTimeoutMs?: number
  applicationName?: string
  limits?: PoolLimits
  /**
   * Plans a prepared statement once, not for each set of values, and reads rows one by one in the order of an index even
   * where a table looks small: for statements that come many times a second and whose plans must hold when it is not.
   */
  hasSteadyPlans?: boolean
  /** Sends a statement while those before it are still being answered. Knows no COPY and no cursors. */
  pipelines?: boolean
}

/** What the server ends by itself. 0 is no limit. */
export interface PoolLimits {
  /** A transaction that sends nothing for this long is ended, and its connection with it. */
  idleInTransactionMs?: number
  /** A whole transaction. PostgreSQL 17 or newer; ignored by older servers. */
  transactionMs?: number
  /** One statement, including its waits for locks. */
  statementMs?: number
  /** One wait for a lock that somebody else holds. */
  lockWaitMs?: number
}

/** A server that sends an answer to a machine that is gone, or that takes nothing of it, gives up after this. */
const PEER_TIMEOUT_MS = 15_000

const DEFAULT_LIMITS: Required<PoolLimits> = {
  idleInTransactionMs: 5_000,
  transactionMs: 0,
  statementMs: 0,
  lockWaitMs: 0,
}

export function createPool(options: PoolOptions): pg.Pool {
  return new pg.Pool({
    ...toClientConfig(options.connection),
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
 * After connecting rather than as startup parameters, which poolers between us and the server refuse. All settings are
 * set, also to 0: a pooler may hand us a session that somebody else had settings of their own in.
 */
async function applySettings(client: pg.ClientBase, options: PoolOptions): Promise<void> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const readsInOrder = options.hasSteadyPlans ? 'off' : 'on'
  const settings: [name: string, value: string][] = [
    ['timezone', options.timeZone ?? 'UTC'],
    ['datestyle', 'ISO'],
    ['enable_seqscan', readsInOrder],
    ['enable_bitmapscan', readsInOrder],
    ['plan_cache_mode', options.hasSteadyPlans ? 'force_generic_plan' : 'auto'],
    ['idle_in_transaction_session_timeout', String(limits.idleInTransactionMs)],
    ['transaction_timeout', String(limits.transactionMs)],
    ['statement_timeout', String(limits.statementMs)],
    ['lock_timeout', String(limits.lockWaitMs)],
    // While it sends, the server looks at none of the above.
    ['tcp_user_timeout', String(PEER_TIMEOUT_MS)],
  ]
  await client.query(
    `select case when current_setting(name, true) is not null then set_config(name, value, false) end
     from unnest($1::text[], $2::text[]) as setting (name, value)`,
    [settings.map(([name]) => name), settings.map(([, value]) => value)],
  )
}
