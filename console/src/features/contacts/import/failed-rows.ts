// Rows that were not imported: the list of them with their reasons, and a file of them to mend and import again.
import type { Schemas } from '@carillon/client'
import { csvLine } from '../../../../../server/src/tabular/write-csv.ts'

export type FailedRow = Schemas['FailedRow']

const BYTE_ORDER_MARK = '\ufeff'

/**
 * Titles and rows of the file to mend. The reason is in a column without a title, which an import passes over; columns
 * that had none before are of no use to it either.
 */
export function failedTitleLine(titles: string[]): string {
  return BYTE_ORDER_MARK + csvLine(['', ...titles.filter((title) => title !== '')])
}

export function failedRowLine(titles: string[], { row, message }: FailedRow, cells: string[]): string {
  const kept = cells.filter((_, index) => titles[index] !== '')
  return csvLine([`Row ${row}: ${message}`, ...kept])
}

/** Of a part with rows of its own numbers: as if the whole file had been sent. */
export function asInWholeFile(failed: FailedRow, rowOf: (partRow: number) => number): FailedRow {
  return { ...failed, row: rowOf(failed.row), message: withWholeFileRows(failed.message, rowOf) }
}

/** `… belongs to row 7, contact …` and `Row 7, column B: …` are about rows of the part. */
export function withWholeFileRows(message: string, rowOf: (partRow: number) => number): string {
  return message.replace(
    /( belongs to row |^Row )(\d+)(?=, contact |, column | has )/,
    (_, before, row) => before + rowOf(Number(row)),
  )
}
