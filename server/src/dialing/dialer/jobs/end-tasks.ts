import { allowedFrom, stateAfter } from '../../../campaigns/tasks/task-state.ts'
import { changeTaskState } from '../../../campaigns/tasks/tasks.queries.ts'
import { DIALER } from '../../../platform/trail/actor.ts'
import type { Job } from '../../../platform/work/jobs.ts'
import type { JobParts } from '../dialer-options.ts'
import { lockTaskRow } from '../settle/complete.queries.ts'
import { findTasksToEnd } from './end-tasks.queries.ts'

/** Per look, so that heartbeats and claims come in between. */
const MAX_TASKS = 20

export const endTasks = ({ db, clock, log }: JobParts): Job => {
  /** The list ends with the task, so its row is locked first; a row that another transaction has locked comes later. */
  async function stop(taskId: string): Promise<void> {
    const values = [taskId, allowedFrom.stop, clock.now(), DIALER, 'its end date has come'] as const
    const stopped = await db.transaction(async (tx) => {
      if ((await lockTaskRow.run(tx, [taskId])) === 0) return undefined
      return changeTaskState.first(tx, [...values, 'stop', stateAfter.stop, null, null, null])
    })
    if (stopped) log.info({ task: taskId }, 'the end date of a task has come; the task is STOPPED')
  }

  return {
    name: 'end_tasks',
    why: 'tasks are stopped at the end of their schedule; claims start no call from that moment on, and live calls finish',
    reports: 'a line in the log and in the audit trail for each task',
    everyMs: 0,
    async run() {
      for (const { id } of await findTasksToEnd(db, [clock.now(), MAX_TASKS])) await stop(id)
    },
  }
}
