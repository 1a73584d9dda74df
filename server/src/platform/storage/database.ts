// The pool and its transactions. Queries take a `Queryable`, which both the database and a transaction implement, so
// the same query function works in either.
//
// A broken connection is discarded and replaced at the next use; its current user gets the error. Arrays are sent as
// PostgreSQL arrays and objects as JSON; a JSON array must be stringified first.

import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../kernel/log/log.ts'
import { isHosts } from './connection.ts'
import { createPool, type PoolOptions } from './connection-pool.ts'
import { isConnectionError, isReadOnly, isRetryable, nameSocketError } from './database-errors.ts'

export interface Statement {
  /** Statements with a name are prepared once per connection. */
  name?: string
  text: string
  values?: readonly unknown[] | undefined
}

export interface Rows<Row> {
  rows: Row[]
  rowCount: number
}

export interface Queryable {
  query<Row>(statement: Statement): Promise<Rows<Row>>
}

export interface Transaction extends Queryable {
  /** Runs a streaming command of the driver (COPY, cursors) inside the transaction. */
  stream<Command extends pg.Submittable>(command: Command): Command
}

interface TransactionOptions {
  /** Retries the work, up to three runs in all, if it was rolled back for a temporary reason: see `isRetryable`. */
  retry?: boolean
}

export interface Database extends Queryable {
  transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
  /** A dedicated connection for session-wide state. It is closed, not reused, if the work fails. */
  withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>
  /** Numbers of open connections, idle connections, and callers waiting for one. */
  usage(): { open: number; idle: number; waiting: number }
  /** Waits for the connections in use. */
  close(): Promise<void>
}

interface DatabaseOptions extends PoolOptions {
  log: Log
  /** Called with every error of the database or its connections. */
  onError?: (error: unknown) => void
}

const RETRY_TRIES = 3
const RETRY_PAUSE_MS = 25

export function createDatabase(options: DatabaseOptions): Database {
  const { log } = options
  const pool = createPool(options)
  /** The first error of each broken connection: if the server closed it, this is the reason it gave. */
  const firstErrors = new WeakMap<pg.ClientBase, Error>()
  let closing: Promise<void> | undefined

  pool.on('connect', (client) => {
    // Without a listener, a connection that breaks while in use would take the process down.
    client.on('error', (error) => {
      if (firstErrors.has(client)) return // the driver reports the reason and then the end
      firstErrors.set(client, error)
      // During close() it does not matter which side ends a connection.
      if (!closing) log.warn({ err: error }, 'a database connection was lost')
    })
  })
  pool.on('error', () => undefined) // reported by the listener above

  /** The error to throw: if the server closed the connection while it was in use, the reason it gave. */
  function heard(error: unknown, client?: pg.ClientBase): unknown {
    const first = client && firstErrors.get(client)
    const reason = isConnectionError(error) && first instanceof pg.DatabaseError ? first : error
    options.onError?.(reason)
    // Another server has taken over, perhaps: once it is found, all connections to this one are closed.
    if (isReadOnly(reason) && isHosts(options.connection)) options.connection.find().catch(() => undefined)
    return reason
  }

  async function connect(): Promise<pg.PoolClient> {
    return pool.connect().catch((error) => {
      throw heard(nameSocketError(error))
    })
  }

  async function withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await connect()
    let isReusable = false
    try {
      const result = await work(client)
      isReusable = client.getTransactionStatus() === 'I'
      return result
    } catch (error) {
      throw heard(error, client)
    } finally {
      client.release(!isReusable)
    }
  }

  async function runTransaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const client = await connect()
    const begun = named(client.query('begin isolation level read committed'))
    const tx = openTransaction(client, begun)
    try {
      if (!options.pipelines) await begun
      const result = await work(tx)
      tx.end()
      await commit(client)
      client.release()
      return result
    } catch (error) {
      tx.end()
      await begun.catch(() => undefined)
      // A server that has become read-only stays so for this connection; the next one may lead to another.
      client.release(!(await rollBack(client)) || isReadOnly(error))
      throw heard(error, client)
    }
  }

  return {
    query: <Row>(statement: Statement) =>
      runStatement<Row>(pool, statement).catch((error) => {
        throw heard(error)
      }),
    withClient,
    async transaction(work, { retry = false } = {}) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await runTransaction(work)
        } catch (error) {
          if (!retry || attempt === RETRY_TRIES || !isRetryable(error)) throw error
          // Without a pause it would often lock the row before the transaction that it lost to.
          await delay(attempt * RETRY_PAUSE_MS * (0.5 + Math.random()))
        }
      }
    },
    usage: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close() {
      closing ??= pool.end()
      return closing
    },
  }
}

async function runStatement<Row>(target: pg.Pool | pg.ClientBase, statement: Statement): Promise<Rows<Row>> {
  // The driver copies the values before changing any, so a readonly array is safe.
  const config = statement as pg.QueryConfig
  const { rows, rowCount } = await named(target.query<Row & pg.QueryResultRow>(config))
  return { rows, rowCount: rowCount ?? 0 }
}

function openTransaction(client: pg.PoolClient, begun: Promise<unknown>): Transaction & { end(): void } {
  let isOpen = true
  // A query that was not awaited must not run in the next transaction on this connection.
  const assertOpen = () => {
    if (!isOpen) throw new Error('the transaction has ended')
  }
  return {
    async query<Row>(statement: Statement) {
      assertOpen()
      // An answer that arrives after the transaction has ended must not be used.
      const [result] = await Promise.all([runStatement<Row>(client, statement), begun])
      return result
    },
    stream(command) {
      assertOpen()
      return client.query(command)
    },
    end() {
      isOpen = false
    },
  }
}

/** COMMIT of a failed transaction succeeds as a ROLLBACK: work that ignored an error must learn of it. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await named(client.query('commit'))
  if (command !== 'COMMIT')
    throw new Error('the transaction was rolled back because a statement in it failed')
}

/** What fails on the socket of a connection is an error of the database, not of whoever waits. */
async function named<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch (error) {
    throw nameSocketError(error)
  }
}

/** Whether the connection can be reused. */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    if (client.getTransactionStatus() !== 'I') await client.query('rollback')
    return client.getTransactionStatus() === 'I'
  } catch {
    return false
  }
}
