// The maintenance jobs of wings other than the dialer's.
import type { AuditSeals } from '../access/audit/seal-audit.ts'
import { countPaths } from '../dialing/calls/paths/count-paths.ts'
import type { Erasures } from '../insight/erasure/erasure.service.ts'
import { createCallSummaries } from '../insight/events/summarize-calls.ts'
import type { Deletions } from '../insight/retention/deletions.service.ts'
import type { Retention } from '../insight/retention/retention.service.ts'
import type { Webhooks } from '../insight/webhooks/webhooks.service.ts'
import type { KeyedRequests } from '../platform/http/keyed-requests/keyed-requests.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Job } from '../platform/work/jobs.ts'

interface JobParts {
  db: Database
  keyedRequests: Pick<KeyedRequests, 'removeOld'>
  webhooks: Pick<Webhooks, 'forgetOrphans'>
  retention: Pick<Retention, 'jobs'>
  deletions: Pick<Deletions, 'job'>
  erasures: Pick<Erasures, 'job'>
  auditSeals: AuditSeals
}

export const otherJobs = ({
  db,
  keyedRequests,
  webhooks,
  retention,
  deletions,
  erasures,
  auditSeals,
}: JobParts): Job[] => [
  createCallSummaries(db),
  countPaths(db),
  {
    name: 'remove_keys',
    why: 'answers of requests with an idempotency key are kept for a day, and no more of a token than fit',
    reports: 'nothing',
    everyMs: 60_000,
    run: keyedRequests.removeOld,
  },
  {
    name: 'remove_deliveries',
    why: 'deliveries of a webhook are not kept beyond it',
    reports: 'nothing',
    everyMs: 600_000,
    run: webhooks.forgetOrphans,
  },
  ...retention.jobs(),
  deletions.job,
  erasures.job,
  ...auditSeals.jobs(),
]
