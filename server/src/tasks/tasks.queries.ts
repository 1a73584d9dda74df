import { ContactStatus } from '../contacts/contact-status.ts'
import type { EndingColumns } from '../flows/call-ending.ts'
import type { Flow } from '../flows/flow.ts'
import { impersonalResult } from '../flows/impersonal-result.ts'
import type { TaskHoursRow } from '../permission/next-attempt.ts'
import type { RetryRules } from '../permission/retry-rules.ts'
import { sql } from '../storage/sql.ts'
import { OTHER_CHANGES_SLOT } from './counter-slots.ts'
import { TaskStatus } from './task-state.ts'

export interface TaskRow extends EndingColumns {
  id: string
  name: string
  description: string
  status: TaskStatus
  data_source_id: string
  list_mode: 'snapshot' | 'live'
  priority: number
  max_dial_count: number
  contact_count: number
  call_count: number
  fail_count: number
  no_answer_count: number
  talk_ms: number
  /** Picked up, also by machines. */
  answered_count: number
  success_contacts: number
  failed_contacts: number
  skipped_contacts: number
  create_time: Date
  start_time: Date | null
  end_time: Date | null
  update_time: Date
  counted_time: Date | null
  stop_reason: string | null
  fail_reason: string | null
  success_when: string
}

/**
 * Of `task t`, `data_source d` and `task_totals(t.id) totals`. Before the list ends, the task has the contacts of its data
 * source and those that were deleted from it after they were dialed.
 */
export const TASK_COLUMNS = `t.id, t.name, t.description, t.status, t.data_source_id, t.list_mode, t.priority, t.max_dial_count,
  coalesce(t.contact_count, d.contact_count + t.kept_count) as contact_count, totals.call_count, totals.success_count,
  totals.fail_count, totals.no_answer_count, totals.answered_count, totals.talk_ms, totals.success_contacts, totals.failed_contacts, totals.skipped_contacts,
  t.create_time, t.start_time, t.end_time, t.update_time, totals.counted_time, t.stop_reason, t.fail_reason, t.success_when,
  totals.unsuccessful_count, totals.machine_count, totals.not_answered_count`

export const findTask = sql<TaskRow>(
  'find_task',
  `select ${TASK_COLUMNS}
   from task t
   join data_source d on d.id = t.data_source_id
   cross join lateral task_totals(t.id) totals
   where t.id = $1`,
)

/** `list_end` is null in live mode and in a draft. `is_part`: only contacts that have a dial are in the task. */
export const findTaskList = sql<
  {
    data_source_id: string
    list_end: number | null
    is_part: boolean
    flow: Flow | null
    success_when: string
    status: TaskStatus
  } & TaskHoursRow
>(
  'find_task_list',
  `select t.data_source_id, t.list_end, t.continues_task_id is not null as is_part, f.document as flow, t.success_when, t.status,
     t.daily_start, t.daily_end, t.weekdays, t.window_zone, t.start_at, (select days from holidays_of(t.calendar_ids)) as holidays
   from task t left join call_flow f on f.id = t.flow_id where t.id = $1`,
)

export interface TaskSettingsRow {
  id: string
  name: string
  description: string
  data_source_id: string
  list_mode: 'snapshot' | 'live'
  priority: number
  max_dial_count: number
  call_interval_seconds: number
  /** HH:MM:SS */
  daily_start: string | null
  daily_end: string | null
  window_zone: 'service' | 'recipient'
  weekdays: number[] | null
  calendar_ids: string[]
  do_not_call_list_ids: string[]
  start_at: Date | null
  end_at: Date | null
  retry_rules: RetryRules
  flow_id: string | null
  flow: Flow | null
  success_when: string
  max_agents: number | null
  status: TaskStatus
  /** How often it was rescheduled since it last ran. */
  reschedules: number
  continues_task_id: string | null
}

const SETTINGS = `id, name, description, data_source_id, list_mode, priority, max_dial_count, call_interval_seconds, daily_start,
     daily_end, window_zone, weekdays, calendar_ids, do_not_call_list_ids, start_at, end_at, retry_rules, flow_id,
     (select document from call_flow where id = task.flow_id) as flow, success_when, max_agents, status, reschedules,
     continues_task_id`

export const findTaskSettings = sql<TaskSettingsRow>(
  'find_task_settings',
  `select ${SETTINGS} from task where id = $1`,
)

export const lockTaskSettings = sql<TaskSettingsRow>(
  'lock_task_settings',
  `select ${SETTINGS} from task where id = $1 for no key update`,
)

/** $24-$26: of a task that continues another one: that one, how many contacts it has, and where its list ends. */
export const insertTask = sql<{ id: string }>(
  'insert_task',
  `with added as (
     insert into task (id, name, description, data_source_id, priority, max_dial_count, call_interval_seconds,
       daily_start, daily_end, list_mode, create_time, update_time, window_zone, weekdays, calendar_ids,
       do_not_call_list_ids, start_at, end_at, retry_rules, flow_id, success_when, max_agents, continues_task_id,
       contact_count, list_end)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $24, $25, $26)
     returning id, status
   ), audited as (
     insert into task_audit (task_id, at, actor, operation, status, reason)
     select id, $11, $12, 'add', status, $23 from added
   )
   select id, pg_notify('task_changed', id::text) from added`,
)

/** Which of the names are taken. */
export const findNames = sql<{ name: string }>(
  'find_task_names',
  'select name from task where name = any($1)',
)

/** A task as the change left it. */
export type ChangedTask = Pick<TaskRow, 'id' | 'name' | 'status' | 'start_time' | 'update_time'>

/** Flags say which columns to set where null is a value: the daily window, the weekdays, the start and the end, the flow. */
export const updateTask = sql<ChangedTask & { old_flow_id: string | null }>(
  'update_task',
  `with changed as (
     update task set
       name = coalesce($3, name), description = coalesce($4, description), priority = coalesce($5, priority),
       max_dial_count = coalesce($6, max_dial_count),
       call_interval_seconds = coalesce($7, call_interval_seconds),
       daily_start = case when $8::boolean then $9 else daily_start end,
       daily_end = case when $10::boolean then $11 else daily_end end,
       list_mode = coalesce($12, list_mode), update_time = $13, window_zone = coalesce($15, window_zone),
       weekdays = case when $16::boolean then $17 else weekdays end,
       calendar_ids = coalesce($18, calendar_ids), do_not_call_list_ids = coalesce($19, do_not_call_list_ids),
       start_at = case when $20::boolean then $21 else start_at end,
       end_at = case when $22::boolean then $23 else end_at end, retry_rules = coalesce($24, retry_rules),
       flow_id = case when $25::boolean then $26 else flow_id end, success_when = coalesce($27, success_when),
       max_agents = case when $28::boolean then $29 else max_agents end
     from (select id as old_id, flow_id as old_flow_id from task where id = $1 for no key update) old
     where id = old_id and status = any($2)
     returning id, name, status, start_time, update_time, old_flow_id
   ), audited as (
     insert into task_audit (task_id, at, actor, operation, status) select id, $13, $14, 'update', status from changed
   )
   select changed.*, pg_notify('task_changed', id::text) from changed`,
)

/**
 * Locks the task's row before a change that decides where the list ends. The change is a separate statement, so it reads the
 * data source as of the lock. A deletion of a contact locks the rows of all tasks of the list, so the count and the end
 * agree with what the task has recorded about deleted contacts. Contacts added in the meantime come after that end.
 */
export const lockTask = sql<never>('lock_task', 'select from task where id = $1 for no key update')

/** In live mode the list ends when the task does. A draft has no list of its own, and gets none when it is closed. */
const ENDS_LIST = `(
  $6 = 'publish' and t.list_mode = 'snapshot' or $6 = 'stop' or $6 = 'close' and t.status <> ${TaskStatus.DRAFT}
)`

/**
 * A change of state: one compare-and-set, with its entry in the audit trail. It locks the row of its task and no other, so
 * it never waits for a change of the list. A task whose end date has passed does not start to dial.
 * $1: task; $2: the states it may be in; $3: now; $4: actor; $5: reason; $6: operation; $7: the new state; $8: of a resume, how
 * often the task was rescheduled: that its contacts have followed is only known of these.
 */
export const changeTaskState = sql<ChangedTask>(
  'change_task_state',
  `with changed as (
     update task t set status = $7, update_time = $3,
       start_time = case $6::text when 'publish' then $3 else t.start_time end,
       end_time = case when $6 in ('stop', 'close') then coalesce(t.end_time, $3) else t.end_time end,
       stop_reason = case $6 when 'stop' then $5 else t.stop_reason end,
       fail_reason = case when $6 in ('pause', 'resume') then null else t.fail_reason end,
       reschedules = case $6 when 'resume' then 0 else t.reschedules end,
       contact_count = case
         when ${ENDS_LIST} then coalesce(t.contact_count, d.contact_count + t.kept_count) else t.contact_count
       end,
       list_end = case when ${ENDS_LIST} then coalesce(t.list_end, d.last_position) else t.list_end end
     from data_source d
     where t.id = $1 and t.status = any($2) and d.id = t.data_source_id
       and not ($6 in ('publish', 'resume') and coalesce(t.end_at <= $3, false))
       and ($6 <> 'resume' or t.reschedules = $8::int)
     returning t.id, t.name, t.status, t.start_time, t.update_time
   ), audited as (
     insert into task_audit (task_id, at, actor, operation, status, reason)
     select id, $3, $4, $6, status, $5 from changed
   )
   select changed.*, pg_notify('task_changed', id::text) from changed`,
)

/**
 * Waits for claims in progress and blocks new ones, so that it is certain which contacts are being dialed. Locks drafts too:
 * a draft published in the meantime would count a deleted contact.
 */
export const lockLists = sql<never>(
  'lock_lists',
  'select from task where data_source_id = $1 order by id for no key update',
)

/** What was said to deleted contacts and keyed in by them goes with them. Their calls are found by the times that their dials have. */
export const forgetResults = sql<never, [dataSourceId: string, positions: number[], contactIds: string[]]>(
  'forget_results',
  `with dials as materialized (
     select d.task_id, d.position, d.call_times from task t
     join dial d on d.task_id = t.id and d.position = any($2::bigint[])
     where t.data_source_id = $1
   ), emptied as (
     update dial d set result = ${impersonalResult('d.result')} from dials
     where d.task_id = dials.task_id and d.position = dials.position and d.result is not null
   )
   update call c set result = ${impersonalResult('c.result')}
   from dials cross join lateral (select distinct unnest(dials.call_times) as start_time) began
   where c.task_id = dials.task_id and c.start_time = began.start_time and c.contact_id = any($3::uuid[]) and c.result is not null`,
)

/**
 * Removes deleted contacts from the lists of published tasks. A contact that was never dialed, because it was not its turn, it was
 * deferred before its first call or it may not be called, leaves the list; one that waits for a retry is done. In live mode the list shrinks
 * with its data source, so there a contact that stays is counted in kept_count. A task that continues another one has a list
 * before it is published: contacts that have a dial. $1: data source; $2: positions of the contacts; $3: now.
 */
export const dropFromLists = sql<never, [dataSourceId: string, positions: number[], now: Date]>(
  'drop_from_lists',
  `with given as materialized (
     select position from unnest($2::bigint[]) as given (position)
   ), tasks as materialized (
     select id, contact_count is null as is_open, list_end, continues_task_id is not null as is_part,
       start_time is not null or continues_task_id is not null as has_list
     from task where data_source_id = $1
   ), deferred as (
     delete from dial d using tasks t, given
     where d.task_id = t.id and d.position = given.position and d.calls = 0
       and (d.due_at is not null or d.outcome = ${ContactStatus.NOT_DIALED})
     returning d.task_id, d.position, d.outcome = ${ContactStatus.NOT_DIALED} and not d.is_cut_short as is_skipped
   ), kept as (
     select d.task_id, d.position from tasks t cross join given join dial d on d.task_id = t.id and d.position = given.position
     where not exists (select from deferred where deferred.task_id = d.task_id and deferred.position = d.position)
     union
     select l.task_id, l.position from live_call l join tasks t on t.id = l.task_id join given on given.position = l.position
   ), list as materialized (
     select t.id, t.is_open, counted.kept, case
         when t.is_part then counted.kept + (select count(*) from deferred where deferred.task_id = t.id)
         else (select count(*) from given where t.list_end is null or given.position <= t.list_end)
       end as contacts
     from tasks t cross join lateral (select count(*) as kept from kept where kept.task_id = t.id) counted
     where t.has_list
   ), recounted as (
     update task t set contact_count = t.contact_count - (list.contacts - list.kept),
       kept_count = t.kept_count + case when list.is_open then list.kept else 0 end
     from list
     where t.id = list.id and case when list.is_open then list.kept > 0 else list.contacts > list.kept end
   ), finished as (
     update dial d set due_at = null, outcome = ${ContactStatus.FAILED}
     from tasks t, given
     where d.task_id = t.id and d.position = given.position and d.calls > 0 and d.due_at is not null
     returning d.task_id
   )
   insert into task_counter as counter (task_id, slot, failed_contacts, skipped_contacts, update_time)
   select task_id, ${OTHER_CHANGES_SLOT}, sum(failed), sum(skipped), $3
   from (
     select task_id, 1 as failed, 0 as skipped from finished
     union all
     select task_id, 0, -1 from deferred where is_skipped
   ) changed
   group by task_id
   order by task_id
   on conflict (task_id, slot) do update set failed_contacts = counter.failed_contacts + excluded.failed_contacts,
     skipped_contacts = counter.skipped_contacts + excluded.skipped_contacts`,
)

/**
 * A task that has called or is calling one of the positions, for each of the given keys that has one. Tasks without calls are not looked into: they
 * may have a row for every contact that may not be called. $1: data source; $2-$4: keys, and the first and last positions of their ranges.
 */
export const findDialedRanges = sql<
  { key: string; name: string },
  [dataSourceId: string, keys: string[], firstPositions: number[], lastPositions: number[]]
>(
  'find_dialed_ranges',
  `with live as materialized (
     select task_id, position from live_call where data_source_id = $1
   ), tasks as materialized (
     select t.id, t.name from task t
     where t.data_source_id = $1 and t.start_time is not null
       and ((select call_count from task_totals(t.id)) > 0 or exists (select from live where task_id = t.id))
   )
   select distinct on (given.key) given.key, t.name
   from unnest($2::uuid[], $3::bigint[], $4::bigint[]) as given (key, first_position, last_position)
   cross join tasks t
   where exists (select from live where task_id = t.id and position between given.first_position and given.last_position)
     or exists (
       select from dial where task_id = t.id and position between given.first_position and given.last_position and calls > 0
     )
   order by given.key`,
)

export interface AuditRow {
  id: number
  at: Date
  actor: string
  operation: string
  status: TaskStatus
  reason: string | null
  changes: SettingChange[] | null
}

/** Times are in ISO form. */
export interface SettingChange {
  field: string
  before: string | number | number[] | null
  after: string | number | number[] | null
}

export const countAudit = sql<{ total: number }>(
  'count_task_audit',
  'select count(*) as total from task_audit where task_id = $1',
)

export const listAudit = sql<AuditRow>(
  'list_task_audit',
  `select id, at, actor, operation, status, reason, changes from task_audit
   where task_id = $1 order by id desc offset $2 limit $3`,
)

export const listAuditAfter = sql<AuditRow>(
  'list_task_audit_after',
  `select id, at, actor, operation, status, reason, changes from task_audit
   where task_id = $1 and id < $2 order by id desc limit $3`,
)

export const findAudit = sql<{ id: number }>(
  'find_task_audit',
  'select id from task_audit where task_id = $1 and id = $2',
)

/** The tasks that can still dial and have a flow that says exactly this. */
export const findTasksSaying = sql<{ name: string }>(
  'find_tasks_saying',
  `select name from task t join call_flow f on f.id = t.flow_id
   where jsonb_path_exists(
       f.document,
       '$.steps[*] ? (@.text == $text || @.retryText == $text || @.failText == $text)',
       jsonb_build_object('text', $1::text)
     )
     and status in (${TaskStatus.DRAFT}, ${TaskStatus.RUNNING}, ${TaskStatus.PAUSED}, ${TaskStatus.FAILED})
   order by create_time desc, t.id desc`,
)

/** The tasks that name a do-not-call list, a calendar or an audio and can still dial. */
export const findTasksNaming = sql<{ name: string }>(
  'find_tasks_naming',
  `select name from task
   where ($1::uuid = any(do_not_call_list_ids) or $1 = any(calendar_ids) or exists (
       select from call_flow
       where id = task.flow_id and jsonb_path_exists(
         document, '$.steps[*] ? (@.listId == $id || @.audioId == $id)', jsonb_build_object('id', $1::text)
       )
     ))
     and status in (${TaskStatus.DRAFT}, ${TaskStatus.RUNNING}, ${TaskStatus.PAUSED}, ${TaskStatus.FAILED})
   order by create_time desc, id desc`,
)
