// The limits of a pool are the server's to keep: they hold however busy, frozen or far away we are.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { PoolLimits } from '../src/platform/storage/connection-pool.ts'
import { createDatabase, type Database, type Queryable } from '../src/platform/storage/database.ts'
import { sqlState } from '../src/platform/storage/database-errors.ts'
import { whyUnavailable } from '../src/platform/storage/unavailable.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

let test: TestDatabase
let open: Database[] = []
beforeAll(async () => {
  test = await createTestDatabase({ isEmpty: true })
  await test.db.query({ text: 'create table item (id int primary key, n int default 0)' })
  await test.db.query({ text: 'insert into item values (1)' })
})
afterAll(() => test.drop())
afterEach(async () => {
  await Promise.all(open.map((db) => db.close()))
  open = []
})

function pool(limits?: PoolLimits, pipelines = false): Database {
  const { connection } = test
  const db = createDatabase({
    connection,
    maxConnections: 2,
    log: silentLog,
    pipelines,
    ...(limits && { limits }),
  })
  open.push(db)
  return db
}

const bump = (db: Queryable) => db.query({ text: 'update item set n = n + 1 where id = 1' })

async function setting(db: Queryable, name: string): Promise<string | null> {
  const { rows } = await db.query<{ value: string | null }>({
    text: 'select current_setting($1, true) as value',
    values: [name],
  })
  return rows[0]?.value ?? null
}

/** Resolves when the server has ended the session. */
async function untilGone(tx: Queryable): Promise<void> {
  const { rows } = await tx.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
  const find = { text: 'select 1 from pg_stat_activity where pid = $1', values: [rows[0]?.pid] }
  await expect.poll(async () => (await test.db.query(find)).rows).toEqual([])
}

it('sets what the statements need, whatever the server is set to', async () => {
  const { connection } = test
  const name = typeof connection === 'string' ? new URL(connection).pathname.slice(1) : connection.database
  // As PostgreSQL is installed: every plan that looks expensive is compiled.
  await test.db.query({ text: `alter database ${name} set jit = on` })
  await test.db.query({ text: `alter database ${name} set random_page_cost = 4` })
  const db = pool()
  expect([await setting(db, 'jit'), await setting(db, 'random_page_cost')]).toEqual(['off', '1.1'])
})

describe.each([{ pipelines: false }, { pipelines: true }])(
  'a silent transaction ($pipelines)',
  ({ pipelines }) => {
    it('is ended: its locks are free, and its user hears why', async () => {
      const db = pool({ idleInTransactionMs: 100 }, pipelines)
      const error = await db
        .transaction(async (tx) => {
          await bump(tx)
          await untilGone(tx)
          // Nobody holds the row any more.
          await bump(test.db)
          await bump(tx)
        })
        .catch((reason: unknown) => reason)
      expect(sqlState(error)).toBe('25P03')
      expect(whyUnavailable(error)).toMatchObject({ reason: expect.stringContaining('was undone') })
      // The pool goes on with a new connection.
      await bump(db)
    })

    it('is run again if its user asked for that', async () => {
      const db = pool(undefined, pipelines)
      let runs = 0
      await db.transaction(
        async (tx) => {
          runs += 1
          await bump(tx)
          if (runs > 1) return
          // Only now: on a busy machine the second run could be silent for as long.
          await tx.query({ text: 'set local idle_in_transaction_session_timeout = 100' })
          await untilGone(tx)
        },
        { retry: true },
      )
      expect(runs).toBe(2)
    })
  },
)

describe('a process that is frozen in the middle of a transaction', () => {
  it('gives its locks back though it never wakes up', async () => {
    const script = fileURLToPath(new URL('./support/hold-row.script.ts', import.meta.url))
    const args = ['--import', 'tsx', script, JSON.stringify(test.connection)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    await once(child.stdout, 'data')
    child.kill('SIGSTOP')
    const db = pool({ statementMs: 25_000 })
    await bump(db)
  })
})

describe('the limits of a pool', () => {
  it('end a silent transaction after 5 seconds unless told otherwise', async () => {
    expect(await setting(pool(), 'idle_in_transaction_session_timeout')).toBe('5s')
  })

  it('end a statement', async () => {
    const error = await pool({ statementMs: 50 })
      .query({ text: 'select pg_sleep(60)' })
      .catch((reason: unknown) => reason)
    expect(sqlState(error)).toBe('57014')
    expect(whyUnavailable(error)).toMatchObject({ retryAfterSeconds: 1 })
  })

  it('end a wait for a lock, and nothing but that statement', async () => {
    const db = pool({ lockWaitMs: 50 })
    await test.db.transaction(async (tx) => {
      await bump(tx)
      const error = await bump(db).catch((reason: unknown) => reason)
      expect(sqlState(error)).toBe('55P03')
      expect(whyUnavailable(error)).toMatchObject({ retryAfterSeconds: 1 })
    })
    await bump(db)
  })

  it('end a transaction that never pauses, on servers that can', async () => {
    const db = pool({ transactionMs: 100 })
    const { rows } = await db.query<{ version: number }>({
      text: `select current_setting('server_version_num')::int as version`,
    })
    const canLimit = (rows[0]?.version ?? 0) >= 170_000
    expect(await setting(db, 'transaction_timeout')).toBe(canLimit ? '100ms' : null)
    const work = db.transaction(async (tx) => {
      for (let i = 0; i < (canLimit ? 100_000 : 1); i += 1) await tx.query({ text: 'select 1' })
    })
    // The server says why and hangs up: a statement that was just being sent may only see the latter.
    const error = await work.catch((reason: unknown) => reason)
    expect(whyUnavailable(error)?.retryAfterSeconds).toBe(canLimit ? 1 : undefined)
  })

  it('are our own, whatever a session had before', async () => {
    const db = pool()
    await db.withClient(async (client) => {
      await client.query(
        `do $$ begin execute format('alter database %I set lock_timeout = 7', current_database()); end $$`,
      )
    })
    expect(await setting(pool(), 'lock_timeout')).toBe('0')
    await db.withClient(async (client) => {
      await client.query(
        `do $$ begin execute format('alter database %I reset lock_timeout', current_database()); end $$`,
      )
    })
  })
})
