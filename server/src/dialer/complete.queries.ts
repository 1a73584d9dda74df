// A task is done when its list is read to the end, nobody waits and nothing is up. The data source and then the
// task are locked first, each in a statement of its own, so that the check sees all that came before. Whatever
// somebody else holds is left for the next look.
import { sql } from '../storage/sql.ts'

export const lockList = sql<never>(
  'lock_list',
  'select from data_source where id = (select data_source_id from task where id = $1) for share skip locked',
)

export const lockTaskRow = sql<never>(
  'lock_task_row',
  'select from task where id = $1 for no key update skip locked',
)

export const completeTask = sql<{ id: string }>(
  'complete_task',
  `with completed as (
     update task t set status = 4, end_time = $2, update_time = $2, list_end = coalesce(t.list_end, s.last_position)
     from data_source s
     where t.id = $1 and t.status = 1 and s.id = t.data_source_id
       and t.cursor >= coalesce(t.list_end, s.last_position)
       and not exists (select from dial where task_id = t.id and due_at is not null)
       and not exists (select from live_call where task_id = t.id)
     returning t.id, t.status
   ), audited as (
     insert into task_audit (task_id, at, actor, operation, status)
     select id, $2, 'dialer', 'complete', status from completed
   )
   select id, pg_notify('task_changed', id::text) from completed`,
)

/** Contacts of a task that was stopped for good do not wait any more; some at a time. */
export const finishStoppedDials = sql<never>(
  'finish_stopped_dials',
  `with stopped as (
     select d.task_id, d.contact_id from task t cross join lateral (
       select task_id, contact_id from dial where task_id = t.id and due_at is not null limit $3
     ) d
     where t.status in (3, 6)
     limit $3
   ), finished as (
     update dial d set due_at = null, outcome = 2, update_time = $1
     from stopped
     where d.task_id = stopped.task_id and d.contact_id = stopped.contact_id and d.due_at is not null
     returning d.task_id, d.contact_id
   ), touched as (
     update contact c set status = 2 from finished where c.id = finished.contact_id and c.status = 4
   )
   insert into task_counter as counter (task_id, slot, failed_contacts, update_time)
   select task_id, $2, count(*), $1 from finished group by task_id
   on conflict (task_id, slot) do update set failed_contacts = counter.failed_contacts + excluded.failed_contacts`,
)
