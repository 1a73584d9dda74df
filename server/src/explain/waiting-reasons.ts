// Contacts of a task that wait: for their interval, or for permission.
import { waitingSentence } from './denial-words.ts'
import type { TaskReason, TaskView } from './task-facts.ts'
import { countOf, shortTime } from './wording.ts'

/** Contacts that wait for nothing but their interval. */
export function waitingForRetry({ waitingRetry, nextRetryTime, waits, now, zone }: TaskView): TaskReason[] {
  const isMixed = waits.permission.length > 0
  const contacts = isMixed ? waits.interval : waitingRetry
  if (contacts === 0) return []
  const nextTime = isMixed ? waits.intervalNext : nextRetryTime
  const when = nextTime ? `, the next at ${shortTime(nextTime, now, zone.timestamps)}` : ''
  return [
    {
      code: 'waiting_for_retry',
      message: `${countOf(contacts, 'contact')} ${contacts === 1 ? 'waits' : 'wait'} for another attempt${when}.`,
      contacts,
      ...(nextTime && { nextTime }),
    },
  ]
}

export function waitingForPermission({ waits, now, zone }: TaskView): TaskReason[] {
  const { permission, isMore } = waits
  return permission.map(({ reason, contacts, nextTime }) => ({
    code: reason,
    message: waitingSentence(reason, {
      contacts,
      isMore,
      first: shortTime(nextTime, now, zone.timestamps),
    }),
    contacts,
    nextTime,
    ...(isMore && { isMore }),
  }))
}
