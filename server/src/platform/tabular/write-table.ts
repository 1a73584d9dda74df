// A table as a file: CSV or a workbook, written as its rows are read.
import { Readable } from 'node:stream'
import { CSV_BOM, csvLine } from './csv/write-csv.ts'
import { createXlsxStream } from './xlsx/write-xlsx.ts'
import type { CellKind } from './xlsx/xlsx-parts.ts'

export interface TableFile {
  stream: Readable
  extension: string
  mediaType: string
}

export interface WrittenTable {
  titles: readonly string[]
  rows: AsyncIterable<readonly (readonly string[])[]>
  /** What the columns of a workbook hold; default: text. */
  kinds?: readonly CellKind[]
}

export const CSV_FILE = { extension: 'csv', mediaType: 'text/csv; charset=utf-8' }
export const XLSX_FILE = {
  extension: 'xlsx',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export function writeTable(table: WrittenTable, format: 'csv' | 'excel'): TableFile {
  return format === 'csv'
    ? { stream: Readable.from(lines(table), { objectMode: false }), ...CSV_FILE }
    : { stream: createXlsxStream(table), ...XLSX_FILE }
}

async function* lines({ titles, rows }: WrittenTable): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(titles)
  for await (const batch of rows) yield batch.map(csvLine).join('')
}
