// The database side of an import: sorts rows into new contacts, changes of contacts and duplicates, and writes them batch by
// batch. The data source must be locked, so that a new number stays new until the transaction ends.
import type { DataSourceRow } from '../data-sources/data-sources.queries.ts'
import { newId } from '../kernel/ids.ts'
import { phoneDigits } from '../kernel/phone/phone-number.ts'
import type { Queryable } from '../storage/database.ts'
import { appendToBlocks } from './contact-blocks.queries.ts'
import {
  type ContactFields,
  fieldsProblem,
  MAX_FIELD_NAMES_PER_DATA_SOURCE,
  tooManyFieldNames,
} from './contact-fields.ts'
import * as queries from './contacts.queries.ts'
import { type FailedRow, shownText } from './import-failures.ts'
import type { ReadRow } from './import-rows.ts'
import { replaceNames } from './name-blocks.queries.ts'

export type OnDuplicate = 'fail' | 'update'

export interface ImportWriter {
  write(rows: ReadRow[]): Promise<void>
  finish(): { added: number; updated: number; usedNames: ReadonlySet<string> }
}

interface WriterOptions {
  source: DataSourceRow
  now: Date
  onDuplicate: OnDuplicate
  /** Receives the rows that cannot be imported. */
  failed: FailedRow[]
  /** Index of the column with the phone numbers, for reports about failed rows. */
  phoneColumn: number
}

export function createImportWriter(
  tx: Queryable,
  { source, now, onDuplicate, failed, phoneColumn }: WriterOptions,
): ImportWriter {
  /** The row of each number that this import has added, for messages about duplicates. */
  const addedInRow = new Map<string, number>()
  const fieldNames = new Set(source.field_names)
  const usedNames = new Set<string>()
  let added = 0
  let updated = 0

  async function write(rows: ReadRow[]): Promise<void> {
    const known = await findKnown(rows)
    const fresh = new Map<string, ReadRow & { id: string }>()
    const changes = new Map<string, ContactFields>()
    const newNames = new Map<number, string>()

    for (const row of rows) {
      const { key } = row.phone
      const unwritten = fresh.get(key)
      const contact = known.get(key)
      if (!unwritten && !contact) {
        fresh.set(key, { ...row, id: newId() })
        addedInRow.set(key, row.row)
        noteNames(row.fields)
        continue
      }
      const contactId = unwritten?.id ?? contact?.id ?? ''
      if (onDuplicate === 'fail') {
        failed.push(duplicate(row, phoneColumn, contactId, addedInRow.get(key)))
        continue
      }
      const target = unwritten ? unwritten.fields : (contact?.fields ?? {})
      const merged = { ...target, ...row.fields }
      const problem = fieldsProblem(merged)
      if (problem) {
        failed.push({ ...failure(row), reason: 'invalid', column: null, value: '', ...problem })
        continue
      }
      if (contact && nameIn(merged) !== nameIn(target)) newNames.set(contact.position, nameIn(merged))
      Object.assign(target, row.fields)
      if (!unwritten) changes.set(contactId, { ...changes.get(contactId), ...row.fields })
      noteNames(row.fields)
      updated += 1
    }
    if (changes.size > 0) {
      await queries.mergeContactFields(tx, [now, [...changes.keys()], JSON.stringify([...changes.values()])])
    }
    if (newNames.size > 0) await replaceNames(tx, [source.id, [...newNames.keys()], [...newNames.values()]])
    await insert([...fresh.values()])
  }

  function nameIn(fields: ContactFields): string {
    return (source.name_field !== null && fields[source.name_field]) || ''
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
