import type { Schemas } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { FiguresSkeleton } from '../../../parts/figures/figure.tsx'
import { lazyPart } from '../../../parts/lazy-part.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { TaskExplanation } from './task-explanation.tsx'
import { TaskFigures } from './task-figures.tsx'

const CallTab = lazyPart(async () => (await import('./calls/call-tab.tsx')).CallTab)
const TaskCall = lazyPart(
  async () => (await import('./calls/task-call.tsx')).TaskCall,
  <div className="call-glance-place" />,
)

const TaskOutcomes = lazyPart(async () => (await import('./task-outcomes.tsx')).TaskOutcomes)

/** The explanation also changes without an event: a retry becomes due, a daily window opens. */
const EXPLAIN_INTERVAL_MS = 5000

/** How the task does: what it is doing now, its figures, the ways that people take, and what came of its calls. */
export function OverviewTab({ task }: { task: Schemas['TaskDetail'] }) {
  const { id } = task
  const isDraft = task.status === TaskStatus.DRAFT
  const { data: explained } = useApiQuery(
    '/api/task/{id}/explain',
    { params: { path: { id }, query: { include: 'results' } } },
    { refetchEveryMs: EXPLAIN_INTERVAL_MS },
  )
  const settings = useApiQuery(
    '/api/task/{id}/settings',
    { params: { path: { id } } },
    { isEnabled: !isDraft },
  ).data
  // Nobody was called yet, so there is nothing to count: what there is, is the call.
  if (isDraft)
    return (
      <>
        <TaskExplanation task={task} explained={explained} />
        <CallTab task={task} />
      </>
    )
  return (
    <>
      <TaskExplanation task={task} explained={explained} />
      <div className="page-scroll">
        {explained ? <TaskFigures task={task} explained={explained} /> : <FiguresSkeleton />}
        {settings?.flow && <TaskCall task={task} flow={settings.flow} />}
        {/* What is above decides where all this is. */}
        {settings && <TaskOutcomes task={task} explained={explained} />}
      </div>
    </>
  )
}
