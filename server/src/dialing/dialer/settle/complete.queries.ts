// Completes tasks, and finishes what stopped tasks have left. A task is done when its list has been read to the end, no contact
// waits and no call is live. Its row is locked first, in a separate statement, so that the check sees everything that was
// written before. A task that another transaction has locked is left for the next time.

import { OTHER_CHANGES_SLOT } from '../../../campaigns/tasks/counter-slots.ts'
import { TaskStatus } from '../../../campaigns/tasks/task-state.ts'
import { ContactStatus } from '../../../lists/contacts/contact-status.ts'
import { sql } from '../../../platform/storage/sql.ts'

export const lockTaskRow = sql<never>(
  'lock_task_row',
  `select set_config('idle_in_transaction_session_timeout', '3s', true)
   from task where id = $1 for no key update skip locked`,
)

/** The reason on record of a task that has completed because its goal is met. */
export const GOAL_MET = 'its goal is met'

/**
 * $1: task; $2: now; $3: RUNNING, as a parameter: as a constant, PostgreSQL would read the index of all running tasks; $4: why it completes
 * although contacts remain, or null.
 */
export const completeTask = sql<{ id: string }>(
  'complete_task',
  `with completed as (
     update task t set status = ${TaskStatus.COMPLETED}, end_time = $2, update_time = $2, is_drained = $4::text is null,
       contact_count = coalesce(t.contact_count, s.contact_count + t.kept_count),
       list_end = coalesce(t.list_end, s.last_position)
     from data_source s
     where t.id = $1 and t.status = $3 and s.id = any(array[t.data_source_id])
       and ($4::text is not null or (
         select c.position from contact c
         where c.data_source_id = s.id and c.position > (select cursor from task_progress_now(t.id))
           and c.position <= coalesce(t.list_end, s.last_position)
         order by c.position limit 1
       ) is null)
       and ($4::text is not null or not exists (
         select from generate_series(1, 5) p cross join lateral (
           select from dial where task_id = t.id and priority = p and due_at is not null order by due_at limit 1
         ) waiting
       ))
       and not exists (select from recall where task_id = t.id)
       and (select calls from task_live_calls(t.id)) = 0
     returning t.id, t.status
   ), audited as (
     insert into audit (task_id, at, actor, actor_kind, operation, status, reason)
     select id, $2, 'dialer', 'service', 'complete', status, $4 from completed
   )
   select id, pg_notify('task_changed', id::text) from completed`,
)

/**
 * Contacts of a stopped or closed task, or of one that has met its goal, wait no longer; they are cut short. Contacts that were never called lose their dial, unless
 * they remained of the task that this one continues; if they were deleted, they leave the list. The task is locked, like in every
 * statement that changes a due dial. Once no contact waits and no call is live that could be released, `is_drained` is set and the
 * task is not read again: tasks that were stopped long ago cost nothing. A called contact that a goal cuts short is done, which is an
 * event. $1: now; $2: max number of dials. The row says how many were looked at.
 */
export const finishStoppedDials = sql<{ dials: number }>(
  'finish_stopped_dials',
  `with stopped as materialized (
     select t.id, t.list_start, t.status from task t
     where t.status in (${TaskStatus.STOPPED}, ${TaskStatus.COMPLETED}, ${TaskStatus.CLOSED}) and not t.is_drained
       and (
         (select calls from task_live_calls(t.id)) = 0
         or exists (
           select from generate_series(1, 5) p cross join lateral (
             select from dial where task_id = t.id and priority = p and due_at is not null order by due_at limit 1
           ) waiting
         )
       )
     limit 10
     for no key update skip locked
   ), waiting as materialized (
     select d.task_id, d.position, there.is_there, t.status,
       -- Without its dial, a contact before the start of the list would not be on it.
       d.calls > 0 or d.position <= t.list_start and there.is_there as keeps_dial
     from stopped t cross join lateral (
       select d.* from generate_series(1, 5) p cross join lateral (
         select * from dial where task_id = t.id and priority = p and due_at is not null order by due_at limit $2
       ) d
       limit $2
     ) d cross join lateral (select exists (select from contact where id = d.contact_id) as is_there) there
   ), never_called as (
     delete from dial d
     using (select task_id, position, is_there from waiting where not keeps_dial offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
     returning d.task_id, given.is_there
   ), shrunk as (
     update task t set contact_count = t.contact_count - given.contacts
     from (select task_id, count(*) as contacts from never_called where not is_there group by task_id offset 0) given
     where t.id = any(array[given.task_id])
   ), event as materialized (
     select next_event_seq() as seq
   ), finished as (
     update dial d set due_at = null, is_cut_short = true, update_time = $1,
       event_seq = case when d.calls > 0 and given.status = ${TaskStatus.COMPLETED} then (select seq from event) else d.event_seq end,
       outcome = case when d.calls = 0 then ${ContactStatus.NOT_DIALED} else ${ContactStatus.FAILED} end,
       cause = case when d.calls > 0 then d.cause end
     from (select task_id, position, status from waiting where keeps_dial offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
     returning d.task_id, d.calls
   ), counted as (
     insert into task_counter as counter (task_id, slot, failed_contacts, update_time)
     select task_id, ${OTHER_CHANGES_SLOT}, count(*), $1 from finished where calls > 0 group by task_id order by task_id
     on conflict (task_id, slot) do update set failed_contacts = counter.failed_contacts + excluded.failed_contacts
   ), drained as (
     update task t set is_drained = true
     from (select id as task_id from stopped where id not in (select task_id from waiting) offset 0) given
     where t.id = any(array[given.task_id]) and (select calls from task_live_calls(t.id)) = 0
       and not exists (select from recall where task_id = t.id)
   )
   select count(*) as dials from waiting`,
)
