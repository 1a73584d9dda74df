// A file of contacts into a data source: every good row or, if anything breaks off, none. The data source is
// locked for the length of the import, so what is found to be new stays new until it is written.
import type { FileHandle } from 'node:fs/promises'
import { recordAddedContacts } from '../data-sources/data-sources.queries.ts'
import { findDataSource, lockDataSource } from '../data-sources/data-sources.service.ts'
import { InvalidInput } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { Queryable } from '../storage/database.ts'
import { undefuseCell } from '../tabular/formula-guard.ts'
import { readTable } from '../tabular/read-table.ts'
import type { TableRow } from '../tabular/table-rows.ts'
import {
  type ContactFields,
  fieldValueProblem,
  MAX_FIELD_NAMES_PER_DATA_SOURCE,
  MAX_FIELDS,
} from './contact-fields.ts'
import * as queries from './contacts.queries.ts'
import type { ContactsDependencies } from './contacts.service.ts'
import { type ImportColumns, readTitles } from './import-columns.ts'
import { createGramCounts } from './phone-grams.ts'
import { PHONE_NUMBER_RULE, type PhoneNumber, phoneDigits } from './phone-number.ts'

export const MAX_IMPORT_ROWS = 10_000
const TABLE_LIMITS = { maxRows: MAX_IMPORT_ROWS, maxColumns: 1000, maxCellLength: 32_767 }

export type OnDuplicate = 'fail' | 'update'

export interface FailedRow {
  row: number
  phoneNumber: string
  reason: 'missing' | 'invalid' | 'duplicate'
  message: string
  /** Of a duplicate: the contact that has the number. */
  contactId?: string
}

export interface ImportResult {
  importCount: number
  successCount: number
  failCount: number
  /** Of the successes: rows merged into contacts that were there. */
  updatedCount: number
  details: FailedRow[]
  ignoredColumns: string[]
}

interface ReadRow {
  row: number
  phone: PhoneNumber
  fields: ContactFields
}

export async function importContacts(
  { db, clock, readPhoneNumber, listObserver }: ContactsDependencies,
  dataSourceId: string,
  file: FileHandle,
  onDuplicate: OnDuplicate,
): Promise<ImportResult> {
  await findDataSource(db, dataSourceId)
  return db.transaction(async (tx) => {
    const source = await lockDataSource(tx, dataSourceId)
    const batches = readTable(file, TABLE_LIMITS)
    const first = (await batches.next()).value as TableRow[]
    const columns = readTitles((first.shift() as TableRow).cells)

    const failed: FailedRow[] = []
    const fieldNames = new Set(source.field_names)
    const writer = createWriter(tx, {
      dataSourceId,
      lastPosition: source.last_position,
      now: clock.now(),
      onDuplicate,
      failed,
    })

    // The database writes one batch while the next is read.
    let writing = Promise.resolve()
    let importCount = 0
    const take = async (rows: TableRow[]) => {
      importCount += rows.length
      const read = rows
        .map((row) => readRow(row, columns, readPhoneNumber, failed))
        .filter((row) => row !== undefined)
      for (const { fields } of read) for (const name in fields) fieldNames.add(name)
      if (fieldNames.size > MAX_FIELD_NAMES_PER_DATA_SOURCE) throw tooManyFieldNames()
      await writing
      writing = writer.write(read)
      writing.catch(() => undefined)
    }
    await take(first)
    for await (const rows of batches) await take(rows)
    await writing

    const { added, updated } = await writer.finish()
    await recordAddedContacts(tx, [dataSourceId, added, [...fieldNames].slice(source.field_names.length)])
    if (added > 0) await listObserver.contactsAdded(tx, dataSourceId, added)
    return {
      importCount,
      successCount: added + updated,
      failCount: failed.length,
      updatedCount: updated,
      details: failed.sort((a, b) => a.row - b.row),
      ignoredColumns: columns.ignored,
    }
  })
}

function readRow(
  { row, cells }: TableRow,
  columns: ImportColumns,
  readPhoneNumber: ContactsDependencies['readPhoneNumber'],
  failed: FailedRow[],
): ReadRow | undefined {
  const given = undefuseCell((cells[columns.phoneNumber] ?? '').trim())
  const fail = (reason: FailedRow['reason'], message: string) => {
    failed.push({ row, phoneNumber: given.slice(0, 100), reason, message })
    return undefined
  }
  if (given === '') return fail('missing', 'phoneNumber is required')
  const phone = readPhoneNumber(given)
  if (!phone) return fail('invalid', `phoneNumber must be ${PHONE_NUMBER_RULE}`)
  if (cells.length > columns.width) return fail('invalid', 'the row has more cells than the title row')

  const fields: ContactFields = {}
  let count = 0
  for (const { name, index } of columns.fields) {
    const cell = cells[index] ?? ''
    if (cell === '') continue
    const value = undefuseCell(cell)
    const problem = unstorableProblem(name, value) ?? fieldValueProblem(name, value)
    if (problem) return fail('invalid', problem)
    fields[name] = value
    count += 1
  }
  if (count > MAX_FIELDS) return fail('invalid', `a contact has at most ${MAX_FIELDS} custom fields`)
  return { row, phone, fields }
}

function unstorableProblem(name: string, value: string): string | undefined {
  return value.includes('\0') || !value.isWellFormed()
    ? `${name} has a character that cannot be stored`
    : undefined
}

function tooManyFieldNames(): InvalidInput {
  return new InvalidInput(
    `the contacts of a data source have at most ${MAX_FIELD_NAMES_PER_DATA_SOURCE} different custom fields`,
  )
}

interface WriterOptions {
  dataSourceId: string
  lastPosition: number
  now: Date
  onDuplicate: OnDuplicate
  failed: FailedRow[]
}

/** Sorts rows into new contacts, changes to contacts and duplicates, and writes them batch by batch. */
function createWriter(
  tx: Queryable,
  { dataSourceId, lastPosition, now, onDuplicate, failed }: WriterOptions,
) {
  const grams = createGramCounts()
  // Numbers that this file has brought already: the row, for the message, and the contact it became.
  const brought = new Map<string, { row: number; contactId: string }>()
  let added = 0
  let updated = 0

  async function write(rows: ReadRow[]): Promise<void> {
    const known = await findKnown(rows)
    const fresh = new Map<string, ReadRow & { id: string }>()
    const changes = new Map<string, ContactFields>()

    for (const row of rows) {
      const { key } = row.phone
      const unwritten = fresh.get(key)
      const contact = known.get(key)
      if (!unwritten && !contact) {
        const id = newId()
        fresh.set(key, { ...row, id })
        brought.set(key, { row: row.row, contactId: id })
        continue
      }
      const contactId = unwritten?.id ?? contact?.id ?? ''
      if (onDuplicate === 'fail') {
        failed.push(duplicate(row, contactId, brought.get(key)?.row))
        continue
      }
      const target = unwritten ? unwritten.fields : (contact?.fields ?? {})
      if (Object.keys({ ...target, ...row.fields }).length > MAX_FIELDS) {
        failed.push({
          ...failure(row),
          reason: 'invalid',
          message: `a contact has at most ${MAX_FIELDS} custom fields`,
        })
        continue
      }
      Object.assign(target, row.fields)
      if (!unwritten) changes.set(contactId, { ...changes.get(contactId), ...row.fields })
      updated += 1
    }
    await insert([...fresh.values()])
    if (changes.size > 0) {
      await queries.mergeContactFields(tx, [now, [...changes.keys()], JSON.stringify([...changes.values()])])
    }
  }

  async function findKnown(rows: ReadRow[]) {
    const keys = [...new Set(rows.map(({ phone }) => phone.key))]
    const found = await queries.findContactsByKey(tx, [dataSourceId, keys])
    return new Map(found.map((contact) => [contact.phone_key, contact]))
  }

  async function insert(rows: (ReadRow & { id: string })[]): Promise<void> {
    if (rows.length === 0) return
    const position = lastPosition + added
    added += rows.length
    for (const { phone } of rows) grams.count(phoneDigits(phone.text), 1)
    await queries.insertContacts(tx, [
      dataSourceId,
      position,
      now,
      rows.map(({ id }) => id),
      rows.map(({ phone }) => phone.text),
      rows.map(({ phone }) => phone.key),
      JSON.stringify(rows.map(({ fields }) => fields)),
    ])
  }

  return {
    write,
    async finish() {
      const changed = grams.changes()
      if (changed.grams.length > 0)
        await queries.addGramCounts(tx, [dataSourceId, changed.grams, changed.deltas])
      return { added, updated }
    },
  }
}

function failure({ row, phone }: ReadRow) {
  return { row, phoneNumber: phone.text }
}

function duplicate(row: ReadRow, contactId: string, earlierRow: number | undefined): FailedRow {
  const where = earlierRow === undefined ? `contact ${contactId}` : `row ${earlierRow}, contact ${contactId}`
  return {
    ...failure(row),
    reason: 'duplicate',
    message: `phoneNumber already belongs to ${where}`,
    contactId,
  }
}
