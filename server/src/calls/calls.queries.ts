// Reading the records of calls. A page is found in an index that also holds what is filtered by, from whichever
// end of the list is nearer; only its own rows are then read.
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

/** One row with the total even for an empty page: then the call's columns are null. */
export type ListedCall = { total: number } & ({ [Column in keyof CallRow]: CallRow[Column] } | { id: null })

export const callColumns = `c.id, c.task_id, c.contact_id, c.phone_number, c.round, c.attempt, c.outcome, c.cause,
  c.start_time, c.answer_time, c.end_time, c.talk_ms`

/** $3-$6: bounds of the start, outcome and cause, each null if anything goes. */
const filter = `start_time >= coalesce($3, '-infinity'::timestamptz) and start_time < coalesce($4, 'infinity'::timestamptz)
  and ($5::smallint is null or outcome = $5) and ($6::text is null or cause = $6)`

/**
 * $1: whose calls; $2: whatever else the subject needs; $7, $8: rows to skip and to take. `subject` has one row if
 * there is such a list; `counted` has its `total`.
 */
function listCalls(parts: { subject: string; total: string; condition: string }): string {
  const hits = `select task_id, start_time, id from call where ${parts.condition} and ${filter}`
  const isNearEnd = '$7::bigint > counted.total / 2'
  return `with subject as materialized (${parts.subject}),
    counted as materialized (select (${parts.total})::bigint as total from subject),
    page as (
      select page.* from counted cross join lateral (
        ${hits} order by start_time desc, id desc
        offset $7::bigint limit case when ${isNearEnd} then 0 else $8::bigint end
      ) page
      union all
      select page.* from counted cross join lateral (
        ${hits} order by start_time, id
        offset greatest(counted.total - $7::bigint - $8::bigint, 0)
        limit case when ${isNearEnd} then greatest(least($8::bigint, counted.total - $7::bigint), 0) else 0 end
      ) page
    )
    select counted.total, ${callColumns}
    from counted left join (page join call c using (task_id, start_time, id)) on true
    order by c.start_time desc, c.id desc`
}

const ofTask = {
  subject: 'select id, $2::uuid from task where id = $1',
  condition: 'task_id = $1',
}

/** All calls, or all of an outcome: the task's counters know how many. */
export const listCountedTaskCalls = sql<ListedCall>(
  'list_counted_task_calls',
  listCalls({
    ...ofTask,
    total: `select coalesce(sum(
        case $5::smallint when 1 then success_count when 2 then fail_count when 3 then no_answer_count else call_count end
      ), 0) from task_counter where task_id = $1`,
  }),
)

export const listTaskCalls = sql<ListedCall>(
  'list_task_calls',
  listCalls({ ...ofTask, total: `select count(*) from call where ${ofTask.condition} and ${filter}` }),
)

const ofContact = {
  // Calls outlive their contact; one that is up is a call too.
  subject: `select 1 where exists (select from contact where id = $1 and data_source_id = $2)
    or exists (select from call where contact_id = $1 and data_source_id = $2)
    or exists (select from live_call where contact_id = $1 and data_source_id = $2)`,
  condition: 'contact_id = $1 and data_source_id = $2',
}

export const listContactCalls = sql<ListedCall>(
  'list_contact_calls',
  listCalls({ ...ofContact, total: `select count(*) from call where ${ofContact.condition} and ${filter}` }),
)

/** $1: task; $2: contact; $3: how many. */
export const latestCalls = sql<CallRow>(
  'latest_calls',
  `select ${callColumns} from call c
   where c.contact_id = $2 and c.task_id = $1
   order by c.start_time desc, c.id desc
   limit $3`,
)
