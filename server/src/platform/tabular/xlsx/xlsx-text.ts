// Text inside a workbook's XML. What XML 1.0 cannot hold (control characters, lone surrogates) Excel writes as
// _xHHHH_, and text that looks like such an escape gets its underscore escaped in turn.

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML cannot hold
const NEEDS_ENCODING = /[&<>\0-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]|_x/
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, with U+FFFE and U+FFFF in UTF-8
const NEEDS_ENCODING_IN_BYTES = /[&<>\0-\x08\x0b-\x1f]|_x|\xef\xbf[\xbe\xbf]/
// Any _x and four hex digits, with or without a closing underscore: the escape of the next character begins with one.
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

/** The UTF-8 bytes of a text, as one character each. */
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

/** Decodes _xHHHH_; the XML parser has already decoded the entities. */
export function decodeXlsxText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Trims XML white space. A regular expression for the end would take quadratic time. */
function trimXmlSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isXmlSpace(text.charCodeAt(start))) start++
  while (end > start && isXmlSpace(text.charCodeAt(end - 1))) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

function isXmlSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13
}

/**
 * Joins the <t> runs of a rich text, leaving out phonetic guides (<rPh>). A text that is too long is cut one character over
 * the limit, and no more of it is decoded or kept.
 */
export function collectText(maxLength: number) {
  // An escaped character takes seven; a text beyond that is too long in any case.
  const maxRawLength = 7 * (maxLength + 1)
  let raw = ''
  let run = ''
  let isInRun = false
  let isPreserved = false
  let isInPhonetic = false
  let isCut = false
  return {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (name === 'rPh') isInPhonetic = true
      else if (name === 't' && !isInPhonetic) {
        isInRun = true
        isPreserved = attributes['xml:space'] === 'preserve'
      }
    },
    text(text: string) {
      if (!isInRun || isCut) return
      run += text
      isCut = raw.length + run.length > maxRawLength
      if (isCut) run = run.slice(0, maxRawLength)
    },
    close(name: string) {
      if (name === 'rPh') isInPhonetic = false
      else if (name === 't' && isInRun) {
        raw += isPreserved || isCut ? run : trimXmlSpace(run)
        run = ''
        isInRun = false
      }
    },
    take(): string {
      const value = decodeXlsxText(raw).slice(0, maxLength + 1)
      raw = ''
      isCut = false
      return value
    },
  }
}
