// Ended calls that cannot be settled yet, because another transaction has locked their contact. They are retried, and other
// calls are settled without them. They keep their lines, so a task with such calls gets no new ones: otherwise a frozen node
// that has locked the contacts of one list would occupy all lines in the end.
import type { Clock } from '../../kernel/clock.ts'

const RETRY_AFTER_MS = 200
/** One or two contacts are often locked for a moment, for example by an update. That is no reason to stop dialing. */
const LONG_MS = 1000
const MANY_CALLS = 3

/** For `carefulMs` after the last locked contact, more are likely. */
export function createHeldCalls(clock: Clock, carefulMs: number) {
  const calls = new Map<string, { taskId: string; sinceMs: number; retryMs: number }>()
  let lastLockedMs = clock.elapsedMs()
  return {
    /** A settlement failed because it had to wait for a lock. */
    noteWait(): void {
      lastLockedMs = clock.elapsedMs()
    },
    /** Whether locked contacts are likely: there are some now, or there were recently. Also true right after the start. */
    isLikely: () => calls.size > 0 || clock.elapsedMs() - lastLockedMs < carefulMs,
    /** The call could not be settled. */
    note(id: string, taskId: string): void {
      const nowMs = clock.elapsedMs()
      lastLockedMs = nowMs
      calls.set(id, { taskId, sinceMs: calls.get(id)?.sinceMs ?? nowMs, retryMs: nowMs + RETRY_AFTER_MS })
    },
    forget: (id: string) => void calls.delete(id),
    clear: () => calls.clear(),
    count: () => calls.size,
    isTooSoon: (id: string) => (calls.get(id)?.retryMs ?? 0) > clock.elapsedMs(),
    /** Tasks with calls that could not be settled for long, or with many of them. */
    tasks(): ReadonlySet<string> {
      const longAgoMs = clock.elapsedMs() - LONG_MS
      const counts = new Map<string, number>()
      for (const { taskId, sinceMs } of calls.values())
        counts.set(taskId, (counts.get(taskId) ?? 0) + (sinceMs <= longAgoMs ? MANY_CALLS : 1))
      return new Set([...counts].filter(([, count]) => count >= MANY_CALLS).map(([taskId]) => taskId))
    },
  }
}
