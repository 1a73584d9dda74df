import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type Database } from '../src/platform/storage/database.ts'
import {
  DatabaseBusy,
  isConnectionError,
  isUniqueViolation,
} from '../src/platform/storage/database-errors.ts'
import { sql } from '../src/platform/storage/sql.ts'
import { eventually } from './support/eventually.ts'
import { captureLog } from './support/log-capture.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

let test: TestDatabase
let db: Database

const insert = sql<never, [id: number]>('insert', 'insert into item (id) values ($1)')
const ids = sql<{ id: number }>('ids', 'select id from item order by id')
const own = sql<{ pid: number }>('own', 'select pg_backend_pid() as pid')
const end = sql<never, [pid: number]>('end', 'select pg_terminate_backend($1)')

beforeAll(async () => {
  test = await createTestDatabase({ maxConnections: 4, isEmpty: true })
  db = test.db
  await db.query({ text: 'create table item (id int constraint item_unique primary key, n int default 0)' })
})
afterAll(() => test.drop())
beforeEach(() => db.query({ text: 'truncate item' }))

describe('values', () => {
  it('reads numbers, dates and JSON as what they are', async () => {
    const { rows } = await db.query({
      text: `select 9007199254740991::int8 as big, 1.25::numeric as price, array[1, null]::int8[] as list,
                    '2024-02-29T12:00:00+08'::timestamptz as at, '{"a":[1]}'::jsonb as fields,
                    '2024-02-29'::date as day, null::int8 as nothing`,
    })
    expect(rows).toEqual([
      {
        big: Number.MAX_SAFE_INTEGER,
        price: 1.25,
        list: [1, null],
        at: new Date('2024-02-29T04:00:00Z'),
        fields: { a: [1] },
        day: '2024-02-29',
        nothing: null,
      },
    ])
  })

  it('refuses an integer that would be rounded, and goes on', async () => {
    await expect(db.query({ text: 'select 9007199254740993::int8 as big' })).rejects.toThrow(RangeError)
    expect(await ids(db)).toEqual([])
  })
})

describe('queries', () => {
  it('prepares named statements once per connection', async () => {
    await db.withClient(async (client) => {
      const statement = { name: 'again', text: 'select 1' }
      await client.query(statement)
      await client.query(statement)
      const { rows } = await client.query(
        `select generic_plans + custom_plans as runs from pg_prepared_statements where name = 'again'`,
      )
      expect(rows).toEqual([{ runs: 2 }])
    })
  })

  it('counts the rows that were changed', async () => {
    expect(await insert.run(db, [1])).toBe(1)
  })

  it('tells a unique violation and its constraint', async () => {
    await insert(db, [1])
    const error = await insert(db, [1]).catch((reason) => reason)
    expect(isUniqueViolation(error)).toBe(true)
    expect(isUniqueViolation(error, 'item_unique')).toBe(true)
    expect(isUniqueViolation(error, 'other')).toBe(false)
    expect(isConnectionError(error)).toBe(false)
  })
})

describe.each([
  { name: 'transactions', pipelines: false },
  { name: 'pipelined transactions', pipelines: true },
])('$name', ({ pipelines }) => {
  let db: Database

  beforeAll(() => {
    db = createDatabase({ connection: test.connection, maxConnections: 4, log: silentLog, pipelines })
  })
  afterAll(() => db.close())

  it('keep what was done when the work succeeds, and return its result', async () => {
    const result = await db.transaction(async (tx) => {
      await insert(tx, [1])
      expect(await ids(db)).toEqual([])
      return 'done'
    })
    expect(result).toBe('done')
    expect(await ids(db)).toEqual([{ id: 1 }])
  })

  it('undo everything when the work fails', async () => {
    const work = db.transaction(async (tx) => {
      await insert(tx, [1])
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await ids(db)).toEqual([])
  })

  it('fail when the work swallowed the error of a statement', async () => {
    const work = db.transaction(async (tx) => {
      await insert(tx, [1])
      await insert(tx, [1]).catch(() => undefined)
    })
    await expect(work).rejects.toThrow('rolled back')
    expect(await ids(db)).toEqual([])
  })

  it('refuse queries after their end', async () => {
    const late = await db.transaction(async (tx) => () => insert(tx, [1]))
    await expect(late()).rejects.toThrow('has ended')
    expect(await ids(db)).toEqual([])
  })

  it('give their connection back whatever happens', async () => {
    const works = Array.from({ length: 40 }, (_, index) =>
      db.transaction(async (tx) => {
        if (index % 3 === 0) throw new Error('no')
        if (index % 3 === 1) await tx.query({ text: 'select 1 / 0' })
      }),
    )
    await Promise.allSettled(works)
    expect(db.usage()).toMatchObject({ idle: db.usage().open, waiting: 0 })
  })

  it('throw away a connection that broke', async () => {
    const work = db.transaction(async (tx) => {
      const [session] = await own(tx)
      await end(db, [session?.pid ?? 0])
      await insert(tx, [1])
    })
    expect(await work.catch(isConnectionError)).toBe(true)
    expect(await ids(db)).toEqual([])
  })

  it('run again after a deadlock if asked to', async () => {
    await insert(db, [1])
    await insert(db, [2])
    const bump = sql<never, [id: number]>('bump', 'update item set n = n + 1 where id = $1')
    let runs = 0
    let holding = 0
    const cross = (first: number, second: number) =>
      db.transaction(
        async (tx) => {
          runs++
          await bump(tx, [first])
          holding++
          await eventually(() => expect(holding).toBeGreaterThanOrEqual(2))
          await bump(tx, [second])
        },
        { retry: true },
      )
    await Promise.all([cross(1, 2), cross(2, 1)])
    const { rows } = await db.query({ text: 'select n from item' })
    expect(rows).toEqual([{ n: 2 }, { n: 2 }])
    expect(runs).toBe(3)
  })
})

describe('a pipelined transaction', () => {
  let pipelined: Database

  beforeAll(() => {
    pipelined = createDatabase({
      connection: test.connection,
      maxConnections: 1,
      log: silentLog,
      pipelines: true,
    })
  })
  afterAll(() => pipelined.close())

  it('runs its statements in the order they were sent in', async () => {
    const [, before, , after] = await pipelined.transaction((tx) =>
      Promise.all([insert(tx, [1]), ids(tx), insert(tx, [2]), ids(tx)]),
    )
    expect(before).toEqual([{ id: 1 }])
    expect(after).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('is undone if its last statement fails, though nobody waited for it', async () => {
    const work = pipelined.transaction(async (tx) => {
      await insert(tx, [1])
      insert(tx, [1]).catch(() => undefined)
    })
    await expect(work).rejects.toThrow('rolled back')
    expect(await ids(pipelined)).toEqual([])
  })

  it('leaves nothing open if the work gives up before the first answer', async () => {
    const work = pipelined.transaction(async () => {
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    await insert(pipelined, [1])
    expect(await ids(db)).toEqual([{ id: 1 }])
  })
})

describe('a connection of one’s own', () => {
  it('is not reused when the work left a transaction open', async () => {
    const pid = await db.withClient(async (client) => {
      await client.query('begin')
      return (await client.query('select pg_backend_pid() as pid')).rows[0].pid
    })
    const find = { text: 'select 1 from pg_stat_activity where pid = $1', values: [pid] }
    await eventually(async () => expect((await db.query(find)).rows).toEqual([]))
  })
})

describe('a lost connection', () => {
  async function lose(isClosing: boolean): Promise<unknown[]> {
    const { log, lines } = captureLog()
    const pool = createDatabase({ connection: test.connection, maxConnections: 1, log })
    await pool.withClient(async (client) => {
      const { rows } = await client.query('select pg_backend_pid() as pid')
      if (isClosing) void pool.close()
      const lost = once(client, 'error')
      await end(db, [rows[0].pid])
      await lost
    })
    await pool.close()
    return lines.map((line) => line['msg'])
  }

  it('is told', async () => {
    expect(await lose(false)).toEqual(['a database connection was lost'])
  })

  it('is no news once the pool is closing', async () => {
    expect(await lose(true)).toEqual([])
  })
})

describe('without a free connection', () => {
  it('says that they are all in use, not that the database is away', async () => {
    const options = { connection: test.connection, maxConnections: 1, log: silentLog, connectTimeoutMs: 1500 }
    const pool = createDatabase(options)
    await pool.withClient(async () => {
      const asked = await Promise.allSettled([pool.query({ text: 'select 1' }), pool.transaction(ids)])
      for (const { reason: error } of asked as PromiseRejectedResult[]) {
        expect(error).toBeInstanceOf(DatabaseBusy)
        expect(isConnectionError(error)).toBe(false)
      }
    })
    await pool.close()
  })
})
