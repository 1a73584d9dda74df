import type { Schemas } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { Skeleton } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { CallOutline } from '../../../flows/call-outline.tsx'
import { toRows } from '../../../flows/conditions.ts'
import type { FlowWay } from '../../../flows/flow-exits.ts'
import { tasksMessages } from '../../tasks.messages.ts'
import { hrefOfResult } from '../contacts/result-filter.ts'
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
            hrefOf={(edge) => contactsOf(task.id, edge)}
          />
        ) : (
          <Skeleton h={320} aria-busy />
        )}
      </div>
    </>
  )
}

/** The contacts that took a line, where what came of their call says so. */
function contactsOf(taskId: string, { from, exit, answerer }: FlowWay): string | undefined {
  if (answerer) return hrefOfResult(taskId, { part: 'verdict', value: answerer })
  if (exit?.name === 'noInput') return hrefOfResult(taskId, { part: 'digits', name: from, value: '' })
  const [row, ...more] = toRows(exit?.condition ?? '')?.rows ?? []
  if (!row?.isEqual || more.length > 0) return undefined
  const [part, ...name] = row.path.split('.')
  if (part === 'digits') return hrefOfResult(taskId, { part, name: name.join('.'), value: row.value })
  if (part === 'result')
    return hrefOfResult(taskId, { part: 'field', name: name.join('.'), value: row.value })
  return undefined
}
