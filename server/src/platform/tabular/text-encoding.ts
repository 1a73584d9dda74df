// Detects the encoding of a CSV file. A byte order mark decides. Without one, a file that is entirely valid UTF-8 is UTF-8
// (text in other encodings practically never is valid UTF-8), NUL bytes beside delimiters mean UTF-16, and what reads as plausible
// Chinese in GB18030 is GB18030. For everything else the user is asked: other encodings cannot be told apart reliably.

import type { FileHandle } from 'node:fs/promises'
import { InvalidInput } from '../kernel/errors.ts'
import { createStrictDecoder, ENCODINGS, type Encoding, type StrictDecoder } from './encodings.ts'
import { readBytes, readHead } from './file-bytes.ts'
import { createChineseCheck } from './plausible-chinese.ts'

const STRUCTURE = Buffer.from('\t\n\r,;')
const SAMPLE_BYTES = 64 * 1024

function unknownEncoding(cause?: unknown): InvalidInput {
  const message =
    'The encoding of the file is not recognised with certainty, if it is CSV at all: name it in the query parameter encoding, for example ' +
    'encoding=windows-1252, or save the file as CSV UTF-8 or .xlsx'
  const detail = {
    fault: 'encoding_unknown',
    field: 'encoding',
    params: { encodings: [...ENCODINGS] },
  } as const
  return new InvalidInput(message, detail, { cause })
}

export async function detectEncoding(file: FileHandle): Promise<Encoding> {
  const sample = await readHead(file, SAMPLE_BYTES)
  const marked = encodingOfMark(sample)
  if (marked) return marked
  if (await isStrictUtf8(file)) return 'utf-8'
  const utf16 = encodingOfNuls(sample)
  if (utf16) return utf16
  if (await isChinese(file)) return 'gb18030'
  throw unknownEncoding()
}

/** The file's text without its byte order mark. Fails at the first invalid byte. */
export async function* decodeText(
  file: FileHandle,
  encoding: Encoding,
  isNamed: boolean,
): AsyncGenerator<string> {
  const decoder = createStrictDecoder(encoding)
  const refuse = (cause: unknown) => (isNamed ? wrongEncoding(encoding, cause) : unknownEncoding(cause))
  for await (const bytes of readBytes(file)) yield decodeStrictly(decoder, bytes, refuse)
  yield decodeStrictly(decoder, undefined, refuse)
}

function wrongEncoding(encoding: Encoding, cause: unknown): InvalidInput {
  const detail = { fault: 'encoding_wrong', field: 'encoding', params: { encoding } } as const
  return new InvalidInput(detail, {
    cause,
  })
}

function decodeStrictly(
  decoder: StrictDecoder,
  bytes: Buffer | undefined,
  refuse: (cause: unknown) => InvalidInput,
): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw refuse(cause)
  }
}

function encodingOfMark(head: Buffer): Encoding | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return undefined
}

/** NUL is valid UTF-8 but does not occur in text: such a file is tested for UTF-16. */
function isStrictUtf8(file: FileHandle): Promise<boolean> {
  return isDecodable(async () => {
    const decoder = createStrictDecoder('utf-8')
    for await (const bytes of readBytes(file)) {
      if (bytes.includes(0)) return false
      decoder.decode(bytes)
    }
    decoder.decode()
    return true
  })
}

function isChinese(file: FileHandle): Promise<boolean> {
  return isDecodable(async () => {
    const decoder = createStrictDecoder('gb18030')
    const check = createChineseCheck()
    for await (const bytes of readBytes(file)) {
      check.look(decoder.decode(bytes))
      if (check.isEnough()) return check.isPlausible()
    }
    check.look(decoder.decode())
    return check.isPlausible()
  })
}

async function isDecodable(decode: () => Promise<boolean>): Promise<boolean> {
  try {
    return await decode()
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * The byte order in which there are delimiters and line ends. Counting NULs is not enough: the common character U+4E00
 * contains a NUL byte too, and the other byte is an N.
 */
function encodingOfNuls(sample: Buffer): Encoding | undefined {
  let little = 0
  let big = 0
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at + 1] === 0 && STRUCTURE.includes(sample[at] ?? 0)) little++
    if (sample[at] === 0 && STRUCTURE.includes(sample[at + 1] ?? 0)) big++
  }
  if (little === big) return undefined
  return little > big ? 'utf-16le' : 'utf-16be'
}
