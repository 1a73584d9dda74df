// A file of contacts into a data source: every good row or, if anything breaks off, none. The data source is
// locked for the length of the import, so what is found to be new stays new until it is written.
import type { FileHandle } from 'node:fs/promises'
import { recordAddedContacts } from '../data-sources/data-sources.queries.ts'
import { findDataSource, lockDataSource } from '../data-sources/data-sources.service.ts'
import type { Queryable } from '../storage/database.ts'
import type { Encoding } from '../tabular/encodings.ts'
import { pathOfHandle } from '../tabular/file-bytes.ts'
import type { TableFiles } from '../tabular/table-files.ts'
import type { TableRow } from '../tabular/table-rows.ts'
import type { ContactsDependencies } from './contacts.service.ts'
import { type ImportColumns, readTitles } from './import-columns.ts'
import type { FailedRow } from './import-failures.ts'
import { readRow } from './import-rows.ts'
import { createImportWriter, type OnDuplicate } from './import-writer.ts'

export const MAX_IMPORT_ROWS = 10_000
const TABLE_LIMITS = { maxRows: MAX_IMPORT_ROWS, maxColumns: 1000, maxCellLength: 32_767 }

export interface ImportResult {
  importCount: number
  successCount: number
  failCount: number
  /** Of the successes: rows merged into contacts that were there. */
  updatedCount: number
  details: FailedRow[]
  ignoredColumns: string[]
}

export interface ImportDependencies extends ContactsDependencies {
  tableFiles: TableFiles
}

export interface ImportOptions {
  onDuplicate: OnDuplicate
  /** Of a CSV file; without it the bytes decide. */
  encoding?: Encoding | undefined
}

export async function importContacts(
  dependencies: ImportDependencies,
  dataSourceId: string,
  file: FileHandle,
  { onDuplicate, encoding }: ImportOptions,
): Promise<ImportResult> {
  const { db, tableFiles } = dependencies
  await findDataSource(db, dataSourceId)
  const table = await tableFiles.open(pathOfHandle(file), { ...TABLE_LIMITS, encoding })
  try {
    const batches = table.batches[Symbol.asyncIterator]()
    // Most faults of a file show here, before anybody has to wait for the lock.
    const first = (await batches.next()).value as TableRow[]
    const columns = readTitles(first.shift() as TableRow)
    return await db.transaction((tx) =>
      importRows(tx, dependencies, { dataSourceId, columns, batches: rest(first, batches), onDuplicate }),
    )
  } finally {
    table.close()
  }
}

async function* rest(first: TableRow[], batches: AsyncIterator<TableRow[]>): AsyncGenerator<TableRow[]> {
  yield first
  for (let next = await batches.next(); !next.done; next = await batches.next()) yield next.value
}

export interface RowsToImport {
  dataSourceId: string
  columns: ImportColumns
  /** Without the title row. */
  batches: AsyncIterable<TableRow[]> | Iterable<TableRow[]>
  onDuplicate: OnDuplicate
}

/** Turns rows into contacts. The data source is locked from here to the end of the transaction. */
export async function importRows(
  tx: Queryable,
  { clock, readPhoneNumber }: Pick<ContactsDependencies, 'clock' | 'readPhoneNumber'>,
  { dataSourceId, columns, batches, onDuplicate }: RowsToImport,
): Promise<ImportResult> {
  const source = await lockDataSource(tx, dataSourceId)
  const failed: FailedRow[] = []
  const writer = createImportWriter(tx, {
    source,
    now: clock.now(),
    onDuplicate,
    failed,
    phoneColumn: columns.phoneNumber,
  })

  // The database writes one batch while the next is read.
  let writing = Promise.resolve()
  let importCount = 0
  for await (const rows of batches) {
    importCount += rows.length
    const read = rows
      .map((row) => readRow(row, columns, readPhoneNumber, failed))
      .filter((row) => row !== undefined)
    await writing
    writing = writer.write(read)
    writing.catch(() => undefined)
  }
  await writing

  const { added, updated, usedNames } = writer.finish()
  const known = new Set(source.field_names)
  const newNames = columns.fields
    .map(({ name }) => name)
    .filter((name) => usedNames.has(name) && !known.has(name))
  await recordAddedContacts(tx, [dataSourceId, added, newNames])
  return {
    importCount,
    successCount: added + updated,
    failCount: failed.length,
    updatedCount: updated,
    details: failed.sort((a, b) => a.row - b.row),
    ignoredColumns: columns.ignored,
  }
}
