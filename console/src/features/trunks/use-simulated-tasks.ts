// The running tasks whose calls are simulated, while all calls are: the first trunk concerns them.
import { TaskStatus } from '@carillon/client/task-states'
import { useApiQuery } from '../../session/api-hooks.ts'
import { useSystem } from '../../session/use-system.ts'

/** As many as a dialog can name; more are counted. */
const MAX_NAMED = 100

export function useSimulatedTasks(): { names: string[]; total: number } {
  const isSimulated = useSystem()?.gateway.isSimulated ?? false
  const query = {
    ...{ status: TaskStatus.RUNNING, pageNum: 1, pageSize: MAX_NAMED },
    include: 'progress' as const,
  }
  const { data } = useApiQuery('/api/task/list', { params: { query } }, { isEnabled: isSimulated })
  if (!isSimulated || !data) return { names: [], total: 0 }
  const tasks = data.rows.filter((task) => task.isSimulated)
  // A page that is full may not have all of them.
  return {
    names: tasks.map(({ taskName }) => taskName),
    total: Math.max(tasks.length, data.total - MAX_NAMED),
  }
}
