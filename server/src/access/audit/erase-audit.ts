// Erases a person from a part of the audit trail. The seals hold: they say by which erasure the contents of a row have changed. The kind and id of who
// acted, the address, what was done to what, and when stay as they were sealed.
import type { Queryable } from '../../platform/storage/database.ts'
import * as queries from './erase-audit.queries.ts'

interface AuditPart {
  /** What is removed: a regular expression of PostgreSQL. */
  pattern: string
  /** Blocks of the table. */
  from: number
  before: number
}

/** Resolves with how many rows had it. */
export async function eraseAudit(
  tx: Queryable,
  erasureId: string,
  { pattern, from, before }: AuditPart,
): Promise<number> {
  const rows = await queries.lockRows(tx, [pattern, `(${from},0)`, `(${before},0)`])
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await queries.eraseKeys(tx, [ids, erasureId])
  return queries.scrubRows.run(tx, [pattern, ids])
}
