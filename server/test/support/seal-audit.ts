// Seals the audit trail as the job does, as if its rows were old enough.
import { createAuditSeals } from '../../src/access/audit/seal-audit.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { silentLog } from './silent-log.ts'

export async function sealAudit(
  db: Database,
  clock: ManualClock = createManualClock(new Date().toISOString()),
  [job] = createAuditSeals({ db, clock, log: silentLog }).jobs(),
): Promise<void> {
  await job?.run()
  clock.advance(120_000)
  while ((await job?.run()) === 'unfinished');
}
