// Writes CSV that Excel opens correctly: UTF-8 with a byte order mark, commas, RFC 4180 quotes and line ends, and no cell
// that would be evaluated as a formula.

import { guardCell } from '../formula-guard.ts'

/** Without it Excel reads UTF-8 as the local code page. */
export const CSV_BOM = '\ufeff'

const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/

export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => csvCell(guardCell(cell))).join(',')}\r\n`
}

function csvCell(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
