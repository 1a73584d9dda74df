import type { Schemas } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { useCallback } from 'react'
import { CallGlance } from '../../../flows/call-glance.tsx'
import type { Flow } from '../../../flows/flow.ts'
import type { WayTaken } from '../../../flows/flow-exits.ts'
import { hrefOfWay } from '../contacts/way-filter.ts'

/** The ways that people take in the calls of a task, each of which leads to its contacts. */
export function TaskCall({ task: { id, status }, flow }: { task: Schemas['TaskDetail']; flow: Flow }) {
  const hrefOf = useCallback((taken: WayTaken, version?: number) => hrefOfWay(id, taken, version), [id])
  return (
    <CallGlance
      taskId={id}
      flow={flow}
      isRunning={status === TaskStatus.RUNNING}
      href={`/tasks/${id}?tab=call`}
      hrefOf={hrefOf}
    />
  )
}
