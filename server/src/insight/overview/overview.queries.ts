// What the overview shows of every task that is not over: a few statements for all tasks, because each open console asks for it
// every few seconds.

import { holidaysOf } from '../../campaigns/permission/rules.queries.ts'
import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import { SUM_OF_ANSWERED } from '../../dialing/dialer/settle/call-sums.queries.ts'
import { countContacts } from '../../lists/contacts/contact-blocks.queries.ts'
import { sql } from '../../platform/storage/sql.ts'
import { quarterOf } from '../../platform/storage/sum-bucket.ts'
import {
  COUNTED_CALLS,
  SHARED_FACTS,
  skippedContacts,
  TASK_WORK,
  type TaskFactsRow,
  waitingContacts,
} from '../explain/explain.queries.ts'

/** `others` follow from the rows of the other tasks. */
export interface OverviewTaskRow extends Omit<TaskFactsRow, 'others'> {
  name: string
  data_source_id: string
  data_source_name: string
}

/**
 * Contacts that were not dialed are counted by blocks only if contacts were deleted from the list. The pace is that of ended calls.
 *
 * $1: now; $2: how far back the pace is measured; $3: for `shown`; $4: max number of waiting contacts to count; $5: whether the environment names a gateway.
 */
const tasksShown = (shown: string) => `with live as materialized (
     select task_id, count(*) as calls from live_call group by task_id
   ), ${SHARED_FACTS}, shown as materialized (${shown})
   select t.id, t.name, t.status, t.priority, t.is_simulated, t.data_source_id, s.name as data_source_name, t.settings, ${holidaysOf('t')} as holidays,
     t.end_at, t.stop_reason, t.fail_reason,
     change.at as change_time, change.actor as change_actor, change.reason as change_reason,
     coalesce(t.contact_count, s.contact_count + t.kept_count) as contact_count,
     case when s.contact_count = s.last_position
       then greatest(list.last_position - reached.cursor, 0)
       else ${countContacts('t.data_source_id', 'reached.cursor', 'list.last_position')}
     end as unread, 0 as waiting_after_end,
     coalesce((select calls from live where task_id = t.id), 0)::int as live,
     (select coalesce(sum(calls), 0) from live)::int as all_live, 0 as recent_live,
     counted.success_contacts, counted.failed_contacts, counted.skipped_contacts, counted.call_count,
     ${COUNTED_CALLS},
     ${waitingContacts('$1', '$4')}, ${skippedContacts('$4')},
     dialer.lines, dialer.calls_per_second, dialer.started, ${TASK_WORK},
     bound.recently, null as recent_since,
     (
       select coalesce(sum(call_count), 0)::int from call_sum m
       where m.task_id = t.id and m.minute >= date_trunc('minute', bound.recently)
     ) as recent_ended
   from shown
   join task t on t.id = shown.id
   join data_source s on s.id = t.data_source_id
   cross join dialer
   cross join lateral task_progress_now(t.id) reached
   cross join lateral (select coalesce(t.list_end, s.last_position) as last_position) list
   left join lateral (
     select at, actor, reason from audit
     where task_id = t.id and operation in ('publish', 'pause', 'resume', 'stop', 'close', 'fail', 'complete')
     order by id desc limit 1
   ) change on true
   cross join lateral (select greatest($2::timestamptz, change.at) as recently) bound
   cross join lateral task_totals(t.id) counted
   order by t.status = ${TaskStatus.FAILED} desc, t.status = ${TaskStatus.RUNNING} desc, t.id desc`

/** FAILED tasks first, then RUNNING ones. Completed ones that called nobody stay for a day. $3: max number of tasks. */
export const readOverviewTasks = sql<OverviewTaskRow>(
  'read_overview_tasks',
  tasksShown(`select id from task
     where status in (${TaskStatus.RUNNING}, ${TaskStatus.PAUSED}, ${TaskStatus.FAILED})
       or status = ${TaskStatus.COMPLETED} and end_time > $1::timestamptz - interval '1 day' and exists (
         select from task_totals(task.id) where call_count = 0 and skipped_contacts > 0
       )
     order by status = ${TaskStatus.FAILED} desc, status = ${TaskStatus.RUNNING} desc, id desc
     limit $3`),
)

/** $3: the ids of tasks. */
export const readRunningTasks = sql<OverviewTaskRow>(
  'read_running_tasks',
  tasksShown(`select id from task where id = any($3::uuid[]) and status = ${TaskStatus.RUNNING}`),
)

export interface ServiceRow {
  lines: number
  live: number
  tasks: number
}

export const readService = sql<ServiceRow>(
  'read_overview_service',
  `select lines, (select count(*) from live_call)::int as live,
     (select count(*) from task
      where status in (${TaskStatus.RUNNING}, ${TaskStatus.PAUSED}, ${TaskStatus.FAILED}))::int as tasks
   from dialer`,
)

export interface DayRow {
  call_count: number
  /** How many calls people, and not machines, have answered. */
  answered_count: number
  success_count: number
  talk_ms: number
}

/** Calls by the quarter of an hour in which they ended. $1, $2: from and before. */
export const readQuarters = sql<DayRow & { bucket: Date }>(
  'read_overview_quarters',
  `select ${quarterOf('minute')} as bucket, sum(call_count)::bigint as call_count, ${SUM_OF_ANSWERED} as answered_count,
     sum(success_count)::bigint as success_count, sum(talk_ms)::bigint as talk_ms
   from call_sum where minute >= $1 and minute < $2
   group by 1`,
)
