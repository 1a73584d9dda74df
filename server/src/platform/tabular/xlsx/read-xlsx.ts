// Reads the first visible sheet with content into rows, in bounded memory: the sheet is streamed.

import type { FileHandle } from 'node:fs/promises'
import { InvalidInput, shorten } from '../../kernel/errors.ts'
import { columnOf, MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from '../column-name.ts'
import { type RowMarks, type TableLimits, type TableRows, tooManyColumns } from '../table-rows.ts'
import type { XmlHandlers } from './scan-xml.ts'
import { type CellFormat, formatNumber, GENERAL } from './xlsx-cell-format.ts'
import { readSharedStrings, type SharedStrings, type WorkbookLimits } from './xlsx-shared-strings.ts'
import { readCellFormats } from './xlsx-styles.ts'
import { collectText, decodeXlsxText } from './xlsx-text.ts'
import { findWorkbook, MAX_SMALL_PART_BYTES, type WorkbookSheet } from './xlsx-workbook.ts'
import { parseXml } from './xlsx-xml.ts'
import { damaged, openZip } from './xlsx-zip.ts'

interface XlsxOptions extends TableLimits, WorkbookLimits {
  /** The name of the sheet to read; the first one with rows if absent. */
  sheet?: string | undefined
  onFacts?: ((facts: XlsxFacts) => void) | undefined
}

export interface XlsxFacts {
  format: 'xlsx'
  /** The name of the sheet that the rows come from. */
  sheet: string
  /** All that can be chosen. */
  sheets: string[]
}

interface CellValues {
  sharedStrings: SharedStrings | undefined
  formats: CellFormat[]
  date1904: boolean
}

const DIGITS = /^\d+$/

/** Adds the sheet's rows to `rows`; yields after every chunk so that the caller can take them. */
export async function* readXlsx(
  file: FileHandle,
  rows: TableRows,
  limits: XlsxOptions,
): AsyncGenerator<void> {
  const zip = await openZip(file, limits.maxUncompressedBytes)
  const { sheets, sharedStrings: strings, styles, date1904 } = await findWorkbook(zip)
  const formats = styles ? await readCellFormats(zip.read(styles, MAX_SMALL_PART_BYTES)) : []
  const sharedStrings = strings ? await readSharedStrings(zip.read(strings), limits) : undefined
  try {
    const names = sheets.map(({ name }) => name)
    for (const { part, name } of chosenSheets(sheets, limits.sheet)) {
      // Called for each sheet: the last call is for the one with rows.
      limits.onFacts?.({ format: 'xlsx', sheet: name, sheets: names })
      const reader = createSheetReader(rows, limits, { sharedStrings, formats, date1904 })
      for await (const _ of parseXml(zip.read(part), reader, limits.maxElements)) {
        yield
        if (reader.isDone()) break
      }
      if (rows.hasTitle) return
    }
  } finally {
    await sharedStrings?.close()
  }
}

function chosenSheets(sheets: WorkbookSheet[], name: string | undefined): WorkbookSheet[] {
  if (name === undefined) return sheets
  const chosen = sheets.filter((sheet) => sheet.name === name)
  if (chosen.length > 0) return chosen
  const names = sheets.map((sheet) => sheet.name)
  throw new InvalidInput({
    fault: 'sheet_unknown',
    field: 'sheet',
    params: { sheet: shorten(name), sheets: names.map(shorten) },
  })
}

function createSheetReader(rows: TableRows, limits: TableLimits, values: CellValues) {
  const inline = collectText(limits.maxCellLength)
  let isDone = false
  let isInData = false
  let row = 0
  let cells: string[] = []
  let marks: RowMarks | undefined
  let column = -1
  let type = 'n'
  let style = 0
  let isInValue = false
  let hasValue = false
  let hasFormula = false
  let raw = ''

  function openRow(reference: string | undefined): void {
    const next = reference === undefined ? row + 1 : Number(reference)
    // Excel also reports a file as damaged if its rows are not in order.
    if (!(Number.isInteger(next) && next > row && next <= MAX_SHEET_ROWS)) throw damaged()
    row = next
    cells = []
    marks = undefined
    column = -1
  }

  function openCell({ r, t = 'n', s = '0' }: Record<string, string>): void {
    column = r === undefined ? column + 1 : columnOf(r)
    if (column < 0 || column >= MAX_SHEET_COLUMNS) throw damaged()
    type = t
    style = Number(s)
    raw = ''
    hasFormula = hasValue = false
  }

  function mark(kind: 'numeric' | 'unsolved'): void {
    marks ??= {}
    const columns = marks[kind] ?? []
    if (columns.length < limits.maxColumns) columns.push(column)
    marks[kind] = columns
  }

  function closeCell(): void {
    const text = type === 'inlineStr' ? inline.take() : displayed(raw, type, values.formats[style] ?? GENERAL)
    // Formatting can fill whole rows with empty cells: they are not columns.
    if (text === '') {
      if (hasFormula && !hasValue) mark('unsolved')
      return
    }
    if (column >= limits.maxColumns) throw tooManyColumns(row, limits.maxColumns)
    while (cells.length < column) cells.push('')
    cells[column] = text
    if ((type === 'n' || type === 'd') && !DIGITS.test(text)) {
      mark('numeric')
    }
  }

  function displayed(stored: string, cellType: string, format: CellFormat): string {
    switch (cellType) {
      case 's':
        return stored === '' ? '' : (values.sharedStrings?.get(Number(stored)) ?? missingString())
      case 'str':
        return decodeXlsxText(stored)
      case 'b':
        return stored === '' ? '' : stored.trim() === '1' ? 'TRUE' : 'FALSE'
      case 'd':
        return stored.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?Z?$|(?:\.0+)?Z$/, '')
      case 'e':
        return stored
      default:
        return formatNumber(stored.trim(), format, values.date1904)
    }
  }

  const handlers: XmlHandlers = {
    open(name, attributes) {
      if (name === 'sheetData') isInData = true
      else if (!isInData) return
      else if (name === 'c') openCell(attributes)
      else if (name === 'v') isInValue = hasValue = true
      else if (name === 'f') hasFormula = true
      else if (name === 'row') openRow(attributes.r)
      else inline.open(name, attributes)
    },
    text(text) {
      if (isInValue) {
        if (raw.length <= 7 * limits.maxCellLength) raw += text
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
  return { ...handlers, isDone: () => isDone }
}

function missingString(): never {
  throw damaged()
}
