// A first look at a file: its titles, the rows at its beginning, and how many there are.
import type { TableRow } from './table/collect-rows.ts'
import type { TableFile } from './table/open-table.ts'

export interface Survey {
  titles: string[]
  /** The first data rows. */
  sample: TableRow[]
  /** Data rows: without the title row and blank ones. */
  rowCount: number
  /** The number of the last one. */
  lastRow: number
}

export const SAMPLE_ROWS = 8

export async function surveyTable(
  table: TableFile,
  { onRead, signal }: { onRead?: (bytes: number) => void; signal?: AbortSignal } = {},
): Promise<Survey> {
  let titles: string[] | undefined
  const sample: TableRow[] = []
  let rowCount = 0
  let lastRow = 0
  for await (const rows of table.rows(onRead)) {
    signal?.throwIfAborted()
    lastRow = rows.at(-1)?.row ?? lastRow
    const data = titles === undefined ? rows.slice(1) : rows
    titles ??= readTitles(rows[0]?.cells ?? [])
    rowCount += data.length
    if (sample.length < SAMPLE_ROWS) sample.push(...data.slice(0, SAMPLE_ROWS - sample.length))
  }
  return { titles: titles ?? [], sample, rowCount, lastRow }
}

/** As the service reads them. */
function readTitles(cells: string[]): string[] {
  return cells.map((cell) => cell.trim())
}
