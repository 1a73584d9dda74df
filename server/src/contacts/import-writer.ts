// The database side of an import: sorts the rows read into new contacts, changes to contacts and duplicates, and
// writes them batch by batch. It relies on the data source being locked: what is new here stays new until commit.
import type { DataSourceRow } from '../data-sources/data-sources.queries.ts'
import { newId } from '../kernel/ids.ts'
import { phoneDigits } from '../kernel/phone-number.ts'
import type { Queryable } from '../storage/database.ts'
import { appendToBlocks } from './contact-blocks.queries.ts'
import {
  type ContactFields,
  fieldsProblem,
  MAX_FIELD_NAMES_PER_DATA_SOURCE,
  tooManyFieldNames,
} from './contact-fields.ts'
import * as queries from './contacts.queries.ts'
import { type FailedRow, fieldsFailure, shownText } from './import-failures.ts'
import type { ReadRow } from './import-rows.ts'

export type OnDuplicate = 'fail' | 'update'

export interface ImportWriter {
  write(rows: ReadRow[]): Promise<void>
  finish(): { added: number; updated: number; usedNames: ReadonlySet<string> }
}

interface WriterOptions {
  source: DataSourceRow
  now: Date
  onDuplicate: OnDuplicate
  /** Rows that turn out to be of no use are added to it. */
  failed: FailedRow[]
  /** Index of the column with the phone numbers, for what is said about rows that failed. */
  phoneColumn?: number
}

export function createImportWriter(
  tx: Queryable,
  { source, now, onDuplicate, failed, phoneColumn = 0 }: WriterOptions,
): ImportWriter {
  // Numbers that this file has brought already: the row, for the message.
  const brought = new Map<string, number>()
  const fieldNames = new Set(source.field_names)
  const usedNames = new Set<string>()
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
        fresh.set(key, { ...row, id: newId() })
        brought.set(key, row.row)
        noteNames(row.fields)
        continue
      }
      const contactId = unwritten?.id ?? contact?.id ?? ''
      if (onDuplicate === 'fail') {
        failed.push(duplicate(row, phoneColumn, contactId, brought.get(key)))
        continue
      }
      const target = unwritten ? unwritten.fields : (contact?.fields ?? {})
      const merged = { ...target, ...row.fields }
      const message = fieldsProblem(merged)
      if (message !== undefined) {
        const problem = fieldsFailure(merged, message)
        failed.push({ ...failure(row), reason: 'invalid', column: null, value: '', ...problem })
        continue
      }
      Object.assign(target, row.fields)
      if (!unwritten) changes.set(contactId, { ...changes.get(contactId), ...row.fields })
      noteNames(row.fields)
      updated += 1
    }
    if (changes.size > 0) {
      await queries.mergeContactFields(tx, [now, [...changes.keys()], JSON.stringify([...changes.values()])])
    }
    await insert([...fresh.values()])
  }

  function noteNames(fields: ContactFields): void {
    for (const name in fields) {
      usedNames.add(name)
      fieldNames.add(name)
    }
    if (fieldNames.size > MAX_FIELD_NAMES_PER_DATA_SOURCE) throw tooManyFieldNames()
  }

  async function findKnown(rows: ReadRow[]) {
    const keys = [...new Set(rows.map(({ phone }) => phone.key))]
    const found = await queries.findContactsByKey(tx, [source.id, keys])
    return new Map(found.map((contact) => [contact.phone_key, contact]))
  }

  async function insert(rows: (ReadRow & { id: string })[]): Promise<void> {
    if (rows.length === 0) return
    const position = source.last_position + added
    added += rows.length
    await queries.insertContacts(tx, [
      source.id,
      position,
      now,
      rows.map(({ id }) => id),
      rows.map(({ phone }) => phone.text),
      rows.map(({ phone }) => phone.key),
      JSON.stringify(rows.map(({ fields }) => fields)),
    ])
    await appendToBlocks(tx, [source.id, position, rows.map(({ phone }) => phoneDigits(phone.text))])
  }

  return {
    write,
    finish: () => ({ added, updated, usedNames }),
  }
}

function failure({ row, phone }: ReadRow) {
  return { row, phoneNumber: phone.text }
}

function duplicate(
  row: ReadRow,
  column: number,
  contactId: string,
  earlierRow: number | undefined,
): FailedRow {
  const where = earlierRow === undefined ? `contact ${contactId}` : `row ${earlierRow}, contact ${contactId}`
  return {
    ...failure(row),
    reason: 'duplicate',
    code: 'duplicate',
    params: { contactId, ...(earlierRow !== undefined && { row: earlierRow }) },
    column,
    value: shownText(row.phone.text),
    message: `phoneNumber already belongs to ${where}`,
    contactId,
  }
}
