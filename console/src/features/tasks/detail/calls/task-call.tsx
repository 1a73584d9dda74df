import type { Schemas } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { useCallback } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { lazyPart } from '../../../../parts/lazy-part.tsx'
import { useRights } from '../../../../session/use-rights.ts'
import { CallGlance } from '../../../flows/call-glance.tsx'
import type { WayTaken } from '../../../flows/flow-exits.ts'
import { tasksMessages } from '../../tasks.messages.ts'
import { hrefOfWay } from '../contacts/way-filter.ts'

const LatestCalls = lazyPart(async () => (await import('./latest-calls.tsx')).LatestCalls)

interface TaskCallProps {
  task: Schemas['TaskDetail']
  settings: Schemas['TaskSettings']
}

/** The call of a task, each way of which leads to the contacts that took it. */
export function TaskCall({ task: { id, status, dataSourceId }, settings }: TaskCallProps) {
  const { causes } = useMessages(tasksMessages)
  const { maySee } = useRights()
  const hrefOf = useCallback((taken: WayTaken, version?: number) => hrefOfWay(id, taken, version), [id])
  return (
    <CallGlance
      taskId={id}
      dataSourceId={dataSourceId}
      settings={settings}
      isPublished={status !== TaskStatus.DRAFT}
      isRunning={status === TaskStatus.RUNNING}
      causes={causes}
      href={`/tasks/${id}?tab=report`}
      hrefOf={hrefOf}
      {...(maySee({ needs: 'seeNumbers' }) && {
        besideWay: ({ id: way, ...chosen }) => (
          <LatestCalls key={way} taskId={id} isRunning={status === TaskStatus.RUNNING} {...chosen} />
        ),
      })}
    />
  )
}
