// How many calls at once and a second, for all nodes together. A change holds from the next claim on.
import type { Database } from '../storage/database.ts'
import * as queries from './limits.queries.ts'

export interface DialerLimits {
  lines: number
  /** 0 is no limit. */
  callsPerSecond: number
}

export interface Limits {
  read(): Promise<DialerLimits>
  change(change: { lines?: number | undefined; callsPerSecond?: number | undefined }): Promise<DialerLimits>
}

export function createLimits({ db }: { db: Database }): Limits {
  const present = (row: queries.LimitsRow | undefined): DialerLimits => ({
    lines: row?.lines ?? 0,
    callsPerSecond: row?.calls_per_second ?? 0,
  })
  return {
    read: async () => present(await queries.readLimits.first(db, [])),
    change: async ({ lines, callsPerSecond }) =>
      present(await queries.changeLimits.first(db, [lines ?? null, callsPerSecond ?? null])),
  }
}
