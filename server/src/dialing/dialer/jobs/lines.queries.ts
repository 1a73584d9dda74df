// Compares the counters of lines and live calls with the rows of live_call. Claims are blocked meanwhile. Calls may end, which
// changes the counters and the rows in one statement, so each comparison is one statement too.

import { TaskStatus } from '../../../campaigns/tasks/task-state.ts'
import { IS_INBOUND } from '../../../platform/kernel/call-direction.ts'
import { HAS_TASK } from '../../../platform/kernel/task-of-call.ts'
import { sql } from '../../../platform/storage/sql.ts'

/** How many lines are in use, by the counters and by the rows. */
export const readLines = sql<{ counted: number; live: number }>(
  'read_lines',
  // A call from outside takes no line.
  `select live::int as counted, (
     select count(*) from live_call l where not ${IS_INBOUND('l')}
   )::int as live from dialer_progress`,
)

/** The live calls of tasks, by the counters and by the rows. A task may come twice, once for each. */
export const readTaskCounts = sql<{ id: string; counted: number; live: number }>(
  'read_task_counts',
  `select t.id, counted.calls::int as counted, 0 as live
   from task t cross join lateral task_live_calls(t.id) counted
   where counted.calls <> 0 and (
     t.status in (${TaskStatus.RUNNING}, ${TaskStatus.PAUSED}, ${TaskStatus.FAILED})
     or (t.status in (${TaskStatus.STOPPED}, ${TaskStatus.CLOSED}) and not t.is_drained)
   )
   union all
   select task_id, 0, count(*)::int from live_call l where ${HAS_TASK('l')} group by task_id`,
)

export const lockTaskForCount = sql<{ is_over: boolean }>(
  'lock_task_for_count',
  `select status in (${TaskStatus.STOPPED}, ${TaskStatus.CLOSED}) as is_over,
     set_config('idle_in_transaction_session_timeout', '3s', true)
   from task where id = $1 for no key update skip locked`,
)

/**
 * Contacts of a task that are neither done nor waiting nor in a live call wait again, as if a call had just ended. No attempt
 * is counted. Those that were dialed before have a dial without an outcome; those in their first call have no dial, and are
 * searched for backwards from the cursor until as many are found as are missing. $1: task; $2: now; $3: how many are missing.
 */
export const returnLostContacts = sql<{ contacts: number }>(
  'return_lost_contacts',
  `with lost as materialized (
     select d.task_id, d.position from dial d
     where d.task_id = $1 and d.due_at is null and d.outcome is null
       and not exists (select from live_call l where l.contact_id = d.contact_id)
     limit $3
   ), rule as materialized (
     select t.id, t.data_source_id, t.priority, progress.cursor, t.list_start,
       $2::timestamptz + make_interval(secs => t.call_interval_seconds) as due_at
     from task t cross join lateral task_progress_now(t.id) progress where t.id = $1
   ), first_lost as materialized (
     select rule.id as task_id, c.id as contact_id, c.position, c.phone_number, rule.priority, rule.due_at
     from rule cross join lateral (
       select c.id, c.position, c.phone_number from contact c
       where c.data_source_id = rule.data_source_id and c.position > rule.list_start and c.position <= rule.cursor
         and (select true from dial d where d.task_id = rule.id and d.position = c.position limit 1) is null
         and (select true from live_call l where l.contact_id = c.id limit 1) is null
       order by c.position desc
       limit greatest($3 - (select count(*) from lost), 0)
     ) c
   ), returned as (
     update dial d set due_at = (select due_at from rule), update_time = $2
     from (select task_id, position from lost offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
   ), returned_first as (
     insert into dial (task_id, contact_id, position, phone_number, priority, due_at, update_time)
     select task_id, contact_id, position, phone_number, priority, due_at, $2 from first_lost
   )
   select ((select count(*) from lost) + (select count(*) from first_lost))::int as contacts`,
)

/** Corrects the counted live calls of a task by its rows in live_call. Returns the difference. $1: task. */
export const correctTask = sql<{ excess: number }>(
  'correct_task_count',
  `with last as materialized (
     select progress.cursor, progress.started_count,
       counted.calls - (select count(*) from live_call l where l.task_id = $1) as excess
     from task_progress_now($1) progress cross join task_live_calls($1) counted
   ), corrected as (
     insert into task_progress (task_id, cursor, started_count)
     select $1, cursor, started_count - excess from last where excess <> 0
     on conflict (task_id) do update set started_count = excluded.started_count
   )
   select excess::int from last`,
)

/** $1: how many lines fewer are in use. */
export const correctLines = sql<never>(
  'correct_lines',
  'update dialer set started_total = started_total - $1 where is_only',
)

/** The max of each minute. $1: now. */
export const sampleLines = sql<never>(
  'sample_lines',
  `insert into line_sample as known (minute, in_use, max_lines)
   select date_trunc('minute', $1::timestamptz), greatest(progress.live, 0), dialer.lines
   from dialer_progress progress cross join dialer
   on conflict (minute) do update set in_use = greatest(known.in_use, excluded.in_use), max_lines = excluded.max_lines
   where known.in_use < excluded.in_use or known.max_lines <> excluded.max_lines`,
)
