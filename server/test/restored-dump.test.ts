// A dump that is restored into another server: nothing has to be corrected by hand. The other server is new, so its
// transaction ids are far below those in the dump, and later reach them.

import { expect, it, onTestFinished } from 'vitest'
import { createDialer, type Dialer } from '../src/dialing/dialer/dialer.ts'
import { createZoneOffsets } from '../src/platform/kernel/timestamps.ts'
import { createDatabase, type Database } from '../src/platform/storage/database.ts'
import { startEmbeddedPostgres } from '../src/platform/storage/embedded/embedded-postgres.ts'
import { migrate } from '../src/platform/storage/migrate.ts'
import type { Gateway, GatewayEvent } from '../src/telephony/gateway.ts'
import { type EventReader, openEvents } from './support/event-reader.ts'
import { createManualClock } from './support/manual-clock.ts'
import { plainGateway } from './support/plain-gateway.ts'
import { silentLog } from './support/silent-log.ts'
import { moveTo } from './support/task-fixtures.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

const clock = createManualClock('2026-03-01T10:00:00Z')
const NUMBERS = Array.from({ length: 12 }, (_, n) => `1380013800${String(n).padStart(2, '0')}`)
const RINGING = NUMBERS[3]

/** All calls are answered at once, except to a number that rings forever. */
function startDialer(app: TestApp, name: string, ringing?: string): Dialer {
  let emit: (event: GatewayEvent) => void = () => undefined
  const gateway: Gateway = {
    ...plainGateway,
    async originate({ attemptId, phoneNumber }) {
      if (phoneNumber !== ringing)
        emit({ type: 'ended', attemptId, end: { cause: 'answered', talkMs: 1000 } })
    },
    async hangUp() {},
    reconcile: async (ids) => new Map([...ids].map((id) => [id, { state: 'unknown' }])),
    health: () => ({ isUp: true }),
    listen(onEvent) {
      emit = onEvent
    },
    async close() {},
  }
  return createDialer({
    db: app.db,
    clock,
    gateway,
    offsetAt: createZoneOffsets('UTC'),
    log: silentLog,
    name,
  })
}

async function dial(dialer: Dialer, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1000)
    await dialer.step()
    await dialer.settle()
  }
}

const lastTransaction = async (db: Database) => {
  const { rows } = await db.query<{ id: number }>({
    text: 'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as id',
  })
  return rows[0]?.id ?? 0
}

const useTransactions = (db: Database, count: number) =>
  db.query({
    text: `do $$ begin for i in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$`,
  })

async function readTables(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>({
    text: `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
           order by relname = 'import_job' desc, relname = 'data_source' desc, relname`,
  })
  return rows.map(({ name }) => name)
}

/** What pg_dump writes and psql reads: the rows of all tables, and where the sequences are. The schema is the same. */
async function restore(from: Database, to: Database): Promise<void> {
  const tables = await readTables(from)
  await to.query({ text: `truncate ${tables.join(', ')}` })
  for (const table of tables) {
    const { rows } = await from.query<{ all: string }>({
      text: `select coalesce(json_agg(t), '[]')::text as all from ${table} t`,
    })
    // Without columns that PostgreSQL computes.
    const stored = await to.query<{ columns: string }>({
      text: `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
             where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      values: [table],
    })
    const columns = stored.rows[0]?.columns
    await to.query({
      text: `insert into ${table} (${columns}) overriding system value
             select ${columns} from json_populate_recordset(null::${table}, $1)`,
      values: [rows[0]?.all],
    })
  }
  for (const sequence of ['event_seq', 'audit_id_seq']) {
    const { rows } = await from.query<{ last_value: number; is_called: boolean }>({
      text: `select last_value, is_called from ${sequence}`,
    })
    await to.query({
      text: `select setval('${sequence}', $1, $2)`,
      values: [rows[0]?.last_value, rows[0]?.is_called],
    })
  }
}

async function startNewServer() {
  const server = await startEmbeddedPostgres({
    dataDir: await temporaryFolder(),
    log: silentLog,
    settings: { fsync: 'off' },
  })
  onTestFinished(() => server.stop())
  const { connection } = server
  await migrate({ connection, log: silentLog })
  const db = createDatabase({ connection, maxConnections: 4, log: silentLog })
  return { db, connection, drop: () => db.close() }
}

it('dials on, with all states, sums and events, whatever the transaction ids', async () => {
  const old = await createTestApp({ clock })
  onTestFinished(() => old.close())
  await useTransactions(old.database.db, 20_000)
  const source = await old.addDataSource('customers', NUMBERS)
  await old.rows('update dialer set lines = 2, calls_per_second = 1')
  const taskId = await old.addTask('spring', source, { maxDialCount: 1 })
  const paused = await old.addTask('summer', source, { maxDialCount: 1 })
  await moveTo(old, taskId, 'RUNNING')
  const before = startDialer(old, 'old node', RINGING)
  await dial(before, 8)
  await moveTo(old, paused, 'PAUSED')
  expect(await old.rows('select phone_number from live_call')).toEqual([{ phone_number: RINGING }])
  const [recorded] = await old.rows<{ calls: number }>('select count(*)::int as calls from call')
  const reader = await follow(old)
  await reader.nextComment()

  const database = await startNewServer()
  onTestFinished(() => database.drop())
  await restore(old.database.db, database.db)
  const [dumped] = await old.rows<{ last: number }>('select max(change_xact) as last from audit')
  const dumpedTransaction = dumped?.last ?? 0
  expect(await lastTransaction(database.db)).toBeLessThan(dumpedTransaction)

  const app = await createTestApp({ clock, database })
  onTestFinished(() => app.close())
  const dialer = startDialer(app, 'new node')
  const callsOf = async (id: string) =>
    (await app.get<{ callCount: number; status: number }>(`/api/task/detail/${id}`)).body.data
  // The node of the dump is silent, so its call is taken over; the gateway does not know it: it is lost.
  await dial(dialer, 30)
  expect(await callsOf(taskId)).toMatchObject({ status: 4, callCount: 12, successCount: 11, failCount: 1 })

  // Changes of tasks are seen at once, before and after the ids of the dump come up again.
  for (const operation of ['resume', 'pause']) {
    await app.post(`/api/task/${operation}`, { id: paused })
    await dial(dialer, 3)
  }
  const whilePaused = (await callsOf(paused)).callCount
  expect(whilePaused).toBeGreaterThan(0)
  expect(whilePaused).toBeLessThan(12)
  await useTransactions(database.db, dumpedTransaction - (await lastTransaction(database.db)) - 5)
  await dial(dialer, 3)
  expect((await callsOf(paused)).callCount).toBe(whilePaused)
  await app.post('/api/task/resume', { id: paused })
  await dial(dialer, 30)
  expect(await lastTransaction(database.db)).toBeGreaterThan(dumpedTransaction)
  expect(await callsOf(paused)).toMatchObject({ status: 4, callCount: 12 })

  // A reader continues behind the last event that it had from the old server.
  const continued = await follow(app, reader.lastEventId())
  const changes: unknown[] = []
  for (let calls = 0; changes.length < 5 || calls < 24 - (recorded?.calls ?? 0); ) {
    const event = await continued.next()
    if (event?.event === 'call') calls += 1
    else changes.push([event?.data.taskId, event?.data.operation])
  }
  expect(changes).toEqual([
    [taskId, 'complete'],
    [paused, 'resume'],
    [paused, 'pause'],
    [paused, 'resume'],
    [paused, 'complete'],
  ])
})

async function follow(app: TestApp, lastEventId?: string): Promise<EventReader> {
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const reader = await openEvents(`${address}/api/events?types=task,call`, {
    authorization: `Bearer ${TEST_TOKEN}`,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  })
  onTestFinished(() => reader.close())
  return reader
}
