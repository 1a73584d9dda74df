// What both formats share once a row is known: blank rows are left out but keep their number, and every row is as wide
// as the title row.
import { InvalidInput } from '../../../../../../server/src/kernel/errors.ts'
import type { RowMarks, TableRow } from '../../../../../../server/src/tabular/table-rows.ts'

export type { TableRow }

export interface RowCollector {
  add(row: number, cells: string[], marks?: RowMarks): void
  take(): TableRow[]
  readonly hasTitle: boolean
}

const MOST_COLUMNS = 1000

export function collectRows(): RowCollector {
  let rows: TableRow[] = []
  let width = -1
  return {
    get hasTitle() {
      return width >= 0
    },
    add(row, cells, marks) {
      while (cells.length > 0 && cells.at(-1)?.trim() === '') cells.pop()
      if (cells.length === 0 && (width < 0 || !marks?.unsolved)) return
      if (cells.length > MOST_COLUMNS)
        throw new InvalidInput(`Row ${row} has more than ${MOST_COLUMNS} columns`, {
          code: 'too_many_columns',
          field: 'file',
          row,
          params: { max: MOST_COLUMNS },
        })
      if (width < 0) width = cells.length
      while (cells.length < width) cells.push('')
      rows.push({ row, cells, ...marks })
    },
    take() {
      const taken = rows
      rows = []
      return taken
    },
  }
}
