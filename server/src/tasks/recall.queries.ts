import { sql } from '../storage/sql.ts'
import { SELDOM_SLOT } from './task-counters.queries.ts'
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

// Done contacts start a new round; one that is being dialed or waits has no outcome and is left alone. The interval
// since the last call, whose end is when the dial was last changed, holds for a redial too. Who was done is so no
// longer, which the task's counters of done contacts take back.
function recall(condition: string): string {
  return `with done as materialized (
      select d.task_id, d.contact_id, d.position, d.outcome,
        greatest($2, d.update_time + make_interval(secs => t.call_interval_seconds)) as due_at
      from dial d join task t on t.id = d.task_id
      where d.task_id = $1 and d.outcome is not null and ${condition}
        and exists (select from contact c where c.id = d.contact_id)
    ), recalled as (
      update dial d set outcome = null, attempts = 0, round = d.round + 1, due_at = done.due_at, priority = $3, update_time = $2
      from done
      where d.task_id = done.task_id and d.position = done.position
    ), marked as (
      update contact set status = 4 where id in (select contact_id from done)
    ), counted as (
      insert into task_counter as counter (task_id, slot, success_contacts, failed_contacts, update_time)
      select $1, ${SELDOM_SLOT}, -count(*) filter (where outcome = 1), -count(*) filter (where outcome = 2), $2
      from done
      on conflict (task_id, slot, seq) do update set
        success_contacts = counter.success_contacts + excluded.success_contacts,
        failed_contacts = counter.failed_contacts + excluded.failed_contacts
    )
    select contact_id from done order by position`
}

export const recallNamed = sql<{ contact_id: string }>(
  'recall_named',
  recall(`d.position in (
    select c.position from contact c where c.id = any($4::uuid[]) and c.data_source_id = t.data_source_id
  )`),
)

export const recallFailed = sql<{ contact_id: string }>('recall_failed', recall('d.outcome = 2'))

export const recordRecall = sql<never>(
  'record_recall',
  `with reopened as (
     update task set status = case when $4 > 0 and status = 4 then 1 else status end,
       end_time = case when $4 > 0 and status = 4 then null else end_time end, update_time = $2
     where id = $1
     returning id, status
   ), audited as (
     insert into task_audit (task_id, at, actor, operation, status, reason)
     select id, $2, $3, 'recall', status, format(case $4::int when 1 then '%s contact' else '%s contacts' end, $4::int)
     from reopened
   )
   select pg_notify('task_changed', id::text) from reopened`,
)
