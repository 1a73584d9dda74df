// Files for the tests of server/src/platform/tabular, made rather than stored: honest workbooks from their XML, and archives
// whose every header field can lie.

import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, onTestFinished } from 'vitest'
import { InvalidInput } from '../../src/platform/kernel/errors.ts'
import { type ReadTableOptions, readTable } from '../../src/platform/tabular/read-table.ts'
import type { TableRow } from '../../src/platform/tabular/table-rows.ts'

export const LIMITS: ReadTableOptions = { maxRows: 10_000, maxColumns: 60, maxCellLength: 1000 }

/** An upload as readTable gets it: open, and gone from its folder. */
export async function spool(content: string | Buffer | Iterable<Buffer>): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'tabular-'))
  const file = await open(join(folder, 'upload'), 'w+')
  await rm(folder, { recursive: true })
  onTestFinished(() => file.close())
  const chunks = typeof content === 'string' || Buffer.isBuffer(content) ? [Buffer.from(content)] : content
  let position = 0
  for (const chunk of chunks) {
    await file.write(chunk, 0, chunk.length, position)
    position += chunk.length
  }
  return file
}

export async function readRows(
  content: string | Buffer | Iterable<Buffer>,
  options: Partial<ReadTableOptions> = {},
): Promise<TableRow[]> {
  return drain(readTable(await spool(content), { ...LIMITS, ...options }))
}

export async function drain(batches: AsyncIterable<TableRow[]>): Promise<TableRow[]> {
  const rows: TableRow[] = []
  for await (const batch of batches) rows.push(...batch)
  return rows
}

export async function readCells(
  content: string | Buffer | Iterable<Buffer>,
  options: Partial<ReadTableOptions> = {},
): Promise<string[][]> {
  return (await readRows(content, options)).map(({ cells }) => cells)
}

/** What readTable says to the owner of a file it does not take. */
export async function refusal(content: string | Buffer | Iterable<Buffer>): Promise<string> {
  const error = await readRows(content).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(InvalidInput)
  return (error as InvalidInput).message
}

export interface RawEntry {
  name: string
  packed: Buffer
  /** Uncompressed, as the directory claims it. */
  size: number
  method?: number
  flags?: number
  crc?: number
}

export function deflated(name: string, content: string | Buffer): RawEntry {
  const bytes = Buffer.from(content)
  return { name, packed: deflateRawSync(bytes), size: bytes.length, method: 8, crc: crc32(bytes) }
}

/** A ZIP file that says what it is told to say. */
export function rawZip(entries: RawEntry[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, packed, size, method = 8, flags = 0x800, crc = 0 } of entries) {
    const path = Buffer.from(name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(flags, 2)
    shared.writeUInt16LE(method, 4)
    shared.writeUInt32LE(crc, 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(size, 18)
    shared.writeUInt16LE(path.length, 22)
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), shared, path, packed)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, tail, path)
    offset += 30 + path.length + packed.length
  }
  const records = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(records.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, records, end])
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface WorkbookXml {
  /** What stands inside <sheetData>. */
  rows: string
  /** What stands inside <sst>. */
  sharedStrings?: string
  /** What stands inside <styleSheet>. */
  styles?: string
  /** Whole parts by name: added, or put in place of the usual ones; undefined leaves one out. */
  parts?: Record<string, string | Buffer | undefined>
  /** Appended as they are, to stand for parts that the directory lies about. */
  raw?: RawEntry[]
}

export function workbookFile({ rows, sharedStrings, styles, parts = {}, raw = [] }: WorkbookXml): Buffer {
  const all: Record<string, string | Buffer | undefined> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': relationships(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': workbookXml('<sheet name="Sheet1" sheetId="1" r:id="rId1"/>'),
    'xl/_rels/workbook.xml.rels': relationships(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ),
    'xl/worksheets/sheet1.xml': sheetXml(rows),
    'xl/sharedStrings.xml': sharedStrings === undefined ? undefined : `<sst ${MAIN}>${sharedStrings}</sst>`,
    'xl/styles.xml': styles === undefined ? undefined : `<styleSheet ${MAIN}>${styles}</styleSheet>`,
    ...parts,
  }
  const entries = Object.entries(all).flatMap(([name, content]) =>
    content === undefined ? [] : [deflated(name, content)],
  )
  return rawZip([...entries.filter(({ name }) => !raw.some((one) => one.name === name)), ...raw])
}

export function workbookXml(sheets: string, properties = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><workbook ${MAIN} xmlns:r="${OFFICE}">${properties}<sheets>${sheets}</sheets></workbook>`
}

export function sheetXml(rows: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet ${MAIN}><dimension ref="A1"/><sheetData>${rows}</sheetData><pageMargins left="1"/></worksheet>`
}

export function relationships(...targets: [type: string, target: string][]): string {
  const lines = targets.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`
}

export function inlineCell(text: string, reference = ''): string {
  return `<c${reference && ` r="${reference}"`} t="inlineStr"><is><t>${text}</t></is></c>`
}

/** Distinct shared strings, which a reader has to keep. */
export function wideStrings(count: number): string {
  return Array.from({ length: count }, (_, index) => `<si><t>${'宽'.repeat(10)}${index}</t></si>`).join('')
}

/** How far resident memory rises while `work` runs, from a heap without garbage. */
export async function peakMemoryOf(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  const timer = setInterval(sample, 5)
  try {
    await work()
  } finally {
    clearInterval(timer)
    sample()
  }
  return peak - before
}

export const MB = 1024 * 1024
