// A spreadsheet evaluates CSV text that begins with = + - @ as a formula, so an exported contact could run code on the
// reader's computer. Where text could become the beginning of a cell, exports insert an apostrophe and imports remove it
// again: exported text is imported unchanged, however many apostrophes it already had.
//
// Text begins a cell at its own start, and after a semicolon, a tab or a line break as well: a spreadsheet with another
// delimiter than the comma splits cells there, despite quotes. Spaces and quotes before the sign make no difference, and
// full-width signs count like the others. A plain phone number stays unchanged: +86138 is not a formula.
//
// Only CSV needs this. In a workbook every cell is marked as text.

import { isPlainPhoneNumber, PLAIN_PHONE_NUMBER_PATTERN } from '../kernel/phone/phone-number.ts'

const SIGNS = '=+@＝＋－＠-'
const BREAKS = '\t\r\n'
// Spaces of all widths, including zero-width ones.
const PADDING =
  ' "\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u200e\u200f' +
  '\u2028\u2029\u202f\u205f\u2060\u3000\ufeff'

// At the start, a line break counts as a sign: some spreadsheets skip it. No lookahead goes past a break, so that an
// apostrophe in one place never changes whether another place matches.
const AT_START = `^(?=APOSTROPHES[${PADDING}]*[${BREAKS}${SIGNS}])`
const AFTER_BREAK = `(?<=[;${BREAKS}])(?=APOSTROPHES[${PADDING}]*[${SIGNS}])`
const PLACES = `${AT_START}|${AFTER_BREAK}`

/**
 * The rule as regular expressions that work the same in JavaScript and PostgreSQL: text that does not match `plain` gets an
 * apostrophe at every place that matches `places`. Only text that begins with one of the `firstCharacters`, or matches
 * `delimiters`, can have such a place.
 */
export const GUARD_PATTERNS = {
  firstCharacters: [..."'", ...PADDING, ...BREAKS, ...SIGNS],
  delimiters: `[;${BREAKS}]`,
  plain: PLAIN_PHONE_NUMBER_PATTERN,
  places: PLACES.replaceAll('APOSTROPHES', "'*"),
} as const

const guardedPlaces = new RegExp(GUARD_PATTERNS.places, 'g')
const addedApostrophes = new RegExp(PLACES.replaceAll('(?=APOSTROPHES', "'(?='*"), 'g')

export function guardCell(cell: string): string {
  return isPlainPhoneNumber(cell) ? cell : cell.replace(guardedPlaces, "'")
}

export function unguardCell(cell: string): string {
  return cell.includes("'") ? cell.replace(addedApostrophes, '') : cell
}
