// Which contacts and tasks may be the reason for answers with "busy" or a fault: those that get such answers while others are
// accepted.
import type { Clock } from '../../../platform/kernel/clock.ts'

export interface Asked {
  taskId: string
  contactId: string
}

/** A contact that was answered with "busy" or a fault, and not accepted since. */
interface Suspect {
  /** How often, each time with others accepted in between. */
  times: number
  /** How many calls had been accepted at the last time. */
  acceptedCount: number
}

interface LastTask {
  /** How many, each with others accepted in between: an outage is not the task's. */
  pauses: number
  untilMs: number
  acceptedCount: number
}

const ANSWER_MEMORY_MS = 5000
/** If more of the latest requests were answered with "busy", the gateway means all calls. */
const MAX_BUSY_SHARE = 0.1
const MAX_SUSPECTS = 1000

export function createSuspects(clock: Clock) {
  const acceptedLately = createLatelyCount(clock)
  /** Contacts that were answered with "busy", and when. */
  const busyContacts = new Map<string, number>()
  const suspects = new Map<string, Suspect>()
  const lastTasks = new Map<string, LastTask>()
  let acceptedCount = 0

  return {
    accepted({ taskId, contactId }: Asked): void {
      acceptedLately.add()
      acceptedCount += 1
      suspects.delete(contactId)
      lastTasks.delete(taskId)
    },

    /** The contact was answered with "busy" or a fault. Returns how often, not counting times in a row without an accepted call. */
    note(contactId: string): number {
      const before = suspects.get(contactId)
      const times = (before?.times ?? 0) + (before && acceptedCount > before.acceptedCount ? 1 : 0)
      suspects.delete(contactId)
      suspects.set(contactId, { times, acceptedCount })
      const [oldest] = suspects.keys()
      if (suspects.size > MAX_SUSPECTS && oldest !== undefined) suspects.delete(oldest)
      return times
    },

    /** The contact was answered with "busy". Whether the gateway means all calls, by its answers to others in this time and longer. */
    isBusyForAll(contactId: string, withinMs: number): boolean {
      const nowMs = clock.elapsedMs()
      const sinceMs = nowMs - Math.max(ANSWER_MEMORY_MS, withinMs)
      for (const [id, atMs] of busyContacts) if (atMs < sinceMs) busyContacts.delete(id)
      busyContacts.set(contactId, nowMs)
      const count = busyContacts.size
      return count > 1 && count > MAX_BUSY_SHARE * (count + acceptedLately.read())
    },

    /** Other tasks come first until the pause of the node is over, and for a pause of the task's own after it. */
    putLast(
      taskId: string,
      pausedUntilMs: number,
      pauseMs: (pauses: number) => number,
      keptMs: number,
    ): void {
      const nowMs = clock.elapsedMs()
      const before = lastTasks.get(taskId)
      for (const [id, { untilMs }] of lastTasks) if (untilMs < nowMs - keptMs) lastTasks.delete(id)
      const isAgain = before !== undefined && nowMs >= before.untilMs && acceptedCount > before.acceptedCount
      const pauses = (before?.pauses ?? 1) + (isAgain ? 1 : 0)
      lastTasks.set(taskId, { pauses, untilMs: pausedUntilMs + pauseMs(pauses), acceptedCount })
    },

    lastTasks(): ReadonlySet<string> {
      const nowMs = clock.elapsedMs()
      return new Set([...lastTasks].filter(([, { untilMs }]) => nowMs < untilMs).map(([id]) => id))
    },
  }
}

/** Counts what happened in the last 5 to 10 seconds. */
function createLatelyCount(clock: Clock) {
  let sinceMs = clock.elapsedMs()
  let current = 0
  let before = 0

  function turn(): void {
    const ageMs = clock.elapsedMs() - sinceMs
    if (ageMs < ANSWER_MEMORY_MS) return
    before = ageMs < 2 * ANSWER_MEMORY_MS ? current : 0
    current = 0
    sinceMs = clock.elapsedMs()
  }

  return {
    add() {
      turn()
      current += 1
    },
    read() {
      turn()
      return before + current
    },
  }
}
