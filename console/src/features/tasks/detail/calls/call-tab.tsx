import type { Schemas } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { Skeleton, Stack } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { CallOutline } from '../../../flows/call-outline.tsx'
import type { WayTaken } from '../../../flows/flow-exits.ts'
import { ReportFilters } from '../../../flows/versions/report-filters.tsx'
import { useFlowReport, useReportChoice } from '../../../flows/versions/use-flow-report.ts'
import { VersionList } from '../../../flows/versions/version-list.tsx'
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
  const choice = useReportChoice(task.id, isPublished)
  const { chosen, current, days, versions } = choice
  // All calls of a task with one version are of that one.
  const version = versions && versions.length > 1 ? chosen?.version : undefined
  const disabledReason = useOperationReason(task.status)('changeFlow')
  const hasReport = Boolean(settings?.flow) && versions !== undefined
  const report = useFlowReport({
    taskId: task.id,
    version,
    days,
    isEnabled: hasReport,
    isLive: task.status === TaskStatus.RUNNING,
  })
  return (
    <>
      {isPublished && <TaskExplanation task={task} explained={explained} />}
      {hasReport && <ReportFilters choice={choice} calls={report?.calls} />}
      <div className="page-scroll">
        <Stack gap="md">
          {settings ? (
            <CallOutline
              taskId={task.id}
              dataSourceId={task.dataSourceId}
              settings={chosen ? { ...settings, flow: chosen.flow } : settings}
              isCurrent={(chosen ?? current) === current}
              causes={causes}
              report={report}
              // Contacts cannot be asked for by the day of their call.
              {...(!days && { hrefOf: (taken: WayTaken) => hrefOfWay(task.id, taken, version) })}
            />
          ) : (
            <Skeleton h={320} aria-busy />
          )}
          {settings && hasReport && (
            <VersionList
              taskId={task.id}
              dataSourceId={task.dataSourceId}
              settings={settings}
              choice={choice}
              disabledReason={disabledReason}
            />
          )}
        </Stack>
      </div>
    </>
  )
}
