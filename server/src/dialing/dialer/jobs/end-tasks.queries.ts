import { TaskStatus } from '../../../campaigns/tasks/task-state.ts'
import { sql } from '../../../platform/storage/sql.ts'

/** Tasks that can still dial although their end date has come. $1: now; $2: max number of tasks. */
export const findTasksToEnd = sql<{ id: string }>(
  'find_tasks_to_end',
  `select id from task
   where end_at <= $1 and status in (${TaskStatus.RUNNING}, ${TaskStatus.PAUSED}, ${TaskStatus.FAILED})
   order by end_at limit $2`,
)
