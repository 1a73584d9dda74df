import type { Schemas } from '@carillon/client'
import { Skeleton, Stack } from '@mantine/core'
import { FiguresSkeleton } from '../../../parts/figures/figure.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { ContactStates } from './contacts/contact-states.tsx'
import { DenialReasons } from './denial-reasons.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { TaskAgents } from './task-agents.tsx'
import { TaskExplanation } from './task-explanation.tsx'
import { TaskFigures } from './task-figures.tsx'
import { TaskResults } from './task-results.tsx'

/** The explanation also changes without an event: a retry becomes due, a daily window opens. */
const EXPLAIN_INTERVAL_MS = 5000

/** How the task does: what it is doing now, its figures, and what came of its calls. */
export function OverviewTab({ task }: { task: Schemas['TaskDetail'] }) {
  const { id } = task
  const { data: explained } = useApiQuery(
    '/api/task/{id}/explain',
    { params: { path: { id }, query: { include: 'results' } } },
    { refetchEveryMs: EXPLAIN_INTERVAL_MS },
  )
  return (
    <>
      <TaskExplanation task={task} explained={explained} />
      <div className="page-scroll">
        {explained ? <TaskFigures task={task} explained={explained} /> : <FiguresSkeleton />}
        <div className="columns">
          <Stack gap="sm">
            <OutcomeChart task={task} calls={explained?.calls} />
            {explained && <TaskResults taskId={id} explained={explained} />}
            <TaskAgents taskId={id} />
          </Stack>
          <Stack gap="sm">
            {explained ? (
              <>
                <ContactStates task={task} contacts={explained.contacts} />
                <DenialReasons taskId={id} reasons={explained.reasons} />
              </>
            ) : (
              <Skeleton h={272} />
            )}
          </Stack>
        </div>
      </div>
    </>
  )
}
