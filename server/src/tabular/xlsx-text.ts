// Text inside a workbook's XML. What XML 1.0 cannot hold (control characters, lone surrogates) Excel writes as
// _xHHHH_, and text that looks like such an escape gets its underscore escaped in turn.

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML cannot hold
const NEEDS_ENCODING = /[&<>\0-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]|_x/
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, with U+FFFE and U+FFFF in UTF-8
const NEEDS_ENCODING_IN_BYTES = /[&<>\0-\x08\x0b-\x1f]|_x|\xef\xbf[\xbe\xbf]/
// Any _x and four hex digits, closing underscore or not: the escape of the character after it begins with one.
const TO_ENCODE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML cannot hold
  /[&<>\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[\dA-Fa-f]{4})|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const ESCAPE = /_x([\dA-Fa-f]{4})_/g
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

export function encodeXlsxText(text: string): string {
  if (!NEEDS_ENCODING.test(text)) return text
  return text.replace(
    TO_ENCODE,
    (char) => ENTITIES[char] ?? `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
}

/** The UTF-8 bytes of a text, a character each. */
export function bytesOfText(text: string): string {
  return Buffer.from(text).toString('latin1')
}

export function textOfBytes(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString()
}

/** Whether encodeXlsxText would change the text of these bytes; UTF-8 has no lone surrogates. */
export function needsEncodingInBytes(bytes: string): boolean {
  return NEEDS_ENCODING_IN_BYTES.test(bytes)
}

/** Undoes _xHHHH_; the XML parser has already undone the entities. */
export function decodeXlsxText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
