// Fails tasks that cannot be dialed: the gateway refuses their calls again and again, or no node has a gateway that
// works. How often and for how long is kept in the database, so it adds up over all nodes and survives a restart.
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import type { DialerTiming } from './dialer-timing.ts'
import type { NodeWatch } from './node-watch.ts'
import type { RefusalStreaks } from './refusal-streaks.ts'
import { failTasks, noteDown, noteRefusals } from './settle.queries.ts'

export interface CircuitBreaker {
  /** These tasks want to dial, and this node could not for this long. Counts only if no other node can either. */
  noteDown(taskIds: string[], reason: string, forMs: number): Promise<void>
  trip(isUp: boolean, sinceMs: number): Promise<void>
}

export interface CircuitBreakerOptions {
  db: Database
  clock: Clock
  log: Log
  timing: DialerTiming
  watch: NodeWatch
  streaks: RefusalStreaks
}

export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { db, clock, log, timing, watch, streaks } = options
  const { breakerFaults, breakerMs } = timing

  return {
    async noteDown(taskIds, reason, forMs) {
      // One node says it for all.
      if (taskIds.length > 0 && !watch.isAnyUp() && watch.isOldest())
        await noteDown(db, [taskIds, Math.round(forMs), reason])
    },

    async trip(isUp, sinceMs) {
      const refused = streaks.atLeast(breakerFaults)
      if (refused.length > 0) {
        const columns = [
          refused.map(({ taskId }) => taskId),
          refused.map(({ contacts }) => contacts),
          refused.map(({ reason }) => reason),
        ]
        await noteRefusals(db, [...columns, watch.nodeId(), Math.round(sinceMs)])
      }
      const failed = await failTasks(db, [clock.now(), breakerFaults, breakerMs, isUp])
      for (const { id, fail_reason } of failed) {
        streaks.accepted(id)
        log.warn(
          { task: id, reason: fail_reason },
          'the gateway places none of its calls: the task is FAILED',
        )
      }
    },
  }
}
