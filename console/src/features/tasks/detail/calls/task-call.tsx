import type { Schemas } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { CallGlance } from '../../../flows/call-glance.tsx'
import type { Flow } from '../../../flows/flow.ts'
import { hrefOfWay } from '../contacts/way-filter.ts'

/** The ways that people take in the calls of a task, each of which leads to its contacts. */
export function TaskCall({ task: { id, status }, flow }: { task: Schemas['TaskDetail']; flow: Flow }) {
  return (
    <CallGlance
      taskId={id}
      flow={flow}
      isRunning={status === TaskStatus.RUNNING}
      href={`/tasks/${id}?tab=call`}
      hrefOf={(taken, version) => hrefOfWay(id, taken, version)}
    />
  )
}
