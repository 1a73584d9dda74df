// The files inside a ZIP file, found by its directory and unpacked by the browser.
import { InvalidInput } from '../../../../../../server/src/kernel/errors.ts'

export interface ZipEntries {
  names(): string[]
  has(name: string): boolean
  /** How much of the archive an entry takes. */
  packedSize(name: string): number
  read(name: string, onRead?: (packedBytes: number) => void): AsyncGenerator<Uint8Array>
}

interface Entry {
  method: number
  packedSize: number
  offset: number
  isEncrypted: boolean
}

const END_BYTES = 22
const MOST_COMMENT_BYTES = 0xffff
const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const STORED = 0
const DEFLATED = 8
/** Stands for a number that is elsewhere, in a format of more bits. */
const ELSEWHERE = 0xffff_ffff

export async function openZip(file: Blob): Promise<ZipEntries> {
  const entries = await readDirectory(file)
  const find = (name: string) => {
    const entry = entries.get(partName(name))
    if (!entry) throw damaged()
    return entry
  }
  return {
    names: () => [...entries.keys()],
    has: (name) => entries.has(partName(name)),
    packedSize: (name) => find(name).packedSize,
    read: (name, onRead) => unpack(file, find(name), onRead),
  }
}

async function readDirectory(file: Blob): Promise<Map<string, Entry>> {
  const tail = await viewOf(file.slice(-(END_BYTES + MOST_COMMENT_BYTES)))
  let end = tail.byteLength - END_BYTES
  while (end >= 0 && tail.getUint32(end, true) !== END_SIGNATURE) end--
  if (end < 0) throw damaged()
  const size = tail.getUint32(end + 12, true)
  const offset = tail.getUint32(end + 16, true)
  if (offset === ELSEWHERE) throw damaged()
  const directory = await viewOf(file.slice(offset, offset + size))
  const entries = new Map<string, Entry>()
  let at = 0
  while (at + 46 <= directory.byteLength && directory.getUint32(at, true) === ENTRY_SIGNATURE) {
    const nameLength = directory.getUint16(at + 28, true)
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, nameLength))
    entries.set(partName(name), {
      isEncrypted: (directory.getUint16(at + 8, true) & 1) !== 0,
      method: directory.getUint16(at + 10, true),
      packedSize: directory.getUint32(at + 20, true),
      offset: directory.getUint32(at + 42, true),
    })
    at += 46 + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
  }
  return entries
}

async function* unpack(
  file: Blob,
  { isEncrypted, method, packedSize, offset }: Entry,
  onRead?: (packedBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  if (isEncrypted)
    throw new InvalidInput('The Excel file is encrypted: save it without a password', {
      code: 'file_encrypted',
      field: 'file',
    })
  if (packedSize === ELSEWHERE || offset === ELSEWHERE || (method !== STORED && method !== DEFLATED))
    throw damaged()
  const header = await viewOf(file.slice(offset, offset + 30))
  if (header.byteLength < 30 || header.getUint32(0, true) !== LOCAL_SIGNATURE) throw damaged()
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  let read = 0
  const packed = file
    .slice(start, start + packedSize)
    .stream()
    .pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(bytes, controller) {
          read += bytes.length
          onRead?.(read)
          controller.enqueue(bytes)
        },
      }),
    )
  const unpacked = method === STORED ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = unpacked.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } catch (error) {
    throw error instanceof TypeError ? damaged(error) : error
  } finally {
    // Whoever has seen enough leaves early.
    await reader.cancel().catch(() => undefined)
  }
}

/** Names ignore case; careless writers add a leading slash or turn slashes round. */
function partName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}

async function viewOf(blob: Blob): Promise<DataView> {
  return new DataView(await blob.arrayBuffer())
}

export function damaged(cause?: unknown): InvalidInput {
  const detail = { code: 'workbook_damaged', field: 'file' } as const
  return new InvalidInput('The Excel file is damaged or incomplete', detail, { cause })
}
