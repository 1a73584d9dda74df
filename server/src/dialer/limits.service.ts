// The limits for all nodes together: live calls, and calls started per second. A change applies from the next claim on.
import { recordChange } from '../audit/audit.service.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'
import { changeLimits, type LimitsRow, readLimits } from './claim.queries.ts'

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
    async change(change: { lines?: number | undefined; callsPerSecond?: number | undefined }, actor: string) {
      // Not in one transaction: every claim locks this row, and must not wait until the change is recorded. A crash in between leaves
      // a change without a record, and of two changes at once both may show the same value before.
      const before = present(await readLimits.first(db, []))
      const values = [change.lines ?? null, change.callsPerSecond ?? null]
      const after = present(await changeLimits.first(db, values))
      await recordChange(db, { at: clock.now(), actor, operation: 'limits.change', before, after })
      return after
    },
  }
}
