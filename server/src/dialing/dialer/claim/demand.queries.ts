// What the running tasks have to dial: their settings, and how many lines they want now. Everything is read after the
// statement that locks the dialer. "Steady plans" in docs/architecture.md explains `limit 1` and `offset 0`.
import { holidaysOf } from '../../../campaigns/permission/rules.queries.ts'
import type { StoredSettings } from '../../../campaigns/tasks/task-settings.ts'
import { TaskStatus } from '../../../campaigns/tasks/task-state.ts'
import { sql } from '../../../platform/storage/sql.ts'

export interface RunningTaskRow {
  id: string
  /** False: it has changed and does not run any more. */
  is_running: boolean
  name: string
  settings: StoredSettings
  holidays: string[]
  data_source_id: string
  /** Live mode: contacts that are added to the data source join the list. */
  is_open_list: boolean
  /** Whether contacts may wait at another priority than the task's: one of a recall, or the one that the task had before. */
  has_recalls: boolean
  flow_id: string | null
  flow_version: number | null
  has_undisclosed_agent: boolean | null
  is_simulated: boolean | null
}

/** Of task `t`. */
const SETTINGS = `t.name, t.settings, t.is_simulated, ${holidaysOf('t')} as holidays, t.data_source_id, t.list_end is null as is_open_list, t.flow_id,
     (select version from call_flow where id = t.flow_id) as flow_version,
     (select has_undisclosed_agent from call_flow where id = t.flow_id) as has_undisclosed_agent,
     exists (select from audit where task_id = t.id and operation in ('recall', 'reschedule')) as has_recalls`

export const readRunningTasks = sql<RunningTaskRow>(
  'read_running_tasks',
  `select t.id, true as is_running, ${SETTINGS}
   from (select * from task where status = ${TaskStatus.RUNNING} offset 0) t
   order by t.id`,
)

/**
 * Tasks whose state was changed, or that were recalled, by a transaction that an earlier snapshot did not see: every such
 * change has an entry in the audit trail. A task may come more than once. Entries of transactions that have not begun yet are
 * from a restored backup. $1: the first transaction that had not begun in that snapshot; $2: those that were in progress.
 */
export const readChangedTasks = sql<RunningTaskRow>(
  'read_changed_tasks',
  `select changed.task_id as id, coalesce(t.status = ${TaskStatus.RUNNING}, false) as is_running,
     ${SETTINGS}
   from (
     (select task_id from audit
      where change_xact >= $1::bigint and change_xact < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      order by change_xact, id offset 0)
     union all
     select entry.task_id from unnest($2::bigint[]) as given (xact) cross join lateral (
       select task_id from audit where change_xact = given.xact order by change_xact, id offset 0
     ) entry
   ) changed
   left join lateral (select * from task where id = changed.task_id limit 1) t on true`,
)

/** Which of the tasks' data sources have grown. $1-$3: tasks, their data sources, and the last positions known. */
export const readGrownLists = sql<{ id: string }>(
  'read_grown_lists',
  `select given.id from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as given (id, data_source_id, last_position)
   cross join lateral (select last_position from data_source where id = given.data_source_id limit 1) s
   where s.last_position > given.last_position`,
)

export interface DemandRow {
  id: string
  /** Positions that were not read yet, including those of deleted contacts. 0 is exact. */
  fresh: number
  live: number
  /** How many contacts are due at priorities 1 to 5, up to the given limit; null if none is. */
  due: number[] | null
  /** When the next attempt is due, which may be in the past; null if no contact waits. */
  next_due: Date | null
  last_position: number
  /** A recall is being carried out, so contacts are about to be due. */
  is_recalling: boolean
  /** The circuit breaker has stored faults of the task. */
  has_faults: boolean
}

/**
 * How many lines the tasks want. The lower bound of the due times skips the index entries of attempts that were made long ago,
 * which stay as long as an old snapshot is open. `order by` and `limit` make PostgreSQL use the index in every case.
 * $1: tasks; $2: the time before which none of their attempts is due; $3: now; $4: count no more due attempts than this; $5:
 * whether contacts may wait at other priorities than the task's own.
 */
export const readDemands = sql<DemandRow>(
  'read_demands',
  `select t.id, case when next.position is null then 0 else bound.list_end - progress.cursor end as fresh,
     progress.started_count - ended.calls as live, case when waiting.next_due <= $3 then waiting.due end as due,
     waiting.next_due, s.last_position,
     given.has_recalls and exists (select from recall where task_id = t.id) as is_recalling,
     progress.has_faults
   from unnest($1::uuid[], $2::timestamptz[], $5::boolean[]) as given (id, floor, has_recalls)
   cross join lateral (select * from task where id = given.id limit 1) t
   cross join lateral (select last_position from data_source where id = t.data_source_id limit 1) s
   cross join lateral (select coalesce(t.list_end, s.last_position) as list_end) bound
   cross join lateral task_progress_now(t.id) progress
   cross join lateral task_calls_ended(t.id) ended
   left join lateral (
     select position from contact
     where data_source_id = t.data_source_id and position > progress.cursor and position <= bound.list_end
     order by position limit 1
   ) next on true
   cross join lateral (
     select min(first.due_at) as next_due, array_agg(
       case when first.due_at <= $3 then (
         select count(*) from (
           select from dial d
           where d.task_id = t.id and d.priority = p and d.due_at is not null and d.due_at >= given.floor and d.due_at <= $3
           order by d.due_at limit $4
         ) counted
       ) else 0 end::int
       order by p
     ) as due
     from generate_series(1, 5) p
     left join lateral (
       select d.due_at from dial d
       where d.task_id = t.id and d.priority = p and d.due_at is not null and d.due_at >= given.floor
         and (p = t.priority or given.has_recalls)
       order by d.due_at limit 1
     ) first on true
   ) waiting
   where t.status = ${TaskStatus.RUNNING}`,
)
