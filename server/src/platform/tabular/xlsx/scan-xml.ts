// Turns XML text into events, chunk by chunk: the subset of XML that workbooks use, at twice the speed of a general parser,
// which determines how long an import takes and how much harm a hostile file does. Document types are refused, and with
// them all entities but the five built-in ones. Only an incomplete tag or text is kept for the next chunk.

import { damaged } from './xlsx-zip.ts'

export interface XmlHandlers {
  /** Names have no prefix: some programs write x:row. */
  open(name: string, attributes: Readonly<Record<string, string>>): void
  close?(name: string): void
  text?(text: string): void
}

export interface XmlScanner {
  write(chunk: string): void
  end(): void
}

const MAX_DEPTH = 100
const MAX_ELEMENTS = 10_000_000
// A cell of 32,767 characters, each written as an entity, stays well below.
const MAX_KEPT_CHARACTERS = 1024 * 1024
// A tag that does not end in its chunk is read again from its beginning, attribute by attribute.
const MAX_TAG_CHARACTERS = 64 * 1024
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const NO_ATTRIBUTES: Readonly<Record<string, string>> = {}
const SPACE = 32
const BANG = 33
const SLASH = 47
const COLON = 58
const GREATER = 62
const QUESTION = 63

export function createXmlScanner(handlers: XmlHandlers, maxElements = MAX_ELEMENTS): XmlScanner {
  const openNames: string[] = []
  const openLocalNames: string[] = []
  let kept = ''
  let elements = 0
  let isPlain = true

  /** Reads what begins with the < at `start`; returns where it ends, or -1 if its end is not in this chunk. */
  function markup(text: string, start: number): number {
    const next = text.charCodeAt(start + 1)
    if (next === SLASH) return closeTag(text, start)
    if (next === QUESTION) return after(text, '?>', start)
    if (next !== BANG) return openTag(text, start)
    if (text.startsWith('<!--', start)) return after(text, '-->', start + 4)
    if (text.startsWith('<![CDATA[', start)) {
      const end = after(text, ']]>', start)
      if (end >= 0) handlers.text?.(text.slice(start + 9, end - 3))
      return end
    }
    const head = text.slice(start, start + 9)
    if ('<!--'.startsWith(head) || '<![CDATA['.startsWith(head)) return -1
    throw damaged()
  }

  function openTag(text: string, start: number): number {
    let at = start + 1
    let code = text.charCodeAt(at)
    let localStart = at
    while (code > SPACE && code !== GREATER && code !== SLASH) {
      if (code === COLON) localStart = at + 1
      code = text.charCodeAt(++at)
    }
    const localName = text.slice(localStart, at)
    const name = localStart === start + 1 ? localName : text.slice(start + 1, at)
    let attributes: Record<string, string> | undefined
    for (;;) {
      while (code <= SPACE) code = text.charCodeAt(++at)
      if (code === GREATER || code === SLASH) break
      const equals = text.indexOf('=', at)
      if (equals < 0) return -1
      let open = equals + 1
      while (text.charCodeAt(open) <= SPACE) open++
      const quote = text[open]
      if (quote === undefined) return -1
      if (quote !== '"' && quote !== "'") throw damaged()
      const close = text.indexOf(quote, open + 1)
      if (close < 0) return -1
      if (close - start > MAX_TAG_CHARACTERS) throw damaged()
      attributes ??= {}
      const key = text.slice(at, equals)
      const value = text.slice(open + 1, close)
      attributes[text.charCodeAt(equals - 1) > SPACE ? key : key.trimEnd()] = isPlain ? value : decode(value)
      at = close + 1
      code = text.charCodeAt(at)
    }
    const isEmpty = code === SLASH
    const end = isEmpty ? at + 1 : at
    if (end >= text.length) return -1
    if (localName === '' || text.charCodeAt(end) !== GREATER) throw damaged()
    if (++elements > maxElements || openNames.length === MAX_DEPTH) throw damaged()
    handlers.open(localName, attributes ?? NO_ATTRIBUTES)
    if (isEmpty) handlers.close?.(localName)
    else {
      openNames.push(name)
      openLocalNames.push(localName)
    }
    return end + 1
  }

  function closeTag(text: string, start: number): number {
    const name = openNames.at(-1)
    if (name === undefined) throw damaged()
    let end = start + 2 + name.length
    while (text.charCodeAt(end) <= SPACE) end++
    if (end >= text.length) return -1
    if (text.charCodeAt(end) !== GREATER || !text.startsWith(name, start + 2)) throw damaged()
    openNames.pop()
    handlers.close?.(openLocalNames.pop() ?? '')
    return end + 1
  }

  return {
    write(chunk) {
      // join() makes a flat string; a string built with + is slow to iterate.
      const text = kept === '' ? chunk : [kept, chunk].join('')
      isPlain = !text.includes('&') && !text.includes('\r')
      let start = 0
      for (;;) {
        const tag = text.indexOf('<', start)
        if (tag < 0) break
        if (tag > start) handlers.text?.(isPlain ? text.slice(start, tag) : decode(text.slice(start, tag)))
        start = tag
        const end = markup(text, tag)
        if (end < 0) break
        start = end
      }
      kept = text.slice(start)
      if (kept.length > (isTag(kept) ? MAX_TAG_CHARACTERS : MAX_KEPT_CHARACTERS)) throw damaged()
    },
    end() {
      if (elements === 0 || openNames.length > 0 || kept.trim() !== '') throw damaged()
    },
  }
}

/** Not for comments, sections and instructions: searching for their end is fast. */
function isTag(text: string): boolean {
  return text[0] === '<' && text[1] !== '!' && text[1] !== '?'
}

function after(text: string, mark: string, start: number): number {
  const at = text.indexOf(mark, start)
  return at < 0 ? -1 : at + mark.length
}

function decode(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  return lines.includes('&')
    ? lines.replace(/&(?:#x([\da-f]{1,6});|#(\d{1,7});|([a-z]{2,4});)?/gi, entity)
    : lines
}

function entity(_: string, hex?: string, decimal?: string, name?: string): string {
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? 0)
  const char = name ? ENTITIES[name] : code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
  if (char === undefined) throw damaged()
  return char
}
