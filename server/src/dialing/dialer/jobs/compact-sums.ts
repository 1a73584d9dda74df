import { MINUTES_KEPT_MS } from '../../../platform/storage/sum-bucket.ts'
import type { Job } from '../../../platform/work/jobs.ts'
import type { JobParts } from '../dialer-options.ts'
import * as queries from '../settle/call-sums.queries.ts'

const MAX_ROWS = 5000

export const compactSums = ({ db, clock }: JobParts): Job => ({
  name: 'compact_sums',
  why: 'sums of minutes become quarters of an hour after a day, so that reports read few rows',
  reports: 'nothing',
  everyMs: 600_000,
  async run() {
    const before = new Date(clock.now().getTime() - MINUTES_KEPT_MS)
    return (await queries.compactSums.run(db, [before, MAX_ROWS])) > 0 ? 'unfinished' : 'done'
  },
})
