// A file somebody chose, as rows, whatever it turns out to be: the content decides, never the name.
import { InvalidInput } from '../../../../../../server/src/kernel/errors.ts'
import { collectRows, type TableRow } from './collect-rows.ts'
import { readHead } from './file-bytes.ts'
import { NEITHER, readCsv, unknownKind } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { detectEncoding, type Encoding } from './text-encoding.ts'

export interface TableFile {
  kind: 'csv' | 'xlsx'
  /** Of a CSV file. */
  encoding: Encoding | undefined
  /** Batches of rows from the beginning, the title row first; blank rows are left out. */
  rows(onRead?: (bytes: number) => void): AsyncGenerator<TableRow[]>
}

const ZIP = ['PK\x03\x04', 'PK\x05\x06']
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

export async function openTable(file: Blob): Promise<TableFile> {
  const head = String.fromCharCode(...(await readHead(file, 8)))
  if (ZIP.some((magic) => head.startsWith(magic)))
    return { kind: 'xlsx', encoding: undefined, rows: (onRead) => inBatches(readXlsx, file, onRead) }
  if (head.startsWith(OLE2)) {
    throw new InvalidInput(
      'The file is in the format of Excel before 2007 (.xls), or has a password: save it as .xlsx or CSV without one',
      { code: 'file_old_excel', field: 'file' },
    )
  }
  if (OTHER_KINDS.some((magic) => head.startsWith(magic))) throw new InvalidInput(NEITHER, unknownKind)
  const encoding = await detectEncoding(file)
  const read: Reader = (content, rows, onRead) => readCsv(content, encoding, rows, onRead)
  return { kind: 'csv', encoding, rows: (onRead) => inBatches(read, file, onRead) }
}

type Reader = (
  file: Blob,
  rows: ReturnType<typeof collectRows>,
  onRead?: (bytes: number) => void,
) => AsyncGenerator<void>

async function* inBatches(
  read: Reader,
  file: Blob,
  onRead?: (bytes: number) => void,
): AsyncGenerator<TableRow[]> {
  const collected = collectRows()
  for await (const _ of read(file, collected, onRead)) {
    const rows = collected.take()
    if (rows.length > 0) yield rows
  }
  const rest = collected.take()
  if (rest.length > 0) yield rest
}
