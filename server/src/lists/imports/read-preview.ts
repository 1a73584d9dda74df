// Reads the preview of a file: its format, titles and first rows, and what its columns probably are.
import type { FileHandle } from 'node:fs/promises'
import { toStorableText } from '../../platform/kernel/storable-text.ts'
import { pathOfHandle } from '../../platform/tabular/file-bytes.ts'
import type { TableFiles } from '../../platform/tabular/table-files.ts'
import type { TableRow } from '../../platform/tabular/table-rows.ts'
import type { ColumnRules } from '../contacts/import-columns.ts'
import { findHeaderRow } from './find-header-row.ts'
import { type FileReading, type ImportPreview, JOB_TABLE_LIMITS } from './import-job.ts'
import { recognizeColumns } from './recognize-columns.ts'

const PREVIEW_ROWS = 20
/** As many as a person chooses from. */
const MAX_SHEETS = 200
/** Of a cell in the preview. */
const MAX_SHOWN_CHARACTERS = 200
/** Of all titles, and of all cells: a file may have a thousand columns, and whoever follows the job reads its preview often. */
const MAX_TOTAL_CHARACTERS = 100_000

export async function readPreview(
  tableFiles: TableFiles,
  file: FileHandle,
  reading: FileReading,
  rules: ColumnRules,
): Promise<ImportPreview> {
  const table = await tableFiles.open(pathOfHandle(file), { ...JOB_TABLE_LIMITS, ...reading })
  try {
    const { facts, titles } = table
    const rows = await firstRows(table.batches)
    if (reading.headerRow === undefined) {
      const headerRow = findHeaderRow(titles, rows)
      if (headerRow !== titles.row)
        return await readPreview(tableFiles, file, { ...reading, headerRow }, rules)
    }
    const { columns, phoneColumn, phoneReason } = recognizeColumns(titles, rows, rules)
    const shownRows = rows.slice(0, PREVIEW_ROWS)
    const showTitle = shorterThan(MAX_TOTAL_CHARACTERS / columns.length)
    const cellCount = shownRows.reduce((count, { cells }) => count + cells.length, 0)
    const showCell = shorterThan(MAX_TOTAL_CHARACTERS / cellCount)
    return {
      format: facts.format,
      encoding: facts.format === 'csv' ? facts.encoding : null,
      separator: facts.format === 'csv' ? facts.delimiter : null,
      sheet: facts.format === 'xlsx' ? showTitle(facts.sheet) : null,
      sheets: facts.format === 'xlsx' ? facts.sheets.slice(0, MAX_SHEETS) : [],
      headerRow: titles.row,
      columns: columns.map((column) => ({ ...column, title: showTitle(column.title) })),
      phoneColumn,
      phoneReason,
      rows: shownRows.map(({ row, cells }) => ({ row, cells: cells.map(showCell) })),
    }
  } finally {
    table.close()
  }
}

/** A batch of long rows has few. */
async function firstRows(batches: AsyncIterable<TableRow[]>): Promise<TableRow[]> {
  const rows: TableRow[] = []
  for await (const batch of batches) {
    rows.push(...batch)
    if (rows.length >= PREVIEW_ROWS) break
  }
  return rows
}

function shorterThan(characters: number): (text: string) => string {
  const limit = Math.min(Math.ceil(characters), MAX_SHOWN_CHARACTERS)
  return (text) => toStorableText(text.length > limit ? `${text.slice(0, limit)}…` : text)
}
