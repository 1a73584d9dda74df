// XML text to events, chunk by chunk: as much of XML as workbooks are made of.
import { damaged } from './zip-entries.ts'

export interface XmlHandlers {
  /** Names come without their prefix: some writers say x:row. */
  open(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

const CDATA = '<![CDATA['
const MOST_KEPT_CHARACTERS = 1024 * 1024
const SPACE = 32
const SLASH = 47
const GREATER = 62
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Feeds the part to the handlers, and pauses after every chunk. */
export async function* scanXml(part: AsyncIterable<Uint8Array>, handlers: XmlHandlers): AsyncGenerator<void> {
  let decoder: TextDecoder | undefined
  let rest = ''
  for await (const bytes of part) {
    decoder ??= decoderFor(bytes)
    rest = scan(rest + decoder.decode(bytes, { stream: true }), handlers)
    // What is not finished by then is no part of an honest workbook, and is looked through anew with every chunk.
    if (rest.length > MOST_KEPT_CHARACTERS) throw damaged()
    yield
  }
}

/** For the parts that are read as a whole. */
export async function scanWholeXml(part: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of scanXml(part, handlers));
}

/** Returns what has begun and not ended. */
function scan(text: string, handlers: XmlHandlers): string {
  let at = 0
  for (;;) {
    const start = text.indexOf('<', at)
    if (start < 0) return text.slice(at)
    if (start > at) handlers.text?.(decodeEntities(text.slice(at, start)))
    const end = markup(text, start, handlers)
    if (end < 0) return text.slice(start)
    at = end
  }
}

/** What begins with the < at `start`; returns where it ends, or -1 if its end is not here yet. */
function markup(text: string, start: number, handlers: XmlHandlers): number {
  switch (text[start + 1]) {
    case '/': {
      const end = text.indexOf('>', start)
      if (end >= 0) handlers.close?.(localName(text.slice(start + 2, end).trimEnd()))
      return end < 0 ? -1 : end + 1
    }
    case '?':
      return after(text, '?>', start)
    case '!':
      return declaration(text, start, handlers)
    default:
      return openTag(text, start, handlers)
  }
}

function declaration(text: string, start: number, { text: onText }: XmlHandlers): number {
  const head = text.slice(start, start + CDATA.length)
  if (CDATA.startsWith(head)) {
    const end = after(text, ']]>', start)
    if (end >= 0) onText?.(text.slice(start + CDATA.length, end - 3))
    return end
  }
  if (head.startsWith('<!--') || '<!--'.startsWith(head)) return after(text, '-->', start)
  throw damaged()
}

function openTag(text: string, start: number, { open, close }: XmlHandlers): number {
  let at = start + 1
  while (!isNameEnd(text.charCodeAt(at))) at++
  const name = localName(text.slice(start + 1, at))
  const attributes: Record<string, string> = {}
  for (;;) {
    while (text.charCodeAt(at) <= SPACE) at++
    const code = text.charCodeAt(at)
    if (code === GREATER || code === SLASH || Number.isNaN(code)) break
    const equals = text.indexOf('=', at)
    const open = equals < 0 ? -1 : indexOfQuote(text, equals + 1)
    const end = open < 0 ? -1 : text.indexOf(text.charAt(open), open + 1)
    if (end < 0) return -1
    attributes[text.slice(at, equals).trimEnd()] = decodeEntities(text.slice(open + 1, end))
    at = end + 1
  }
  const isEmpty = text.charCodeAt(at) === SLASH
  const end = isEmpty ? at + 1 : at
  if (end >= text.length) return -1
  if (name === '' || text.charCodeAt(end) !== GREATER) throw damaged()
  open(name, attributes)
  if (isEmpty) close?.(name)
  return end + 1
}

/** -1 if it is not here yet. */
function indexOfQuote(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) <= SPACE) at++
  if (at >= text.length) return -1
  if (text[at] !== '"' && text[at] !== "'") throw damaged()
  return at
}

/** A number that is none stands for the end of the text. */
function isNameEnd(code: number): boolean {
  return !(code > SPACE) || code === GREATER || code === SLASH
}

function after(text: string, mark: string, start: number): number {
  const at = text.indexOf(mark, start)
  return at < 0 ? -1 : at + mark.length
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function decodeEntities(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  if (!lines.includes('&')) return lines
  return lines.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (_, hex, decimal, name) => {
    const char = name ? ENTITIES[name] : characterOf(hex ? Number.parseInt(hex, 16) : Number(decimal))
    if (char === undefined) throw damaged()
    return char
  })
}

function characterOf(code: number): string | undefined {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

function decoderFor([first, second]: Uint8Array): TextDecoder {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  return new TextDecoder('utf-8')
}
