import type { Job } from '../../../platform/work/jobs.ts'
import type { JobParts } from '../dialer-options.ts'
import * as queries from './lines.queries.ts'

export const sampleLines = ({ db, clock }: JobParts): Job => ({
  name: 'sample_lines',
  why: 'charts show the max number of lines in use of each minute',
  reports: 'the charts of lines',
  everyMs: 0,
  run: () => queries.sampleLines(db, [clock.now()]),
})
