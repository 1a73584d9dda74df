import { AgentFigures } from '../../../parts/figures/agent-figures.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'

const REFETCH_MS = 30_000

/** How the voice agent of the task does; nothing for a task without one. */
export function TaskAgents({ taskId }: { taskId: string }) {
  const { data: settings } = useApiQuery('/api/task/{id}/settings', { params: { path: { id: taskId } } })
  const hasAgent = settings?.flow?.steps.some(({ type }) => type === 'stream') ?? false
  return hasAgent ? <FiguresOfTask taskId={taskId} /> : null
}

function FiguresOfTask({ taskId }: { taskId: string }) {
  const { data } = useApiQuery(
    '/api/report',
    { params: { query: { taskIds: taskId } } },
    { refetchEveryMs: REFETCH_MS },
  )
  return data?.agents ? <AgentFigures agents={data.agents} /> : null
}
