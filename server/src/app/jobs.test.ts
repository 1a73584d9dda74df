import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createAuditSeals } from '../access/audit/seal-audit.ts'
import { dialerJobs } from '../dialing/dialer/jobs/jobs.ts'
import { createErasures } from '../insight/erasure/erasure.service.ts'
import { createDeletions } from '../insight/retention/deletions.service.ts'
import { createRetention } from '../insight/retention/retention.service.ts'
import { otherJobs } from './jobs.ts'

it('docs/monitoring.md lists all maintenance jobs', async () => {
  // Made without anything to work with, as none is run.
  const parts = {
    db: {},
    keyedRequests: {},
    webhooks: {},
    retention: createRetention({} as never),
    deletions: createDeletions({} as never),
    erasures: createErasures({} as never),
    auditSeals: createAuditSeals({} as never),
  } as never
  const rows = [...dialerJobs(parts), ...otherJobs(parts)].map(
    ({ name, everyMs, why, reports }) => `| \`${name}\` | ${intervalOf(everyMs)} | ${why} | ${reports} |\n`,
  )
  const table = `| job | every | why | what it reports |\n|---|---|---|---|\n${rows.join('')}`
  expect(await readFile('docs/monitoring.md', 'utf8')).toContain(table)
})

function intervalOf(ms: number): string {
  if (ms === 0) return 'heartbeat'
  return ms < 60_000 ? `${ms / 1000} s` : `${ms / 60_000} min`
}
