// Reads a CSV file into rows: detects its encoding, then its delimiter, then parses its records.

import type { FileHandle } from 'node:fs/promises'
import { InvalidInput } from '../../kernel/errors.ts'
import type { Encoding } from '../encodings.ts'
import type { TableLimits, TableRows } from '../table-rows.ts'
import { decodeText, detectEncoding } from '../text-encoding.ts'
import { type CsvParser, createCsvParser } from './parse-csv.ts'

export const NEITHER = 'The file is neither CSV nor Excel (.xlsx)'
export const unknownKind = { fault: 'file_unknown_kind', field: 'file' } as const

const DELIMITERS = [',', ';', '\t']
const SEPARATOR_LINE = /^sep=([,;\t|])(?:\r\n?|\n)/i
const MARKUP = /^\s*<(?:!doctype|html|head|meta|table|\?xml)/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells a binary file from text
const CONTROL = /[\0-\x08\x0e-\x19\x1c-\x1f]/g

export interface CsvFacts {
  format: 'csv'
  encoding: Encoding
  delimiter: string
}

interface CsvOptions extends TableLimits {
  /** Named by the caller; otherwise detected. */
  encoding?: Encoding | undefined
  onFacts?: ((facts: CsvFacts) => void) | undefined
}

/** Adds the file's records to `rows`; yields after every chunk so that the caller can take them. */
export async function* readCsv(
  file: FileHandle,
  rows: TableRows,
  { maxCellLength, encoding: named, headerRow = 1, onFacts }: CsvOptions,
): AsyncGenerator<void> {
  const encoding = named ?? (await detectEncoding(file))
  let parser: CsvParser | undefined
  for await (let text of decodeText(file, encoding, named !== undefined)) {
    if (text.includes('\0')) throw new InvalidInput(unknownKind)
    if (!parser) {
      refuseOtherText(text)
      // Excel hides this line: the row below it is row 1.
      const separatorLine = SEPARATOR_LINE.exec(text)
      if (separatorLine) text = text.slice(separatorLine[0].length)
      const delimiter = separatorLine?.[1] ?? delimiterOf(text, headerRow)
      onFacts?.({ format: 'csv', encoding, delimiter })
      parser = createCsvParser({
        delimiter,
        maxCellLength,
        firstLine: separatorLine ? 2 : 1,
        onRecord: (row, cells, fault, faultColumn = 0) =>
          rows.add(row, cells, fault === undefined ? undefined : { fault, faultColumn }),
      })
    }
    parser.write(text)
    yield
  }
  parser?.end()
}

/** The delimiter that gives the most titles; a quoted title may contain any delimiter. */
function delimiterOf(text: string, headerRow: number): string {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  // Above the titles there may be a line in words, which says nothing about the delimiter.
  for (const char of withoutLines(text, headerRow - 1).replace(/^[\r\n]+/, '')) {
    if (char === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (char === '\r' || char === '\n') break
    else if (counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1)
  }
  return DELIMITERS.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best))
}

/** All of the text if it has fewer lines. */
function withoutLines(text: string, count: number): string {
  const lineEnd = /\r\n?|\n/g
  for (let line = 0; line < count; line += 1) if (!lineEnd.test(text)) return text
  return text.slice(lineEnd.lastIndex)
}

/** A single control character is a mistake in the data; one in a hundred means a binary file. */
function refuseOtherText(text: string): void {
  if (MARKUP.test(text))
    throw new InvalidInput(`${NEITHER}: it is a web page or XML saved under another name`, unknownKind)
  if ((text.match(CONTROL)?.length ?? 0) * 100 > text.length) throw new InvalidInput(unknownKind)
}
