// The events of calls are found by an index (BRIN) that knows only which numbers of the sequence are in each range of pages. PostgreSQL
// summarises new ranges once a minute at best, and drops what it cannot remember until then, so every reader would scan all calls of the last
// minutes. A maintenance job summarises them soon after they are full; a range that is still being filled stays out, because each call in it
// would have to change its summary.
import type { Database } from '../../platform/storage/database.ts'
import { whyUnavailable } from '../../platform/storage/unavailable.ts'
import * as queries from './events.queries.ts'

/** After a start, this many pages are looked at again. */
const LOOK_BACK = 20_000
/** Rather not than to wait: an autovacuum that somebody waits for a second for is cancelled. It summarises, too. */
const LOCK_WAIT_MS = 50

export function createCallSummaries(db: Database) {
  let next: number | undefined
  return async (): Promise<void> => {
    try {
      await db.transaction(async (tx) => {
        await queries.limitLockWait(tx, [`${LOCK_WAIT_MS}ms`])
        const pages = Number((await queries.countFullPages.first(tx, []))?.pages ?? 0)
        // After a `truncate` or a `vacuum full` there may be fewer than before.
        const from = Math.max(0, Math.min(next ?? pages - LOOK_BACK, pages))
        await queries.summarizeCalls(tx, [from, pages])
        next = pages
      })
    } catch (error) {
      if (whyUnavailable(error)?.code !== 'lock_too_slow') throw error
    }
  }
}
