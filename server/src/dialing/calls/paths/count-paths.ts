// Adds the paths of ended calls to the sums of their task: a cursor on the log of events that sums up what it passes, so that no settlement
// writes them.
import type { Database } from '../../../platform/storage/database.ts'
import { readHorizon } from '../../../platform/storage/event-horizon.queries.ts'
import { endOfRange } from '../../../platform/storage/event-log.ts'
import type { Job } from '../../../platform/work/jobs.ts'
import * as queries from './flow-sums.queries.ts'

/** Transactions that are read at once: each may have settled some hundred calls. */
const MAX_SPAN = 256

export const countPaths = (db: Database): Job => ({
  name: 'count_paths',
  why: 'the picture of a flow shows how many calls went which way',
  reports: 'the report of the flow',
  everyMs: 2000,
  run: () => countNext(db),
})

/** Each call is counted once, by whichever node: the cursor moves in the transaction that counts. */
async function countNext(db: Database): Promise<'done' | 'unfinished'> {
  if (!(await queries.hasUncounted.first(db))?.is_behind) return 'done'
  return db.transaction(async (tx) => {
    const locked = await queries.lockCursor.first(tx)
    if (!locked) return 'done'
    const { cursor } = locked
    const { complete_before: horizon } = await readHorizon(tx)
    const before = endOfRange(cursor, horizon, MAX_SPAN)
    if (before <= cursor) return 'done'
    await queries.addPaths.run(tx, [cursor, before])
    await queries.moveCursor.run(tx, [before])
    return before < horizon ? 'unfinished' : 'done'
  })
}
