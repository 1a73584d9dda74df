// Imports rows of a file into a do-not-call list, in one transaction. The list is locked until its end, so a number that is found
// to be new stays new.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { PhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { readWrittenTime } from '../../platform/kernel/written-time.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import type { TableRow } from '../../platform/tabular/table-rows.ts'
import type { ColumnRules, ImportColumns } from '../contacts/import-columns.ts'
import {
  type FailedRow,
  type RowProblem,
  shownText,
  type UnplacedRow,
  unplacedRows,
} from '../contacts/import-failures.ts'
import { type ReadRow, readRow } from '../contacts/import-rows.ts'
import { findEntries } from './do-not-call.queries.ts'
import { type GivenEntry, lockList, MAX_NOTE_LENGTH, putEntries } from './write-entries.ts'

const FIELDS = ['note', 'expireTime']
/** Other columns of an export, which the service sets itself. */
const OWNED_FIELDS = ['id', 'actor', 'createTime', 'isExpired']

export const entryColumns: ColumnRules = {
  whyIgnored(title, seen) {
    if (title === '') return 'no_title'
    if (seen.has(title)) return 'repeated_title'
    if (OWNED_FIELDS.includes(title)) return 'service_field'
    return FIELDS.includes(title) ? null : 'unknown_field'
  },
  fieldProblem(field) {
    if (FIELDS.includes(field)) return undefined
    const allowed = ['phoneNumber', ...FIELDS]
    return {
      message: `a field must be one of ${allowed.join(', ')}`,
      detail: { fault: 'not_one_of', params: { allowed } },
    }
  },
}

export interface ImportEntriesDependencies {
  clock: Clock
  readPhoneNumber: PhoneNumberReader
  /** Behind the lock of a list: numbers are read by the country that the service has now. */
  followCountry?(tx: Queryable): Promise<void>
  timestamps: Timestamps
}

interface RowsToImport {
  listId: string
  columns: ImportColumns
  rows: TableRow[]
  /** What becomes of a number that is on the list, or in an earlier row: the row fails, or it replaces the entry. */
  onDuplicate: 'skip' | 'update'
  actor: string
}

type ReadEntry = GivenEntry & { row: number }

export async function importEntries(
  tx: Queryable,
  { clock, readPhoneNumber, followCountry, timestamps }: ImportEntriesDependencies,
  { listId, columns, rows, onDuplicate, actor }: RowsToImport,
): Promise<{ addedCount: number; updatedCount: number; failed: FailedRow[]; unplaced: UnplacedRow[] }> {
  const list = await lockList(tx, listId)
  await followCountry?.(tx)
  const failed: FailedRow[] = []
  const read = rows.flatMap((row) => {
    const entry = readRow(row, columns, readPhoneNumber, failed)
    return entry ? readEntry(entry, columns, { timestamps, now: clock.now() }, failed) : []
  })
  const now = clock.now()
  const accepted =
    onDuplicate === 'update' ? read : await withoutListed(tx, { listId, columns, read, failed, now })
  const { added } = await putEntries(tx, list, accepted, { actor, now, isImport: true })
  return {
    addedCount: added,
    updatedCount: accepted.length - added,
    failed: failed.sort((a, b) => a.row - b.row),
    unplaced: unplacedRows(accepted, failed),
  }
}

interface Candidates {
  listId: string
  columns: ImportColumns
  read: ReadEntry[]
  failed: FailedRow[]
  now: Date
}

/** The entries whose numbers are new. An entry that has expired forbids nothing, so it may be replaced. */
async function withoutListed(tx: Queryable, { listId, columns, read, failed, now }: Candidates) {
  const keys = [...new Set(read.map(({ phone }) => phone.key))]
  const found = await findEntries(tx, [listId, keys])
  const listed = new Set(
    found.filter(({ expire_time }) => !expire_time || expire_time > now).map(({ phone_key }) => phone_key),
  )
  const rowOf = new Map<string, number>()
  return read.filter(({ phone, row }) => {
    const earlier = rowOf.get(phone.key)
    if (earlier === undefined && !listed.has(phone.key)) {
      rowOf.set(phone.key, row)
      return true
    }
    failed.push({
      row,
      phoneNumber: phone.text,
      reason: 'duplicate',
      code: 'already_listed',
      params: earlier === undefined ? {} : { row: earlier },
      column: columns.phoneNumber,
      value: shownText(phone.text),
      message:
        earlier === undefined
          ? 'phoneNumber is already on the list'
          : `phoneNumber is already in row ${earlier}`,
    })
    return false
  })
}

function readEntry(
  { row, phone, fields }: ReadRow,
  columns: ImportColumns,
  { timestamps, now }: { timestamps: Timestamps; now: Date },
  failed: FailedRow[],
): ReadEntry[] {
  const { note = '', expireTime: given = '' } = fields
  const fail = (field: string, value: string, problem: RowProblem): [] => {
    const column = columns.fields.find(({ name }) => name === field)?.index ?? null
    failed.push({
      row,
      phoneNumber: phone.text,
      reason: 'invalid',
      column,
      value: shownText(value),
      ...problem,
    })
    return []
  }
  if ([...note].length > MAX_NOTE_LENGTH)
    return fail('note', note, {
      code: 'field_too_long',
      params: { field: 'note', max: MAX_NOTE_LENGTH },
      message: `note must have at most ${MAX_NOTE_LENGTH} characters`,
    })
  const expireTime = given.trim() === '' ? null : readWrittenTime(given, timestamps, 'last')
  if (expireTime === undefined)
    return fail('expireTime', given, {
      code: 'expire_time_invalid',
      params: {},
      message: 'expireTime must be a date or a time, as YYYY-MM-DD or YYYY-MM-DD HH:MM:SS',
    })
  if (expireTime && expireTime <= now)
    return fail('expireTime', given, {
      code: 'expire_time_passed',
      params: {},
      message: 'expireTime has passed: the entry would not hold',
    })
  return [{ row, phone, note, expireTime }]
}
