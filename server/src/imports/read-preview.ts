// Reads the preview of a file: its format, titles and first rows, and what its columns probably are.
import type { FileHandle } from 'node:fs/promises'
import { toStorableText } from '../kernel/storable-text.ts'
import type { Encoding } from '../tabular/encodings.ts'
import { pathOfHandle } from '../tabular/file-bytes.ts'
import type { TableFiles } from '../tabular/table-files.ts'
import { type ImportPreview, JOB_TABLE_LIMITS } from './import-job.ts'
import { recognizeColumns } from './recognize-columns.ts'

const PREVIEW_ROWS = 20
/** Of a cell in the preview. */
const MAX_SHOWN_CHARACTERS = 200

export async function readPreview(
  tableFiles: TableFiles,
  file: FileHandle,
  encoding: Encoding | undefined,
): Promise<ImportPreview> {
  const table = await tableFiles.open(pathOfHandle(file), { ...JOB_TABLE_LIMITS, encoding })
  try {
    const { facts, titles } = table
    const rows = (await table.batches.next()).value ?? []
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

function shown(text: string): string {
  const isLong = text.length > MAX_SHOWN_CHARACTERS
  return toStorableText(isLong ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text)
}
