// XML text to events, chunk by chunk: as much of XML as workbooks are made of.
import { damaged } from './zip-entries.ts'

export interface XmlHandlers {
  /** Names come without their prefix: some writers say x:row. */
  open(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Feeds the part to the handlers, and pauses after every chunk. */
export async function* scanXml(part: AsyncIterable<Uint8Array>, handlers: XmlHandlers): AsyncGenerator<void> {
  let decoder: TextDecoder | undefined
  let rest = ''
  for await (const bytes of part) {
    decoder ??= decoderFor(bytes)
    rest = scan(rest + decoder.decode(bytes, { stream: true }), handlers)
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
    const end = endOfMarkup(text, start)
    if (end < 0) return text.slice(start)
    markup(text.slice(start + 1, end), handlers)
    at = end + 1
  }
}

/** Where the > is that ends what begins at `start`; -1 if it is not here yet. */
function endOfMarkup(text: string, start: number): number {
  if (text.startsWith('<!', start)) {
    const close = '<![CDATA['.startsWith(text.slice(start, start + 9)) ? ']]>' : '-->'
    const at = text.indexOf(close, start)
    return at < 0 ? -1 : at + close.length - 1
  }
  for (let end = text.indexOf('>', start); end >= 0; end = text.indexOf('>', end + 1)) {
    const tag = text.slice(start, end)
    // A > may stand inside a value.
    if (tag.split('"').length % 2 === 1 || tag.includes("='")) return end
  }
  return -1
}

function markup(tag: string, { open, close, text }: XmlHandlers): void {
  const first = tag[0]
  if (first === '?') return
  if (first === '!') {
    if (tag.startsWith('![CDATA[')) text?.(tag.slice(8, -2))
    else if (!tag.startsWith('!--')) throw damaged()
    return
  }
  if (first === '/') {
    close?.(localName(tag.slice(1).trim()))
    return
  }
  const isEmpty = tag.endsWith('/')
  const space = tag.search(/[\s/]/)
  const name = localName(space < 0 ? tag : tag.slice(0, space))
  open(name, space < 0 ? {} : readAttributes(tag))
  if (isEmpty) close?.(name)
}

function readAttributes(tag: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single = ''] of tag.matchAll(ATTRIBUTE))
    attributes[name] = decodeEntities(double ?? single)
  return attributes
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
