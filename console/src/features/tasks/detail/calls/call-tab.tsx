import type { Schemas } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { Skeleton } from '@mantine/core'
import { useCallback } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { CallReport } from '../../../flows/call-report.tsx'
import type { WayTaken } from '../../../flows/flow-exits.ts'
import { tasksMessages } from '../../tasks.messages.ts'
import { useOperationReason } from '../../use-operation-reason.ts'
import { hrefOfWay } from '../contacts/way-filter.ts'
import { TaskExplanation } from '../task-explanation.tsx'

/** What people hear who answer, what counts as success, and which ways they take. */
export function CallTab({ task }: { task: Schemas['TaskDetail'] }) {
  const { causes } = useMessages(tasksMessages)
  const path = { id: task.id }
  const settings = useApiQuery('/api/task/{id}/settings', { params: { path } }).data
  const isPublished = task.status !== TaskStatus.DRAFT
  const explained = useApiQuery(
    '/api/task/{id}/explain',
    { params: { path } },
    { isEnabled: isPublished },
  ).data
  const disabledReason = useOperationReason(task.status)('changeFlow')
  const { id } = task
  const hrefOf = useCallback((taken: WayTaken, version?: number) => hrefOfWay(id, taken, version), [id])
  return (
    <>
      {isPublished && <TaskExplanation task={task} explained={explained} />}
      {settings ? (
        <CallReport
          taskId={task.id}
          dataSourceId={task.dataSourceId}
          settings={settings}
          isPublished={isPublished}
          isRunning={task.status === TaskStatus.RUNNING}
          causes={causes}
          disabledReason={disabledReason}
          hrefOf={hrefOf}
        />
      ) : (
        <div className="page-scroll">
          <Skeleton h={320} aria-busy />
        </div>
      )}
    </>
  )
}
