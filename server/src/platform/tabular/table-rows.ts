// Shared by both formats: blank rows are skipped but keep their number, every row is as wide as the title row (wider only if
// the extra cells have content), and the limits are enforced.

import { InvalidInput, TooLarge } from '../kernel/errors.ts'
import { columnName, MAX_SHEET_ROWS } from './column-name.ts'

export interface TableRow {
  /** As a spreadsheet numbers it: the first row of the file is 1. */
  row: number
  cells: string[]
  /** Columns whose cells hold a number but show more than its digits: decimals, a sign, a date. Absent if none does. */
  numeric?: number[]
  /** Columns whose cells hold a formula without a stored result. Absent if none does. */
  unsolved?: number[]
  /** A sentence about an invalid row, and the column at fault. */
  fault?: string
  faultColumn?: number
}

export type RowMarks = Omit<TableRow, 'row' | 'cells'>

export interface TableLimits {
  /** Data rows, not counting the title row and blank rows. */
  maxRows: number
  maxColumns: number
  /** Max characters of a cell. */
  maxCellLength: number
  /** Max characters of all cells of a row together. */
  maxRowLength?: number
  /** Max characters of all cells of the table together: a few shared strings can make a small workbook a huge table. */
  maxTableLength?: number
  /** The row with the titles; rows above it are left out. 0: there is none, and the letters of the columns are the titles. Default: the first row that is not blank. */
  headerRow?: number | undefined
  /** The first data rows, which are checked and counted but not given out. */
  skipRows?: number
}

const BATCH_ROWS = 1000
/** A batch is passed from thread to thread in one piece, for which everything else waits. */
const MAX_BATCH_LENGTH = 1024 * 1024
const MAX_ROW_LENGTH = 256 * 1024
const MAX_TABLE_LENGTH = 200 * 1024 * 1024

export interface TableRows {
  add(row: number, cells: string[], marks?: RowMarks): void
  /** Rows that were added and not yet taken. */
  readonly waiting: number
  /** Whether enough rows wait for a batch. */
  readonly isFull: boolean
  /** All rows that wait, or if they are long, as many as a batch may have. */
  take(): TableRow[]
  readonly hasTitle: boolean
  /** Data rows so far, including those that were skipped. */
  readonly dataRows: number
}

export function collectRows(limits: TableLimits): TableRows {
  const { maxRows, maxColumns, maxCellLength, headerRow = 1, skipRows = 0 } = limits
  const { maxRowLength = MAX_ROW_LENGTH, maxTableLength = MAX_TABLE_LENGTH } = limits
  let rows: TableRow[] = []
  let width = -1
  let dataRows = 0
  let tableLength = 0
  let waitingLength = 0

  return {
    get waiting() {
      return rows.length
    },
    get isFull() {
      return rows.length >= BATCH_ROWS || waitingLength >= MAX_BATCH_LENGTH
    },
    get hasTitle() {
      return width >= 0
    },
    get dataRows() {
      return dataRows
    },
    take() {
      if (waitingLength < MAX_BATCH_LENGTH) {
        const taken = rows
        rows = []
        waitingLength = 0
        return taken
      }
      const taken = rows.splice(0, fitting(rows))
      waitingLength -= lengthOf(taken)
      return taken
    },
    add(row, cells, marks) {
      if (row > MAX_SHEET_ROWS)
        throw new InvalidInput(`The file goes beyond row ${MAX_SHEET_ROWS}, the last a sheet can have`, {
          fault: 'too_many_rows',
          field: 'file',
          params: { max: MAX_SHEET_ROWS },
        })
      if (row < headerRow) return
      while (cells.length > 0 && isBlank(cells.at(-1))) cells.pop()
      // A formula without a result makes a row non-blank; above the title row it is ignored.
      if (cells.length === 0 && (width < 0 || !marks?.unsolved)) return
      if (cells.length > maxColumns) throw tooManyColumns(row, maxColumns)
      let length = 0
      for (const [column, cell] of cells.entries()) {
        if (cell.length > maxCellLength) throw cellTooLong(row, column, maxCellLength)
        length += cell.length
      }
      tableLength += length
      if (length > maxRowLength)
        throw new InvalidInput({
          fault: 'row_too_long',
          field: 'file',
          row,
          params: { max: maxRowLength },
        })
      if (tableLength > maxTableLength)
        throw new InvalidInput({
          fault: 'table_too_long',
          field: 'file',
          params: { max: maxTableLength },
        })
      if (width < 0 && headerRow === 0) {
        width = cells.length
        rows.push({ row: 0, cells: cells.map((_, column) => columnName(column)) })
      }
      if (width < 0) {
        width = cells.length
      } else {
        dataRows++
        if (dataRows > maxRows) {
          throw new TooLarge({ fault: 'too_many_rows', field: 'file', params: { max: maxRows } })
        }
        if (dataRows <= skipRows) return
        while (cells.length < width) cells.push('')
      }
      waitingLength += length
      rows.push({ row, cells, ...marks })
    },
  }
}

/** How many of the rows fit into one batch; at least one. */
function fitting(rows: TableRow[]): number {
  let length = 0
  const over = rows.findIndex((row) => {
    length += lengthOf([row])
    return length > MAX_BATCH_LENGTH
  })
  return over < 0 ? rows.length : Math.max(1, over)
}

/** Characters of all cells. */
export function lengthOf(rows: TableRow[]): number {
  let length = 0
  for (const { cells } of rows) for (const cell of cells) length += cell.length
  return length
}

export function tooManyColumns(row: number, max: number): InvalidInput {
  const detail = { fault: 'too_many_columns', field: 'file', row, params: { max } } as const
  return new InvalidInput(detail)
}

export function cellTooLong(row: number, column: number, limit: number): InvalidInput {
  return new InvalidInput({
    fault: 'cell_too_long',
    field: 'file',
    row,
    params: { column: columnName(column), max: limit },
  })
}

function isBlank(cell = ''): boolean {
  return cell === '' || cell.trim() === ''
}
