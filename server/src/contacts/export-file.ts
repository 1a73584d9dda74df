// A list of contacts as a file. PostgreSQL writes the CSV itself and this only passes it on; a workbook is made
// of the same rows. Constant memory, from the first byte at once to the last, and it stops when the reader does.
import { Readable } from 'node:stream'
import { copyOut, literal, parseCopyText } from '../storage/copy-out.ts'
import type { Database } from '../storage/database.ts'
import { defuseCell } from '../tabular/formula-guard.ts'
import { CSV_BOM, csvLine } from '../tabular/write-csv.ts'
import { createXlsxStream } from '../tabular/write-xlsx.ts'

export type ExportFormat = 'csv' | 'excel'

export interface ExportColumn {
  title: string
  /** SQL over the row source. */
  expression: string
}

export interface ExportSource {
  columns: ExportColumn[]
  /** Positions 1 to this one are exported, in order. */
  lastPosition: number
  /** The rows whose position is after the one and up to the other: everything of the query behind its columns. */
  rowsBetween(after: number, upTo: number): string
}

export interface ExportFile {
  stream: Readable
  extension: string
  mediaType: string
}

const SLICE_POSITIONS = 4096

export function exportFile(db: Database, source: ExportSource, format: ExportFormat): ExportFile {
  const titles = source.columns.map(({ title }) => defuseCell(title))
  if (format === 'csv') {
    return {
      stream: Readable.from(csvChunks(db, source, titles), { objectMode: false }),
      extension: 'csv',
      mediaType: 'text/csv; charset=utf-8',
    }
  }
  return {
    stream: createXlsxStream({ titles, rows: parseCopyText(copyOut(db, slices(source, 'text'))) }),
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
}

async function* csvChunks(db: Database, source: ExportSource, titles: string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(CSV_BOM + csvLine(titles))
  yield* copyOut(db, slices(source, 'csv'))
}

function* slices(source: ExportSource, format: 'csv' | 'text'): Generator<string> {
  const columns = source.columns.map(({ expression }) => expression).join(', ')
  for (let after = 0; after < source.lastPosition; after += SLICE_POSITIONS) {
    const upTo = Math.min(after + SLICE_POSITIONS, source.lastPosition)
    yield `copy (select ${columns} ${source.rowsBetween(after, upTo)}) to stdout with (format ${format})`
  }
}

/** The custom fields of a data source as columns, of a row source that has `fields`. */
export function fieldColumns(names: string[], fields: string): ExportColumn[] {
  return names.map((name) => ({
    title: name,
    expression: `nullif(defuse_cell(${fields} ->> ${literal(name)}), '')`,
  }))
}

export function timestampColumn(title: string, expression: string): ExportColumn {
  return { title, expression: `to_char(${expression}, 'YYYY-MM-DD HH24:MI:SS')` }
}
