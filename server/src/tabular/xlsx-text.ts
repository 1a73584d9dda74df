// Text inside a workbook's XML. What XML 1.0 cannot hold (control characters, lone surrogates) Excel writes as
// _xHHHH_, and text that looks like such an escape gets its underscore escaped in turn.

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML cannot hold
const NEEDS_ENCODING = /[&<>\0-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]|_x/
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

/** Undoes _xHHHH_; the XML parser has already undone the entities. */
export function decodeXlsxText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
