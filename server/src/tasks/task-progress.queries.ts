// How far a task has read its list: the newest of its rows in task_progress, whichever others an old snapshot keeps.

/** A query: the task's current row, or none if it has not begun. */
export function newestProgress(taskId: string): string {
  return `(
    select seq, cursor, started_count from task_progress where task_id = ${taskId} order by seq desc limit 1
  )`
}

/** An expression: the position up to which the task has read its list. */
export const cursorOf = (task: string): string => current('cursor', task)

/** An expression: how many calls of the task were claimed since ever. */
export const startedCallsOf = (task: string): string => current('started_count', task)

function current(column: string, task: string): string {
  return `coalesce((select ${column} from ${newestProgress(`${task}.id`)} newest), 0)`
}
