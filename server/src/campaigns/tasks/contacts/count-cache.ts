// Pages ask again for counts whenever calls have ended. A large count is given again for ten times as long as it took.
import type { Clock } from '../../../platform/kernel/clock.ts'

/** Contacts. */
export const LARGE_COUNT = 10_000

/** `sizeOf`: how many contacts were counted. */
export function createCountCache<Counts>(
  clock: Clock,
  read: (taskId: string) => Promise<Counts>,
  sizeOf: (counts: Counts) => number,
): (taskId: string) => Promise<Counts> {
  const counted = new Map<string, { counts: Promise<Counts>; until: number }>()
  return async (taskId) => {
    const start = clock.elapsedMs()
    for (const [id, { until }] of counted) if (until < start) counted.delete(id)
    const known = counted.get(taskId)
    if (known) return known.counts
    const counts = read(taskId)
    const entry = { counts, until: Number.POSITIVE_INFINITY }
    counted.set(taskId, entry)
    try {
      const size = sizeOf(await counts)
      const end = clock.elapsedMs()
      entry.until = size < LARGE_COUNT ? Number.NEGATIVE_INFINITY : end + (end - start) * 10
    } catch {
      entry.until = Number.NEGATIVE_INFINITY
    }
    return counts
  }
}
