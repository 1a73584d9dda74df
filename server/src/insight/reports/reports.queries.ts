// Reports are read from the sums of each minute, never from the calls themselves.
import { STORED_SUMS, SUM_OF_ANSWERED } from '../../dialing/dialer/settle/call-sums.queries.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface SumsRow {
  call_count: number
  /** Picked up, also by machines. */
  answered_count: number
  success_count: number
  talk_ms: number
  /** How many calls ended by each cause, in the order of SUMMED_CAUSES. */
  causes: number[]
  attempts: number[]
  attempt_successes: number[]
  talk_times: number[]
}

export interface TaskSumsRow extends SumsRow {
  id: string
  name: string
}

export interface HourRow {
  /** Of the wall clock, as if it were UTC. */
  hour: Date
  call_count: number
  /** How many calls people, and not machines, have answered. */
  answered_count: number
  success_count: number
}

/** With tasks, each is found by its own index entries; without, by the time. $1, $2: from and before; $3: tasks or null. */
const sumsIn = (condition: string) => `from call_sum where minute >= $1 and minute < $2 and ${condition}`
const OF_ALL = '$3::uuid[] is null'
const OF_TASKS = 'task_id = any($3::uuid[])'

const readTotals = (condition: string) => `select ${STORED_SUMS} ${sumsIn(condition)}`
export const readTotalsOfAll = sql<SumsRow>('read_report_totals_of_all', readTotals(OF_ALL))
export const readTotalsOfTasks = sql<SumsRow>('read_report_totals_of_tasks', readTotals(OF_TASKS))

/** The tasks with the most calls first. $4: max tasks. */
const readTasks = (condition: string) => `select task.id, task.name, of_task.*
   from (
     select task_id, ${STORED_SUMS} ${sumsIn(condition)}
     group by task_id order by sum(call_count) desc, task_id limit $4
   ) of_task
   join task on task.id = of_task.task_id
   order by of_task.call_count desc, task.id`
export const readTasksOfAll = sql<TaskSumsRow>('read_report_tasks_of_all', readTasks(OF_ALL))
export const readTasksOfTasks = sql<TaskSumsRow>('read_report_tasks_of_tasks', readTasks(OF_TASKS))

/** Sums by the hour of the wall clock, in the time zone of the connection. */
const readHours = (
  condition: string,
) => `select (date_trunc('hour', minute::timestamp) at time zone 'UTC') as hour,
     sum(call_count)::bigint as call_count, ${SUM_OF_ANSWERED} as answered_count,
     sum(success_count)::bigint as success_count
   ${sumsIn(condition)}
   group by 1 order by 1`
export const readHoursOfAll = sql<HourRow>('read_report_hours_of_all', readHours(OF_ALL))
export const readHoursOfTasks = sql<HourRow>('read_report_hours_of_tasks', readHours(OF_TASKS))

export const readNamedTasks = sql<{ id: string; name: string; start_time: Date | null }>(
  'read_named_tasks',
  'select id, name, start_time from task where id = any($1)',
)
