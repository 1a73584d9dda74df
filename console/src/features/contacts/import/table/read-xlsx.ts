// The first visible sheet of a workbook with anything on it to rows, by the rules of the service: numbers come out as the digits a person
// sees. Only the shared texts are kept; the sheet streams through.
import { columnOf, MAX_SHEET_ROWS } from '../../../../../../server/src/tabular/column-name.ts'
import type { RowMarks } from '../../../../../../server/src/tabular/table-rows.ts'
import { formatNumber, GENERAL } from '../../../../../../server/src/tabular/xlsx-cell-format.ts'
import { collectText, decodeXlsxText } from '../../../../../../server/src/tabular/xlsx-text.ts'
import type { RowCollector } from './collect-rows.ts'
import { MOST_CELL_CHARACTERS } from './read-csv.ts'
import { readWorkbook, type Workbook } from './read-workbook.ts'
import { scanXml, type XmlHandlers } from './scan-xml.ts'
import { damaged, openZip } from './zip-entries.ts'

/** Gives the rows to `rows`, and pauses after every piece of the sheet. */
export async function* readXlsx(
  file: Blob,
  rows: RowCollector,
  onRead?: (bytes: number) => void,
): AsyncGenerator<void> {
  const zip = await openZip(file)
  const workbook = await readWorkbook(zip)
  for (const part of workbook.sheets) {
    const reader = createSheetReader(rows, workbook)
    const size = Math.max(1, zip.packedSize(part))
    const sheet = zip.read(part, (read) => onRead?.((read / size) * file.size))
    for await (const _ of scanXml(sheet, reader)) {
      yield
      if (reader.isDone()) break
    }
    if (rows.hasTitle) return
  }
}

function createSheetReader(rows: RowCollector, workbook: Workbook): XmlHandlers & { isDone(): boolean } {
  const inline = collectText(MOST_CELL_CHARACTERS)
  let isDone = false
  let isInData = false
  let isInValue = false
  let row = 0
  let cells: string[] = []
  let marks: RowMarks | undefined
  let hasFormula = false
  let hasValue = false
  let column = -1
  let type = 'n'
  let style = 0
  let raw = ''

  function openRow(reference: string | undefined): void {
    const next = reference === undefined ? row + 1 : Number(reference)
    if (!(Number.isInteger(next) && next > row && next <= MAX_SHEET_ROWS)) throw damaged()
    row = next
    cells = []
    marks = undefined
    column = -1
  }

  function openCell({ r, t = 'n', s = '0' }: Record<string, string>): void {
    column = r === undefined ? column + 1 : columnOf(r)
    if (column < 0) throw damaged()
    type = t
    style = Number(s)
    raw = ''
    hasFormula = hasValue = false
  }

  function closeCell(): void {
    const text = type === 'inlineStr' ? inline.take() : displayed(raw)
    // Formatting alone fills whole rows with empty cells: they are not columns.
    if (text === '') {
      if (hasFormula && !hasValue) marks = { ...marks, unsolved: [...(marks?.unsolved ?? []), column] }
      return
    }
    while (cells.length < column) cells.push('')
    cells[column] = text
    if ((type === 'n' || type === 'd') && !/^\d+$/.test(text)) {
      marks = { ...marks, numeric: [...(marks?.numeric ?? []), column] }
    }
  }

  function displayed(stored: string): string {
    switch (type) {
      case 's': {
        const shared = stored === '' ? '' : workbook.sharedStrings[Number(stored)]
        if (shared === undefined) throw damaged()
        return shared
      }
      case 'str':
        return decodeXlsxText(stored)
      case 'b':
        return stored === '' ? '' : stored.trim() === '1' ? 'TRUE' : 'FALSE'
      case 'd':
        return stored.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?Z?$|(?:\.0+)?Z$/, '')
      case 'e':
        return stored
      default:
        return formatNumber(stored.trim(), workbook.formats[style] ?? GENERAL, workbook.date1904)
    }
  }

  return {
    isDone: () => isDone,
    open(name, attributes) {
      if (name === 'sheetData') isInData = true
      else if (!isInData) return
      else if (name === 'c') openCell(attributes)
      else if (name === 'v') isInValue = hasValue = true
      else if (name === 'f') hasFormula = true
      else if (name === 'row') openRow(attributes['r'])
      else inline.open(name, attributes)
    },
    text(text) {
      if (isInValue) {
        if (raw.length <= 7 * MOST_CELL_CHARACTERS) raw += text
      } else if (isInData) inline.text(text)
    },
    close(name) {
      if (!isInData) return
      if (name === 'v') isInValue = false
      else if (name === 'c') closeCell()
      else if (name === 'row') rows.add(row, cells, marks)
      else if (name === 'sheetData') {
        isInData = false
        isDone = true
      } else inline.close(name)
    },
  }
}
