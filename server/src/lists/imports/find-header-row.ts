// Finds the row with the titles, where the user has not said which. Usually it is the first one. A list may begin with its own
// title instead, or with its first contact, who must not be lost as a title. Only what is certain is recognised.
import type { TableRow } from '../../platform/tabular/table-rows.ts'
import { hasPhoneNumbers, isLikePhoneNumber, isPhoneTitle } from './recognize-columns.ts'

/** Titles are among the first rows, or there are none. */
const MAX_ROWS_ABOVE = 10
/** Above them stands the title of the list, perhaps with a date beside it. */
const MAX_CELLS_ABOVE = 2
/** A comma in the title of a list makes the reader split the rows below by commas too. */
const ANY_SEPARATOR = /[,;\t|]/

/** `first`: the first row that is not blank; `rows`: those below. Returns 0 if the file has no titles. */
export function findHeaderRow(first: TableRow, rows: TableRow[]): number {
  const top = [first, ...rows.slice(0, MAX_ROWS_ABOVE)]
  const found = top.findIndex(isTitles)
  if (found >= 0 && top.slice(0, found).every(isShort)) return top[found]?.row ?? first.row
  const isContact = first.cells.some(
    (cell, column) => isLikePhoneNumber(cell.trim()) && (rows.length === 0 || hasPhoneNumbers(rows, column)),
  )
  return isContact ? 0 : first.row
}

/** A contact may have a cell such as "mobile" too, but beside a number. */
function isTitles({ cells }: TableRow): boolean {
  const parts = cells.flatMap((cell) => cell.split(ANY_SEPARATOR)).map((part) => part.trim())
  return parts.some(isPhoneTitle) && !parts.some(isLikePhoneNumber)
}

function isShort({ cells }: TableRow): boolean {
  return cells.filter((cell) => cell.trim() !== '').length <= MAX_CELLS_ABOVE
}
