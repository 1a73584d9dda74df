import type { Schemas } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { lazyPart } from '../../../parts/lazy-part.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { DraftFigures } from './draft-figures.tsx'
import { HeadlineSkeleton } from './headline.tsx'
import './task-call.css'
import { TaskExplanation } from './task-explanation.tsx'
import { TaskFigures } from './task-figures.tsx'

const place = <div className="task-call" />
const TaskCall = lazyPart(async () => (await import('./calls/task-call.tsx')).TaskCall, place)
const OutcomeStreams = lazyPart(
  async () => (await import('./streams/outcome-streams.tsx')).OutcomeStreams,
  place,
)

/** The explanation also changes without an event: a retry becomes due, a daily window opens. */
const EXPLAIN_INTERVAL_MS = 5000

/** What this tab and the report show of a task, so that both ask for it once. */
export function useExplainedTask({ id }: Schemas['TaskDetail']) {
  return useApiQuery(
    '/api/task/{id}/explain',
    { params: { path: { id }, query: { include: 'results' } } },
    { refetchEveryMs: EXPLAIN_INTERVAL_MS },
  ).data
}

/** How a task does, in one sentence, one figure and one picture: the call, with the ways that people take. */
export function OverviewTab({ task }: { task: Schemas['TaskDetail'] }) {
  const { id } = task
  const isDraft = task.status === TaskStatus.DRAFT
  const explained = useExplainedTask(task)
  const settings = useApiQuery('/api/task/{id}/settings', { params: { path: { id } } }).data
  const hasFlow = Boolean(settings?.flow)
  return (
    <>
      <TaskExplanation task={task} explained={explained} />
      <div className="page-scroll task-glance">
        {isDraft ? (
          <DraftFigures task={task} />
        ) : explained && settings ? (
          <TaskFigures task={task} explained={explained} hasFlow={hasFlow} />
        ) : (
          <HeadlineSkeleton />
        )}
        {!settings ? (
          place
        ) : hasFlow || isDraft ? (
          <TaskCall task={task} settings={settings} />
        ) : explained ? (
          <OutcomeStreams task={task} contacts={explained.contacts} />
        ) : (
          place
        )}
      </div>
    </>
  )
}
