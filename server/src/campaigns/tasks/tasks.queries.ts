import type { EndingColumns } from '../../conversations/flows/call-ending.ts'
import type { Flow } from '../../conversations/flows/flow.ts'
import { impersonalResult } from '../../conversations/flows/impersonal-result.ts'
import { ContactStatus } from '../../lists/contacts/contact-status.ts'
import { sql } from '../../platform/storage/sql.ts'
import { ACTOR_COLUMNS, type Actor, actorValues } from '../../platform/trail/actor.ts'
import { type Simulation, simulatedNow } from '../../telephony/trunks/trunks.queries.ts'
import { holidaysOf } from '../permission/rules.queries.ts'
import { OTHER_CHANGES_SLOT } from './counter-slots.ts'
import type { SettingName, SettingValue, StoredSettings } from './task-settings.ts'
import { type TaskOperation, TaskStatus } from './task-state.ts'

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
  pause_reason: string | null
  /** Where its calls go; null if it is a draft. */
  is_simulated: boolean | null
  success_when: string
}

/**
 * Of `task t`, `data_source d` and `task_totals(t.id) totals`. Before the list ends, the task has the contacts of its data
 * source and those that were deleted from it after they were dialed.
 */
export const TASK_COLUMNS = `t.id, t.name, t.description, t.status, t.data_source_id, t.list_mode, t.priority, t.max_dial_count,
  coalesce(t.contact_count, d.contact_count + t.kept_count) as contact_count, totals.call_count, totals.success_count,
  totals.fail_count, totals.no_answer_count, totals.answered_count, totals.talk_ms, totals.success_contacts, totals.failed_contacts, totals.skipped_contacts,
  t.create_time, t.start_time, t.end_time, t.update_time, totals.counted_time, t.stop_reason, t.fail_reason,
  case when t.status = ${TaskStatus.PAUSED} then t.pause_reason end as pause_reason, t.is_simulated,
  t.settings ->> 'successWhen' as success_when,
  totals.unsuccessful_count, totals.machine_count, totals.not_answered_count`

export const findTask = sql<TaskRow>(
  'find_task',
  `select ${TASK_COLUMNS}
   from task t
   join data_source d on d.id = t.data_source_id
   cross join lateral task_totals(t.id) totals
   where t.id = $1`,
)

/**
 * SQL for whether a position that is not behind the end of a task's list is on it: up to where the list starts, a task that continues
 * another one has only contacts that remained. By `limit 1`, no plan reads all dials.
 */
export const hasInList = (task: string, position: string) => `(
    ${position} > ${task}.list_start
    or (select true from dial where task_id = ${task}.id and position = ${position} limit 1) is not null
  )`

export const findDataSourceOfTask = sql<{ data_source_id: string }, [id: string]>(
  'find_data_source_of_task',
  'select data_source_id from task where id = $1',
)

/** `contact_count` is null in live mode and in a draft. */
export const findListOfTask = sql<{ data_source_id: string; contact_count: number | null }, [id: string]>(
  'find_list_of_task',
  'select data_source_id, contact_count from task where id = $1',
)

/** `list_end` is null in live mode and in a draft. */
export const findTaskList = sql<{
  data_source_id: string
  list_start: number
  list_end: number | null
  flow: Flow | null
  status: TaskStatus
  settings: StoredSettings
  was_simulated: boolean
  holidays: string[]
}>(
  'find_task_list',
  `select t.data_source_id, t.list_start, t.list_end, f.document as flow, t.status, t.settings, t.was_simulated,
     ${holidaysOf('t')} as holidays
   from task t left join call_flow f on f.id = t.flow_id where t.id = $1`,
)

export interface TaskSettingsRow {
  id: string
  name: string
  description: string
  data_source_id: string
  settings: StoredSettings
  flow_id: string | null
  flow: Flow | null
  status: TaskStatus
  /** How often it was rescheduled since it last ran. */
  reschedules: number
  continues_task_id: string | null
  is_simulated: boolean | null
  /** Of a copy or continuation: whether the calls of the task that it was made from were simulated. */
  was_simulated: boolean
}

const SETTINGS = `id, name, description, data_source_id, settings, flow_id,
     (select document from call_flow where id = task.flow_id) as flow, status, reschedules, continues_task_id, is_simulated,
     was_simulated`

/** More are not counted, nor is a long list read to its end. */
export const MAX_COUNTRY_UNKNOWN = 1000
const MAX_CONTACTS_READ = 100_000

/** Contacts of the list of a task of which nobody can say where they are: their number names no country, nor have they a time zone. $1: task. */
export const countCountryUnknown = sql<{ contacts: number }, [taskId: string]>(
  'count_country_unknown',
  `select count(*)::int as contacts from (
     select from task t cross join lateral (
       select position, phone_key, fields from contact
       where data_source_id = t.data_source_id and position <= coalesce(t.list_end, 9223372036854775807)
       order by position limit ${MAX_CONTACTS_READ}
     ) c
     where t.id = $1 and left(c.phone_key, 1) <> '+' and coalesce(c.fields ->> 'timeZone', '') = '' and ${hasInList('t', 'c.position')}
     limit ${MAX_COUNTRY_UNKNOWN}
   ) unknown`,
)

/** Whether the list of a task has a number whose key has this form. Read to its end if it has none. $1: task; $2: pattern. */
export const hasNumberLike = sql<{ has_number: boolean }, [taskId: string, pattern: string]>(
  'has_number_like',
  `select exists (
     select from contact c
     where c.data_source_id = t.data_source_id and c.position <= coalesce(t.list_end, 9223372036854775807)
       and c.phone_key ~ $2 and ${hasInList('t', 'c.position')}
   ) as has_number from task t where t.id = $1`,
)

export const findTaskSettings = sql<TaskSettingsRow>(
  'find_task_settings',
  `select ${SETTINGS} from task where id = $1`,
)

export const lockTaskSettings = sql<TaskSettingsRow>(
  'lock_task_settings',
  `select ${SETTINGS} from task where id = $1 for no key update`,
)

export interface NewTaskRow
  extends Pick<TaskSettingsRow, 'id' | 'name' | 'description' | 'data_source_id' | 'settings' | 'flow_id'> {
  /** Of a task that continues another one: that one, how many contacts it has, and where its list starts and ends. */
  continues_task_id: string | null
  contact_count: number | null
  list_start: number
  list_end: number | null
  was_simulated: boolean
}

/** $1: the task; $2: now; $3: actor; $4: reason. */
export const insertTask = sql<
  { id: string },
  [task: NewTaskRow, now: Date, actor: Actor, reason: string | null]
>(
  'insert_task',
  `with added as (
     insert into task (id, name, description, data_source_id, settings, flow_id, continues_task_id, contact_count, list_start,
       list_end, was_simulated, create_time, update_time)
     select given.*, $2::timestamptz, $2 from jsonb_to_record($1) as given (
       id uuid, name text, description text, data_source_id uuid, settings jsonb, flow_id uuid, continues_task_id uuid,
       contact_count integer, list_start bigint, list_end bigint, was_simulated boolean
     )
     returning id, status
   ), audited as (
     insert into audit (task_id, at, ${ACTOR_COLUMNS}, operation, status, reason)
     select id, $2, ${actorValues('$3')}, 'add', status, $4 from added
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
/** `contact_count` is null while the list can grow. */
export type StateChange = ChangedTask & { contact_count: number | null }

export interface TaskChangeRow {
  name?: string | undefined
  description?: string | undefined
  settings: StoredSettings
  /** Null takes the flow away. */
  flow_id?: string | null | undefined
}

/** $1: task; $2: the states it may be in; $3: what changes; $4: now; $5: actor. */
export const updateTask = sql<
  ChangedTask & { old_flow_id: string | null },
  [id: string, states: readonly TaskStatus[], change: TaskChangeRow, now: Date, actor: Actor]
>(
  'update_task',
  `with changed as (
     update task set name = coalesce($3::jsonb ->> 'name', name), description = coalesce($3 ->> 'description', description),
       settings = settings || ($3 -> 'settings'),
       flow_id = case when $3 ? 'flow_id' then ($3 ->> 'flow_id')::uuid else flow_id end, update_time = $4
     from (select id as old_id, flow_id as old_flow_id from task where id = $1 for no key update) old
     where id = old_id and status = any($2)
     returning id, name, status, start_time, update_time, old_flow_id, priority
   ), moved as (
     -- Contacts that wait, because the task continues another one.
     update dial d set priority = changed.priority from changed
     where d.task_id = any(array[changed.id]) and d.due_at is not null and d.priority <> changed.priority
   ), audited as (
     insert into audit (task_id, at, ${ACTOR_COLUMNS}, operation, status) select id, $4, ${actorValues('$5')}, 'update', status from changed
   )
   select id, name, status, start_time, update_time, old_flow_id, pg_notify('task_changed', id::text) from changed`,
)

/**
 * Locks the task's row before a change that decides where the list ends. The change is a separate statement, so it reads the
 * data source as of the lock. A deletion of a contact locks the rows of all tasks of the list, so the count and the end
 * agree with what the task has recorded about deleted contacts. Contacts added in the meantime come after that end.
 */
export const lockTask = sql<{ update_time: Date }>(
  'lock_task',
  'select update_time from task where id = $1 for no key update',
)

/** In live mode the list ends when the task does. A draft has no list of its own, and gets none when it is closed. */
const ENDS_LIST = `(
  $6 = 'publish' and t.list_mode = 'snapshot' or $6 = 'stop' or $6 = 'close' and t.status <> ${TaskStatus.DRAFT}
)`

/**
 * A change of state: one compare-and-set, with its entry in the audit trail. It locks the row of its task and no other, so
 * it never waits for a change of the list. A task whose end date has passed does not start to dial. The flow of a published task becomes its
 * version 1 by a trigger.
 * $1: task; $2: the states it may be in; $3: now; $4: actor; $5: reason; $6: operation; $7: the new state; $8: of a resume, how
 * often the task was rescheduled: that its contacts have followed is only known of these; $9: of a publish or resume, whether its calls are
 * simulated, or null; $10: a Simulation. A task whose calls were simulated is not resumed without $9 where calls are real, and no call is real
 * where all are simulated.
 */
export const changeTaskState = sql<
  StateChange,
  [
    ...[id: string, states: readonly TaskStatus[], now: Date, actor: Actor, reason: string | null],
    ...[operation: TaskOperation, status: TaskStatus, reschedules: number | null],
    ...[isSimulated: boolean | null, simulation: Simulation | null],
  ]
>(
  'change_task_state',
  `with changed as (
     update task t set status = $7, update_time = $3,
       start_time = case $6::text when 'publish' then $3 else t.start_time end,
       -- Nobody waits by older rules yet, so nobody has to be judged again.
       rules_version = case $6 when 'publish' then (select version from service) else t.rules_version end,
       end_time = case when $6 in ('stop', 'close') then coalesce(t.end_time, $3) else t.end_time end,
       stop_reason = case $6 when 'stop' then $5 else t.stop_reason end,
       fail_reason = case when $6 in ('pause', 'resume') then null else t.fail_reason end,
       pause_reason = case $6 when 'pause' then $5 when 'resume' then null else t.pause_reason end,
       is_simulated = case $6 when 'publish' then coalesce($9, ${simulatedNow('$10')}) when 'resume' then coalesce($9, t.is_simulated)
         else t.is_simulated end,
       reschedules = case $6 when 'resume' then 0 else t.reschedules end,
       contact_count = case
         when ${ENDS_LIST} then coalesce(t.contact_count, d.contact_count + t.kept_count) else t.contact_count
       end,
       list_end = case when ${ENDS_LIST} then coalesce(t.list_end, d.last_position) else t.list_end end
     from data_source d
     where t.id = $1 and t.status = any($2) and d.id = t.data_source_id
       and not ($6 in ('publish', 'resume') and coalesce(t.end_at <= $3, false))
       and ($6 <> 'resume' or t.reschedules = $8::int)
       and ($6 <> 'resume' or $9::boolean is not null or t.is_simulated is not true or ${simulatedNow('$10')})
       and ($9 is null or case when $9 then $10 <> 'never' else not ${simulatedNow('$10')} end)
     returning t.id, t.name, t.status, t.start_time, t.update_time, t.contact_count
   ), audited as (
     insert into audit (task_id, at, ${ACTOR_COLUMNS}, operation, status, reason)
     select id, $3, ${actorValues('$4')}, $6, status, $5 from changed
   )
   select changed.*, pg_notify('task_changed', id::text) from changed`,
)

/**
 * A task that was published just now with real calls gets the budget that the service has for such tasks, if neither of them has one. With
 * its entry in the audit trail. $1: task; $2: now; $3: actor.
 */
export const giveDefaultBudget = sql<never, [id: string, now: Date, actor: Actor]>(
  'give_default_budget',
  `with given as (
     update task t set settings = t.settings || jsonb_build_object('budgets', jsonb_build_array(
         jsonb_build_object('attempts', s.default_attempts_per_day, 'days', 1)
       ))
     from service s
     where t.id = $1 and s.is_only and s.default_attempts_per_day is not null and t.is_simulated is not true
       and jsonb_array_length(coalesce(t.settings -> 'budgets', '[]')) = 0
       and s.attempts_per_day is null and s.attempts_per_month is null and s.budgets = '[]'
     returning t.id, t.status, s.default_attempts_per_day as attempts
   )
   insert into audit (task_id, at, ${ACTOR_COLUMNS}, operation, status, reason)
   select id, $2, ${actorValues('$3')}, 'update', status, 'no budget was set: at most ' || attempts || ' calls to a number in 24 hours' from given`,
)

/** A task whose calls were simulated when calls became real. */
export interface SimulatedTask {
  id: string
  name: string
}

/** Pauses running tasks whose calls are simulated, as a user would. $1: now; $2: actor; $3: reason. */
export const pauseSimulated = sql<SimulatedTask, [now: Date, actor: Actor, reason: string]>(
  'pause_simulated_tasks',
  `with paused as (
     update task set status = ${TaskStatus.PAUSED}, update_time = $1, fail_reason = null, pause_reason = $3
     where id in (select id from task where status = ${TaskStatus.RUNNING} and is_simulated order by id for no key update)
       and status = ${TaskStatus.RUNNING}
     returning id, name, status
   ), audited as (
     insert into audit (task_id, at, ${ACTOR_COLUMNS}, operation, status, reason) select id, $1, ${actorValues('$2')}, 'pause', status, $3 from paused
   )
   select id, name, pg_notify('task_changed', id::text) from paused order by name`,
)

/** Their calls are real from now on. $1: now; $2: actor; $3: reason. */
export const moveSimulated = sql<SimulatedTask, [now: Date, actor: Actor, reason: string]>(
  'move_simulated_tasks',
  `with moved as (
     update task set is_simulated = false, update_time = $1
     where id in (select id from task where status = ${TaskStatus.RUNNING} and is_simulated order by id for no key update)
       and status = ${TaskStatus.RUNNING}
     returning id, name, status
   ), audited as (
     insert into audit (task_id, at, ${ACTOR_COLUMNS}, operation, status, reason) select id, $1, ${actorValues('$2')}, 'update', status, $3 from moved
   )
   select id, name, pg_notify('task_changed', id::text) from moved order by name`,
)

export const listSimulated = sql<SimulatedTask, []>(
  'list_simulated_tasks',
  `select id, name from task where status = ${TaskStatus.RUNNING} and is_simulated order by name`,
)

/** Of tasks that an earlier version has published. $1: a Simulation. */
export const bindPublished = sql<never, [simulation: Simulation]>(
  'bind_published_tasks',
  `update task set is_simulated = ${simulatedNow('$1')} where is_simulated is null and start_time is not null`,
)

/**
 * Waits for claims in progress and blocks new ones, so that it is certain which contacts are being dialed. Locks drafts too:
 * a draft published in the meantime would count a deleted contact.
 */
export const lockLists = sql<never>(
  'lock_lists',
  'select from task where data_source_id = $1 order by id for no key update',
)

/** How many tasks that are not over read on: a list in live mode has no end. */
export const countReadingOn = sql<{ tasks: number }, [dataSourceId: string]>(
  'count_tasks_reading_on',
  `select count(*)::int as tasks from task
   where data_source_id = $1 and list_end is null and status in (${TaskStatus.RUNNING}, ${TaskStatus.PAUSED}, ${TaskStatus.FAILED})`,
)

/** What was said to deleted contacts and keyed in by them goes with them. Their calls are found by the times that their dials have, and live ones by themselves. */
export const forgetResults = sql<never, [dataSourceId: string, positions: number[], contactIds: string[]]>(
  'forget_results',
  `with dials as materialized (
     select d.task_id, d.position, d.call_times from task t
     join dial d on d.task_id = t.id and d.position = any($2::bigint[])
     where t.data_source_id = $1
   ), emptied as (
     update dial d set result = ${impersonalResult('d.result')} from dials
     where d.task_id = dials.task_id and d.position = dials.position and d.result is not null
   ), called as materialized (
     select c.task_id, c.id
     from dials cross join lateral (select distinct unnest(dials.call_times) as start_time) began
     join call c on c.task_id = dials.task_id and c.start_time = began.start_time and c.contact_id = any($3::uuid[])
     union
     select task_id, id from live_call where data_source_id = $1 and contact_id = any($3::uuid[])
   ), untold as (
     update conversation v set transcript = '[]', line_count = 0, summary = null from called
     where v.task_id = called.task_id and v.call_id = called.id
   )
   update call c set result = ${impersonalResult('c.result')}
   from dials cross join lateral (select distinct unnest(dials.call_times) as start_time) began
   where c.task_id = dials.task_id and c.start_time = began.start_time and c.contact_id = any($3::uuid[]) and c.result is not null`,
)

/**
 * Removes deleted contacts from the lists of published tasks. A contact that was never dialed, because it was not its turn, it was
 * deferred before its first call or it may not be called, leaves the list; one that waits for a retry is done. In live mode the list shrinks
 * with its data source, so there a contact that stays is counted in kept_count. A draft has a list if it continues another task.
 * $1: data source; $2: positions of the contacts; $3: now.
 */
export const dropFromLists = sql<never, [dataSourceId: string, positions: number[], now: Date]>(
  'drop_from_lists',
  `with given as materialized (
     select position from unnest($2::bigint[]) as given (position)
   ), tasks as materialized (
     select id, contact_count is null as is_open, list_start, list_end,
       start_time is not null or contact_count is not null as has_list
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
     select t.id, t.is_open, (select count(*) from kept where kept.task_id = t.id) as kept, (
         select count(*) from given
         where given.position > t.list_start and (t.list_end is null or given.position <= t.list_end)
           and not exists (select from kept where kept.task_id = t.id and kept.position = given.position)
       ) + (select count(*) from deferred where deferred.task_id = t.id and deferred.position <= t.list_start) as left_out
     from tasks t
     where t.has_list
   ), recounted as (
     update task t set contact_count = t.contact_count - list.left_out,
       kept_count = t.kept_count + case when list.is_open then list.kept else 0 end
     from list
     where t.id = list.id and case when list.is_open then list.kept > 0 else list.left_out > 0 end
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
  field: SettingName
  before: SettingValue
  after: SettingValue
}

export const countAudit = sql<{ total: number }>(
  'count_task_audit',
  'select count(*) as total from audit where task_id = $1',
)

export const listAudit = sql<AuditRow>(
  'list_task_audit',
  `select id, at, actor, operation, status, reason, changes from audit
   where task_id = $1 order by id desc offset $2 limit $3`,
)

export const listAuditAfter = sql<AuditRow>(
  'list_task_audit_after',
  `select id, at, actor, operation, status, reason, changes from audit
   where task_id = $1 and id < $2 order by id desc limit $3`,
)

export const findAudit = sql<{ id: number }>(
  'find_task_audit',
  'select id from audit where task_id = $1 and id = $2',
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

/** The tasks that name a do-not-call list, a calendar, a trunk or an audio and can still dial. */
export const findTasksNaming = sql<{ name: string }>(
  'find_tasks_naming',
  `select name from task
   where (settings -> 'doNotCallListIds' ? $1 or settings -> 'calendarIds' ? $1 or settings -> 'trunkIds' ? $1 or exists (
       select from call_flow
       where id = task.flow_id and jsonb_path_exists(
         document, '$.steps[*] ? (@.listId == $id || @.audioId == $id)', jsonb_build_object('id', $1)
       )
     ))
     and status in (${TaskStatus.DRAFT}, ${TaskStatus.RUNNING}, ${TaskStatus.PAUSED}, ${TaskStatus.FAILED})
   order by create_time desc, id desc`,
)
