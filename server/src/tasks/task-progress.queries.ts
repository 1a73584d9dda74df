// How far a task has read its list: the newest of its rows in task_progress, whichever others an old snapshot keeps.

/** An expression: the position up to which the task has read its list. */
export const cursorOf = (task: string): string => newest('cursor', task)

/** An expression: how many calls of the task were claimed since ever. */
export const startedCallsOf = (task: string): string => newest('started_count', task)

function newest(column: string, task: string): string {
  return `coalesce((
    select ${column} from task_progress where task_id = ${task}.id order by seq desc limit 1
  ), 0)`
}
