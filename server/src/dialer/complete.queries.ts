// A task is done when its list is read to the end, nobody waits and nothing is up. Its row is locked first, in a statement
// of its own, so that the check sees all that came before. A task that somebody else holds is left for the next look.
import { sql } from '../storage/sql.ts'
import { SELDOM_SLOT } from '../tasks/task-counters.queries.ts'
import { endList } from '../tasks/task-list.queries.ts'
import { cursorOf } from '../tasks/task-progress.queries.ts'
import { hasContactAfter, LIVE_CALLS } from './demand.queries.ts'
import { IS_GIVEN_CONTACT, IS_GIVEN_DIAL, IS_GIVEN_TASK } from './given-rows.queries.ts'

export const lockTaskRow = sql<never>(
  'lock_task_row',
  `select set_config('idle_in_transaction_session_timeout', '3s', true)
   from task where id = $1 for no key update skip locked`,
)

/** Whether anyone in task t waits for an attempt. In the order of the index, which PostgreSQL then uses whatever it knows. */
const HAS_WAITING = `exists (
  select from generate_series(1, 5) p cross join lateral (
    select from dial where task_id = t.id and priority = p and due_at is not null order by due_at limit 1
  ) waiting
)`

/** Whether contacts of task t are about to wait. */
const IS_RECALLING = 'exists (select from recall where task_id = t.id)'

/**
 * If nothing is left to dial and no call is up, by the counters: looking for the task's live calls instead would read
 * those of all tasks, and all that have been since the last vacuum.
 */
export const completeTask = sql<{ id: string }>(
  'complete_task',
  `with completed as (
     update task t set status = 4, end_time = $2, update_time = $2, ${endList('t', 's')}
     from data_source s
     where t.id = $1 and t.status = $3 and s.id = any(array[t.data_source_id])
       and not ${hasContactAfter(cursorOf('t'))}
       and not ${HAS_WAITING} and not ${IS_RECALLING}
       and ${LIVE_CALLS} = 0
     returning t.id, t.status
   ), audited as (
     insert into task_audit (task_id, at, actor, operation, status)
     select id, $2, 'dialer', 'complete', status from completed
   )
   select id, pg_notify('task_changed', id::text) from completed`,
)

/**
 * Contacts of a task that was stopped for good do not wait any more, some at a time. Contacts that were never called
 * are NOT_DIALED again; one that was deleted meanwhile leaves the list. The task is held, as by everyone who changes a due
 * row; contacts that somebody else holds come later. Once nobody waits and no call is up that might be taken back, the task is done with and not looked at again:
 * tasks that were stopped long ago cost nothing.
 */
export const finishStoppedDials = sql<never>(
  'finish_stopped_dials',
  `with stopped as materialized (
     select t.id from task t
     where t.status in (3, 6) and not t.has_no_waiting and (${HAS_WAITING} or ${LIVE_CALLS} = 0)
     limit 10
     for no key update skip locked
   ), waiting as materialized (
     select d.task_id, d.position, d.calls, d.contact_id,
       exists (select from contact where id = d.contact_id) as is_there
     from stopped t cross join lateral (
       select d.* from generate_series(1, 5) p cross join lateral (
         select * from dial where task_id = t.id and priority = p and due_at is not null order by due_at limit $2
       ) d
       limit $2
     ) d
   ), free as materialized (
     select c.id from waiting cross join lateral (
       select id from contact where id = waiting.contact_id for no key update skip locked
     ) c
   ), ready as materialized (
     select * from waiting where not is_there or contact_id in (select id from free)
   ), untouched as (
     delete from dial d
     using (select task_id, position, is_there from ready where calls = 0 offset 0) given
     where ${IS_GIVEN_DIAL}
     returning d.task_id, d.contact_id, given.is_there
   ), uncalled as (
     update contact c set status = case when c.call_count = 0 then 3 else 2 end
     from (select contact_id from untouched offset 0) given
     where ${IS_GIVEN_CONTACT} and c.status = 4
   ), shrunk as (
     update task t set contact_count = t.contact_count - given.contacts
     from (select task_id, count(*) as contacts from untouched where not is_there group by task_id offset 0) given
     where ${IS_GIVEN_TASK}
   ), finished as (
     update dial d set due_at = null, outcome = 2, update_time = $1
     from (select task_id, position from ready where calls > 0 offset 0) given
     where ${IS_GIVEN_DIAL}
     returning d.task_id, d.contact_id
   ), touched as (
     update contact c set status = 2
     from (select contact_id from finished offset 0) given
     where ${IS_GIVEN_CONTACT} and c.status = 4
   ), counted as (
     insert into task_counter as counter (task_id, slot, failed_contacts, update_time)
     select task_id, ${SELDOM_SLOT}, count(*), $1 from finished group by task_id order by task_id
     on conflict (task_id, slot, seq) do update set failed_contacts = counter.failed_contacts + excluded.failed_contacts
   )
   update task t set has_no_waiting = true
   from (select id as task_id from stopped where id not in (select task_id from waiting) offset 0) given
   where ${IS_GIVEN_TASK} and ${LIVE_CALLS} = 0 and not ${IS_RECALLING}`,
)
