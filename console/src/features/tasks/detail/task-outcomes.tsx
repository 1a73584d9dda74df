import type { AnswerOf, Schemas } from '@carillon/client'
import { Skeleton, Stack } from '@mantine/core'
import { AgentFigures } from '../../../parts/figures/agent-figures.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { ContactStates } from './contacts/contact-states.tsx'
import { DenialReasons } from './denial-reasons.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { TaskResults } from './task-results.tsx'

const AGENTS_EVERY_MS = 30_000

interface TaskOutcomesProps {
  task: Schemas['TaskDetail']
  explained: AnswerOf<'get', '/api/task/{id}/explain'> | undefined
}

/** What came of the calls of a task, and where its contacts stand. */
export function TaskOutcomes({ task, explained }: TaskOutcomesProps) {
  return (
    <div className="columns">
      <Stack gap="sm">
        <OutcomeChart task={task} calls={explained?.calls} />
        {explained && <TaskResults taskId={task.id} explained={explained} />}
        <TaskAgents taskId={task.id} />
      </Stack>
      <Stack gap="sm">
        {explained ? (
          <>
            <ContactStates task={task} contacts={explained.contacts} />
            <DenialReasons taskId={task.id} reasons={explained.reasons} />
          </>
        ) : (
          <Skeleton h={272} />
        )}
      </Stack>
    </div>
  )
}

/** How the voice agent of the task does; nothing for a task without one. */
function TaskAgents({ taskId }: { taskId: string }) {
  const { data: settings } = useApiQuery('/api/task/{id}/settings', { params: { path: { id: taskId } } })
  const hasAgent = settings?.flow?.steps.some(({ type }) => type === 'stream') ?? false
  return hasAgent ? <FiguresOfTask taskId={taskId} /> : null
}

function FiguresOfTask({ taskId }: { taskId: string }) {
  const { data } = useApiQuery(
    '/api/report',
    { params: { query: { taskIds: taskId } } },
    { refetchEveryMs: AGENTS_EVERY_MS },
  )
  return data?.agents ? <AgentFigures agents={data.agents} /> : null
}
