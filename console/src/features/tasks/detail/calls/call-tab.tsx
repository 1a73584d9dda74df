import type { Schemas } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { Skeleton } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { CallOutline } from '../../../flows/call-outline.tsx'
import { tasksMessages } from '../../tasks.messages.ts'
import { hrefOfWay } from '../contacts/way-filter.ts'
import { TaskExplanation } from '../task-explanation.tsx'

/** Live calls go from step to step without an event. */
const REPORT_INTERVAL_MS = 3000

/** What people hear who answer, what counts as success, and which ways they take. */
export function CallTab({ task }: { task: Schemas['TaskDetail'] }) {
  const { causes } = useMessages(tasksMessages)
  const path = { id: task.id }
  const settings = useApiQuery('/api/task/{id}/settings', { params: { path } }).data
  const isDraft = task.status === TaskStatus.DRAFT
  const explained = useApiQuery('/api/task/{id}/explain', { params: { path } }, { isEnabled: !isDraft }).data
  const report = useApiQuery(
    '/api/task/{id}/flow/report',
    { params: { path } },
    {
      isEnabled: !isDraft && Boolean(settings?.flow),
      ...(task.status === TaskStatus.RUNNING && { refetchEveryMs: REPORT_INTERVAL_MS }),
    },
  ).data
  return (
    <>
      {!isDraft && <TaskExplanation task={task} explained={explained} />}
      <div className="page-scroll">
        {settings ? (
          <CallOutline
            taskId={task.id}
            dataSourceId={task.dataSourceId}
            settings={settings}
            causes={causes}
            report={report}
            hrefOf={(taken) => hrefOfWay(task.id, taken)}
          />
        ) : (
          <Skeleton h={320} aria-busy />
        )}
      </div>
    </>
  )
}
