import { sql } from '../storage/sql.ts'
import { SELDOM_SLOT } from './task-counters.queries.ts'
import { contactCountOf, endList } from './task-list.queries.ts'
import type { TaskStatus } from './task-state.ts'

export interface TaskRow {
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
  success_count: number
  fail_count: number
  no_answer_count: number
  talk_ms: number
  success_contacts: number
  failed_contacts: number
  create_time: Date
  start_time: Date | null
  end_time: Date | null
  update_time: Date
  counted_time: Date | null
  stop_reason: string | null
  fail_reason: string | null
}

const taskWithCounters = (tasks: string) => `
  select t.id, t.name, t.description, t.status, t.data_source_id, t.list_mode, t.priority, t.max_dial_count,
    ${contactCountOf('t', 'd')} as contact_count,
    coalesce(c.call_count, 0)::bigint as call_count, coalesce(c.success_count, 0)::bigint as success_count,
    coalesce(c.fail_count, 0)::bigint as fail_count, coalesce(c.no_answer_count, 0)::bigint as no_answer_count,
    coalesce(c.talk_ms, 0)::bigint as talk_ms, coalesce(c.success_contacts, 0)::bigint as success_contacts,
    coalesce(c.failed_contacts, 0)::bigint as failed_contacts,
    t.create_time, t.start_time, t.end_time, t.update_time, c.counted_time, t.stop_reason, t.fail_reason
  from ${tasks} t
  join data_source d on d.id = t.data_source_id
  left join lateral (
    select sum(call_count) as call_count, sum(success_count) as success_count, sum(fail_count) as fail_count,
      sum(no_answer_count) as no_answer_count, sum(talk_ms) as talk_ms, sum(success_contacts) as success_contacts,
      sum(failed_contacts) as failed_contacts, max(update_time) as counted_time
    from task_counter where task_id = t.id
  ) c on true`

export const findTask = sql<TaskRow>('find_task', `${taskWithCounters('task')} where t.id = $1`)

/** Where the task's list is, and where it ends; null while that is not fixed. */
export const findTaskList = sql<{ data_source_id: string; list_end: number | null }>(
  'find_task_list',
  'select data_source_id, list_end from task where id = $1',
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
}

export const findTaskSettings = sql<TaskSettingsRow>(
  'find_task_settings',
  `select id, name, description, data_source_id, list_mode, priority, max_dial_count, call_interval_seconds, daily_start,
     daily_end
   from task where id = $1`,
)

const listFilter = `($1 = '%%' or t.name ilike $1) and ($2::smallint is null or t.status = $2)
  and ($3::uuid is null or t.data_source_id = $3)`

export const countTasks = sql<{ total: number }>(
  'count_tasks',
  `select count(*) as total from task t where ${listFilter}`,
)

const NEWEST_FIRST = 'order by t.create_time desc, t.id desc'

/** Only of the page itself are the counters read. */
const pageOfTasks = (page: string) =>
  `${taskWithCounters(`(select * from task t where ${listFilter} ${page})`)} ${NEWEST_FIRST}`

export const listTasks = sql<TaskRow>('list_tasks', pageOfTasks(`${NEWEST_FIRST} offset $4 limit $5`))

/** $4: the task behind which the page begins. */
export const listTasksAfter = sql<TaskRow>(
  'list_tasks_after',
  pageOfTasks(
    `and (t.create_time, t.id) < (select create_time, id from task where id = $4) ${NEWEST_FIRST} limit $5`,
  ),
)

export const insertTask = sql<{ id: string }>(
  'insert_task',
  `with added as (
     insert into task (id, name, description, data_source_id, priority, max_dial_count, call_interval_seconds,
       daily_start, daily_end, list_mode, create_time, update_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
     returning id, status
   ), audited as (
     insert into task_audit (task_id, at, actor, operation, status) select id, $11, $12, 'add', status from added
   )
   select id, pg_notify('task_changed', id::text) from added`,
)

/** A task right after a change: what the change made of it, whatever happens to it next. */
export type ChangedTask = Pick<TaskRow, 'id' | 'name' | 'status' | 'start_time' | 'update_time'>

/** Flags say which columns to set, because null is a value of the daily window. */
export const updateTask = sql<ChangedTask>(
  'update_task',
  `with changed as (
     update task set
       name = coalesce($3, name), description = coalesce($4, description), priority = coalesce($5, priority),
       max_dial_count = coalesce($6, max_dial_count),
       call_interval_seconds = coalesce($7, call_interval_seconds),
       daily_start = case when $8::boolean then $9 else daily_start end,
       daily_end = case when $10::boolean then $11 else daily_end end,
       list_mode = coalesce($12, list_mode), update_time = $13
     where id = $1 and status = any($2)
     returning id, name, status, start_time, update_time
   ), audited as (
     insert into task_audit (task_id, at, actor, operation, status) select id, $13, $14, 'update', status from changed
   )
   select changed.*, pg_notify('task_changed', id::text) from changed`,
)

/**
 * A change of state: one compare-and-set, with its line in the audit trail. It locks the row of its task and no other, so
 * it never waits for a change of the list.
 */
function transition(operation: string, to: TaskStatus, changes: string): string {
  return `with changed as (
      update task t set status = ${to}, update_time = $3, ${changes}
      from data_source d
      where t.id = $1 and t.status = any($2) and d.id = t.data_source_id
      returning t.id, t.name, t.status, t.start_time, t.update_time
    ), audited as (
      insert into task_audit (task_id, at, actor, operation, status, reason)
      select id, $3, $4, '${operation}', status, $5 from changed
    )
    select changed.*, pg_notify('task_changed', id::text) from changed`
}

/**
 * Locks the task's row before a change that decides where the list ends. The change is a separate statement, so it reads the
 * data source as of the lock. A deletion of a contact locks the rows of all tasks of the list, so the count and the end
 * agree with what the task has recorded about deleted contacts. Contacts added in the meantime come after that end.
 */
export const lockTask = sql<never>('lock_task', 'select from task where id = $1 for no key update')

export const publishTask = sql<ChangedTask>(
  'publish_task',
  transition(
    'publish',
    1,
    `start_time = $3, contact_count = case t.list_mode when 'snapshot' then d.contact_count end,
     list_end = case t.list_mode when 'snapshot' then d.last_position end`,
  ),
)

export const pauseTask = sql<ChangedTask>('pause_task', transition('pause', 2, 'fail_reason = null'))

export const resumeTask = sql<ChangedTask>('resume_task', transition('resume', 1, 'fail_reason = null'))

export const stopTask = sql<ChangedTask>(
  'stop_task',
  transition('stop', 3, `end_time = $3, stop_reason = $5, ${endList('t', 'd')}`),
)

/** A draft has no list of its own, and gets none. */
export const closeTask = sql<ChangedTask>(
  'close_task',
  transition(
    'close',
    6,
    `end_time = coalesce(t.end_time, $3),
     contact_count = case when t.status <> 0 then ${contactCountOf('t', 'd')} end,
     list_end = case when t.status <> 0 then coalesce(t.list_end, d.last_position) end`,
  ),
)

/**
 * Waits for claims in progress and blocks new ones, so that it is certain which contacts are being dialed. Locks drafts too:
 * a draft published in the meantime would count a deleted contact.
 */
export const lockLists = sql<never>(
  'lock_lists',
  'select from task where data_source_id = $1 order by id for no key update',
)

/**
 * A contact that was never dialed leaves the list, also one that was put off before its first call; one that waits
 * for a retry is done with what it has. A list without an end is as long as its data source, so there it is the contact
 * that stays which is counted.
 */
export const dropFromLists = sql<never>(
  'drop_from_lists',
  `with put_off as (
     delete from dial
     where position = $3 and calls = 0 and due_at is not null
       and task_id in (select id from task where data_source_id = $1)
     returning task_id
   ), list as materialized (
     select t.id, t.contact_count is null as is_open, (
         exists (select from put_off where put_off.task_id = t.id)
         or not exists (select from dial where task_id = t.id and position = $3)
       ) and not exists (select from live_call where task_id = t.id and contact_id = $2) as is_undialed
     from task t
     where t.data_source_id = $1 and t.start_time is not null and (t.list_end is null or t.list_end >= $3)
   ), recounted as (
     update task t set contact_count = t.contact_count - 1, kept_count = t.kept_count + list.is_open::int
     from list
     where t.id = list.id and list.is_open <> list.is_undialed
   ), finished as (
     update dial set due_at = null, outcome = 2
     where position = $3 and calls > 0 and due_at is not null
       and task_id in (select id from task where data_source_id = $1)
     returning task_id
   )
   insert into task_counter as counter (task_id, slot, failed_contacts, update_time)
   select task_id, ${SELDOM_SLOT}, 1, $4 from finished order by task_id
   on conflict (task_id, slot, seq) do update set failed_contacts = counter.failed_contacts + 1`,
)

export interface AuditRow {
  id: number
  at: Date
  actor: string
  operation: string
  status: TaskStatus
  reason: string | null
}

export const countAudit = sql<{ total: number }>(
  'count_task_audit',
  'select count(*) as total from task_audit where task_id = $1',
)

export const listAudit = sql<AuditRow>(
  'list_task_audit',
  `select id, at, actor, operation, status, reason from task_audit
   where task_id = $1 order by id desc offset $2 limit $3`,
)

export const listAuditAfter = sql<AuditRow>(
  'list_task_audit_after',
  `select id, at, actor, operation, status, reason from task_audit
   where task_id = $1 and id < $2 order by id desc limit $3`,
)

export const findAudit = sql<{ id: number }>(
  'find_task_audit',
  'select id from task_audit where task_id = $1 and id = $2',
)
