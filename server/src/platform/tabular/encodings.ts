// Decoders for the encodings that a CSV file may have. They refuse invalid bytes.

export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'windows-874',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'iso-8859-2',
  'iso-8859-15',
  'koi8-r',
  'macintosh',
] as const

export type Encoding = (typeof ENCODINGS)[number]

export interface StrictDecoder {
  /** Decodes the next bytes, or the rest at the end. Throws a TypeError at invalid bytes. */
  decode(bytes?: Uint8Array): string
}

/** The characters 0x80 to 0x9f of Windows-1252. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** A byte order mark is left out. */
export function createStrictDecoder(encoding: Encoding): StrictDecoder {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decode = (bytes?: Uint8Array) => (bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode())
  if (encoding !== 'windows-1252') return { decode }
  // Several versions of Node.js decode it as Latin-1, which has control characters there.
  const latin1Only = /[\x80-\x9f]/g
  return {
    decode: (bytes) =>
      decode(bytes).replace(latin1Only, (char) => WINDOWS_1252.charAt(char.charCodeAt(0) - 0x80)),
  }
}
