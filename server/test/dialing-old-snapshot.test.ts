// While somebody holds an old snapshot (a backup, a forgotten session), PostgreSQL keeps every version of every row, and
// ANALYZE finds tables of next to no rows that are full of them. Dialing must not get slower by what is kept.

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDialer, type Dialer } from '../src/dialer/dialer.ts'
import type { Gateway, GatewayEvent } from '../src/dialer/gateway.ts'
import { createZoneOffsets } from '../src/kernel/timestamps.ts'
import { toClientConfig } from '../src/storage/connection.ts'
import { createDatabase, type Database, type Queryable } from '../src/storage/database.ts'
import { createManualClock } from './support/manual-clock.ts'
import { silentLog } from './support/silent-log.ts'
import { moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const LINES = 5
const ROUNDS = 80
/** Not the sums of a minute, in call_minute: the next minute begins with a new row. */
const TABLES = [
  'dialer',
  'dialer_progress',
  'dialer_slot',
  'task',
  'task_progress',
  'task_counter',
  'data_source',
  'contact',
  'live_call',
  'dial',
]

let app: TestApp
let holder: pg.Client
let db: Database
beforeAll(async () => {
  app = await createTestApp()
  holder = new pg.Client(toClientConfig(app.database.connection))
  await holder.connect()
  db = createDatabase({
    connection: app.database.connection,
    maxConnections: 4,
    log: silentLog,
    hasSteadyPlans: true,
    pipelines: true,
  })
})
afterAll(async () => {
  await holder.end()
  await db.close()
  await app.close()
})

/** Index entries read on this connection and not yet told to the others, dead ones too: more and more, in a transaction. */
async function entriesRead(tx: Queryable): Promise<number> {
  const { rows } = await tx.query<{ entries: number }>({
    text: `select coalesce(sum(pg_stat_get_xact_tuples_returned(indexrelid)), 0)::int as entries
           from pg_index where indrelid = any($1::regclass[])`,
    values: [TABLES],
  })
  return rows[0]?.entries ?? 0
}

/** The database, with what each transaction read told when it ends. A single statement is a transaction too. */
function watched(onEnd: (entries: number) => void): Database {
  const transaction: Database['transaction'] = (work, options) =>
    db.transaction(async (tx) => {
      const before = await entriesRead(tx)
      const result = await work(tx)
      onEnd((await entriesRead(tx)) - before)
      return result
    }, options)
  return { ...db, transaction, query: (statement) => transaction((tx) => tx.query(statement)) }
}

/** Answers every call at once. */
function createInstantGateway(): Gateway {
  let emit: (event: GatewayEvent) => void = () => undefined
  return {
    async originate({ attemptId }) {
      emit({ type: 'ended', attemptId, end: { cause: 'answered', talkMs: 0 } })
    },
    async hangUp() {},
    reconcile: async () => new Map(),
    health: () => ({ isUp: true }),
    listen(onEvent) {
      emit = onEvent
    },
    async close() {},
  }
}

it('a claim and a settlement read no more of the tables however many versions are kept', async () => {
  const numbers = Array.from({ length: LINES * ROUNDS }, (_, index) => String(13_800_000_000 + index))
  const dataSourceId = await app.addDataSource('kept', numbers)
  const taskId = await app.addTask('kept', dataSourceId)
  await moveTo(app, taskId, 'RUNNING')
  await app.rows('update dialer set lines = $1, calls_per_second = 0', [LINES])
  await holder.query('begin isolation level repeatable read')
  await holder.query('select from task')

  let entries = 0
  const dialer: Dialer = createDialer({
    db: watched((read) => {
      entries += read
    }),
    clock: createManualClock('2026-03-01T10:00:00Z'),
    gateway: createInstantGateway(),
    offsetAt: createZoneOffsets('UTC'),
    log: silentLog,
    name: 'node',
  })
  const readIn: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    entries = 0
    await dialer.step()
    expect(await dialer.settle()).toBe(LINES)
    readIn.push(entries)
    if (round === ROUNDS / 2) await app.rows('analyze')
  }

  const [first = 0] = readIn
  expect(first).toBeGreaterThan(LINES)
  expect(Math.max(...readIn)).toBeLessThan(first + LINES)
})
