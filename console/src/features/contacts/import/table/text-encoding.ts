// Which encoding a CSV file is in, by the rule of the service: a byte order mark settles it; text that is valid UTF-8
// from end to end is UTF-8; NUL bytes beside delimiters betray UTF-16; what remains is GB18030 if that gives
// plausible Chinese.
import { InvalidInput } from '../../../../../../server/src/kernel/errors.ts'
import { createStrictDecoder, type Encoding } from '../../../../../../server/src/tabular/encodings.ts'
import { createChineseCheck } from '../../../../../../server/src/tabular/plausible-chinese.ts'
import { readBytes, readHead } from './file-bytes.ts'

export type { Encoding }

const UNKNOWN_ENCODING =
  'The encoding of the file is not recognised (UTF-8, UTF-16, GB18030), if it is CSV at all: name it in the query parameter ' +
  'encoding, for example encoding=windows-1252, or save the file as CSV UTF-8 or .xlsx'

const unknownEncoding = { code: 'encoding_unknown', field: 'encoding' } as const

const STRUCTURE = new Set([...'\t\n\r,;'].map((char) => char.charCodeAt(0)))
const SAMPLE_BYTES = 64 * 1024

export async function detectEncoding(file: Blob): Promise<Encoding> {
  const sample = await readHead(file, SAMPLE_BYTES)
  const marked = encodingOfMark(sample)
  if (marked) return marked
  if (await isStrictUtf8(file)) return 'utf-8'
  const utf16 = encodingOfNuls(sample)
  if (utf16) return utf16
  if (await isPlausibleGb18030(file)) return 'gb18030'
  throw new InvalidInput(UNKNOWN_ENCODING, unknownEncoding)
}

async function isPlausibleGb18030(file: Blob): Promise<boolean> {
  const decoder = createStrictDecoder('gb18030')
  const check = createChineseCheck()
  try {
    for await (const bytes of readBytes(file)) {
      check.look(decoder.decode(bytes))
      if (check.isEnough()) return check.isPlausible()
    }
    check.look(decoder.decode())
    return check.isPlausible()
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** The text without its byte order mark. Fails on the first byte that does not belong to the encoding. */
export async function* decodeText(
  file: Blob,
  encoding: Encoding,
  onRead?: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const bytes of readBytes(file, onRead)) yield decodeStrictly(decoder, bytes)
  yield decodeStrictly(decoder)
}

function decodeStrictly(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch (cause) {
    throw new InvalidInput(UNKNOWN_ENCODING, unknownEncoding, { cause })
  }
}

function encodingOfMark([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

async function isStrictUtf8(file: Blob): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of readBytes(file)) {
      // Valid UTF-8, but no text: perhaps UTF-16.
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

/** The byte order in which there are delimiters and line ends. */
function encodingOfNuls(sample: Uint8Array): Encoding | undefined {
  let little = 0
  let big = 0
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at + 1] === 0 && STRUCTURE.has(sample[at] ?? 0)) little++
    if (sample[at] === 0 && STRUCTURE.has(sample[at + 1] ?? 0)) big++
  }
  if (little === big) return undefined
  return little > big ? 'utf-16le' : 'utf-16be'
}
