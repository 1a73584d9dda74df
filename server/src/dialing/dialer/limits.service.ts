// The limits for all nodes together: live calls, and calls started per second. A change applies from the next claim on.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { currentActor } from '../../platform/trail/actor.ts'
import { changeLimits, type LimitsRow, readLimits } from './claim/claim.queries.ts'

export interface DialerLimits {
  lines: number
  /** 0 is no limit. */
  callsPerSecond: number
}

export type Limits = ReturnType<typeof createLimits>

export function createLimits({ db, clock }: { db: Database; clock: Clock }) {
  const present = (row: LimitsRow | undefined): DialerLimits => ({
    lines: row?.lines ?? 0,
    callsPerSecond: row?.calls_per_second ?? 0,
  })
  return {
    read: async () => present(await readLimits.first(db, [])),
    async change(change: { lines?: number | undefined; callsPerSecond?: number | undefined }) {
      const values = [change.lines ?? null, change.callsPerSecond ?? null, clock.now(), currentActor()]
      return present(await changeLimits.first(db, values))
    },
  }
}
