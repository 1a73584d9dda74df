import type { Job } from '../../../platform/work/jobs.ts'
import type { JobParts } from '../dialer-options.ts'
import * as complete from '../settle/complete.queries.ts'

const MAX_DIALS = 1000

export const finishStoppedDials = ({ db, clock }: JobParts): Job => ({
  name: 'finish_stopped_dials',
  why: 'contacts that wait for another attempt are done when their task is over',
  reports: 'the contacts of the task',
  everyMs: 0,
  async run() {
    const left = await complete.finishStoppedDials.first(db, [clock.now(), MAX_DIALS])
    return (left?.dials ?? 0) >= MAX_DIALS ? 'unfinished' : 'done'
  },
})
