// The facts for a preview: a task's rules, its contacts with what permission is decided on, and how calls went lately.

import {
  caseUsed,
  holidaysOf,
  type LimitsUsedRow,
  limitsUsed,
  missingConsent,
} from '../../../campaigns/permission/rules.queries.ts'
import type { StoredSettings } from '../../../campaigns/tasks/task-settings.ts'
import { TaskStatus } from '../../../campaigns/tasks/task-state.ts'
import { hasInList } from '../../../campaigns/tasks/tasks.queries.ts'
import type { Flow } from '../../../conversations/flows/flow.ts'
import { SILENT_NODE } from '../../../dialing/dialer/node/node.queries.ts'
import { sql } from '../../../platform/storage/sql.ts'

export interface PreviewTaskRow {
  id: string
  status: TaskStatus
  contact_count: number
  list_end: number
  /** Null: it is a draft. */
  is_simulated: boolean | null
  /** Whether the calls of the task that it was copied from were simulated. */
  was_simulated: boolean
  flow: Flow | null
  settings: StoredSettings
  holidays: string[]
  end_at: Date | null
  lines: number
  calls_per_second: number
  /** Nodes that dial. */
  nodes: number
  /** Other running tasks that dial the same data source, up to ten. */
  rivals: { id: string; name: string }[]
}

/** $1: task; $2: now. */
export const readPreviewTask = sql<PreviewTaskRow>(
  'read_preview_task',
  `select t.id, t.status, t.is_simulated, t.was_simulated, coalesce(t.contact_count, s.contact_count + t.kept_count) as contact_count,
     coalesce(t.list_end, s.last_position) as list_end, (select document from call_flow where id = t.flow_id) as flow,
     t.settings, ${holidaysOf('t')} as holidays, t.end_at, dialer.lines, dialer.calls_per_second,
     (select count(*) from dialer_node where heartbeat_time > $2::timestamptz - ${SILENT_NODE}) as nodes,
     (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name)), '[]') from (
       select id, name from task
       where data_source_id = t.data_source_id and status = ${TaskStatus.RUNNING} and id <> t.id
       order by create_time desc limit 10
     ) rival) as rivals
   from task t join data_source s on s.id = t.data_source_id cross join dialer
   where t.id = $1`,
)

export interface EmptyFieldRow {
  name: string
  contacts: number
}

/** More are not counted: a list may have millions. */
export const EMPTY_FIELDS_COUNTED = 1000

/** Of these fields, those that contacts lack. $1: task; $2: its positions up to this one; $3: names. */
export const countEmptyFields = sql<EmptyFieldRow>(
  'count_empty_fields',
  `select given.name, lacking.contacts
   from task t cross join unnest($3::text[]) as given (name)
   cross join lateral (
     select count(*) as contacts from (
       select from contact c
       where c.data_source_id = t.data_source_id and c.position <= $2 and coalesce(c.fields ->> given.name, '') = ''
         and ${hasInList('t', 'c.position')}
       limit ${EMPTY_FIELDS_COUNTED}
     ) counted
   ) lacking
   where t.id = $1 and lacking.contacts > 0`,
)

export interface PreviewContactRow extends LimitsUsedRow {
  phone_key: string
  time_zone: string | null
  call_time: Date | null
  call_until: Date | null
  is_withdrawn: boolean
  /** The task has nothing more to do for it. */
  is_done: boolean
  do_not_call_list_id: string | null
  missing_consent: string | null
}

/**
 * $1: task; $2, $3: after and up to these positions; $4: the time of the decision; $5-$7: the limits of the service; $8:
 * whether the contact's own zone matters.
 */
export const readPreviewContacts = sql<PreviewContactRow>(
  'read_preview_contacts',
  `select c.phone_key, case when $8::boolean then c.fields ->> 'timeZone' end as time_zone,
     c.call_time, c.call_until, c.withdraw_time is not null as is_withdrawn,
     d.outcome is not null as is_done,
     (select list_id from do_not_call_list_with(c.phone_key, t.do_not_call_list_ids, $4)) as do_not_call_list_id,
     ${missingConsent('c.phone_key', 't.needs_consent', '$4')},
     ${limitsUsed('c.phone_key', '$4', '($5::int[] || t.budget_attempts)', '($6::int[] || t.budget_days)', 'greatest($7::int, t.quiet_days)')},
     ${caseUsed('t', 'c.fields', 'c.phone_key', '$4')}
   from task t
   join contact c on c.data_source_id = t.data_source_id and c.position > $2 and c.position <= $3
   left join lateral (
     select position, outcome from dial
     where task_id = t.id and position = c.position and (t.start_time is not null or c.position <= t.list_start)
     limit 1
   ) d on true
   where t.id = $1 and (c.position > t.list_start or d.position is not null)`,
)

export interface RecentCallsRow {
  calls: number
  call_seconds: number | null
  /** Of the tasks with these calls: calls, and contacts that are done. */
  all_calls: number
  done_contacts: number
}

/** The latest calls of the latest tasks, wherever they were dialed: at most 50 calls of 20 tasks. */
export const readRecentCalls = sql<RecentCallsRow>(
  'read_recent_calls',
  `with latest as materialized (
     select id from task where start_time is not null order by create_time desc limit 20
   )
   select sample.calls, sample.call_seconds, totals.calls as all_calls, totals.done as done_contacts
   from (
     select count(*) as calls, avg(extract(epoch from c.end_time - c.start_time))::float8 as call_seconds
     from latest cross join lateral (
       select start_time, end_time from call where task_id = latest.id order by start_time desc limit 50
     ) c
   ) sample
   cross join (
     select coalesce(sum(t.call_count), 0)::bigint as calls,
       coalesce(sum(t.success_contacts + t.failed_contacts), 0)::bigint as done
     from latest cross join lateral task_totals(latest.id) t
   ) totals`,
)
