// A file in parts that the service takes: up to 10,000 rows each, with the title row at the top of every one.

import { numericCellDigits } from '../../../../../server/src/kernel/phone-number.ts'
import { csvLine } from '../../../../../server/src/tabular/write-csv.ts'
import { PHONE_TITLE } from './phone-column.ts'
import type { TableRow } from './table/collect-rows.ts'
import type { TableFile } from './table/open-table.ts'

export const MOST_ROWS = 10_000
export const MOST_BYTES = 20 * 1024 * 1024
/** Room for the form around a part, and for characters that take more bytes than one. */
const MOST_PART_CHARACTERS = 6 * 1024 * 1024

export interface ImportPart {
  file: File
  rowCount: number
  firstRow: number
  lastRow: number
  /** The rows in it, where it was made here; undefined for the file as it was chosen. */
  rows: TableRow[] | undefined
}

export interface SplitOptions {
  table: TableFile
  name: string
  /** The titles as they are sent. */
  titles: string[]
}

/** Each part is made when it is asked for. */
export async function* splitIntoParts({ table, name, titles }: SplitOptions): AsyncGenerator<ImportPart> {
  const titleLine = csvLine(titles)
  const phoneColumn = titles.indexOf(PHONE_TITLE)
  let rows: TableRow[] = []
  let text: string[] = [titleLine]
  let characters = titleLine.length

  function take(): ImportPart {
    const part = {
      file: new File(text, partName(name), { type: 'text/csv' }),
      rowCount: rows.length,
      firstRow: rows[0]?.row ?? 0,
      lastRow: rows.at(-1)?.row ?? 0,
      rows,
    }
    rows = []
    text = [titleLine]
    characters = titleLine.length
    return part
  }

  let isTitleRow = true
  for await (const batch of table.rows()) {
    for (const row of batch) {
      if (isTitleRow) {
        isTitleRow = false
        continue
      }
      const line = lineToSend(row, phoneColumn)
      if (rows.length === MOST_ROWS || (rows.length > 0 && characters + line.length > MOST_PART_CHARACTERS))
        yield take()
      rows.push(row)
      text.push(line)
      characters += line.length
    }
  }
  if (rows.length > 0) yield take()
}

/** The titles with that of the phone column as the service wants it. */
export function titlesToSend(titles: string[], phoneColumn: number): string[] {
  return titles.map((title, index) => (index === phoneColumn ? PHONE_TITLE : title))
}

/** A row whose cells cannot be trusted stays one: the cell at its end has text after its closing quote. */
function lineToSend(row: TableRow, phoneColumn: number): string {
  const line = csvLine(cellsToSend(row, phoneColumn))
  return row.fault === undefined ? line : line.replace(/\r\n$/, ',""?\r\n')
}

/** In text, decimals would make a number a wrong one: those of a numeric cell are left out here, as the service does. */
function cellsToSend({ cells, numeric }: TableRow, phoneColumn: number): string[] {
  const sent = cells.map(withoutNul)
  const phone = sent[phoneColumn]
  if (phone !== undefined && numeric?.includes(phoneColumn))
    sent[phoneColumn] = numericCellDigits(phone) ?? phone
  return sent
}

/** Workbooks can hold it, text files cannot. */
function withoutNul(cell: string): string {
  return cell.includes('\0') ? cell.replaceAll('\0', '\ufffd') : cell
}

function partName(name: string): string {
  return `${name.replace(/\.\w+$/, '')}.csv`
}
