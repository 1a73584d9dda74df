// A limited number of requests at once. A request that has waited too long for its turn is not made: a call is placed soon
// after it was decided on, or not at all.
import type { Clock } from '../kernel/clock.ts'
import { createTurns } from '../kernel/turns.ts'

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
