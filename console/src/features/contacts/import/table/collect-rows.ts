// What both formats share once a row is known: blank rows are left out but keep their number, and every row is as wide
// as the title row.
import { InvalidInput } from '../../../../../../server/src/kernel/errors.ts'
import type { TableRow } from '../../../../../../server/src/tabular/table-rows.ts'

export type { TableRow }

export interface RowCollector {
  add(row: number, cells: string[], numeric?: number[]): void
  take(): TableRow[]
}

const MOST_COLUMNS = 1000

export function collectRows(): RowCollector {
  let rows: TableRow[] = []
  let width = -1
  return {
    add(row, cells, numeric) {
      while (cells.length > 0 && cells.at(-1)?.trim() === '') cells.pop()
      if (cells.length === 0) return
      if (cells.length > MOST_COLUMNS)
        throw new InvalidInput(`Row ${row} has more than ${MOST_COLUMNS} columns`)
      if (width < 0) width = cells.length
      while (cells.length < width) cells.push('')
      rows.push(numeric ? { row, cells, numeric } : { row, cells })
    },
    take() {
      const taken = rows
      rows = []
      return taken
    },
  }
}
