// The failed rows of an import as a CSV file, read from the database while it is sent.
import { Readable } from 'node:stream'
import { CSV_BOM, csvLine } from '../tabular/write-csv.ts'
import type { ImportFailureRow } from './imports.queries.ts'

const TITLES = ['row', 'column', 'value', 'code', 'reason']

export function writeFailuresFile(failures: AsyncIterable<ImportFailureRow[]>) {
  return {
    stream: Readable.from(lines(failures), { objectMode: false }),
    extension: 'csv',
    mediaType: 'text/csv; charset=utf-8',
  }
}

async function* lines(failures: AsyncIterable<ImportFailureRow[]>): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(TITLES)
  for await (const rows of failures) {
    yield rows
      .map(({ row_number, column_title, value, code, message }) =>
        csvLine([String(row_number), column_title ?? '', value, code, message]),
      )
      .join('')
  }
}
