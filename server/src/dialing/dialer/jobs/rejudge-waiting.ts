import type { Job } from '../../../platform/work/jobs.ts'
import * as queries from '../claim/rejudge.queries.ts'
import type { JobParts } from '../dialer-options.ts'

const MAX_CONTACTS = 5000

export const rejudgeWaiting = ({ db, clock }: JobParts): Job => ({
  name: 'rejudge_waiting',
  why: 'contacts that wait for permission are judged again after a change of the rules',
  reports: 'when contacts are called next',
  everyMs: 0,
  run: () => queries.rejudgeWaiting(db, [clock.now(), MAX_CONTACTS]),
})
