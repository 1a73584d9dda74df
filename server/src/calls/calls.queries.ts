// Reads call records. A page of a task's calls is found in an index that also contains the filtered columns, from the
// nearer end of the list; only the rows of that page are then read. A contact has few calls: all of them are read.
import { CallOutcome } from '../dialer/gateway.ts'
import { sql } from '../storage/sql.ts'

export interface CallRow {
  id: string
  task_id: string
  contact_id: string
  phone_number: string
  round: number
  attempt: number
  outcome: number
  cause: string
  start_time: Date
  answer_time: Date | null
  end_time: Date
  talk_ms: number
}

/** An empty page still has one row with the total, in which the call's columns are null. */
export type ListedCall = { total: number } & ({ [Column in keyof CallRow]: CallRow[Column] } | { id: null })

export const callColumns = `c.id, c.task_id, c.contact_id, c.phone_number, c.round, c.attempt, c.outcome, c.cause,
  c.start_time, c.answer_time, c.end_time, c.talk_ms`

/** $2-$5: bounds of the start time, outcome and cause; null does not filter. */
const filter = `start_time >= coalesce($2, '-infinity'::timestamptz) and start_time < coalesce($3, 'infinity'::timestamptz)
  and ($4::smallint is null or outcome = $4) and ($5::text is null or cause = $5)`

/** $1: task; $6, $7: rows to skip and to take. `counted` has the `total`, or no row if the task does not exist. */
function listCalls(total: string): string {
  const hits = `select task_id, start_time, id from call where task_id = $1 and ${filter}`
  const isNearEnd = '$6::bigint > counted.total / 2'
  return `with counted as materialized (select (${total})::bigint as total from task where id = $1),
    page as (
      select page.* from counted cross join lateral (
        ${hits} order by start_time desc, id desc
        offset $6::bigint limit case when ${isNearEnd} then 0 else $7::bigint end
      ) page
      union all
      select page.* from counted cross join lateral (
        ${hits} order by start_time, id
        offset greatest(counted.total - $6::bigint - $7::bigint, 0)
        limit case when ${isNearEnd} then greatest(least($7::bigint, counted.total - $6::bigint), 0) else 0 end
      ) page
    )
    select counted.total, ${callColumns}
    from counted left join (page join call c using (task_id, start_time, id)) on true
    order by c.start_time desc, c.id desc`
}

/** $6: rows to take; $7, $8: start time and id of the call after which the page begins. */
function listCallsAfter(total: string): string {
  return `with counted as materialized (select (${total})::bigint as total from task where id = $1),
    page as (
      select task_id, start_time, id from call
      where task_id = $1 and ${filter} and (start_time, id) < ($7::timestamptz, $8::uuid)
      order by start_time desc, id desc
      limit $6::bigint
    )
    select counted.total, ${callColumns}
    from counted left join (page join call c using (task_id, start_time, id)) on true
    order by c.start_time desc, c.id desc`
}

/** For all calls or all calls with one outcome, the total comes from the task's counters. */
const totalOfCounters = `select coalesce(sum(
    case $4::smallint
      when ${CallOutcome.success} then success_count
      when ${CallOutcome.fail} then fail_count
      when ${CallOutcome.noAnswer} then no_answer_count
      else call_count
    end
  ), 0) from task_counter where task_id = $1`
const totalOfCalls = `select count(*) from call where task_id = $1 and ${filter}`

export const listCountedTaskCalls = sql<ListedCall>('list_counted_task_calls', listCalls(totalOfCounters))

export const listTaskCalls = sql<ListedCall>('list_task_calls', listCalls(totalOfCalls))

export const listCountedTaskCallsAfter = sql<ListedCall>(
  'list_counted_task_calls_after',
  listCallsAfter(totalOfCounters),
)

export const listTaskCallsAfter = sql<ListedCall>('list_task_calls_after', listCallsAfter(totalOfCalls))

/**
 * The exact start time of a call of a task. No index has only the id, but an id contains the time of its creation, which is
 * when the call starts: $3 and $4 bound the search, null searches all calls of the task.
 */
export const findCallStart = sql<{ start_time: string }>(
  'find_call_start',
  `select start_time::text from call
   where task_id = $1 and id = $2 and start_time >= coalesce($3, '-infinity'::timestamptz)
     and start_time <= coalesce($4, 'infinity'::timestamptz)
   limit 1`,
)

/** The position of the contact in its list, also after it was deleted: call records outlive their contact. */
const placeOfContact = (contactId: string) => `
  select position from contact where id = ${contactId}
  union all
  select position from deleted_contact where id = ${contactId}`

/** The calls of a contact in the tasks of `dial d`, found by their start times. */
const callsOfDial = (contactId: string) => `
  cross join lateral (select distinct unnest(d.call_times) as start_time) began
  join call c on c.task_id = d.task_id and c.start_time = began.start_time and c.contact_id = ${contactId}`

/**
 * $1: contact; $2-$7: as above; $8: its data source; $9: the call after which the page begins, or null. No row means that
 * there is no such contact and no call to it.
 */
export const listContactCalls = sql<ListedCall & { has_cursor: boolean }>(
  'list_contact_calls',
  `with known as materialized (
     select c.* from (${placeOfContact('$1')}) place
     join task t on t.data_source_id = $8
     join dial d on d.task_id = t.id and d.position = place.position
     ${callsOfDial('$1')}
   ), subject as materialized (
     select where exists (select from contact where id = $1 and data_source_id = $8) or exists (select from known)
       or exists (select from live_call where contact_id = $1 and data_source_id = $8)
   ), hits as materialized (
     select known.* from known where ${filter}
   ), page as (
     select * from hits
     where $9::uuid is null or (start_time, id) < (select start_time, id from known where id = $9)
     order by start_time desc, id desc offset $6::bigint limit $7::bigint
   )
   select (select count(*) from hits) as total,
     $9::uuid is null or exists (select from known where id = $9) as has_cursor, ${callColumns}
   from subject left join page c on true
   order by c.start_time desc, c.id desc`,
)

/** $1: task; $2: contact; $3: max number of calls. */
export const latestCalls = sql<CallRow>(
  'latest_calls',
  `select ${callColumns} from (${placeOfContact('$2')}) place
   join dial d on d.task_id = $1 and d.position = place.position
   ${callsOfDial('$2')}
   order by c.start_time desc, c.id desc
   limit $3`,
)

/**
 * Every node hears of it; the one that has the call ends it. live_call has as many rows as there are lines in use, so
 * it needs no index for this.
 */
export const requestHangUp = sql<{ id: string }>(
  'request_hang_up',
  "select id, pg_notify('call_hang_up', id::text) from live_call where id = $1",
)
