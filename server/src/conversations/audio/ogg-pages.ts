// The pages of an OGG file with one stream in it. A second stream would bring a header that nobody has checked.
import { damaged } from './wav.ts'

interface OggPageBytes {
  /** The page with its header. */
  bytes: Uint8Array
  body: Uint8Array
}

const CAPTURE = Buffer.from('OggS')
/** Of a page header, before the lengths of its segments. */
const HEADER_BYTES = 27
const [FIRST_OF_STREAM, LAST_OF_STREAM] = [0x02, 0x04]

/** Up to the end of the stream. What is no page is skipped, as players do; a page that is cut off is left out. */
export function* oggPagesOf(file: Uint8Array): Generator<OggPageBytes> {
  const data = Buffer.from(file.buffer, file.byteOffset, file.length)
  let serial: number | undefined
  for (let at = data.indexOf(CAPTURE); at >= 0 && at + HEADER_BYTES <= data.length; ) {
    const flags = data.readUInt8(at + 5)
    const bodyAt = at + HEADER_BYTES + data.readUInt8(at + 26)
    const lengths = data.subarray(at + HEADER_BYTES, bodyAt)
    const end = lengths.reduce((sum, length) => sum + length, bodyAt)
    if (end > data.length) return
    const isFirst = serial === undefined
    serial ??= data.readUInt32LE(at + 14)
    // Of any page with the number 0 the parser takes the header.
    const begins = (flags & FIRST_OF_STREAM) !== 0 || data.readUInt32LE(at + 18) === 0
    if (data.readUInt32LE(at + 14) !== serial || begins !== isFirst)
      throw damaged('the OGG file has more than one stream in it')
    yield { bytes: data.subarray(at, end), body: data.subarray(bodyAt, end) }
    if (flags & LAST_OF_STREAM) return
    at = data.indexOf(CAPTURE, end)
  }
}
