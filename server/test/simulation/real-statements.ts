// Statements run in a real PostgreSQL while virtual time stands still. A statement that waits for a lock cannot
// end before somebody else goes on, so it does not hold time up: PostgreSQL itself says who waits.

import pg from 'pg'
import { type Connection, toClientConfig } from '../../src/platform/storage/connection.ts'
import type { Rows, Statement } from '../../src/platform/storage/database.ts'
import { createValueTypes } from '../../src/platform/storage/value-types.ts'

export interface RealConnection {
  run<Row>(statement: Statement): Promise<Rows<Row>>
}

export interface RealStatements {
  /** A connection nobody else uses until it is given back. */
  take(): Promise<RealConnection>
  giveBack(connection: RealConnection): void
  /** A look from outside: not part of the world. */
  look<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Waits until every statement has ended or waits for a lock, and hands out a result; false if there is none. */
  settle(): Promise<boolean>
  close(): Promise<void>
}

interface Running {
  pid: number
  isBlocked: boolean
  isDone: boolean
  /** Hands the result to who waits for it. */
  deliver: () => void
}

/** A statement that takes longer may be waiting for a lock. */
const USUAL_MS = 4

export async function openRealStatements(connection: Connection): Promise<RealStatements> {
  const everyone = new Set<pg.Client>()
  const free: RealConnection[] = []
  /** In the order in which they were begun. */
  const running = new Set<Running>()
  const looks = new Set<Promise<unknown>>()
  let ends = 0
  let onChange: () => void = () => undefined
  const observer = await connect()

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...toClientConfig(connection), types: createValueTypes() })
    client.on('error', () => undefined) // whoever uses it hears of it
    await client.connect()
    // Plans as on the dialer's own connections; planning each statement anew took three times as long.
    const plans =
      'set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_bitmapscan = off'
    await client.query(`set deadlock_timeout = '20ms'; set timezone = 'UTC'; ${plans}`)
    everyone.add(client)
    return client
  }

  async function open(): Promise<RealConnection> {
    const client = await connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid ?? 0
    return {
      run: <Row>(statement: Statement) =>
        new Promise<Rows<Row>>((resolve, reject) => {
          const entry: Running = { pid, isBlocked: false, isDone: false, deliver: () => undefined }
          running.add(entry)
          const finish = (deliver: () => void) => {
            ends += 1
            entry.isDone = true
            entry.deliver = deliver
            // It may have let others go on.
            for (const other of running) other.isBlocked = false
            onChange()
          }
          client.query<Row & pg.QueryResultRow>(statement as pg.QueryConfig).then(
            (result) => finish(() => resolve({ rows: result.rows, rowCount: result.rowCount ?? 0 })),
            (error) => finish(() => reject(error)),
          )
        }),
    }
  }

  function change(limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs)
      onChange = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function findBlocked(): Promise<void> {
    const before = ends
    const { rows } = await observer.query<{ pid: number }>({
      name: 'who_waits',
      text: 'select pid from pg_locks where not granted',
    })
    // Somebody has ended since it was asked, and may have let others go on.
    if (ends !== before) return
    const waiting = new Set(rows.map(({ pid }) => pid))
    for (const entry of running) entry.isBlocked = waiting.has(entry.pid)
  }

  const isAnyBusy = () => [...running].some(({ isBlocked, isDone }) => !isBlocked && !isDone)

  return {
    async take() {
      const known = free.pop()
      if (known) return known
      const opening = open()
      looks.add(opening)
      return opening.finally(() => looks.delete(opening))
    },
    giveBack: (given) => void free.push(given),
    async look<Row>(text: string, values: unknown[] = []) {
      const looking = observer.query<Row & pg.QueryResultRow>(text, values)
      looks.add(looking)
      return (await looking.finally(() => looks.delete(looking))).rows
    },
    async settle() {
      if (looks.size > 0) {
        await Promise.allSettled(looks)
        return true
      }
      let hasWaited = false
      while (isAnyBusy()) {
        // Once somebody is known to wait, ask at once whether that is still so.
        if (hasWaited || running.size === 1) await change(hasWaited ? 1 : USUAL_MS)
        if (isAnyBusy() && (hasWaited || running.size > 1)) await findBlocked()
        hasWaited = true
      }
      // One result at a time, the oldest first: what its receiver does next must not depend on real time.
      const [done] = [...running].filter(({ isDone }) => isDone)
      if (!done) return false
      running.delete(done)
      done.deliver()
      return true
    },
    async close() {
      await Promise.all([...everyone].map((client) => client.end().catch(() => undefined)))
    },
  }
}
