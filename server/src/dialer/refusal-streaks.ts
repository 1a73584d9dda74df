// What a node remembers of refused calls, task by task: calls to which contacts were refused since the last that was accepted.
// A few refused contacts are nobody's business but their own. From some more on the task's circuit breaker is told.

export interface RefusalStreaks {
  refused(taskId: string, contactId: string, reason: string): void
  accepted(taskId: string): void
  /** Tasks with calls to at least this many contacts refused in a row. */
  atLeast(contacts: number): { taskId: string; contacts: number; reason: string }[]
}

interface Streak {
  contactIds: Set<string>
  reason: string
}

/** Of tasks that are not dialed any more nothing is heard: the oldest streaks go. */
const MOST_STREAKS = 1000
const MOST_CONTACTS = 1000

export function createRefusalStreaks(): RefusalStreaks {
  const streaks = new Map<string, Streak>()
  return {
    refused(taskId, contactId, reason) {
      const streak = streaks.get(taskId) ?? { contactIds: new Set(), reason }
      streak.reason = reason
      if (streak.contactIds.size < MOST_CONTACTS) streak.contactIds.add(contactId)
      streaks.delete(taskId)
      streaks.set(taskId, streak)
      const [oldest] = streaks.keys()
      if (streaks.size > MOST_STREAKS && oldest !== undefined) streaks.delete(oldest)
    },
    accepted: (taskId) => void streaks.delete(taskId),
    atLeast: (contacts) =>
      [...streaks]
        .filter(([, { contactIds }]) => contactIds.size >= contacts)
        .map(([taskId, { contactIds, reason }]) => ({ taskId, contacts: contactIds.size, reason })),
  }
}
