// The events of calls are found by an index (BRIN) that knows only which numbers of the sequence are in each range of pages. PostgreSQL
// summarises new ranges once a minute at best, and drops what it cannot remember until then. The job does it soon after they are full; a range that is still being filled stays out, because each call in it
// would have to change its summary.
import type { Database } from '../../platform/storage/database.ts'
import { whyUnavailable } from '../../platform/storage/unavailable.ts'
import type { Job } from '../../platform/work/jobs.ts'
import * as queries from './events.queries.ts'

/** After a start, this many pages are looked at again. */
const LOOK_BACK = 20_000
/** Rather not than to wait: an autovacuum that somebody waits for a second for is cancelled. It summarises, too. */
const LOCK_WAIT = '50ms'

export function createCallSummaries(db: Database): Job {
  let next: number | undefined
  const run = async (): Promise<void> => {
    try {
      const pages = Number((await queries.countFullPages.first(db, [LOCK_WAIT]))?.pages ?? 0)
      if (pages === next) return
      // After a `truncate` or a `vacuum full` there may be fewer than before.
      const from = Math.max(0, Math.min(next ?? pages - LOOK_BACK, pages))
      await db.transaction(async (tx) => {
        await queries.limitLockWait(tx, [LOCK_WAIT])
        await queries.summarizeCalls(tx, [from, pages])
      })
      next = pages
    } catch (error) {
      if (whyUnavailable(error)?.code !== 'lock_too_slow') throw error
    }
  }
  return {
    name: 'summarize_calls',
    why: 'readers of events find the calls of the last minutes without scanning them all',
    reports: 'nothing',
    everyMs: 1000,
    run,
  }
}
