// What PostgreSQL can do at best for the calls that the dialer makes: the same rows written, deleted and counted in batches of the same
// size, on connections with the same settings, by two loops of one statement each. It decides nothing, reads no contact, places no call
// and tells nobody. Prints the calls per second when it is stopped.

import {
  addedTo,
  addSums,
  COUNTER_COLUMNS,
  COUNTER_SUMS,
  freeLines,
  sumsOf,
} from '../../../server/src/dialing/dialer/settle/call-sums.queries.ts'
import { newId } from '../../../server/src/platform/kernel/ids.ts'
import { columnsOf } from '../../../server/src/platform/storage/columns.ts'
import { createDatabase } from '../../../server/src/platform/storage/database.ts'
import { sql } from '../../../server/src/platform/storage/sql.ts'
import { quietLog } from './quiet-log.ts'

/** As the benchmark sets them for the dialer, and the sizes of its batches. */
const LINES = 1000
const CALLS_PER_CLAIM = 600
const CALLS_PER_SETTLEMENT = 800
const CONCURRENT_TASKS = 4

interface Row {
  id: string
  taskId: string
  contactId: string
  position: number
  phoneKey: string
}

const columns = columnsOf<Row>({
  id: ['uuid', ({ id }) => id],
  task_id: ['uuid', ({ taskId }) => taskId],
  contact_id: ['uuid', ({ contactId }) => contactId],
  position: ['bigint', ({ position }) => position],
  phone_key: ['text', ({ phoneKey }) => phoneKey],
})

/** $1: stands for the node and the data source. */
const writeCalls = sql<never>(
  'bare_write_calls',
  `with claimed as materialized (
     select * from ${columns.table(2)}
   ), live as (
     insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round,
       attempt, priority, start_time, is_first, refusals)
     select phone_key, id, $1::uuid, task_id, contact_id, $1::uuid, position, phone_key, 1, 1, 5, now(), true, 0
     from claimed
     order by phone_key
   ), started as (
     update dialer set started_total = started_total + (select count(*) from claimed) where is_only
   )
   insert into task_progress as known (task_id, cursor, started_count)
   select task_id, max(position), count(*) from claimed group by task_id order by task_id
   on conflict (task_id) do update set cursor = excluded.cursor, started_count = known.started_count + excluded.started_count`,
)

const settleCalls = sql<never>(
  'bare_settle_calls',
  `with ended as materialized (
     delete from live_call l
     using ${columns.table(1)}
     where l.phone_key = any(array[given.phone_key])
     returning l.*, 1::smallint as outcome, 'answered' as cause, now() as answer_time, now() as end_time, 0 as talk_ms
   ), recorded as (
     insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause,
       start_time, answer_time, end_time, talk_ms, event_seq)
     select id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause, start_time,
       answer_time, end_time, talk_ms, 1
     from ended
   ), dialed as (
     insert into dial (task_id, contact_id, position, phone_number, round, attempts, priority, outcome, calls, talk_ms, call_times,
       refusals, cause, update_time)
     select task_id, contact_id, position, phone_number, round, attempt, priority, 1, 1, talk_ms, array[start_time], refusals, cause,
       end_time
     from ended
   ), grouped as materialized (
     ${sumsOf('ended')}
   ), counted as (
     insert into task_counter as known (task_id, slot, success_contacts, update_time, ${COUNTER_COLUMNS.join(', ')})
     select task_id, 0::smallint, sum(success_count), now(), ${COUNTER_SUMS.map(({ sum }) => sum).join(', ')}
     from grouped
     group by task_id
     order by task_id
     on conflict (task_id, slot) do update set update_time = excluded.update_time, ${addedTo(['success_contacts', ...COUNTER_COLUMNS])}
   ), summed as (
     ${addSums('grouped', '0::smallint')}
   )
   ${freeLines('select sum(call_count) as lines from grouped', '0')}`,
)

const db = createDatabase({
  connection: process.env.DATABASE_URL ?? '',
  maxConnections: 2,
  log: quietLog,
  hasSteadyPlans: true,
  pipelines: true,
})
const nodeId = newId()
const taskIds = Array.from({ length: CONCURRENT_TASKS }, () => newId())
const ended: Row[] = []
let position = 0
let live = 0
let done = 0
let isStopped = false

/** Set while a loop has nothing to do. */
const waiting: { claim?: (() => void) | undefined; settle?: (() => void) | undefined } = {}
const until = (loop: keyof typeof waiting) =>
  new Promise<void>((resolve) => {
    waiting[loop] = resolve
  })
const wake = (loop: keyof typeof waiting) => waiting[loop]?.()

function nextRow(): Row {
  position += 1
  const taskId = taskIds[position % taskIds.length] ?? nodeId
  return { id: newId(), taskId, contactId: newId(), position, phoneKey: `+86${13_000_000_000 + position}` }
}

async function claim(): Promise<void> {
  while (!isStopped) {
    const count = Math.min(CALLS_PER_CLAIM, LINES - live)
    if (count === 0) {
      await until('claim')
      continue
    }
    const rows = Array.from({ length: count }, nextRow)
    live += count
    await writeCalls(db, [nodeId, ...columns.values(rows)])
    ended.push(...rows)
    wake('settle')
  }
}

async function settle(): Promise<void> {
  while (!isStopped) {
    const rows = ended.splice(0, CALLS_PER_SETTLEMENT)
    if (rows.length === 0) {
      await until('settle')
      continue
    }
    await settleCalls(db, columns.values(rows))
    live -= rows.length
    done += rows.length
    wake('claim')
  }
}

const loops = Promise.all([claim(), settle()])
const started = performance.now()
console.log('working')

process.once('SIGTERM', async () => {
  console.log(`${(done * 1000) / (performance.now() - started)} calls/s`)
  isStopped = true
  wake('claim')
  wake('settle')
  await loops
  await db.close()
})
