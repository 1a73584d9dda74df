// The state of the whole service. Every open console asks for it every few seconds, so it reads only a few rows.

import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import { sql } from '../../platform/storage/sql.ts'
import { skippedContacts } from '../explain/explain.queries.ts'

interface SystemRow {
  lines: number
  calls_per_second: number
  live: number
  running: number
  failed: number
  /** Calls that ended in the current minute and in the one before. */
  ended_now: number
  ended_before: number
}

/** $1: now. */
export const readSystem = sql<SystemRow>(
  'read_system',
  `select lines, calls_per_second,
     (select count(*) from live_call) as live,
     (select count(*) from task where status = ${TaskStatus.RUNNING}) as running,
     (select count(*) from task where status = ${TaskStatus.FAILED}) as failed,
     ended.during as ended_now, ended.before as ended_before
   from dialer
   cross join (select date_trunc('minute', $1::timestamptz) as minute) clock
   cross join lateral (
     select coalesce(sum(call_count) filter (where m.minute = clock.minute), 0)::bigint as during,
       coalesce(sum(call_count) filter (where m.minute < clock.minute), 0)::bigint as before
     from call_sum m
     where m.minute between clock.minute - interval '1 minute' and clock.minute
   ) ended`,
)

export interface AttentionRow {
  id: string
  name: string
  status: TaskStatus
  fail_reason: string | null
  change_time: Date | null
  change_actor: string | null
}

/** The newest tasks in a state, and who changed them to it. $1: limit. */
function readTasksIn(status: TaskStatus, condition = ''): string {
  return `select t.id, t.name, t.status, t.fail_reason, change.at as change_time, change.actor as change_actor
   from task t
   left join lateral (
     select at, actor from audit
     where task_id = t.id and operation in ('publish', 'resume', 'fail', 'complete')
     order by id desc limit 1
   ) change on true
   where t.status = ${status} ${condition}
   order by t.id desc limit $1`
}

export const readFailedTasks = sql<AttentionRow>('read_failed_tasks', readTasksIn(TaskStatus.FAILED))

export const readRunningTasks = sql<AttentionRow>('read_running_tasks', readTasksIn(TaskStatus.RUNNING))

/** Tasks that completed in the last day without a call, because none of their contacts may be called. $1: limit; $2: now. */
export const readUncalledTasks = sql<AttentionRow, [limit: number, now: Date]>(
  'read_uncalled_tasks',
  readTasksIn(
    TaskStatus.COMPLETED,
    `and t.end_time > $2::timestamptz - interval '1 day'
     and exists (select from task_totals(t.id) where call_count = 0 and skipped_contacts > 0)`,
  ),
)

/** Why their contacts may not be called. $1: tasks; $2: max number of contacts to count of each. */
export const readSkips = sql<
  { id: string; skips: { reason: string; contacts: number }[]; skipped_contacts: number },
  [taskIds: string[], max: number]
>(
  'read_skips',
  `select t.id, counted.skipped_contacts, ${skippedContacts('$2')}
   from task t cross join lateral task_totals(t.id) counted
   where t.id = any($1::uuid[])`,
)
