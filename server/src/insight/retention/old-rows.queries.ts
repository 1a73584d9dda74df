// What is deleted past its age, a step at a time: one short statement over the next rows in the order in which they were written, by an index
// that is there anyway or is tiny. Each answers how many rows and bytes it has freed. The statements of all tables are here, so that one file
// says what is forgotten, and what is kept of it.
//
// A range of calls is one of `event_seq`, which grows with the ends of calls: the index call_followed finds it.

import { COUNTER_COLUMNS, COUNTER_SUMS, sumsOf } from '../../dialing/dialer/settle/call-sums.queries.ts'
import { IS_WITHOUT_TASK } from '../../platform/kernel/task-of-call.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface FreedRow {
  rows: number
  bytes: number
}

type Range = [from: number, before: number]

/** How many calls a range has, up to $3, and when the last of these ended. */
export const measureCalls = sql<{ calls: number; last_end: Date | null }, [...Range, max: number]>(
  'measure_old_calls',
  `select count(*)::int as calls, max(end_time) as last_end
   from (select end_time from call where event_seq >= $1 and event_seq < $2 limit $3) found`,
)

const freed = (sources: string) =>
  `select coalesce(sum(rows), 0)::bigint as rows, coalesce(sum(bytes), 0)::bigint as bytes from (${sources}) freed`

const ofRows = (source: string) => `select count(*) as rows, sum(bytes) as bytes from ${source}`

/** Call records, with what was said in them. Their sums go to `forgotten_call`; costs and turns of voice agents stay, because reports add them up. */
export const deleteCalls = sql<FreedRow, Range>(
  'delete_old_calls',
  `with gone as (
     delete from call where event_seq >= $1 and event_seq < $2
     returning id, task_id, outcome, cause, attempt, answer_time, end_time, talk_ms, pg_column_size(call.*) as bytes
   ), talks as (
     update conversation v set transcript = '[]', line_count = 0, summary = null from gone
     where v.task_id = gone.task_id and v.call_id = gone.id and (v.line_count > 0 or v.summary is not null)
     returning 0 as bytes
   ), summed as (
     insert into forgotten_call as known (task_id, ${COUNTER_COLUMNS.join(', ')})
     select task_id, ${COUNTER_SUMS.map(({ sum }) => sum).join(', ')}
     from (${sumsOf(`(select * from gone where not ${IS_WITHOUT_TASK('gone')}) gone`)}) by_minute
     group by task_id order by task_id
     on conflict (task_id) do update set ${COUNTER_COLUMNS.map((column) => `${column} = known.${column} + excluded.${column}`).join(', ')}
   )
   ${freed(`${ofRows('gone')} union all ${ofRows('talks')}`)}`,
)

/** What was keyed in, and the way through the flow, which tells it too. That there was a way stays, because it was counted. */
const unheard = (result: string) =>
  `${result} - 'digits' - 'pressed' || case when ${result} ? 'path' then '{"path": []}'::jsonb else '{}'::jsonb end`
const isHeard = (result: string) => `(${result} ? 'digits' or ${result} ? 'pressed')`

/**
 * What callees have said and keyed in: transcripts, summaries and keys. What a contact has keyed in at last stays while a goal of its
 * task may count it.
 */
export const forgetHeard = sql<FreedRow, Range>(
  'forget_heard',
  `with old as materialized (
     select task_id, start_time, id, contact_id, result from call where event_seq >= $1 and event_seq < $2 and result is not null
   ), told as materialized (
     select v.task_id, v.call_id, pg_column_size(v.transcript) + coalesce(pg_column_size(v.summary), 0) as bytes
     from old join conversation v on v.task_id = old.task_id and v.call_id = old.id
     where v.line_count > 0 or v.summary is not null
   ), talks as (
     update conversation v set transcript = '[]', line_count = 0, summary = null from told
     where v.task_id = told.task_id and v.call_id = told.call_id
     returning told.bytes
   ), dials as (
     update dial d set result = nullif(${unheard('d.result')}, '{}'::jsonb)
     from (
       select old.task_id, place.position, old.result from old
       join task t on t.id = old.task_id and (t.end_time is not null or t.settings #>> '{stopWhen,results}' is null)
       cross join lateral (select position from listed_contact where id = old.contact_id limit 1) place
       where ${isHeard('old.result')}
     ) called
     -- A later call may have told something newer.
     where d.task_id = called.task_id and d.position = called.position and ${isHeard('d.result')}
       and d.result -> 'digits' is not distinct from called.result -> 'digits' and d.result -> 'pressed' is not distinct from called.result -> 'pressed'
   ), calls as (
     update call c set result = nullif(${unheard('c.result')}, '{}'::jsonb) from old
     where c.task_id = old.task_id and c.start_time = old.start_time and c.id = old.id and ${isHeard('old.result')}
     returning pg_column_size(old.result) - coalesce(pg_column_size(c.result), 0) as bytes
   )
   ${freed(`${ofRows('talks')} union all ${ofRows('calls')}`)}`,
)

/** $1, $2: from and before this time. */
export const deleteDenials = sql<FreedRow, [from: Date, before: Date]>(
  'delete_old_denials',
  `with gone as (
     delete from denial where at >= $1 and at < $2 returning pg_column_size(denial.*) as bytes
   ) ${freed(ofRows('gone'))}`,
)

/** No task has denied anything before; no index by time has a first row. */
export const readFirstTime = sql<{ at: Date | null }, []>(
  'read_first_time_of_tasks',
  'select least((select min(create_time) from task), (select min(applied_at) from schema_migration)) as at',
)

/** Their files are removed by the nodes that have them. $1: before; $2: now; $3: max rows. */
export const eraseRecordings = sql<FreedRow, [before: Date, now: Date, max: number]>(
  'erase_recordings_past_their_age',
  `with erased as (
     update recording set status = 'erased', next_look = $2, attempts = 0
     where id in (select id from recording where create_time < $1 and status <> 'erased' order by create_time limit $3)
     returning coalesce(bytes, 0) as bytes
   ) ${freed(ofRows('erased'))}`,
)

/** The oldest first. $1: before; $2: max rows. */
const oldestOf = (table: string, key: string, time: string) =>
  `with gone as (
     delete from ${table} where ${key} in (
       select ${key} from (select ${key}, ${time} as at from ${table} order by ${key} limit $2) oldest where at < $1
     )
     returning pg_column_size(${table}.*) as bytes
   ) ${freed(ofRows('gone'))}`

type Oldest = [before: Date, max: number]

export const deleteDeliveries = sql<FreedRow, Oldest>(
  'delete_old_deliveries',
  oldestOf('webhook_delivery', 'id', 'create_time'),
)
/** The key of a sample is its minute. */
export const deleteLines = sql<FreedRow, Oldest>(
  'delete_old_lines',
  oldestOf('line_sample', 'minute', 'minute'),
)
