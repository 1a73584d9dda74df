// The history of a number as a file, read from the database while it is sent.
import { Readable } from 'node:stream'
import { CSV_BOM, csvLine } from '../tabular/write-csv.ts'
import { createXlsxStream } from '../tabular/write-xlsx.ts'

export type NumberFileFormat = 'csv' | 'xlsx'

type Cell = string | number | object | null
export type FileRow = Record<string, Cell>

const TITLES = [
  ...['time', 'kind', 'phoneNumber', 'taskName', 'taskId', 'contactId', 'cause', 'endTime', 'talkSeconds'],
  ...['reason', 'until', 'detail', 'listName', 'note', 'actor'],
]

export function writeNumberFile(rows: AsyncIterable<FileRow[]>, format: NumberFileFormat) {
  return format === 'csv'
    ? {
        stream: Readable.from(lines(rows), { objectMode: false }),
        extension: 'csv',
        mediaType: 'text/csv; charset=utf-8',
      }
    : {
        stream: createXlsxStream({ titles: TITLES, rows: cells(rows) }),
        extension: 'xlsx',
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      }
}

async function* lines(rows: AsyncIterable<FileRow[]>): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(TITLES)
  for await (const batch of cells(rows)) yield batch.map(csvLine).join('')
}

async function* cells(rows: AsyncIterable<FileRow[]>): AsyncGenerator<string[][]> {
  for await (const batch of rows) yield batch.map((row) => TITLES.map((title) => text(row[title] ?? null)))
}

function text(value: Cell): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
