// The database side of an import: sorts rows into new contacts, changes of contacts and duplicates, and writes them batch by
// batch. The data source must be locked, so that a new number stays new until the transaction ends.

import { newId } from '../../platform/kernel/ids.ts'
import { phoneDigits } from '../../platform/kernel/phone/phone-number.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import type { DataSourceRow } from '../data-sources/data-sources.queries.ts'
import { type CallTimes, type GivenCallTimes, isEmptyPeriod, mergeCallTimes } from './call-times.ts'
import { appendToBlocks } from './contact-blocks.queries.ts'
import {
  type ContactFields,
  fieldsProblem,
  MAX_FIELD_NAMES_PER_DATA_SOURCE,
  tooManyFieldNames,
} from './contact-fields.ts'
import type { KnownContact } from './contacts.queries.ts'
import * as queries from './contacts.queries.ts'
import type { ImportColumns } from './import-columns.ts'
import { type FailedRow, shownText } from './import-failures.ts'
import { emptyPeriod, type ReadContact } from './import-rows.ts'
import { replaceNames } from './name-blocks.queries.ts'
import type { ListObserver } from './remove-contacts.ts'

export type OnDuplicate = 'fail' | 'update'

export interface ImportWriter {
  write(rows: ReadContact[]): Promise<void>
  finish(): { added: number; updated: number; usedNames: ReadonlySet<string> }
}

interface WriterOptions {
  source: DataSourceRow
  now: Date
  onDuplicate: OnDuplicate
  /** Receives the rows that cannot be imported. */
  failed: FailedRow[]
  columns: Pick<ImportColumns, 'phoneNumber' | 'fields'>
  listObserver: ListObserver
}

/** What a contact that there is gets. */
interface Change {
  fields: ContactFields
  times: GivenCallTimes
}

export function createImportWriter(
  tx: Queryable,
  { source, now, onDuplicate, failed, columns, listObserver }: WriterOptions,
): ImportWriter {
  /** The row of each number that this import has added, for messages about duplicates. */
  const addedInRow = new Map<string, number>()
  const fieldNames = new Set(source.field_names)
  const usedNames = new Set<string>()
  let added = 0
  let updated = 0

  async function write(rows: ReadContact[]): Promise<void> {
    const known = await findKnown(rows)
    const fresh = new Map<string, ReadContact & { id: string }>()
    const changes = new Map<string, Change>()
    const newNames = new Map<number, string>()
    const retimed = new Set<number>()

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
        failed.push(duplicate(row, columns.phoneNumber, contactId, addedInRow.get(key)))
        continue
      }
      const target = unwritten ? unwritten.fields : (contact?.fields ?? {})
      const merged = { ...target, ...row.fields }
      const problem = fieldsProblem(merged)
      if (problem) {
        failed.push({ ...failure(row), reason: 'invalid', column: null, value: '', ...problem })
        continue
      }
      const times = mergeCallTimes(timesOf(unwritten, contact), row.times ?? {})
      if (isEmptyPeriod(times)) {
        failed.push(emptyPeriod(row, columns))
        continue
      }
      if (contact && nameIn(merged) !== nameIn(target)) newNames.set(contact.position, nameIn(merged))
      Object.assign(target, row.fields)
      if (unwritten) unwritten.times = times
      if (contact) {
        const known = changes.get(contactId)
        changes.set(contactId, {
          fields: { ...known?.fields, ...row.fields },
          times: { ...known?.times, ...row.times },
        })
        if (row.times?.callTime || row.times?.callUntil) retimed.add(contact.position)
        contact.call_time = times.callTime
        contact.call_until = times.callUntil
      }
      noteNames(row.fields)
      updated += 1
    }
    if (retimed.size > 0) await listObserver.beforeRemoval(tx, source.id)
    if (changes.size > 0) await merge(changes)
    if (retimed.size > 0) await listObserver.timesChanged(tx, source.id, [...retimed], now)
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

  async function findKnown(rows: ReadContact[]) {
    const keys = [...new Set(rows.map(({ phone }) => phone.key))]
    const found = await queries.findContactsByKey(tx, [source.id, keys])
    return new Map(found.map((contact) => [contact.phone_key, contact]))
  }

  async function merge(changes: Map<string, Change>): Promise<void> {
    const all = [...changes.values()]
    await queries.mergeContacts(tx, [
      now,
      [...changes.keys()],
      JSON.stringify(all.map(({ fields }) => fields)),
      ...timeArrays(all),
    ])
  }

  async function insert(rows: (ReadContact & { id: string })[]): Promise<void> {
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
      ...timeArrays(rows),
    ])
    await appendToBlocks(tx, [source.id, position, rows.map(({ phone }) => phoneDigits(phone.text))])
  }

  return {
    write,
    finish: () => ({ added, updated, usedNames }),
  }
}

/** Both empty if no row has times: then nothing is sent. */
function timeArrays(rows: { times?: GivenCallTimes | undefined }[]): (Date | null)[][] {
  if (!rows.some(({ times }) => times?.callTime || times?.callUntil)) return [[], []]
  return [rows.map(({ times }) => times?.callTime ?? null), rows.map(({ times }) => times?.callUntil ?? null)]
}

function timesOf(unwritten: ReadContact | undefined, contact: KnownContact | undefined): CallTimes {
  const { callTime = contact?.call_time ?? null, callUntil = contact?.call_until ?? null } =
    unwritten?.times ?? {}
  return { callTime, callUntil }
}

function failure({ row, phone }: ReadContact) {
  return { row, phoneNumber: phone.text }
}

function duplicate(
  row: ReadContact,
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
