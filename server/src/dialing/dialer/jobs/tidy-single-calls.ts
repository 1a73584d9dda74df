import type { Job } from '../../../platform/work/jobs.ts'
import type { JobParts } from '../dialer-options.ts'
import * as queries from '../single-calls/single-calls.queries.ts'

const KEPT_MS = 30 * 24 * 3600_000
const MAX_FORGOTTEN = 1000

export const tidySingleCalls = ({ db, clock, log }: JobParts): Job => ({
  name: 'tidy_single_calls',
  why: 'calls without a task are forgotten 30 days after their end, and ended if nothing else would end them',
  reports: 'a warning with the calls that it ended as lost',
  everyMs: 600_000,
  async run() {
    const stranded = await queries.endStrandedCalls(db, [clock.now()])
    if (stranded.length > 0)
      log.warn({ calls: stranded.length }, 'calls without a task have no live call; they are ended as lost')
    const before = new Date(clock.now().getTime() - KEPT_MS)
    const forgotten = await queries.forgetOldCalls(db, [before, MAX_FORGOTTEN])
    return forgotten.length === MAX_FORGOTTEN ? 'unfinished' : 'done'
  },
})
