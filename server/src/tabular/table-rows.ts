// What both formats share once a row is known: blank rows are skipped but keep their number, every row is as wide as
// the title row (wider only where there is something in the extra cells), and the caps hold.

import { InvalidInput, TooLarge } from '../kernel/errors.ts'
import { columnName, MAX_SHEET_ROWS } from './column-name.ts'

export interface TableRow {
  /** As a spreadsheet numbers it: the first row of the file is 1. */
  row: number
  cells: string[]
  /** Columns whose cells hold a number but show more than its digits: decimals, a sign, a date. Absent if none does. */
  numeric?: number[]
}

export interface TableLimits {
  /** Data rows, not counting the title row and blank rows. */
  maxRows: number
  maxColumns: number
  /** In characters. */
  maxCellLength: number
}

export interface TableRows {
  add(row: number, cells: string[], numeric?: number[]): void
  /** Rows added and not yet taken. */
  readonly waiting: number
  take(): TableRow[]
  readonly hasTitle: boolean
}

export function collectRows({ maxRows, maxColumns, maxCellLength }: TableLimits): TableRows {
  let rows: TableRow[] = []
  let width = -1
  let dataRows = 0

  return {
    get waiting() {
      return rows.length
    },
    get hasTitle() {
      return width >= 0
    },
    take() {
      const taken = rows
      rows = []
      return taken
    },
    add(row, cells, numeric) {
      if (row > MAX_SHEET_ROWS)
        throw new InvalidInput(`The file goes beyond row ${MAX_SHEET_ROWS}, the last a sheet can have`)
      while (cells.length > 0 && isBlank(cells.at(-1))) cells.pop()
      if (cells.length === 0) return
      if (cells.length > maxColumns) throw new InvalidInput(`Row ${row} has more than ${maxColumns} columns`)
      const tooLong = cells.findIndex((cell) => cell.length > maxCellLength)
      if (tooLong >= 0) throw cellTooLong(row, tooLong, maxCellLength)
      if (width < 0) {
        width = cells.length
      } else {
        dataRows++
        if (dataRows > maxRows) {
          throw new TooLarge(
            `The file has more than ${maxRows} data rows: split it and import the parts one by one`,
          )
        }
        while (cells.length < width) cells.push('')
      }
      rows.push(numeric ? { row, cells, numeric } : { row, cells })
    },
  }
}

export function cellTooLong(row: number, column: number, limit: number): InvalidInput {
  return new InvalidInput(
    `Row ${row}, column ${columnName(column)}: the cell has more than ${limit} characters`,
  )
}

function isBlank(cell = ''): boolean {
  return cell === '' || cell.trim() === ''
}
