// The first look at a file: what it is, its titles and first rows, and what its columns are taken for.
import type { FileHandle } from 'node:fs/promises'
import { InvalidInput } from '../kernel/errors.ts'
import type { Encoding } from '../tabular/encodings.ts'
import { pathOfHandle } from '../tabular/file-bytes.ts'
import type { TableFiles } from '../tabular/table-files.ts'
import type { TableRow } from '../tabular/table-rows.ts'
import { type ImportPreview, JOB_TABLE_LIMITS } from './import-job.ts'
import { recognizeColumns } from './recognize-columns.ts'

const PREVIEW_ROWS = 20
/** Of a cell in the preview: it is for people to recognise, not to read. */
const MAX_SHOWN_CHARACTERS = 200

export async function readPreview(
  tableFiles: TableFiles,
  file: FileHandle,
  encoding: Encoding | undefined,
): Promise<ImportPreview> {
  const table = await tableFiles.open(pathOfHandle(file), { ...JOB_TABLE_LIMITS, encoding })
  try {
    const { value } = await table.batches[Symbol.asyncIterator]().next()
    const [titles, ...rows] = value as [TableRow, ...TableRow[]]
    if (titles.fault !== undefined)
      throw new InvalidInput(`title row: ${titles.fault}`, {
        code: 'text_after_quote',
        field: 'file',
        row: titles.row,
      })
    const { facts } = table
    const { columns, phoneColumn, phoneReason } = recognizeColumns(titles, rows)
    return {
      format: facts.format,
      encoding: facts.format === 'csv' ? facts.encoding : null,
      separator: facts.format === 'csv' ? facts.delimiter : null,
      sheet: facts.format === 'xlsx' ? shown(facts.sheet) : null,
      columns: columns.map((column) => ({ ...column, title: shown(column.title) })),
      phoneColumn,
      phoneReason,
      rows: rows.slice(0, PREVIEW_ROWS).map(({ row, cells }) => ({ row, cells: cells.map(shown) })),
    }
  } finally {
    table.close()
  }
}

/** A workbook can hold what neither JSON in the database nor a page can. */
function shown(text: string): string {
  const short = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
  return short.toWellFormed().replaceAll('\0', '\ufffd')
}
