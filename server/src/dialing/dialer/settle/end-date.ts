// Stops tasks at the end of their schedule. Claims start no call from that moment on; live calls finish and are counted, as after
// any stop.

import { allowedFrom, stateAfter } from '../../../campaigns/tasks/task-state.ts'
import { changeTaskState } from '../../../campaigns/tasks/tasks.queries.ts'
import type { NodeContext } from '../dialer-options.ts'
import { lockTaskRow } from './complete.queries.ts'
import { findTasksToEnd } from './end-date.queries.ts'

/** Per look, so that heartbeats and claims come in between. */
const MAX_TASKS = 20

export function createEndDates({ db, clock, log }: Pick<NodeContext, 'db' | 'clock' | 'log'>) {
  /** The list ends with the task, so its row is locked first; a row that another transaction has locked comes later. */
  async function stop(taskId: string): Promise<void> {
    const values = [taskId, allowedFrom.stop, clock.now(), 'dialer', 'its end date has come'] as const
    const stopped = await db.transaction(async (tx) => {
      if ((await lockTaskRow.run(tx, [taskId])) === 0) return undefined
      return changeTaskState.first(tx, [...values, 'stop', stateAfter.stop, null, null, null])
    })
    if (stopped) log.info({ task: taskId }, 'the end date of a task has come; the task is STOPPED')
  }

  return {
    async stopTasks(): Promise<void> {
      for (const { id } of await findTasksToEnd(db, [clock.now(), MAX_TASKS])) await stop(id)
    },
  }
}
