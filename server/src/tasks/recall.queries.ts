import { sql } from '../storage/sql.ts'
import type { TaskStatus } from './task-state.ts'

export const lockTask = sql<{ status: TaskStatus; data_source_id: string; list_end: number | null }>(
  'lock_task',
  'select status, data_source_id, list_end from task where id = $1 for no key update',
)

/** Which of the given ids are no contacts of the task. */
export const findStrangers = sql<{ id: string }>(
  'find_strangers',
  `select given.id from unnest($1::uuid[]) as given (id)
   where not exists (
     select from contact c where c.id = given.id and c.data_source_id = $2 and ($3::bigint is null or c.position <= $3)
   )`,
)

// Done contacts start a new round; one that is being dialed or waits has no outcome and is left alone.
function recall(condition: string): string {
  return `with recalled as (
      update dial d set outcome = null, attempts = 0, round = round + 1, due_at = $2, priority = $3, update_time = $2
      where task_id = $1 and outcome is not null and ${condition}
        and exists (select from contact c where c.id = d.contact_id)
      returning contact_id, position
    ), marked as (
      update contact set status = 4 where id in (select contact_id from recalled)
    )
    select contact_id from recalled order by position`
}

export const recallNamed = sql<{ contact_id: string }>('recall_named', recall('contact_id = any($4::uuid[])'))

export const recallFailed = sql<{ contact_id: string }>('recall_failed', recall('outcome = 2'))

export const recordRecall = sql<never>(
  'record_recall',
  `with reopened as (
     update task set status = case when $4 > 0 and status = 4 then 1 else status end,
       end_time = case when $4 > 0 and status = 4 then null else end_time end, update_time = $2
     where id = $1
     returning id, status
   )
   insert into task_audit (task_id, at, actor, operation, status, reason)
   select id, $2, $3, 'recall', status, format('%s contacts', $4::int) from reopened`,
)
