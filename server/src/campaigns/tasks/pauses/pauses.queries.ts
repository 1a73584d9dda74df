// Tasks that were paused together. Such a pause holds for a task until somebody changes the task, which its update time says.
import { sql } from '../../../platform/storage/sql.ts'
import { TaskStatus } from '../task-state.ts'

/** $1: data sources, or null for all. */
export const findRunning = sql<{ id: string }, [dataSourceIds: readonly string[] | null]>(
  'find_running_tasks',
  `select id from task where status = ${TaskStatus.RUNNING} and ($1::uuid[] is null or data_source_id = any($1))
   order by create_time, id`,
)

/** In the transaction that pauses the task. $1: pause; $2: task; $3: now; $4: the name of who pauses. */
export const insertPausedTask = sql<never, [pauseId: string, taskId: string, now: Date, actor: string]>(
  'insert_paused_task',
  'insert into paused_task (pause_id, task_id, pause_time, actor) values ($1, $2, $3, $4)',
)

export interface PausedTaskRow {
  pause_id: string
  pause_time: Date
  actor: string
  id: string
  name: string
  reason: string | null
  holds: boolean
}

const HOLDS = `t.status = ${TaskStatus.PAUSED} and t.update_time = p.pause_time`
const columns = `p.pause_id, p.pause_time, p.actor, t.id, t.name, t.pause_reason as reason, ${HOLDS} as holds`

/** The tasks of one pause, by name. $1: pause; $2: data sources, or null for all. */
export const findPausedTasks = sql<PausedTaskRow, [pauseId: string, dataSourceIds: readonly string[] | null]>(
  'find_paused_tasks',
  `select ${columns} from paused_task p join task t on t.id = p.task_id
   where p.pause_id = $1 and ($2::uuid[] is null or t.data_source_id = any($2))
   order by t.name, t.id`,
)

/** Of all pauses, the tasks for which they hold, the newest pause first. $1: data sources, or null for all. */
export const findHeldTasks = sql<PausedTaskRow, [dataSourceIds: readonly string[] | null]>(
  'find_held_tasks',
  `select ${columns} from task t join paused_task p on p.task_id = t.id
   where ${HOLDS} and ($1::uuid[] is null or t.data_source_id = any($1))
   order by p.pause_id desc, t.name, t.id`,
)
