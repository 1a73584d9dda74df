// Writes an .xlsx file as a stream, row by row in constant memory: rows are pulled only as the stream is read. Cells are
// text unless their column says otherwise, so that phone numbers keep their zeros and plus signs. Rows that do not fit on a
// sheet continue on the next one. The parts that list the sheets are written last, when the number of sheets is known.

import type { Readable } from 'node:stream'
import { DAY_MS } from '../../kernel/timestamps.ts'
import { columnName, MAX_SHEET_ROWS } from '../column-name.ts'
import * as parts from './xlsx-parts.ts'
import { bytesOfText, encodeXlsxText, needsEncodingInBytes, textOfBytes } from './xlsx-text.ts'
import { createZipStream, type ZipEntry } from './zip-stream.ts'

export interface XlsxOptions {
  titles: readonly string[]
  /** Batches of rows; return() is called if the stream is destroyed before its end. */
  rows: AsyncIterable<readonly (readonly string[])[]>
  /**
   * The content of the cells: text, or its UTF-8 bytes as one character each. UTF-8 from the database is then written to the
   * file unchanged, which takes a third less time than decoding and encoding it again.
   */
  cells?: 'text' | 'bytes'
  /** What the columns hold; default: text. */
  kinds?: readonly parts.CellKind[]
  /** Max rows of a sheet, including the title row. */
  maxSheetRows?: number
}

const CHUNK_CHARACTERS = 32 * 1024
const MAX_CELL_CHARACTERS = 32_767

export function createXlsxStream(options: XlsxOptions): Readable {
  const { titles, rows, cells = 'text', kinds = [], maxSheetRows = MAX_SHEET_ROWS } = options
  const isBytes = cells === 'bytes'
  const titleCells = isBytes ? titles.map(bytesOfText) : titles
  const source = rows[Symbol.asyncIterator]()
  const cellXml = isBytes ? byteCellXml : textCellXml
  const titleXml = createRowWriter(titles.length, [], parts.TITLE_STYLE, cellXml)
  const rowXml = createRowWriter(titles.length, kinds, parts.TEXT_STYLE, cellXml)
  let batch: readonly (readonly string[])[] = []
  let taken = 0

  async function hasMore(): Promise<boolean> {
    while (taken === batch.length) {
      const next = await source.next()
      if (next.done) return false
      batch = next.value
      taken = 0
    }
    return true
  }

  async function* sheetXml(): AsyncGenerator<string> {
    let xml = parts.sheetStart(titles, kinds) + titleXml(titleCells, 1)
    let row = 1
    while (row < maxSheetRows && (taken < batch.length || (await hasMore()))) {
      xml += rowXml(batch[taken++] ?? [], ++row)
      if (xml.length > CHUNK_CHARACTERS) {
        yield xml
        xml = ''
      }
    }
    yield xml + parts.sheetEnd(titles.length, row)
  }

  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { path: '_rels/.rels', content: [parts.PACKAGE_RELATIONSHIPS] }
    yield { path: 'xl/styles.xml', content: [kinds.length > 0 ? parts.TYPED_STYLES : parts.STYLES] }
    let sheets = 0
    do {
      sheets++
      const encoding = isBytes ? 'latin1' : 'utf8'
      yield { path: `xl/worksheets/sheet${sheets}.xml`, content: sheetXml(), encoding }
    } while (await hasMore())
    yield { path: 'xl/workbook.xml', content: [parts.workbook(sheets)] }
    yield { path: 'xl/_rels/workbook.xml.rels', content: [parts.workbookRelationships(sheets)] }
    yield { path: '[Content_Types].xml', content: [parts.contentTypes(sheets)] }
  }

  const stream = createZipStream(entries())
  // The generators cannot do this: one that waits for a row would not notice. Has no effect if the source has ended.
  stream.once('close', () => source.return?.().catch(() => {}))
  return stream
}

/** Called for every row of an export: constant pieces are joined once, and most cells need no escaping. */
function createRowWriter(
  columns: number,
  kinds: readonly parts.CellKind[],
  style: number,
  cellXml: (cell: string) => string,
): (cells: readonly string[], row: number) => string {
  const cellStarts = Array.from({ length: columns }, (_, i) => cellStart(i))
  return (cells, row) => {
    const middle = `${row}" s="${style}" t="inlineStr"><is><t`
    let xml = `<row r="${row}">`
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i] ?? ''
      if (cell === '') continue
      const start = cellStarts[i] ?? cellStart(i)
      const kind = kinds[i] ?? 'text'
      const number = kind === 'text' ? undefined : numberOf(cell, kind)
      xml +=
        number === undefined
          ? `${start}${middle}${cellXml(cell)}</t></is></c>`
          : `${start}${row}" s="${parts.styleOf[kind]}"><v>${number}</v></c>`
    }
    return `${xml}</row>`
  }
}

/** Day 0 of a spreadsheet, 25,569 days before 1970. */
const DAY_0 = 25_569

/** Undefined: the cell is written as text. */
function numberOf(cell: string, kind: 'number' | 'time'): number | undefined {
  const number = kind === 'number' ? Number(cell) : Date.parse(`${cell.replace(' ', 'T')}Z`) / DAY_MS + DAY_0
  return Number.isFinite(number) ? number : undefined
}

function cellStart(column: number): string {
  return `<c r="${columnName(column)}`
}

function textCellXml(cell: string): string {
  // With one character more, Excel reports the file as damaged.
  const text = cell.length > MAX_CELL_CHARACTERS ? cell.slice(0, MAX_CELL_CHARACTERS) : cell
  return textStart(text) + encodeXlsxText(text)
}

function byteCellXml(cell: string): string {
  return cell.length > MAX_CELL_CHARACTERS || needsEncodingInBytes(cell)
    ? bytesOfText(textCellXml(textOfBytes(cell)))
    : textStart(cell) + cell
}

function textStart(text: string): string {
  const isPadded = text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32
  return isPadded ? ' xml:space="preserve">' : '>'
}
