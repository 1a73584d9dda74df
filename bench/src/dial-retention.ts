// Finished calls per second while the call records of two years are deleted, a month at a time past its age, compared with the same while
// nothing is deleted. Both sides are measured in turns in one run, on the same database with the same tasks: only the age changes.

import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { DEFAULT_SETTINGS, storedSettings } from '../../server/src/campaigns/tasks/task-settings.ts'
import { TaskStatus } from '../../server/src/campaigns/tasks/task-state.ts'
import { createDatabase, type Database } from '../../server/src/platform/storage/database.ts'
import { get, post } from './support/api-client.ts'
import { type ChildServer, startService } from './support/child-server.ts'
import { endedCalls } from './support/dial-measures.ts'
import { keepPublishing } from './support/keep-publishing.ts'
import { alternate, doing, report } from './support/measure.ts'
import type { BenchServer } from './support/postgres.ts'
import { quietLog } from './support/quiet-log.ts'
import { seedContacts } from './support/seed-contacts.ts'

const SECONDS = Number(process.env.DIAL_SECONDS ?? 20)
const ROUNDS = Number(process.env.DIAL_ROUNDS ?? 3)
const OLD_CALLS = Number(process.env.OLD_CALLS ?? 2_000_000)
const MONTHS = 24
/** A settlement writes as many with one number. */
const CALLS_PER_SETTLEMENT = 50
const TASKS = 4
const LIST = 100_000
const LISTS = 8
const WARM_UP_MS = 2000
/** Of calls that end while it deletes, none is as old. */
const MIN_DAYS = 31
const INSTANT_NETWORK = { SIMULATOR: 'answered=1, ring=0-0, talk=0-0', LINES: '1000', CALLS_PER_SECOND: '0' }

export async function benchDialRetention(postgres: BenchServer): Promise<void> {
  const connection = await postgres.createDatabase()
  const db = createDatabase({ connection, maxConnections: 4, log: quietLog })
  const servers: ChildServer[] = []
  const changed = new EventEmitter()
  const listener = new pg.Client(connection)
  listener.on('notification', ({ payload = '' }) => changed.emit(payload))
  const publishing = new AbortController()
  try {
    const api = await startService(connection)
    servers.push(api)
    await listener.connect()
    await listener.query('listen task_changed')
    await keepFor(api, 0)
    doing(`dial-retention: ${OLD_CALLS} call records of ${MONTHS} months`)
    const sources: string[] = []
    for (let each = 0; each < LISTS; each += 1) {
      const numberAt = (position: number) => `+86${13_000_000_000 + each * 10_000_000 + position}`
      sources.push(await seedContacts(db, { count: LIST, numberAt, name: `list ${each}` }))
    }
    await addOldCalls(db, sources[0] ?? '')
    servers.push(await startService(connection, { role: 'dialer', env: INSTANT_NETWORK }))
    let published = 0
    const settings = () => ({ dataSourceId: sources[published++ % sources.length] ?? '' })
    const keepingBusy = Promise.all(
      Array.from({ length: TASKS }, () => keepPublishing(api, { db, changed }, settings, publishing.signal)),
    )
    await wait(WARM_UP_MS)
    const gone: number[] = []

    async function rate(days: number): Promise<number> {
      const idle = await goneCalls(api)
      await keepFor(api, days)
      // The job looks every minute whether there is something to do.
      while (days > 0 && (await goneCalls(api)) === idle) await wait(500)
      await wait(WARM_UP_MS)
      const before = { calls: await endedCalls(db), gone: await goneCalls(api) }
      const start = performance.now()
      await wait(SECONDS * 1000)
      const seconds = (performance.now() - start) / 1000
      const calls = (await endedCalls(db)) - before.calls
      if (days > 0) gone.push(((await goneCalls(api)) - before.gone) / seconds)
      return calls / seconds
    }

    doing(`dial-retention: with and without deleting, ${ROUNDS} times`)
    const { ours, theirs } = await alternate(ROUNDS, { ours: () => rate(MIN_DAYS), theirs: () => rate(0) })
    report('dial: while old calls are deleted / without', {
      ratio: ours / theirs,
      goal: { min: 0.95 },
      details: `${Math.round(ours)} and ${Math.round(theirs)} calls/s; deleted ${gone.map(Math.round).join(', ')} a second of ${OLD_CALLS}`,
    })
    publishing.abort()
    await keepingBusy
  } finally {
    publishing.abort()
    for (const server of servers) await server.stop()
    await listener.end()
    await db.close()
    await postgres.dropDatabase(connection)
  }
}

/** Nothing else is deleted meanwhile. */
async function keepFor(api: ChildServer, calls: number): Promise<void> {
  await post(`${api.address}/api/retention`, { calls, heard: 0, deliveries: 0, lines: 0, denials: 0 })
}

async function goneCalls(api: ChildServer): Promise<number> {
  const kept = await get<{ what: string; totalRows: number }[]>(`${api.address}/api/retention`)
  return kept.find(({ what }) => what === 'calls')?.totalRows ?? 0
}

/** Of one task for each month, as settlements have written them: numbers of the log and times grow together. */
async function addOldCalls(db: Database, dataSourceId: string): Promise<void> {
  const perMonth = Math.floor(OLD_CALLS / MONTHS)
  await db.query({
    text: `insert into task (id, name, description, status, data_source_id, settings, contact_count, list_end, create_time, update_time,
             start_time, end_time, is_drained)
           select gen_random_uuid(), 'month ' || month, '', ${TaskStatus.STOPPED}, $1, $2, 0, 0, at, at, at, at, true
           from generate_series(1, $3::int) month
           cross join lateral (select now() - make_interval(months => $3::int + 2 - month) as at) begun`,
    values: [dataSourceId, storedSettings(DEFAULT_SETTINGS), MONTHS],
  })
  for (let month = 1; month <= MONTHS; month += 1)
    await db.query({
      text: `with seqs as materialized (
               select array_agg(nextval('event_seq') order by n) as seq from generate_series(0, $2::int / ${CALLS_PER_SETTLEMENT}) n
             )
             insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause, start_time,
               answer_time, end_time, talk_ms, event_seq)
             select gen_random_uuid(), t.id, gen_random_uuid(), t.data_source_id, phone, phone, 1, 1, 1, 'answered', at, at + interval '9 s',
               at + interval '42 s', 33000, seqs.seq[1 + n / ${CALLS_PER_SETTLEMENT}]
             from seqs cross join task t cross join generate_series(0, $2::int - 1) n
             cross join lateral (
               select t.start_time + interval '28 days' * n / $2 as at, '+8613' || lpad((n * 7919 % 900000000)::text, 9, '0') as phone
             ) made
             where t.name = 'month ' || $1::int`,
      values: [month, perMonth],
    })
  await db.query({
    text: `insert into task_counter (task_id, slot, call_count, success_count, update_time)
           select id, 0, $1, $1, now() from task where name like 'month %'`,
    values: [perMonth],
  })
  await db.query({ text: 'vacuum analyze call' })
  await db.query({ text: 'checkpoint' })
}
