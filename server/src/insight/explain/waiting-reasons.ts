// Contacts of a task that wait: for their interval, or for permission.
import type { TaskReason, TaskView } from './task-facts.ts'

/** Contacts that wait for nothing but their interval. */
export function waitingForRetry({ waitingRetry, nextRetryTime, waits }: TaskView): TaskReason[] {
  const isMixed = waits.permission.length > 0
  const contacts = isMixed ? waits.interval : waitingRetry
  if (contacts === 0) return []
  const nextTime = isMixed ? waits.intervalNext : nextRetryTime
  return [{ code: 'waiting_for_retry', contacts, ...(nextTime && { nextTime }) }]
}

export function waitingForPermission({ waits: { permission, isMore } }: TaskView): TaskReason[] {
  return permission.map(({ reason, contacts, nextTime }) => ({
    code: reason,
    contacts,
    nextTime,
    ...(isMore && { isMore }),
  }))
}
