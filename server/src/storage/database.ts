// The pool and its transactions. Queries take a `Queryable`, which the database and a transaction both are,
// so the same query function works in either.
//
// A connection that breaks is thrown away and made anew at the next use; whoever was using it gets the error.
// Arrays go to the server as PostgreSQL arrays and objects as JSON; a JSON array must be stringified first.

import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../kernel/log.ts'
import { createPool, type PoolOptions } from './connection-pool.ts'
import { isConnectionError, isRetryable, nameSocketError } from './database-errors.ts'

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
  /** Runs a streaming command of the driver's family (COPY, cursors) inside the transaction. */
  stream<Command extends pg.Submittable>(command: Command): Command
}

export interface TransactionOptions {
  /** Runs the work again, up to three times in all, if it was undone for a reason that passes: see `isRetryable`. */
  retry?: boolean
}

export interface Database extends Queryable {
  transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
  /** A connection of one's own for session-wide things. It is closed, not reused, if the work fails. */
  withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>
  /** Connections open, open and unused, and callers waiting for one. */
  usage(): { open: number; idle: number; waiting: number }
  /** Waits for the connections in use. */
  close(): Promise<void>
}

export interface DatabaseOptions extends PoolOptions {
  log: Log
  /** Called with every error the database or its connections cause. */
  onError?: (error: unknown) => void
}

const RETRY_TRIES = 3
const RETRY_PAUSE_MS = 25

export function createDatabase(options: DatabaseOptions): Database {
  const { log } = options
  const pool = createPool(options)
  /** What a connection said before it was closed under its user. */
  const lastWords = new WeakMap<pg.ClientBase, Error>()
  let closing: Promise<void> | undefined

  pool.on('connect', (client) => {
    // Without a listener, a connection that breaks while in use would take the process down.
    client.on('error', (error) => {
      if (error instanceof pg.DatabaseError) lastWords.set(client, error)
      // Once we let go of them, it is all the same who ends them.
      if (!closing) log.warn({ err: error }, 'a database connection was lost')
    })
  })
  pool.on('error', () => undefined) // told by the listener above

  /** The error to throw: of a connection that was closed under its user, the reason the server gave. */
  function heard(error: unknown, client?: pg.ClientBase): unknown {
    const reason = (isConnectionError(error) && client && lastWords.get(client)) || error
    options.onError?.(reason)
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
    const begun = client.query('begin isolation level read committed')
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
      client.release(!(await rollBack(client)))
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
          // At once, it would often take the row before the transaction that it gave way to.
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
  // The driver copies the values before it changes any, so a readonly array is safe with it.
  const config = statement as pg.QueryConfig
  try {
    const { rows, rowCount } = await target.query<Row & pg.QueryResultRow>(config)
    return { rows, rowCount: rowCount ?? 0 }
  } catch (error) {
    throw nameSocketError(error)
  }
}

function openTransaction(client: pg.PoolClient, begun: Promise<unknown>): Transaction & { end(): void } {
  let isOpen = true
  // A query that nobody awaited must not run in whichever transaction has the connection next.
  const assertOpen = () => {
    if (!isOpen) throw new Error('the transaction has ended')
  }
  return {
    async query<Row>(statement: Statement) {
      assertOpen()
      // Nobody goes on with an answer from outside of the transaction.
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

/** COMMIT of a failed transaction succeeds as a ROLLBACK: work that swallowed an error must hear of it. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT')
    throw new Error('the transaction was rolled back because a statement in it failed')
}

/** Whether the connection is fit for the next user. */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    if (client.getTransactionStatus() !== 'I') await client.query('rollback')
    return client.getTransactionStatus() === 'I'
  } catch {
    return false
  }
}
