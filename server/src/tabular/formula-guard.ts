// A spreadsheet runs text that begins with = + - @ (or tab, CR) as a formula, so an exported contact could run code
// on the reader's desk. Exports put an apostrophe before such text, imports take it away again: what goes out comes
// back unchanged, however many apostrophes it already had. Plain phone numbers stay readable: +86 138 is no formula.

const FORMULA = /^'*[=+\-@\t\r]/
const DEFUSED = /^'+[=+\-@\t\r]/
const PHONE = /^\+?[\d(][\d ().-]*$/

export function defuseCell(cell: string): string {
  return FORMULA.test(cell) && !isPlainPhoneNumber(cell) ? `'${cell}` : cell
}

export function undefuseCell(cell: string): string {
  return DEFUSED.test(cell) ? cell.slice(1) : cell
}

/** Digits with the separators people type, and nothing a spreadsheet could compute beyond them. */
export function isPlainPhoneNumber(text: string): boolean {
  if (!PHONE.test(text)) return false
  const digits = text.replace(/\D/g, '').length
  return digits >= 3 && digits <= 20
}
