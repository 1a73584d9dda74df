// The facts for explanations. The counts of a task come from one statement, so they add up. Contacts are counted by
// blocks: one row for 256 contacts.

import { holidaysOf } from '../../campaigns/permission/rules.queries.ts'
import { WAITING_AFTER_END } from '../../campaigns/tasks/contacts/task-contacts.queries.ts'
import type { StoredSettings } from '../../campaigns/tasks/task-settings.ts'
import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import { hasInList } from '../../campaigns/tasks/tasks.queries.ts'
import type { EndingColumns } from '../../conversations/flows/call-ending.ts'
import type { CallResult } from '../../conversations/flows/call-result.ts'
import type { StartedCalls } from '../../dialing/dialer/claim/rate-window.ts'
import type { TaskWait } from '../../dialing/dialer/health/task-pace.ts'
import { SILENT_NODE } from '../../dialing/dialer/node/node.queries.ts'
import { countContacts } from '../../lists/contacts/contact-blocks.queries.ts'
import { ContactStatus } from '../../lists/contacts/contact-status.ts'
import { sql } from '../../platform/storage/sql.ts'
import { trunkNameOf } from '../../telephony/trunks/trunks.queries.ts'

export interface TaskFactsRow extends EndingColumns {
  id: string
  status: TaskStatus
  priority: number
  is_simulated: boolean | null
  /** One that it may take is stored, enabled or not. */
  has_trunk: boolean
  settings: StoredSettings
  holidays: string[]
  end_at: Date | null
  stop_reason: string | null
  fail_reason: string | null
  change_time: Date | null
  change_actor: string | null
  change_reason: string | null
  contact_count: number
  /** Contacts behind the cursor. */
  unread: number
  waiting_after_end: number
  live: number
  all_live: number
  success_contacts: number
  failed_contacts: number
  skipped_contacts: number
  call_count: number
  talk_ms: number
  /** Picked up, also by machines. */
  answered_count: number
  next_due: (Date | null)[]
  /** The contact that is due first, if the hours hold where the called person is. */
  first_due: { phoneKey: string; timeZone: string | null } | null
  /** Up to the given limit. `reason` is null for contacts that wait for nothing but their interval, or are due. */
  waits: { reason: string | null; contacts: number; nextTime: string }[]
  /** Of a completed task without calls: contacts that may never be called, up to the given limit, by reason. */
  skips: { reason: string; contacts: number }[]
  lines: number
  calls_per_second: number
  started: StartedCalls
  trunk_room: { lines: number; hasRoom: boolean } | null
  /** A minute ago, or when the task changed to its current state, if that is later. */
  recently: Date
  /** Calls that started since then and have ended, up to the given limit; when the first of them started. */
  recent_ended: number
  recent_since: Date | null
  recent_live: number
  /** When a call of any running task last ended, or a contact was last passed over. */
  last_work: Date | null
  /** Of a task whose list is open: when its last contact was added. */
  list_grown_at: Date | null
  others: {
    priority: number
    settings: StoredSettings
    holidays: string[]
    hasUndialed: boolean
    isDue: boolean[]
  }[]
}

/** Of task `t`: when a contact of each priority is due first, and how many wait for what. Parameters: now, max number of contacts to count. */
export function waitingContacts(now: string, max: string): string {
  return `array(
       select (
         select d.due_at from dial d
         where d.task_id = t.id and d.priority = p and d.due_at is not null
         order by d.due_at limit 1
       )
       from generate_series(1, 5) p
     ) as next_due,
     case when t.window_zone = 'recipient' then (
       select jsonb_build_object('phoneKey', c.phone_key, 'timeZone', c.fields ->> 'timeZone')
       from generate_series(1, 5) p
       cross join lateral (
         select d.due_at, d.contact_id from dial d
         where d.task_id = t.id and d.priority = p and d.due_at is not null
         order by d.due_at limit 1
       ) due
       join contact c on c.id = due.contact_id
       order by due.due_at limit 1
     ) end as first_due,
     case when not exists (select from task_counter where task_id = t.id and denials is not null) then '[]' else (
       select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'contacts', contacts, 'nextTime', next_time)), '[]')
       from (
         select case when due_at > ${now} then wait_reason end as reason, count(*) as contacts, min(due_at) as next_time
         from (select due_at, wait_reason from dial where task_id = t.id and due_at is not null limit ${max}) waiting
         group by 1
       ) waits
     ) end as waits`
}

/** Of task `t` and its totals `counted`. `max`: parameter with the max number of contacts to count. */
export function skippedContacts(max: string): string {
  return `case when t.status = ${TaskStatus.COMPLETED} and counted.call_count = 0 and counted.skipped_contacts > 0 then (
       select coalesce(jsonb_agg(jsonb_build_object('reason', cause, 'contacts', contacts) order by contacts desc, cause), '[]')
       from (
         select cause, count(*) as contacts
         from (
           select cause from dial
           where task_id = t.id and outcome = ${ContactStatus.NOT_DIALED} and cause is not null limit ${max}
         ) skipped
         group by cause
       ) skips
     ) else '[]' end as skips`
}

/** SQL for all calls in `task_totals(t.id) counted`. */
export const COUNTED_CALLS =
  'counted.success_count, counted.answered_count, counted.talk_ms, counted.unsuccessful_count, counted.machine_count, counted.not_answered_count'

/**
 * What all tasks share, read once for all of them: the trunks, and when a dialer was last seen at work. $5: whether the environment names a
 * gateway; without one, the trunk that it once was takes no calls.
 */
export const SHARED_FACTS = `trunk_now as materialized (
     select id::text as id, coalesce((settings ->> 'isEnabled')::boolean, true) as is_enabled,
       (settings ->> 'lines')::integer as lines, (select count(*) from live_call where trunk_id = trunk.id) as calls
     from trunk
     where $5 or coalesce(settings ->> 'kind', 'sip') = 'sip'
   ), work as materialized (
     select max(greatest(k.update_time, (select max(at) from unnest(k.denial_times) denied (at)))) as last_time
     from task r join task_counter k on k.task_id = r.id
     where r.status = ${TaskStatus.RUNNING}
   )`

/** SQL: whether the task `t` may take the trunk. */
const MAY_TAKE = "coalesce(t.settings -> 'trunkIds', '[]') = '[]' or t.settings -> 'trunkIds' ? trunk_now.id"

/**
 * Of task `t`, with SHARED_FACTS: the lines of the enabled trunks that it may take, and whether one is free; null if no trunk is enabled. And
 * when the last contact was added to a list that is open.
 */
export const TASK_WORK = `exists (select from trunk_now where ${MAY_TAKE}) as has_trunk,
     (
       select jsonb_build_object('lines', coalesce(sum(lines) filter (where ${MAY_TAKE}), 0),
         'hasRoom', coalesce(bool_or(lines is null or calls < lines) filter (where ${MAY_TAKE}), false))
       from trunk_now where is_enabled
       having count(*) > 0
     ) as trunk_room,
     (select last_time from work) as last_work,
     case when t.list_end is null then (
       select create_time from contact where data_source_id = t.data_source_id order by position desc limit 1
     ) end as list_grown_at`

/** $1: task; $2: now; $3, $4: max number of recent calls and of waiting contacts to count; $5: as above. */
export const readTaskFacts = sql<TaskFactsRow>(
  'read_task_facts',
  `with ${SHARED_FACTS}
   select t.id, t.status, t.priority, t.is_simulated, t.settings, ${holidaysOf('t')} as holidays, t.end_at, t.stop_reason, t.fail_reason,
     change.at as change_time, change.actor as change_actor, change.reason as change_reason,
     coalesce(t.contact_count, s.contact_count + t.kept_count) as contact_count,
     ${countContacts('t.data_source_id', 'reached.cursor', 'coalesce(t.list_end, s.last_position)')} as unread,
     ${WAITING_AFTER_END} as waiting_after_end,
     up.live, up.all_live, up.recent_live,
     counted.success_contacts, counted.failed_contacts, counted.skipped_contacts, counted.call_count, ${COUNTED_CALLS},
     ${waitingContacts('$2', '$4')}, ${skippedContacts('$4')},
     dialer.lines, dialer.calls_per_second, dialer.started, ${TASK_WORK},
     bound.recently, recent.calls as recent_ended, recent.since as recent_since,
     case when up.all_live < dialer.lines then '[]' else (
       select coalesce(jsonb_agg(jsonb_build_object(
         'priority', o.priority, 'settings', o.settings, 'holidays', ${holidaysOf('o')},
         'hasUndialed', coalesce(o.list_end, os.last_position) > (select cursor from task_progress_now(o.id)),
         'isDue', array(
           select exists (
             select from dial d where d.task_id = o.id and d.priority = p and d.due_at is not null and d.due_at <= $2
           )
           from generate_series(1, 5) p
         )
       )), '[]')
       from task o join data_source os on os.id = o.data_source_id
       where o.status = ${TaskStatus.RUNNING} and o.id <> t.id
     ) end as others
   from task t
   cross join lateral task_progress_now(t.id) reached
   join data_source s on s.id = t.data_source_id
   cross join dialer
   left join lateral (
     select at, actor, reason from audit
     where task_id = t.id and operation in ('publish', 'pause', 'resume', 'stop', 'close', 'fail', 'complete')
     order by id desc limit 1
   ) change on true
   cross join lateral (
     select greatest($2::timestamptz - interval '1 minute', change.at) as recently
   ) bound
   cross join lateral (
     select count(*) filter (where l.task_id = t.id) as live, count(*) as all_live,
       count(*) filter (where l.task_id = t.id and l.start_time > bound.recently) as recent_live
     from live_call l
   ) up
   cross join lateral task_totals(t.id) counted
   cross join lateral (
     select count(*) as calls, min(start_time) as since from (
       select start_time from call
       where task_id = t.id and start_time > bound.recently
       order by start_time desc limit $3
     ) latest
   ) recent
   where t.id = $1`,
)

export interface NodeRow {
  name: string
  is_alive: boolean
  start_time: Date
  heartbeat_time: Date
  gateway_fault: string | null
  gateway_fault_time: Date | null
  gateway_busy: string | null
  task_waits: Record<string, TaskWait> | null
}

/** $1: now. */
export const readNodes = sql<NodeRow>(
  'read_nodes',
  `select name, heartbeat_time > $1::timestamptz - ${SILENT_NODE} as is_alive, start_time, heartbeat_time, gateway_fault,
     gateway_fault_time, gateway_busy, task_waits
   from dialer_node
   order by start_time, id`,
)

export interface ContactFactsRow {
  max_dial_count: number
  /** Null if the contact was deleted or never was in this data source. */
  contact_id: string | null
  phone_number: string | null
  display_name: string | null
  phone_key: string | null
  time_zone: string | null
  call_time: Date | null
  call_until: Date | null
  is_withdrawn: boolean | null
  is_in_list: boolean | null
  /** It comes before the start of the list: the task that this one continues has read it. */
  was_read_before: boolean | null
  contacts_ahead: number
  dial_contact_id: string | null
  is_cut_short: boolean | null
  dialed_number: string | null
  round: number | null
  attempts: number | null
  priority: number | null
  due_at: Date | null
  outcome: number | null
  calls: number | null
  refusals: number | null
  refusal: string | null
  cause: string | null
  wait_reason: string | null
  result: CallResult | null
  live_id: string | null
  live_number: string | null
  live_round: number | null
  live_attempt: number | null
  live_since: Date | null
  live_trunk_id: string | null
  live_trunk_name: string | null
  live_caller_id: string | null
  busy_since: Date | null
}

/** $1: task; $2: contact. */
export const readContactFacts = sql<ContactFactsRow>(
  'read_contact_facts',
  `select t.max_dial_count, c.id as contact_id, c.phone_number, c.phone_key, c.fields ->> 'timeZone' as time_zone,
     c.call_time, c.call_until, c.withdraw_time is not null as is_withdrawn, nullif(c.fields ->> s.name_field, '') as display_name,
     c.position <= coalesce(t.list_end, s.last_position) and ${hasInList('t', 'c.position')} as is_in_list,
     c.position <= t.list_start as was_read_before,
     case when c.position > reached.cursor then ${countContacts('t.data_source_id', 'reached.cursor', '(c.position - 1)')} else 0 end
       as contacts_ahead,
     d.contact_id as dial_contact_id, d.is_cut_short, d.phone_number as dialed_number, d.round, d.attempts, d.priority, d.due_at,
     d.outcome, d.calls, d.refusals, d.refusal, d.cause, d.wait_reason, d.result,
     up.id as live_id, up.phone_number as live_number, up.round as live_round, up.attempt as live_attempt,
     up.start_time as live_since, up.trunk_id as live_trunk_id, up.caller_id as live_caller_id,
     ${trunkNameOf('up.trunk_id')} as live_trunk_name,
     (select min(l.start_time) from live_call l
      where (l.phone_key = any(same_number(c.phone_key)) or l.contact_id = c.id) and (l.task_id <> t.id or l.contact_id <> c.id))
       as busy_since
   from task t
   cross join lateral task_progress_now(t.id) reached
   join data_source s on s.id = t.data_source_id
   left join contact c on c.id = $2 and c.data_source_id = t.data_source_id
   left join dial d on d.task_id = t.id and d.position = (
     select position from listed_contact where id = $2 and data_source_id = t.data_source_id
   )
   left join live_call up on up.task_id = t.id and up.contact_id = $2
   where t.id = $1`,
)
