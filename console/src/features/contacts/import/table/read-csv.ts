// A CSV file to rows. The records are taken apart by the service's own parser, so that row 4711 here is row 4711 there.
import { InvalidInput } from '../../../../../../server/src/kernel/errors.ts'
import { type CsvParser, createCsvParser } from '../../../../../../server/src/tabular/parse-csv.ts'
import type { RowCollector } from './collect-rows.ts'
import { decodeText, type Encoding } from './text-encoding.ts'

export const NEITHER = 'The file is neither CSV nor Excel (.xlsx)'
export const unknownKind = { code: 'file_unknown_kind', field: 'file' } as const
export const MOST_CELL_CHARACTERS = 32_767

const DELIMITERS = [',', ';', '\t']
const SEPARATOR_LINE = /^sep=([,;\t|])(?:\r\n?|\n)/i

/** Gives the records to `rows`, and pauses after every piece of the file. */
export async function* readCsv(
  file: Blob,
  encoding: Encoding,
  rows: RowCollector,
  onRead?: (bytes: number) => void,
): AsyncGenerator<void> {
  let parser: CsvParser | undefined
  for await (let text of decodeText(file, encoding, onRead)) {
    if (text.includes('\0')) throw new InvalidInput(NEITHER, unknownKind)
    if (!parser) {
      // Excel hides this line: the row below it is row 1.
      const separatorLine = SEPARATOR_LINE.exec(text)
      if (separatorLine) text = text.slice(separatorLine[0].length)
      parser = createCsvParser({
        delimiter: separatorLine?.[1] ?? delimiterOf(text),
        maxCellLength: MOST_CELL_CHARACTERS,
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

/** The candidate that separates most titles; a title in quotes may hold any of them. */
function delimiterOf(text: string): string {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const char of text.replace(/^[\r\n]+/, '')) {
    if (char === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (char === '\r' || char === '\n') break
    else if (counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1)
  }
  return DELIMITERS.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best))
}
