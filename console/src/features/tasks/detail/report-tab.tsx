import type { Schemas } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { Skeleton } from '@mantine/core'
import { useCallback } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { CallReport } from '../../flows/call-report.tsx'
import type { WayTaken } from '../../flows/flow-exits.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { useOperationReason } from '../use-operation-reason.ts'
import { hrefOfWay } from './contacts/way-filter.ts'
import { HeadlineSkeleton } from './headline.tsx'
import { useExplainedTask } from './overview-tab.tsx'
import { TaskExplanation } from './task-explanation.tsx'
import { TaskPace } from './task-figures.tsx'
import { TaskOutcomes } from './task-outcomes.tsx'

/** What came of the calls, over time and by contact, and which ways they took, in some days and in a version of the flow. */
export function ReportTab({ task }: { task: Schemas['TaskDetail'] }) {
  const { causes } = useMessages(tasksMessages)
  const { id } = task
  const settings = useApiQuery('/api/task/{id}/settings', { params: { path: { id } } }).data
  const explained = useExplainedTask(task)
  const disabledReason = useOperationReason(task.status)('changeFlow')
  const hrefOf = useCallback((taken: WayTaken, version?: number) => hrefOfWay(id, taken, version), [id])
  return (
    <>
      <TaskExplanation task={task} explained={explained} />
      <div className="page-scroll in-order">
        {explained ? <TaskPace explained={explained} /> : <HeadlineSkeleton hasFigure={false} facts={4} />}
        <TaskOutcomes task={task} explained={explained} />
        {settings ? (
          <CallReport
            taskId={id}
            dataSourceId={task.dataSourceId}
            settings={settings}
            isPublished
            isRunning={task.status === TaskStatus.RUNNING}
            causes={causes}
            disabledReason={disabledReason}
            hrefOf={hrefOf}
          />
        ) : (
          <Skeleton h={320} aria-busy />
        )}
      </div>
    </>
  )
}
