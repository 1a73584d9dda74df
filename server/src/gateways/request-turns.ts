// So many requests at once and no more. Who has waited too long for a turn gives up: a call is placed soon after it was
// decided on, or not at all.
import type { Clock } from '../kernel/clock.ts'

export interface RequestTurns {
  /** Undefined if the turn came too late. */
  take<Result>(work: () => Promise<Result>, maxWaitMs?: number): Promise<Result | undefined>
}

export function createRequestTurns(clock: Clock, max: number): RequestTurns {
  const waiting: (() => void)[] = []
  let running = 0

  return {
    async take(work, maxWaitMs = Number.POSITIVE_INFINITY) {
      const startedMs = clock.elapsedMs()
      if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        return clock.elapsedMs() - startedMs > maxWaitMs ? undefined : await work()
      } finally {
        // The turn is handed on, so that nobody who comes later gets in between.
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
