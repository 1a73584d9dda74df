// What a seal is: a hash over the seal before it and over the hash of each of its rows. The hash of a row has its contents, which a person could be
// known by, only as a keyed digest: when they are erased, the key goes with them, and the digest stays, so that the seal still holds.
import { createHash, createHmac, randomBytes } from 'node:crypto'

/** A row of the audit trail, in texts that are the same in every session and release of PostgreSQL. */
export interface SealableRow {
  id: number
  /** Microseconds since 1970. */
  time: string
  actor_kind: string | null
  actor_id: string | null
  address: string | null
  operation: string
  task_id: string | null
  status: number | null
  subject_id: string | null
  // The contents.
  actor: string
  subject_name: string | null
  reason: string | null
  changes: string | null
}

export interface RowSeal {
  /** Null: the contents were erased. */
  key: Buffer | null
  contents: Buffer
  hash: Buffer
}

export interface SealBody {
  id: number
  previous: Buffer
  last_id: number
  rows: number
  last_time: Date
  time: Date
}

/** Before the first seal. */
export const NO_SEAL = { id: 0, last_id: 0, hash: Buffer.alloc(32) }

const sha256 = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest()

export function digestOfContents(row: SealableRow, key: Buffer): Buffer {
  const contents = [row.actor, row.subject_name, row.reason, row.changes]
  return createHmac('sha256', key).update(JSON.stringify(contents)).digest()
}

export function hashOfRow(row: SealableRow, contents: Buffer): Buffer {
  const who = [row.actor_kind, row.actor_id, row.address]
  const what = [row.operation, row.task_id, row.status, row.subject_id]
  return sha256(['row 1', row.id, row.time, ...who, ...what, contents.toString('hex')])
}

export function sealRow(row: SealableRow): RowSeal & { key: Buffer } {
  const key = randomBytes(32)
  const contents = digestOfContents(row, key)
  return { key, contents, hash: hashOfRow(row, contents) }
}

export function hashOfSeal(seal: SealBody, rows: readonly Buffer[]): Buffer {
  const { id, previous, last_id, rows: count, last_time, time } = seal
  const body = [id, previous.toString('hex'), last_id, count, last_time.toISOString(), time.toISOString()]
  return sha256(['seal 1', ...body, ...rows.map((hash) => hash.toString('hex'))])
}

/** A seal by its number and hash, as the log, backups and `carillon audit verify` have it. */
export function nameOfSeal({ id, hash }: { id: number; hash: Buffer }): string {
  return `${id}:${hash.toString('hex')}`
}
