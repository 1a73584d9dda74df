// Reads an uploaded file as rows: CSV in any supported encoding, or an Excel workbook. The content decides, never the name.
// Every fault of the file is an error with a sentence for its owner. Memory is bounded, however hostile the file is.

import type { FileHandle } from 'node:fs/promises'
import { InvalidInput } from '../kernel/errors.ts'
import { type CsvFacts, readCsv, unknownKind } from './csv/read-csv.ts'
import type { Encoding } from './encodings.ts'
import { readBytes, readHead } from './file-bytes.ts'
import { collectRows, type TableLimits, type TableRow } from './table-rows.ts'
import { readXlsx, type XlsxFacts } from './xlsx/read-xlsx.ts'
import type { WorkbookLimits } from './xlsx/xlsx-shared-strings.ts'
import { encrypted } from './xlsx/xlsx-zip.ts'

export type TableFacts = CsvFacts | XlsxFacts

export interface ReadTableOptions extends TableLimits, Partial<WorkbookLimits> {
  /** The encoding of a CSV file; detected if absent. */
  encoding?: Encoding | undefined
  /** The name of the sheet of a workbook; the first one with rows if absent. */
  sheet?: string | undefined
  /** Called with the format of the file, before its first row. */
  onFacts?: ((facts: TableFacts) => void) | undefined
  /** Called at the end with the number of data rows. */
  onEnd?: ((dataRows: number) => void) | undefined
}

const WORKBOOK_LIMITS: WorkbookLimits = {
  maxUncompressedBytes: 200 * 1024 * 1024,
  maxElements: 10_000_000,
  maxStrings: 1_000_000,
  maxTextLength: 50_000_000,
}
const ZIP = 'PK'
const OLE2 = '\xd0\xcf\x11\xe0'
const OTHER_KINDS = [
  '\xff\xd8\xff',
  '\x89PNG',
  'GIF8',
  '%PDF-',
  '\x1f\x8b',
  'Rar!',
  '7z\xbc\xaf',
  '{\\rtf',
  '\x7fELF',
]
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/** Batches of rows; the first row of the first batch is the title row. The caller closes the file. */
export async function* readTable(file: FileHandle, options: ReadTableOptions): AsyncGenerator<TableRow[]> {
  const rows = collectRows(options)
  const reader = (await isWorkbook(file))
    ? readXlsx(file, rows, { ...WORKBOOK_LIMITS, ...options })
    : readCsv(file, rows, options)
  for await (const _ of reader) {
    while (rows.isFull) yield rows.take()
  }
  if (!rows.hasTitle) throw withoutTitles(options.headerRow)
  options.onEnd?.(rows.dataRows)
  while (rows.waiting > 0) yield rows.take()
}

function withoutTitles(headerRow = 1): InvalidInput {
  return headerRow > 1
    ? new InvalidInput({
        fault: 'header_row_missing',
        field: 'headerRow',
        params: { row: headerRow },
      })
    : new InvalidInput({ fault: 'file_empty', field: 'file' })
}

async function isWorkbook(file: FileHandle): Promise<boolean> {
  const head = (await readHead(file, 8)).toString('latin1')
  if (head.startsWith(`${ZIP}\x03\x04`) || head.startsWith(`${ZIP}\x05\x06`)) return true
  if (head.startsWith(OLE2)) throw await refuseOle2(file)
  if (OTHER_KINDS.some((magic) => head.startsWith(magic))) throw new InvalidInput(unknownKind)
  return false
}

/** The container of Excel files before 2007, and of password-protected workbooks today. */
async function refuseOle2(file: FileHandle): Promise<InvalidInput> {
  let tail = Buffer.alloc(0)
  for await (const chunk of readBytes(file)) {
    const window = Buffer.concat([tail, chunk])
    if (window.includes(ENCRYPTED)) return encrypted()
    tail = window.subarray(-ENCRYPTED.length)
  }
  return new InvalidInput({
    fault: 'file_old_excel',
    field: 'file',
  })
}
