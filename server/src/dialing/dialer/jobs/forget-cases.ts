import { MAX_BUDGET_DAYS } from '../../../campaigns/permission/budgets.ts'
import { forgetCaseCalls } from '../../../campaigns/permission/rules.queries.ts'
import { DAY_MS } from '../../../platform/kernel/timestamps.ts'
import type { Job } from '../../../platform/work/jobs.ts'
import type { JobParts } from '../dialer-options.ts'

const MAX_FORGOTTEN = 1000

export const forgetCases = ({ db, clock }: JobParts): Job => ({
  name: 'forget_cases',
  why: 'which calls were about a case is forgotten when no budget looks back so far, after 31 days',
  reports: 'nothing; the call records stay',
  everyMs: 600_000,
  async run() {
    // The wall clock may be put back by a day.
    const before = new Date(clock.now().getTime() - (MAX_BUDGET_DAYS + 1) * DAY_MS)
    const forgotten = await forgetCaseCalls(db, [before, MAX_FORGOTTEN])
    return forgotten.length === MAX_FORGOTTEN ? 'unfinished' : 'done'
  },
})
