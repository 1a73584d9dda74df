import type { Schemas } from '@carillon/client'

/** The number as a contact of a task. */
export interface CalledContact {
  taskId: string
  taskName: string
  contactId: string
}

/** The tasks that have called the number, the latest first. */
export function calledContacts(
  events: Pick<Schemas['NumberEvent'], 'kind' | 'taskId' | 'taskName' | 'contactId'>[],
): CalledContact[] {
  const found = new Map<string, CalledContact>()
  for (const { kind, taskId, taskName, contactId } of events) {
    if (kind !== 'call' || taskId === null || contactId === null || found.has(taskId)) continue
    found.set(taskId, { taskId, taskName: taskName ?? taskId, contactId })
  }
  return [...found.values()]
}
