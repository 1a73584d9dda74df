// Imports contacts from a file or from rows of one, in one transaction. The data source is locked until its end, so that a
// number that is found to be new stays new.

import type { FileHandle } from 'node:fs/promises'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import type { Encoding } from '../../platform/tabular/encodings.ts'
import { pathOfHandle } from '../../platform/tabular/file-bytes.ts'
import type { TableFiles } from '../../platform/tabular/table-files.ts'
import type { TableRow } from '../../platform/tabular/table-rows.ts'
import { ofAllowedCountries } from '../../platform/trail/allowed-countries.ts'
import { recordChange } from '../../platform/trail/record.ts'
import { isConsentColumn } from '../consents/consent-columns.ts'
import { addConsents, type GivenConsentOf } from '../consents/write-consents.ts'
import { recordAddedContacts } from '../data-sources/data-sources.queries.ts'
import { findDataSource, lockDataSource } from '../data-sources/data-sources.service.ts'
import { firstNameField } from '../data-sources/name-field.ts'
import { isCallTimeField } from './call-times.ts'
import { type ContactsDependencies, type CountCalls, countAdded } from './contacts.service.ts'
import { type ImportColumns, readTitles } from './import-columns.ts'
import { type FailedRow, type UnplacedRow, unplacedRows } from './import-failures.ts'
import { type ReadContact, readConsentOf, readRow, readTimes } from './import-rows.ts'
import { createImportWriter, type OnDuplicate } from './import-writer.ts'
import { writeAddedNames } from './name-blocks.ts'

/** What a spreadsheet can hold in a cell, and far more columns than a contact has fields. */
export const TABLE_LIMITS = { maxRows: 10_000, maxColumns: 1000, maxCellLength: 32_767 }

export interface ImportResult {
  importCount: number
  successCount: number
  failCount: number
  /** Of the successes: rows merged into existing contacts. */
  updatedCount: number
  details: FailedRow[]
  /** Of the successes: numbers whose country is not known. */
  unplaced: UnplacedRow[]
  ignoredColumns: string[]
  /** The added contacts have this position and those after it. */
  firstPosition: number
}

export interface ImportDependencies extends ContactsDependencies {
  timestamps: Timestamps
  tableFiles: TableFiles
}

export interface ImportOptions {
  onDuplicate: OnDuplicate
  /** The encoding of a CSV file; detected if absent. */
  encoding?: Encoding | undefined
  countCalls?: CountCalls | undefined
}

export async function importContacts(
  dependencies: ImportDependencies,
  dataSourceId: string,
  file: FileHandle,
  { onDuplicate, encoding, countCalls }: ImportOptions,
): Promise<ImportResult> {
  const { db, clock, tableFiles, listObserver } = dependencies
  const source = await findDataSource(db, dataSourceId)
  const table = await tableFiles.open(pathOfHandle(file), { ...TABLE_LIMITS, encoding })
  try {
    // Before the lock is taken: nobody waits for a file with wrong titles.
    const columns = readTitles(table.titles)
    const rows = { dataSourceId, columns, batches: table.batches, onDuplicate }
    return await db.transaction(async (tx) => {
      const readPhoneNumber = ofAllowedCountries(dependencies.readPhoneNumber)
      const result = await importRows(tx, { ...dependencies, readPhoneNumber }, rows)
      const contacts = result.successCount - result.updatedCount
      const { importCount, failCount, updatedCount } = result
      const subject = { id: dataSourceId, name: source.name }
      const after = { importCount, addedCount: contacts, updatedCount, failCount }
      await recordChange(tx, { at: clock.now(), operation: 'contact.import', subject, after })
      if (countCalls) await countAdded(tx, listObserver, { dataSourceId, contacts, countCalls })
      return result
    })
  } finally {
    table.close()
  }
}

export interface RowsToImport {
  dataSourceId: string
  columns: ImportColumns
  batches: AsyncIterable<TableRow[]> | Iterable<TableRow[]>
  onDuplicate: OnDuplicate
  /** The custom field that becomes the display name; null: it stays as it is. Recognised if absent. */
  nameField?: string | null | undefined
}

export type RowsDependencies = Pick<
  ImportDependencies,
  'clock' | 'readPhoneNumber' | 'followCountry' | 'timestamps' | 'listObserver'
>

/** Locks the data source until the transaction ends. */
export async function importRows(
  tx: Queryable,
  { clock, readPhoneNumber, followCountry, timestamps, listObserver }: RowsDependencies,
  { dataSourceId, columns, batches, onDuplicate, nameField }: RowsToImport,
): Promise<ImportResult> {
  const source = await lockDataSource(tx, dataSourceId)
  await followCountry?.(tx)
  const failed: FailedRow[] = []
  const now = clock.now()
  const writer = createImportWriter(tx, {
    source,
    now,
    onDuplicate,
    failed,
    columns,
    listObserver,
  })
  const consents: (GivenConsentOf & { row: number })[] = []
  const hasConsents = columns.fields.some(({ name }) => isConsentColumn(name))
  const hasTimes = columns.fields.some(({ name }) => isCallTimeField(name))

  // One batch is written while the next is read.
  let writing = Promise.resolve()
  let importCount = 0
  const read: ReadContact[] = []
  for await (const rows of batches) {
    importCount += rows.length
    const batch = rows
      .map((row): ReadContact | undefined => {
        const contact = readRow(row, columns, readPhoneNumber, failed, source.country)
        const timed: ReadContact | undefined =
          contact && hasTimes ? readTimes(contact, columns, timestamps, failed) : contact
        const agreed =
          timed && hasConsents ? readConsentOf(timed, { columns, timestamps, now, failed }) : timed
        if (agreed?.consent) consents.push({ row: agreed.row, phone: agreed.phone, consent: agreed.consent })
        return agreed
      })
      .filter((row) => row !== undefined)
    read.push(...batch)
    await writing
    writing = writer.write(batch)
    writing.catch(() => undefined)
  }
  await writing

  const fallen = new Set(consents.length === 0 ? [] : failed.map(({ row }) => row))
  await addConsents(
    tx,
    consents.filter(({ row }) => !fallen.has(row)),
    now,
  )
  const { added, updated, usedNames } = writer.finish()
  const known = new Set(source.field_names)
  const newNames = columns.fields
    .map(({ name }) => name)
    .filter((name) => usedNames.has(name) && !known.has(name))
  await recordAddedContacts(tx, [
    dataSourceId,
    added,
    newNames,
    nameField === undefined ? firstNameField(source, newNames) : nameField,
  ])
  await writeAddedNames(tx, dataSourceId, source.last_position, source.last_position + added)
  return {
    importCount,
    successCount: added + updated,
    failCount: failed.length,
    updatedCount: updated,
    details: failed.sort((a, b) => a.row - b.row),
    unplaced: unplacedRows(read, failed),
    ignoredColumns: columns.ignored,
    firstPosition: source.last_position + 1,
  }
}
