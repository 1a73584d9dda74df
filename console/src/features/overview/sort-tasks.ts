import { TaskStatus } from '@carillon/client/task-states'
import type { Overview } from './overview.ts'

type OverviewTask = Overview['tasks'][number]

/** Reasons that keep every task from dialing until a person acts. */
const BLOCKING: string[] = ['storage_fault', 'no_dialer', 'gateway_down', 'no_lines']

const isClosed = ({ reason }: OverviewTask) => reason.code === 'outside_window'

/** The tasks that need a person, and those that run. */
export function sortTasks(tasks: OverviewTask[]): { attention: OverviewTask[]; running: OverviewTask[] } {
  const attention = tasks.filter(
    ({ status, reason }) =>
      status === TaskStatus.FAILED ||
      reason.code === 'nobody_called' ||
      (status === TaskStatus.RUNNING && BLOCKING.includes(reason.code)),
  )
  const needsAttention = new Set(attention)
  // Those that may dial now first, and then by priority, because those get lines first; an order by activity would move rows
  // under the hand.
  const running = tasks
    .filter((task) => task.status === TaskStatus.RUNNING && !needsAttention.has(task))
    .sort((a, b) => Number(isClosed(a)) - Number(isClosed(b)) || a.priority - b.priority)
  return { attention, running }
}
