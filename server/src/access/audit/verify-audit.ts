// Compares the audit trail with its seals, in one snapshot of the database. What it finds names the rows. What it cannot find: somebody with all of the
// database can make all seals again from the changed rows; then the last one differs from the head that the log and backups have.
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { digestOfContents, hashOfRow, hashOfSeal, NO_SEAL, nameOfSeal } from './seal.ts'
import * as queries from './seals.queries.ts'

export type AuditFinding =
  | { kind: 'rowChanged' | 'rowDeleted' | 'rowInserted' | 'rowErased'; id: number }
  /** Rows behind `afterId` and up to `lastId` are those of the seal. */
  | { kind: 'sealChanged'; seal: number; afterId: number; lastId: number }
  | { kind: 'sealsMissing'; from: number; to: number }
  | { kind: 'checkpointUnrecorded'; seal: number }
  | { kind: 'headUnknown' }

export interface AuditVerification {
  seals: number
  rows: number
  /** Rows of these whose contents were erased with a person. */
  erasedRows: number
  /** Of the last seal; null: there is none. */
  head: string | null
  /** What is older was deleted past its age; null: nothing was. */
  forgottenBefore: Date | null
  /** Rows that should have been sealed by now; null: none. */
  unsealed: { rows: number; firstId: number; oldest: Date } | null
  /** The head that was given is of a seal that was deleted past its age. */
  isHeadForgotten: boolean
  findings: AuditFinding[]
}

interface VerifyOptions {
  db: Database
  clock: Clock
  /** As the log or a backup has it: the chain must contain it. */
  head?: { id: number; hash: string } | undefined
}

const PAGE_SEALS = 50
const SEALED_WITHIN_MS = 15 * 60_000

export async function verifyAudit({ db, clock, head }: VerifyOptions): Promise<AuditVerification> {
  return db.transaction(async (tx) => {
    await tx.query({ text: 'set transaction isolation level repeatable read, read only' })
    const seen = await walkChain(tx, head)
    const { last, forgottenBefore, ...result } = seen
    const unsealed = await queries.countUnsealed.first(tx, [
      last.last_id,
      new Date(clock.now().getTime() - SEALED_WITHIN_MS),
    ])
    const { rows = 0, first_id: firstId = null, oldest = null } = unsealed ?? {}
    return {
      ...result,
      forgottenBefore,
      head: last.id === 0 ? null : nameOfSeal(last),
      unsealed: firstId === null || oldest === null ? null : { rows, firstId, oldest },
    }
  })
}

interface Seen {
  seals: number
  rows: number
  erasedRows: number
  /** The seal that was seen last. */
  last: { id: number; last_id: number; hash: Buffer }
  forgottenBefore: Date | null
  findings: AuditFinding[]
}

async function walkChain(tx: Queryable, head: VerifyOptions['head']) {
  const seen: Seen = { seals: 0, rows: 0, erasedRows: 0, last: NO_SEAL, forgottenBefore: null, findings: [] }
  let [isHeadKnown, isHeadForgotten] = [head === undefined, false]
  for (;;) {
    const seals = await queries.listSealsAfter(tx, [seen.last.id, PAGE_SEALS])
    const newest = seals.at(-1)
    if (!newest) break
    // No row has an id below 1 but one that somebody has made.
    const from = seen.last.id === 0 ? Number.MIN_SAFE_INTEGER : seen.last.last_id
    const rows = await queries.compareRows(tx, [from, newest.last_id])
    let next = 0
    for (const seal of seals) {
      const first = next
      while ((rows[next]?.id ?? Number.POSITIVE_INFINITY) <= seal.last_id) next += 1
      const own = rows.slice(first, next)
      if (head?.id === seal.id && head.hash === seal.hash.toString('hex')) isHeadKnown = true
      if (seen.last.id === 0 && seal.forgotten_before !== null) {
        isHeadForgotten = head !== undefined && head.id < seal.id
        await passCheckpoint(tx, seen, { seal, own })
      } else passSeal(seen, { seal, own })
      seen.last = seal
    }
  }
  if (!isHeadKnown && !isHeadForgotten) seen.findings.push({ kind: 'headUnknown' })
  return { ...seen, isHeadForgotten }
}

interface Passed {
  seal: queries.SealRow
  own: queries.ComparedRow[]
}

/** Nothing of what it covers is left, and it is on record when that went. */
async function passCheckpoint(tx: Queryable, seen: Seen, { seal, own }: Passed): Promise<void> {
  const before = seal.forgotten_before as Date
  seen.forgottenBefore = before
  const left = own.filter(({ has_row: hasRow }) => hasRow)
  seen.findings.push(...left.map(({ id }): AuditFinding => ({ kind: 'rowInserted', id })))
  const isRecorded = await queries.findForgetting.first(tx, [before.toISOString()])
  if (!isRecorded || seal.last_time >= before)
    seen.findings.push({ kind: 'checkpointUnrecorded', seal: seal.id })
}

function passSeal(seen: Seen, { seal, own }: Passed): void {
  const { last, findings } = seen
  const sealed = own.filter(({ has_seal: hasSeal }) => hasSeal)
  seen.seals += 1
  seen.rows += sealed.length
  seen.erasedRows += sealed.filter(({ key }) => key === null).length
  findings.push(...own.flatMap(findInRow))
  if (seal.id !== last.id + 1) {
    // Nobody knows where the rows of a missing seal end, so that the hash of the next one says nothing.
    findings.push({ kind: 'sealsMissing', from: last.id + 1, to: seal.id - 1 })
    return
  }
  const hash = hashOfSeal(
    seal,
    sealed.map((row) => row.hash),
  )
  if (!hash.equals(seal.hash) || !seal.previous.equals(last.hash) || seal.forgotten_before !== null)
    findings.push({ kind: 'sealChanged', seal: seal.id, afterId: last.last_id, lastId: seal.last_id })
}

function findInRow(row: queries.ComparedRow): AuditFinding[] {
  const { id } = row
  if (!row.has_seal) return [{ kind: 'rowInserted', id }]
  if (!row.has_row) return [{ kind: 'rowDeleted', id }]
  if (row.key === null && !row.has_erasure) return [{ kind: 'rowErased', id }]
  const isSame =
    hashOfRow(row, row.contents).equals(row.hash) &&
    (row.key === null || digestOfContents(row, row.key).equals(row.contents))
  return isSame ? [] : [{ kind: 'rowChanged', id }]
}
