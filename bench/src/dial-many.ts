// Finished calls per second with 2,000 running and 30,000 stopped tasks, compared with 4 running tasks. Then the same with
// a gateway that requests the fields of every contact while a snapshot is held open.

import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { DEFAULT_SETTINGS, storedSettings } from '../../server/src/campaigns/tasks/task-settings.ts'
import { TaskStatus } from '../../server/src/campaigns/tasks/task-state.ts'
import { createDatabase, type Database } from '../../server/src/platform/storage/database.ts'
import { startServer } from './support/child-server.ts'
import { endedCalls, holdSnapshot } from './support/dial-measures.ts'
import { alternate, report } from './support/measure.ts'
import type { BenchServer } from './support/postgres.ts'
import { quietLog } from './support/quiet-log.ts'

const SECONDS = Number(process.env.DIAL_SECONDS ?? 20)
const ROUNDS = Number(process.env.DIAL_ROUNDS ?? 2)
const WARM_UP_MS = 2000
/** More than the dialer can reach, so that the lists do not run out. */
const MAX_CALLS_PER_SECOND = 15_000
const FEW = { running: 4, stopped: 0 }
const MANY = { running: 2000, stopped: 30_000 }

interface Tasks {
  running: number
  stopped: number
}

interface Conditions {
  wantsDetails?: boolean
  holdsSnapshot?: boolean
}

export async function benchDialMany(postgres: BenchServer): Promise<void> {
  await compare(postgres, 'dial: 2,000 running, 30,000 stopped / 4 running', {})
  await compare(postgres, 'dial: the same, details, a snapshot held open', {
    wantsDetails: true,
    holdsSnapshot: true,
  })
}

async function compare(postgres: BenchServer, name: string, conditions: Conditions): Promise<void> {
  const { ours, theirs } = await alternate(ROUNDS, {
    ours: () => dialRate(postgres, MANY, conditions),
    theirs: () => dialRate(postgres, FEW, conditions),
  })
  report(name, {
    ratio: ours / theirs,
    goal: { min: 0.8 },
    details: `${Math.round(ours)} and ${Math.round(theirs)} calls/s`,
  })
}

async function dialRate(postgres: BenchServer, tasks: Tasks, conditions: Conditions): Promise<number> {
  const connection = await postgres.createDatabase()
  const db = createDatabase({ connection, maxConnections: 2, log: quietLog })
  const details = conditions.wantsDetails ? 'yes' : 'no'
  let dialer: Awaited<ReturnType<typeof startServer>> | undefined
  let holder: pg.Client | undefined
  try {
    await seedTasks(db, tasks)
    dialer = await startServer(['--import', 'tsx', 'bench/src/support/instant-dialer.ts'], connection, {
      DETAILS: details,
    })
    await wait(WARM_UP_MS)
    if (conditions.holdsSnapshot) holder = await holdSnapshot(connection)
    const before = await endedCalls(db)
    const start = performance.now()
    await wait(SECONDS * 1000)
    const after = await endedCalls(db)
    return ((after - before) * 1000) / (performance.now() - start)
  } finally {
    await holder?.end()
    await dialer?.stop()
    await db.close()
    await postgres.dropDatabase(connection)
  }
}

/** Each running task has its own list, long enough for the whole run. The stopped tasks share one list. */
async function seedTasks(db: Database, { running, stopped }: Tasks): Promise<void> {
  const contacts = Math.ceil((MAX_CALLS_PER_SECOND * (SECONDS + WARM_UP_MS / 1000)) / running)
  await db.query({ text: 'update dialer set lines = 1000, calls_per_second = 0' })
  await db.query({
    text: `insert into data_source (id, name, description, contact_count, last_position, field_names, create_time, update_time)
           select gen_random_uuid(), 'list ' || list, '', $2::int, $2::int, '{customerName,address}', now(), now()
           from generate_series(0, $1) as list`,
    values: [running, contacts],
  })
  await db.query({
    text: `insert into contact (id, data_source_id, position, phone_number, phone_key, fields, create_time, update_time)
           select gen_random_uuid(), s.id, position, phone, phone, fields, now(), now()
           from data_source s
           cross join generate_series(1, $1::bigint) as position
           cross join lateral (
             select (10000000000 + substr(s.name, 6)::bigint * 1000000 + position)::text as phone,
               jsonb_build_object('customerName', 'contact ' || position, 'address', 'street ' || position) as fields
           ) made
           where s.name <> 'list 0'
           order by s.id, position`,
    values: [contacts],
  })
  const settings = storedSettings(DEFAULT_SETTINGS)
  await db.query({
    text: `insert into task (id, name, description, status, data_source_id, settings, contact_count, list_end,
             create_time, update_time, start_time)
           select gen_random_uuid(), 'task of ' || s.name, '', ${TaskStatus.RUNNING}, s.id, $1::jsonb, s.contact_count,
             s.last_position, now(), now(), now()
           from data_source s where s.name <> 'list 0'`,
    values: [settings],
  })
  await db.query({
    text: `insert into task (id, name, description, status, data_source_id, settings, contact_count, list_end,
             create_time, update_time, start_time, end_time, is_drained)
           select gen_random_uuid(), 'stopped ' || each, '', ${TaskStatus.STOPPED}, s.id, $2::jsonb, s.contact_count,
             s.last_position, now(), now(), now(), now(), true
           from data_source s cross join generate_series(1, $1) as each where s.name = 'list 0'`,
    values: [stopped, settings],
  })
  await db.query({
    text: `insert into task_counter (task_id, slot, call_count, success_count, update_time)
           select id, 0, 10, 10, now() from task where status = ${TaskStatus.STOPPED}`,
  })
  await db.query({
    text: `insert into task_progress select id, 10, 10 from task where status = ${TaskStatus.STOPPED}`,
  })
  await db.query({ text: 'vacuum analyze' })
}
