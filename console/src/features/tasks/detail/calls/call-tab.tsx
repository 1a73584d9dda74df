import type { Schemas } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { Skeleton } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { CallReport } from '../../../flows/call-report.tsx'
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
          hrefOf={(taken, version) => hrefOfWay(task.id, taken, version)}
        />
      ) : (
        <div className="page-scroll">
          <Skeleton h={320} aria-busy />
        </div>
      )}
    </>
  )
}
