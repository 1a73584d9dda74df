// Spreadsheet columns by letter: A is 0, XFD (the last one Excel has) is 16383.

export const MAX_SHEET_ROWS = 1_048_576
export const MAX_SHEET_COLUMNS = 16_384

export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

/** The column of a cell reference such as BC12; -1 if it is not a valid cell reference. */
export function columnOf(reference: string): number {
  let column = 0
  for (let i = 0; i < 4; i++) {
    const letter = reference.charCodeAt(i) & ~0x20 // upper case
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return column <= MAX_SHEET_COLUMNS ? column - 1 : -1
}
