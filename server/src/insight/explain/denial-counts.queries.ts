// Denied calls of a task, by reason.
import { denialsCounted } from '../../dialing/dialer/claim/denial-counts.queries.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface DenialCountRow {
  reason: string
  decisions: number
  last_time: Date
  contacts: number
}

/**
 * How often a task was denied calls, by reason, and how many contacts that concerns now. The contacts are counted in the dials of
 * the task, unless nothing was denied. $1: task; $2: the reasons for never.
 */
export const readDenialCounts = sql<DenialCountRow>(
  'read_denial_counts',
  `with counted as materialized (
     ${denialsCounted('task_id = $1')}
   ), concerned as (
     select coalesce(wait_reason, cause) as reason, count(*) as contacts
     from (
       select cause, case when due_at is not null then wait_reason end as wait_reason
       from dial
       where task_id = $1 and exists (select from counted) and (due_at is not null and wait_reason is not null or outcome is not null and cause = any($2))
     ) denied
     group by 1
   )
   select c.reason, c.decisions, c.last_time, coalesce(concerned.contacts, 0) as contacts
   from counted c left join concerned using (reason)
   order by c.decisions desc, c.reason`,
)
