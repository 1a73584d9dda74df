// Which encoding a CSV file is in. A byte order mark settles it; without one, text that is valid UTF-8 from end to end
// is UTF-8 (other encodings practically never are), NUL bytes beside ASCII characters betray UTF-16, and what remains
// must be valid GB18030, which includes the GBK that Excel writes in China. Guessing by letter frequency did worse.

import type { FileHandle } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import { InvalidInput } from '../kernel/errors.ts'
import { readBytes, readHead } from './file-bytes.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030'

const SAMPLE_BYTES = 64 * 1024

export async function detectEncoding(file: FileHandle): Promise<Encoding> {
  const sample = await readHead(file, SAMPLE_BYTES)
  const marked = encodingOfMark(sample)
  if (marked) return marked
  if (await isStrictUtf8(file)) return 'utf-8'
  return encodingOfNuls(sample) ?? 'gb18030'
}

/** The file's text; a byte order mark is left out. Fails on the first byte that does not belong to the encoding. */
export async function* decodeText(file: FileHandle, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const bytes of readBytes(file)) yield decodeStrictly(decoder, bytes)
  yield decodeStrictly(decoder)
}

function decodeStrictly(decoder: TextDecoder, bytes?: Buffer): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch (cause) {
    throw new InvalidInput('The encoding of the file is not recognised: save it as CSV UTF-8 or .xlsx', {
      cause,
    })
  }
}

function encodingOfMark(head: Buffer): Encoding | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return undefined
}

/** A NUL is valid UTF-8, but no text: it sends the file on to the UTF-16 test. */
async function isStrictUtf8(file: FileHandle): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of readBytes(file)) {
      if (bytes.includes(0)) return false
      decoder.decode(bytes, { stream: true })
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Delimiters and line ends are ASCII, so their NUL half shows the byte order; a majority, as U+4E00 has one too. */
function encodingOfNuls(sample: Buffer): Encoding | undefined {
  let even = 0
  let odd = 0
  for (let at = sample.indexOf(0); at >= 0; at = sample.indexOf(0, at + 1)) {
    if (at % 2 === 0) even++
    else odd++
  }
  if (even === odd) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}
