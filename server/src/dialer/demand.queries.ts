// What the running tasks have to dial: the facts about them that do not change while they run, and for those that a claim
// looks at, how much they want now. All of it is read after the statement that locks the dialer.
import { sql } from '../storage/sql.ts'
import { endedCallsOf } from '../tasks/task-counters.queries.ts'
import { newestProgress, startedCallsOf } from '../tasks/task-progress.queries.ts'
import { TaskStatus } from '../tasks/task-state.ts'

export interface RunningTaskRow {
  id: string
  /** False: it has changed, and does not run any more. */
  is_running: boolean
  name: string
  priority: number
  daily_start: string | null
  daily_end: string | null
  data_source_id: string
  /** Whether contacts added to the data source join the list. */
  is_open_list: boolean
  /** Whether contacts may wait at another priority than the task's. */
  has_recalls: boolean
}

const TASK_FACTS = `t.name, t.priority, t.daily_start, t.daily_end, t.data_source_id, t.list_end is null as is_open_list,
     exists (select from task_audit where task_id = t.id and operation = 'recall') as has_recalls`

export const readRunningTasks = sql<RunningTaskRow>(
  'read_running_tasks',
  `select t.id, true as is_running, ${TASK_FACTS}
   from (select * from task where status = ${TaskStatus.RUNNING} offset 0) t
   order by t.id`,
)

/**
 * Tasks whose state was changed, or that were recalled, by a transaction that an earlier snapshot did not see: every such
 * change has a line in the audit trail. $1: the first transaction that the snapshot knew nothing of; $2: those that were
 * under way in it. A line from the future is one of a restored backup. In the order of transactions, so that they are
 * looked up; a task may come more than once.
 */
export const readChangedTasks = sql<RunningTaskRow>(
  'read_changed_tasks',
  `select changed.task_id as id, coalesce(t.status = ${TaskStatus.RUNNING}, false) as is_running, ${TASK_FACTS}
   from (
     (select task_id from task_audit
      where change_xact >= $1::bigint and change_xact < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      order by change_xact, id offset 0)
     union all
     select line.task_id from unnest($2::bigint[]) as given (xact) cross join lateral (
       select task_id from task_audit where change_xact = given.xact order by change_xact, id offset 0
     ) line
   ) changed
   left join lateral (select * from task where id = changed.task_id limit 1) t on true`,
)

/** Which of these tasks' data sources have grown. $1-$3: tasks, their data sources, and the last positions known. */
export const readGrownLists = sql<{ id: string }>(
  'read_grown_lists',
  `select given.id from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as given (id, data_source_id, last_position)
   cross join lateral (select last_position from data_source where id = given.data_source_id limit 1) s
   where s.last_position > given.last_position`,
)

export interface DemandRow {
  id: string
  /** Contacts that were never dialed, counting those that are deleted by now; 0 is exact. */
  fresh: number
  live: number
  /** How many are due at priorities 1 to 5, up to the limit asked for; null if nobody is. */
  due: number[] | null
  /** When the first of those who wait is due, past or to come; null if nobody waits. */
  next_due: Date | null
  last_position: number
  /** Whether contacts are about to be due: a recall is being carried out. */
  is_recalling: boolean
  /** Whether the circuit breaker counts refused calls. */
  has_faults: boolean
}

/** How many calls of task t are up: those claimed less those that have ended or were taken back. */
export const LIVE_CALLS = `(${startedCallsOf('t')} - ${endedCallsOf('t')})`

/**
 * Whether the list of task t, of data source s, has a contact after a position. Asking for the first makes PostgreSQL look
 * in the order of the positions even while it knows nothing of a list that was just imported.
 */
export function hasContactAfter(position: string): string {
  return `((
    select c.position from contact c
    where c.data_source_id = s.id and c.position > ${position} and c.position <= coalesce(t.list_end, s.last_position)
    order by c.position limit 1
  ) is not null)`
}

/**
 * How much the given tasks want. $1: tasks; $2: the time before which none of their attempts is due; $3: now; $4: count
 * no more due attempts than this; $5: whether contacts may wait at any priority. The lower bound keeps the scan away from
 * the index entries of attempts long made, which stay there as long as some old snapshot is open. Asked for in the order of
 * the index, attempts are looked up in it whatever PostgreSQL takes the table's size for.
 */
export const readDemands = sql<DemandRow>(
  'read_demands',
  `select t.id,
     case when ${hasContactAfter('reached.cursor')} then coalesce(t.list_end, s.last_position) - reached.cursor else 0 end as fresh,
     reached.started_count - ${endedCallsOf('t')} as live,
     case when waiting.next_due <= $3 then waiting.due end as due, waiting.next_due, s.last_position,
     given.has_recalls and exists (select from recall where task_id = t.id) as is_recalling,
     exists (select from task_fault f where f.task_id = t.id) as has_faults
   from unnest($1::uuid[], $2::timestamptz[], $5::boolean[]) as given (id, floor, has_recalls)
   cross join lateral (select * from task where id = given.id limit 1) t
   cross join lateral (select id, last_position from data_source where id = t.data_source_id limit 1) s
   cross join lateral (
     select coalesce(max(cursor), 0) as cursor, coalesce(max(started_count), 0) as started_count
     from ${newestProgress('t.id')} newest
   ) reached
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
