// Writes a ZIP file as a stream. Sizes and checksums follow each entry in a data descriptor, so nothing is buffered. 64-bit
// fields are used only where needed, because Excel does not always accept them. Hand-written because the checksum is the
// most expensive step of an export: zlib's is ten times as fast as those of the libraries.

import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  path: string
  content: AsyncIterable<string> | Iterable<string>
  /** The encoding of the content, default UTF-8; latin1 is for bytes as one character each. */
  encoding?: 'utf8' | 'latin1'
}

interface Written {
  path: Buffer
  crc: number
  packedSize: number
  size: number
  offset: number
}

const MAX_32 = 0xffff_ffff
const VERSION = 20
const VERSION_64 = 45
const FLAGS = 0x0808 // sizes in a descriptor, name in UTF-8
const DEFLATED = 8
const TIME = 0x0021_0000 // 1980-01-01, the first possible date, so that the same rows make the same file
// Level 1: several times as fast as the default, with files a quarter larger.
const INPUT_BYTES = 256 * 1024
const COMPRESSION = { level: 1, memLevel: 9, chunkSize: 64 * 1024, highWaterMark: 2 * INPUT_BYTES }

/** Pulls entries and their content only as the stream is read. */
export function createZipStream(entries: AsyncIterable<ZipEntry>): Readable {
  return Readable.from(zipBytes(entries), { objectMode: false, highWaterMark: COMPRESSION.chunkSize })
}

async function* zipBytes(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { path, content, encoding } of entries) {
    const entry: Written = { path: Buffer.from(path), crc: 0, packedSize: 0, size: 0, offset }
    const header = localHeader(entry)
    yield header
    // If either end fails or is left early, the pipeline destroys both; its error is thrown in the loop.
    for await (const packed of pipeline(
      measured(encoded(content, encoding), entry),
      createDeflateRaw(COMPRESSION),
      () => {},
    )) {
      entry.packedSize += packed.length
      yield packed
    }
    const descriptor = dataDescriptor(entry)
    yield descriptor
    offset += header.length + entry.packedSize + descriptor.length
    directory.push(directoryRecord(entry))
  }
  const records = Buffer.concat(directory)
  yield records
  yield endOfDirectory(directory.length, records.length, offset)
}

async function* measured(content: AsyncIterable<Buffer>, entry: Written): AsyncGenerator<Buffer> {
  for await (const bytes of content) {
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

/** Joins small texts into large buffers: strings are fastest to build in small pieces, bytes to compress in large ones. */
async function* encoded(
  content: ZipEntry['content'],
  encoding: ZipEntry['encoding'] = 'utf8',
): AsyncGenerator<Buffer> {
  let bytes = Buffer.alloc(0)
  let used = 0
  for await (const text of content) {
    const maxBytes = encoding === 'utf8' ? 3 * text.length : text.length // no character takes more bytes
    if (used + maxBytes > bytes.length) {
      if (used > 0) yield bytes.subarray(0, used)
      bytes = Buffer.allocUnsafe(Math.max(maxBytes, INPUT_BYTES))
      used = 0
    }
    used += bytes.write(text, used, encoding)
  }
  yield bytes.subarray(0, used)
}

function localHeader({ path }: Written): Buffer {
  return Buffer.concat([
    fields([4, 0x04034b50], [2, VERSION], [2, FLAGS], [2, DEFLATED], [4, TIME]),
    fields([4, 0], [4, 0], [4, 0], [2, path.length], [2, 0]),
    path,
  ])
}

function dataDescriptor(entry: Written): Buffer {
  const width = needs64(entry) ? 8 : 4
  return fields([4, 0x08074b50], [4, entry.crc], [width, entry.packedSize], [width, entry.size])
}

function directoryRecord(entry: Written): Buffer {
  const { path, crc, packedSize, size, offset } = entry
  const is64 = needs64(entry)
  const extra = is64 ? fields([2, 1], [2, 24], [8, size], [8, packedSize], [8, offset]) : Buffer.alloc(0)
  const shown = (value: number) => (is64 ? MAX_32 : value)
  return Buffer.concat([
    fields([4, 0x02014b50], [2, VERSION_64], [2, is64 ? VERSION_64 : VERSION], [2, FLAGS], [2, DEFLATED]),
    fields(
      [4, TIME],
      [4, crc],
      [4, shown(packedSize)],
      [4, shown(size)],
      [2, path.length],
      [2, extra.length],
    ),
    fields([2, 0], [2, 0], [2, 0], [4, 0], [4, shown(offset)]),
    path,
    extra,
  ])
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const is64 = offset >= MAX_32
  const end64 = [
    fields([4, 0x06064b50], [8, 44], [2, VERSION_64], [2, VERSION_64], [4, 0], [4, 0]),
    fields([8, count], [8, count], [8, size], [8, offset]),
    fields([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1]),
  ]
  return Buffer.concat([
    ...(is64 ? end64 : []),
    fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count]),
    fields([4, size], [4, is64 ? MAX_32 : offset], [2, 0]),
  ])
}

function needs64({ packedSize, size, offset }: Written): boolean {
  return packedSize >= MAX_32 || size >= MAX_32 || offset >= MAX_32
}

function fields(...values: [width: 2 | 4 | 8, value: number][]): Buffer {
  const bytes = Buffer.alloc(values.reduce((length, [width]) => length + width, 0))
  let at = 0
  for (const [width, value] of values) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}
