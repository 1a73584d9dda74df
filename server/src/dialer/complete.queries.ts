// A task is done when its list is read to the end, nobody waits and nothing is up. Its row is locked first, in a statement
// of its own, so that the check sees all that came before. A task that somebody else holds is left for the next look.
import { sql } from '../storage/sql.ts'
import { SELDOM_SLOT } from '../tasks/task-counters.queries.ts'
import { endList } from '../tasks/task-list.queries.ts'
import { cursorOf } from '../tasks/task-progress.queries.ts'
import { hasContactAfter, LIVE_CALLS } from './claim.queries.ts'

export const lockTaskRow = sql<never>(
  'lock_task_row',
  `select set_config('idle_in_transaction_session_timeout', '3s', true)
   from task where id = $1 for no key update skip locked`,
)

/**
 * If nothing is left to dial and no call is up, by the counters: looking for the task's live calls instead would read
 * those of all tasks, and all that have been since the last vacuum.
 */
export const completeTask = sql<{ id: string }>(
  'complete_task',
  `with completed as (
     update task t set status = 4, end_time = $2, update_time = $2, ${endList('t', 's')}
     from data_source s
     where t.id = $1 and t.status = 1 and s.id = t.data_source_id
       and not ${hasContactAfter(cursorOf('t'))}
       and not exists (select from dial where task_id = t.id and due_at is not null)
       and ${LIVE_CALLS} = 0
     returning t.id, t.status
   ), audited as (
     insert into task_audit (task_id, at, actor, operation, status)
     select id, $2, 'dialer', 'complete', status from completed
   )
   select id, pg_notify('task_changed', id::text) from completed`,
)

/**
 * Contacts of a task that was stopped for good do not wait any more, some at a time. Who was never called is so
 * again; if deleted meanwhile, it leaves the list. The task is held, as by everyone who changes a due row.
 */
export const finishStoppedDials = sql<never>(
  'finish_stopped_dials',
  `with stopped as materialized (
     select t.id from task t
     where t.status in (3, 6) and exists (select from dial d where d.task_id = t.id and d.due_at is not null)
     limit 10
     for no key update skip locked
   ), waiting as materialized (
     select d.task_id, d.position, d.calls, c.id is not null as is_there
     from stopped cross join lateral (
       select * from dial where task_id = stopped.id and due_at is not null limit $2
     ) d
     left join contact c on c.id = d.contact_id
   ), untouched as (
     delete from dial d using waiting
     where d.task_id = waiting.task_id and d.position = waiting.position and d.due_at is not null and d.calls = 0
     returning d.task_id, waiting.is_there
   ), shrunk as (
     update task t set contact_count = t.contact_count - less.contacts
     from (select task_id, count(*) as contacts from untouched where not is_there group by task_id) less
     where t.id = less.task_id
   ), finished as (
     update dial d set due_at = null, outcome = 2, update_time = $1
     from waiting
     where d.task_id = waiting.task_id and d.position = waiting.position and d.due_at is not null and d.calls > 0
     returning d.task_id, d.contact_id
   ), touched as (
     update contact c set status = 2 from finished where c.id = finished.contact_id and c.status = 4
   )
   insert into task_counter as counter (task_id, slot, failed_contacts, update_time)
   select task_id, ${SELDOM_SLOT}, count(*), $1 from finished group by task_id order by task_id
   on conflict (task_id, slot, seq) do update set failed_contacts = counter.failed_contacts + excluded.failed_contacts`,
)
