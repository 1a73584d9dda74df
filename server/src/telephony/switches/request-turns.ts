// Limits the number of concurrent requests. A request that has waited too long is dropped: a call is placed soon after its
// claim, or not at all.
import type { Clock } from '../../platform/kernel/clock.ts'
import { createTurns } from '../../platform/kernel/threads/turns.ts'

export function createRequestTurns(clock: Clock, maxAtOnce: number) {
  const inTurn = createTurns(maxAtOnce)

  return {
    /** Undefined if the turn came too late. */
    take<Result>(
      work: () => Promise<Result>,
      maxWaitMs = Number.POSITIVE_INFINITY,
    ): Promise<Result | undefined> {
      const startedMs = clock.elapsedMs()
      return inTurn(async () => (clock.elapsedMs() - startedMs > maxWaitMs ? undefined : work()))
    },
  }
}
