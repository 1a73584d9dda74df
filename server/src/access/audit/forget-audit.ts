// Deletes the audit trail past its age, seal by seal from the first one on. The last seal that goes stays as a checkpoint, on which the chain stands from
// then on. That the trail begins later is on record in what is left of it: one row for each day that goes.
import type { Queryable } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import * as queries from './forget-audit.queries.ts'
import { FORGET_OPERATION, listSealsAfter, type SealRow } from './seals.queries.ts'

interface Forgetting {
  before: Date
  now: Date
  maxRows: number
}

const MAX_SEALS = 100

export async function forgetAudit(
  tx: Queryable,
  { before, now, maxRows }: Forgetting,
): Promise<{ rows: number; bytes: number; isDone: boolean }> {
  const none = { rows: 0, bytes: 0, isDone: true }
  // Its role may be one that may only add to the trail.
  if (!(await queries.readRights.first(tx, []))?.may_delete) return none
  const day = new Date(before)
  day.setUTCHours(0, 0, 0, 0)
  const seals = await listSealsAfter(tx, [0, MAX_SEALS])
  const going = seals[0]?.forgotten_before ? seals.slice(1) : seals
  const old = firstOf(going, day, maxRows)
  const last = old.at(-1)
  if (!last) return none
  if (seals[0]?.forgotten_before?.getTime() !== day.getTime())
    await recordChange(tx, { at: now, operation: FORGET_OPERATION, after: { before: day.toISOString() } })
  await queries.makeCheckpoint(tx, [last.id, day])
  const freed = await queries.deleteBehind.first(tx, [last.last_id])
  await queries.deleteProofs(tx, [last.last_id])
  const next = going[old.length]
  const isDone = next ? next.last_time >= day : seals.length < MAX_SEALS
  return { rows: freed?.rows ?? 0, bytes: freed?.bytes ?? 0, isDone }
}

/** Seals whose rows are all older, with about as many rows as a step should have. */
function firstOf(seals: readonly SealRow[], before: Date, maxRows: number): SealRow[] {
  let rows = 0
  const end = seals.findIndex((seal) => {
    const isIn = seal.last_time < before && rows < maxRows
    rows += seal.rows
    return !isIn
  })
  return end < 0 ? [...seals] : seals.slice(0, end)
}
