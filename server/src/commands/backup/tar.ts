// The tar format (POSIX ustar), as little of it as a backup needs: plain files with short names. Any tar program can unpack
// it. Both directions are streams, so memory does not grow with the archive.

export interface TarEntry {
  name: string
  size: number
  /** What is not read is skipped. */
  content: AsyncGenerator<Buffer, void>
}

/** What is read is not a tar archive, or ends too early. */
export class BrokenTar extends Error {
  override name = 'BrokenTar'
}

const BLOCK = 512
const NAME_BYTES = 100
/** 8 GiB - 1: eleven octal digits. */
export const MAX_ENTRY_BYTES = 0o77777777777
const CHECKSUM = { at: 148, bytes: 8 }

/** Two blocks of zeros. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

export function tarHeader(name: string, size: number, time: Date): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES || size > MAX_ENTRY_BYTES)
    throw new RangeError(`${name} with ${size} bytes does not fit a tar archive`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(Math.floor(time.getTime() / 1000), 11), 136)
  header.write('0', 156) // a plain file
  header.write('ustar\x0000', 257, 'latin1')
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, CHECKSUM.at)
  return header
}

/** What fills the last block of an entry. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

/** The sum of all bytes, with spaces in place of the checksum itself. */
function checksumOf(header: Buffer): number {
  let sum = 0
  for (const [index, byte] of header.entries())
    sum += index >= CHECKSUM.at && index < CHECKSUM.at + CHECKSUM.bytes ? 0x20 : byte
  return sum
}

/** The entries in order, up to the end mark; an archive without one is cut. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry, void> {
  const input = createInput(source)
  for (;;) {
    const header = await input.exactly(BLOCK)
    if (header.every((byte) => byte === 0)) return input.finish()
    const { name, size } = readHeader(header)
    const content = input.upTo(size)
    yield { name, size, content }
    for await (const _ of content); // what was not read
    await input.exactly(tarPadding(size).length)
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (start: number, bytes: number) =>
    header.toString('utf8', start, start + bytes).split('\0', 1)[0] ?? ''
  const octal = (start: number, bytes: number) => Number.parseInt(text(start, bytes).trim(), 8)
  if (octal(CHECKSUM.at, CHECKSUM.bytes) !== checksumOf(header))
    throw new BrokenTar('the header of an entry is damaged')
  const [name, size] = [text(0, NAME_BYTES), octal(124, 12)]
  if (text(156, 1) !== '0' || !Number.isSafeInteger(size) || text(345, 155) !== '')
    throw new BrokenTar(`the entry ${name} is not a plain file`)
  return { name, size }
}

function createInput(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  /** The next bytes, at most this many; empty at the end. */
  async function take(max: number): Promise<Buffer> {
    while (rest.length === 0) {
      const { done, value } = await chunks.next()
      if (done) return rest
      rest = value
    }
    const taken = rest.subarray(0, max)
    rest = rest.subarray(taken.length)
    return taken
  }

  async function* upTo(size: number): AsyncGenerator<Buffer, void> {
    for (let missing = size; missing > 0; ) {
      const taken = await take(missing)
      if (taken.length === 0) throw new BrokenTar('it ends in the middle of an entry')
      missing -= taken.length
      yield taken
    }
  }

  async function exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of upTo(size)) parts.push(part)
    return Buffer.concat(parts, size)
  }

  /** What comes behind the end mark says nothing, but a decompressor checks the whole only when it is read to its end. */
  async function finish(): Promise<void> {
    while (!(await chunks.next()).done);
  }

  return { upTo, exactly, finish }
}
