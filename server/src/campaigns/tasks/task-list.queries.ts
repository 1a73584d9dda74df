// The list of tasks: filters, orders and pages.
import { sql } from '../../platform/storage/sql.ts'
import { TASK_SORTS, type TaskOrder, type TaskSort } from './task-order.ts'
import type { TaskStatus } from './task-state.ts'
import { TASK_COLUMNS, type TaskRow } from './tasks.queries.ts'

/** $3: the data source, or null; or several, for those who are bound to them: statements of their own, so that the plans of all others stay as they are. */
const SOURCES = {
  any: '($3::uuid is null or t.data_source_id = $3)',
  own: 't.data_source_id = any($3::uuid[])',
}
type Sources = keyof typeof SOURCES

/**
 * $1: pattern of the name; $2: status; $3: data source, see above; $4, $5: bounds of the creation time; $6: states. Null does not filter.
 */
const isListed = (
  sources: Sources,
) => `($1 = '%%' or t.name ilike $1) and ($2::smallint is null or t.status = $2)
  and ${SOURCES[sources]} and ($4::timestamptz is null or t.create_time >= $4)
  and ($5::timestamptz is null or t.create_time < $5) and ($6::smallint[] is null or t.status = any($6))`

export type ListedTaskRow = TaskRow & { data_source_name: string }

/** The counters are read only for the tasks of the page. */
function pageOf(tasks: string, order: string): string {
  return `select ${TASK_COLUMNS}, d.name as data_source_name
   from (${tasks}) t
   join data_source d on d.id = t.data_source_id
   cross join lateral task_totals(t.id) totals
   order by ${order}`
}

const NEWEST_FIRST = 't.create_time desc, t.id desc'

/**
 * Contacts that are done, of all, with what is filtered and sorted by: sorting whole tasks takes twice as long. The counters of all tasks are
 * added up in one pass, as float8: numeric is slow.
 */
const PROGRESS = `select t.id, t.name, t.status, t.data_source_id, t.create_time,
     coalesce(done.contacts / nullif(coalesce(t.contact_count, d.contact_count + t.kept_count), 0), 0) as progress
   from task t
   join data_source d on d.id = t.data_source_id
   left join (
     select task_id, sum((success_contacts + failed_contacts + skipped_contacts)::float8) as contacts
     from task_counter group by task_id
   ) done on done.task_id = t.id`

const sortedBy = {
  createTime: 't.create_time',
  taskName: 'lower(t.name)',
  status: 't.status',
  progress: 't.progress',
  priority: 't.priority',
  startTime: 't.start_time',
} as const satisfies Record<TaskSort, string>

/** Tasks without the value, such as drafts that have not started, come last in both directions. */
function listBy(sources: Sources, sort: TaskSort, order: TaskOrder) {
  const isByTime = sort === 'createTime'
  const sorting = isByTime
    ? `t.create_time ${order}, t.id ${order}`
    : `${sortedBy[sort]} ${order} nulls last, ${NEWEST_FIRST}`
  const page = `where ${isListed(sources)} order by ${sorting} offset $7 limit $8`
  const tasks =
    sort === 'progress'
      ? `select task.*, t.progress from (select * from (${PROGRESS}) t ${page}) t join task on task.id = t.id`
      : `select * from task t ${page}`
  return sql<ListedTaskRow>(`list_tasks_${sources}_by_${sort}_${order}`.toLowerCase(), pageOf(tasks, sorting))
}

function listOf(sources: Sources) {
  return {
    count: sql<{ total: number }>(
      `count_tasks_${sources}`,
      `select count(*) as total from task t where ${isListed(sources)}`,
    ),
    /** How many tasks each state has, by the other filters. */
    countStates: sql<{ status: TaskStatus; tasks: number }>(
      `count_task_states_${sources}`,
      `select t.status, count(*) as tasks from task t where ${isListed(sources)} group by t.status`,
    ),
    /** $7: the task after which the page begins; $8: rows to take. */
    after: sql<ListedTaskRow>(
      `list_tasks_${sources}_after`,
      pageOf(
        `select * from task t
         where ${isListed(sources)} and (t.create_time, t.id) < (select create_time, id from task where id = $7)
         order by ${NEWEST_FIRST} limit $8`,
        NEWEST_FIRST,
      ),
    ),
    /** Each order is a statement of its own. $7, $8: rows to skip and to take. */
    by: Object.fromEntries(
      TASK_SORTS.map((sort) => [
        sort,
        { asc: listBy(sources, sort, 'asc'), desc: listBy(sources, sort, 'desc') },
      ]),
    ) as Record<TaskSort, Record<TaskOrder, ReturnType<typeof listBy>>>,
  }
}

export const listedTasks = { any: listOf('any'), own: listOf('own') }
