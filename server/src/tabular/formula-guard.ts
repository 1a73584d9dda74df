// A spreadsheet runs text of a CSV file that begins with = + - @ as a formula, so an exported contact could run code on
// the reader's desk. Where text could become the beginning of a cell, exports put an apostrophe before it and imports
// take it away again: what goes out comes back unchanged, however many apostrophes it already had.
//
// Text begins a cell at its own start, and after a semicolon, a tab or a line break as well: a spreadsheet set to another
// delimiter than the comma splits cells there, whatever quotes are around them. Spaces and quotes before the sign do not
// help, and the full-width signs count like the others. A plain phone number stays readable: +86138 is no formula.
//
// Only CSV needs this. In a workbook every cell says that it is text, and is written and read as it is.

import { isPlainPhoneNumber, PLAIN_PHONE_NUMBER_PATTERN } from '../kernel/phone-number.ts'

const SIGNS = '=+@＝＋－＠-'
const BREAKS = '\t\r\n'
// Spaces of all widths, those without any included.
const PADDING =
  ' "\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u200e\u200f' +
  '\u2028\u2029\u202f\u205f\u2060\u3000\ufeff'

// At the start, a break is a sign by itself: some spreadsheets skip it. No look ahead goes past a break, so that an
// apostrophe in one place never changes what is seen from another.
const AT_START = `^(?=APOSTROPHES[${PADDING}]*[${BREAKS}${SIGNS}])`
const AFTER_BREAK = `(?<=[;${BREAKS}])(?=APOSTROPHES[${PADDING}]*[${SIGNS}])`
const PLACES = `${AT_START}|${AFTER_BREAK}`

/**
 * The rule in regular expressions that JavaScript and PostgreSQL read alike: text that does not match `plain` gets an
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
