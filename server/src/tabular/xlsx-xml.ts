// The XML parts of a workbook as events, in bounded memory: no document types (and so no entities), no deep nesting,
// and no tag, text or comment that goes on without end. Names come without their prefix: some writers say x:row.

import { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
import { damaged } from './xlsx-zip.ts'

export interface XmlHandlers {
  open(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

const MAX_DEPTH = 100
// A cell of 32,767 characters, each written as an entity, stays well below.
const MAX_SILENT_BYTES = 1024 * 1024

/** Feeds the part to the handlers; pauses after every chunk so that the caller can take what they gathered. */
export async function* parseXml(part: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  let silentBytes = 0
  let decoder: TextDecoder | undefined

  parser.on('error', (error) => {
    throw damaged(error)
  })
  parser.on('doctype', () => {
    throw damaged()
  })
  parser.on('opentag', ({ name, attributes }) => {
    silentBytes = 0
    if (++depth > MAX_DEPTH) throw damaged()
    handlers.open(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    silentBytes = 0
    depth--
    handlers.close?.(localName(name))
  })
  const onText = (text: string) => {
    silentBytes = 0
    handlers.text?.(text)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)

  for await (const bytes of part) {
    decoder ??= decoderFor(bytes)
    silentBytes += bytes.length
    parser.write(decodeStrictly(decoder, bytes))
    if (silentBytes > MAX_SILENT_BYTES) throw damaged()
    yield
  }
  parser.close()
}

/** For the small parts that are read as a whole. */
export async function parseWholeXml(part: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of parseXml(part, handlers));
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

function decoderFor(head: Buffer): TextDecoder {
  const mark = head.length > 1 ? head.readUInt16BE(0) : 0
  return new TextDecoder(mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8', {
    fatal: true,
  })
}

function decodeStrictly(decoder: TextDecoder, bytes: Buffer): string {
  try {
    return decoder.decode(bytes, { stream: true })
  } catch (cause) {
    throw damaged(cause)
  }
}
