// Parses CSV text into records, chunk by chunk, like Excel: a quote counts only at the start of a field; CRLF, LF and CR all
// end a row. It is stricter about text after a closing quote: the content of such a cell is a guess, so the row fails. If
// the field spans lines, an earlier quote was probably left open and rows would merge, so the file is refused. The
// apostrophes that exports put before formulas are removed here.
// Only the last field of a chunk is kept for the next chunk, and never more than the max length of a cell. The caller checks
// the length of cells in rows that are taken as a whole.

import { InvalidInput } from '../../kernel/errors.ts'
import { columnName, MAX_SHEET_COLUMNS } from '../column-name.ts'
import { unguardCell } from '../formula-guard.ts'
import { cellTooLong, tooManyColumns } from '../table-rows.ts'

export interface CsvOptions {
  delimiter: string
  maxCellLength: number
  /** The line of the file that the first record is on, for messages. */
  firstLine: number
  /** `fault` is a sentence about an invalid record. */
  onRecord: (row: number, cells: string[], fault?: string, faultColumn?: number) => void
}

export interface CsvParser {
  write(text: string): void
  end(): void
}

const LINE_END = /\r\n?|\n/g

export function createCsvParser({ delimiter, maxCellLength, firstLine, onRecord }: CsvOptions): CsvParser {
  let text = ''
  let cells: string[] = []
  let fault: string | undefined
  let faultColumn: number | undefined
  let row = 1
  let line = firstLine
  // The next occurrence of each; searched again only after it was passed.
  let delimiterAt = -1
  let lfAt = -1
  let crAt = -1
  let quoteAt = -1

  function parse(isLast: boolean): void {
    delimiterAt = lfAt = crAt = quoteAt = -1
    let start = 0
    while (start < text.length || (isLast && cells.length > 0)) {
      let next = cells.length === 0 ? plainRow(start) : -1
      if (next < 0) next = text[start] === '"' ? quotedField(start, isLast) : plainField(start, '', isLast)
      if (next < 0) break
      start = next
    }
    text = text.slice(start)
    // Escaping may double the length of a quoted field; anything longer is too long in any case.
    if (text.length > 2 * maxCellLength + 4) throw text[0] === '"' ? leftOpen() : tooLong()
  }

  /** Takes a whole row at once if it is complete and has no quote, which is the common case; -1 if it must be read by field. */
  function plainRow(start: number): number {
    const end = lineEnd(start)
    if (quoteAt < start) quoteAt = find('"', start)
    if (quoteAt < end || end + 1 >= text.length) return -1
    const line = text.slice(start, end)
    cells = line.split(delimiter)
    if (line.includes("'")) cells = cells.map(unguardCell)
    if (cells.length > MAX_SHEET_COLUMNS) throw tooWide()
    return endRow(end)
  }

  /** Takes the field that begins at `start`; returns where the next begins, or -1 if its end is not in this chunk. */
  function quotedField(start: number, isLast: boolean): number {
    let close = text.indexOf('"', start + 1)
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
    if (isLast && close < 0) throw leftOpen()
    if (close < 0 || (!isLast && close + 1 === text.length)) return -1
    const value = text.slice(start + 1, close).replaceAll('""', '"')
    const lineEnds = value.match(LINE_END)?.length ?? 0
    const isFollowed = text.slice(close + 1, fieldEnd(close + 1)).trim() !== ''
    if (lineEnds > 0 && isFollowed) throw leftOpen()
    const next = plainField(close + 1, value, isLast, isFollowed)
    if (next >= 0) line += lineEnds
    return next
  }

  function plainField(start: number, before: string, isLast: boolean, isFaulty = false): number {
    const end = fieldEnd(start)
    if (end - start + before.length > maxCellLength) throw tooLong()
    // At the end of the chunk the field may go on, and a CR may be half of a CRLF.
    if (!isLast && (end === text.length || (end === crAt && end + 1 === text.length))) return -1
    if (cells.length === MAX_SHEET_COLUMNS) throw tooWide()
    if (isFaulty && fault === undefined) {
      fault = `column ${columnName(cells.length)} has text after its closing quote`
      faultColumn = cells.length
    }
    cells.push(unguardCell(before + text.slice(start, end)))
    return end === delimiterAt && end < text.length ? end + 1 : endRow(end)
  }

  function endRow(end: number): number {
    onRecord(row++, cells, fault, faultColumn)
    cells = []
    fault = faultColumn = undefined
    line++
    return end === crAt && text[end + 1] === '\n' ? end + 2 : end + 1
  }

  function fieldEnd(start: number): number {
    if (delimiterAt < start) delimiterAt = find(delimiter, start)
    return Math.min(delimiterAt, lineEnd(start))
  }

  function lineEnd(start: number): number {
    if (lfAt < start) lfAt = find('\n', start)
    if (crAt < start) crAt = find('\r', start)
    return Math.min(lfAt, crAt)
  }

  function find(char: string, start: number): number {
    const at = text.indexOf(char, start)
    return at < 0 ? text.length : at
  }

  function leftOpen(): InvalidInput {
    return new InvalidInput({
      fault: 'quote_left_open',
      field: 'file',
      params: { line },
    })
  }

  function tooWide(): InvalidInput {
    return tooManyColumns(row, MAX_SHEET_COLUMNS)
  }

  function tooLong(): InvalidInput {
    return cellTooLong(row, cells.length, maxCellLength)
  }

  return {
    write(chunk) {
      // join() makes a flat string; a string built with + is slow to search.
      text = text === '' ? chunk : [text, chunk].join('')
      parse(false)
    },
    end() {
      parse(true)
    },
  }
}
