// Ended calls that cannot be settled yet, because another transaction has locked their contact. They are retried, and
// other calls are settled without them. They keep their lines, so a task with such calls gets no new ones: otherwise a frozen
// node that has locked the contacts of one list would occupy all lines in the end.
import type { Clock } from '../kernel/clock.ts'

const TRY_AGAIN_MS = 200
/** One or two contacts are often locked for a moment, for example by an update. That is no reason to stop dialing. */
const LONG_MS = 1000
const MANY_CALLS = 3

export interface HeldCalls {
  /** A settlement failed because it had to wait for a lock. */
  noteWait(): void
  /** Whether locked contacts are likely: there are some now, or there were recently. Also true right after the start. */
  isLikely(): boolean
  /** The call could not be settled. */
  note(id: string, taskId: string): void
  /** It was. */
  forget(id: string): void
  clear(): void
  count(): number
  /** Whether there is no use in trying this call now. */
  isTooSoon(id: string): boolean
  /** Tasks with calls that could not be settled for long, or with many of them. */
  tasks(): ReadonlySet<string>
}

/** For `carefulMs` after the last trouble, more is likely. */
export function createHeldCalls(clock: Clock, carefulMs: number): HeldCalls {
  const calls = new Map<string, { taskId: string; sinceMs: number; againMs: number }>()
  let troubleMs = clock.elapsedMs()
  return {
    noteWait() {
      troubleMs = clock.elapsedMs()
    },
    isLikely: () => calls.size > 0 || clock.elapsedMs() - troubleMs < carefulMs,
    note(id, taskId) {
      const nowMs = clock.elapsedMs()
      troubleMs = nowMs
      calls.set(id, { taskId, sinceMs: calls.get(id)?.sinceMs ?? nowMs, againMs: nowMs + TRY_AGAIN_MS })
    },
    forget: (id) => void calls.delete(id),
    clear: () => calls.clear(),
    count: () => calls.size,
    isTooSoon: (id) => (calls.get(id)?.againMs ?? 0) > clock.elapsedMs(),
    tasks() {
      const longAgoMs = clock.elapsedMs() - LONG_MS
      const counts = new Map<string, number>()
      for (const { taskId, sinceMs } of calls.values())
        counts.set(taskId, (counts.get(taskId) ?? 0) + (sinceMs <= longAgoMs ? MANY_CALLS : 1))
      return new Set([...counts].filter(([, count]) => count >= MANY_CALLS).map(([taskId]) => taskId))
    },
  }
}
