// The failed rows of an import as a CSV file, read from the database while it is sent.
import { type TableFile, writeTable } from '../../platform/tabular/write-table.ts'
import type { ImportFailureRow } from './imports.queries.ts'

const TITLES = ['row', 'column', 'value', 'code', 'reason']

export function writeFailuresFile(failures: AsyncIterable<ImportFailureRow[]>): TableFile {
  return writeTable({ titles: TITLES, rows: cells(failures) }, 'csv')
}

async function* cells(failures: AsyncIterable<ImportFailureRow[]>): AsyncGenerator<string[][]> {
  for await (const rows of failures) {
    yield rows.map(({ row_number, column_title, value, code, message }) => [
      String(row_number),
      column_title ?? '',
      value,
      code,
      message,
    ])
  }
}
