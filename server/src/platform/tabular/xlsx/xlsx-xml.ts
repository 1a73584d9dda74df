// Reads the XML parts of a workbook as events, in any Unicode encoding.

import { TextDecoder } from 'node:util'
import { createXmlScanner, type XmlHandlers } from './scan-xml.ts'
import { damaged } from './xlsx-zip.ts'

/** Feeds the part to the handlers; yields after every chunk so that the caller can take their results. */
export async function* parseXml(
  part: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  maxElements?: number,
): AsyncGenerator<void> {
  const scanner = createXmlScanner(handlers, maxElements)
  let decoder: TextDecoder | undefined
  for await (const bytes of part) {
    decoder ??= decoderFor(bytes)
    scanner.write(decodeStrictly(decoder, bytes))
    yield
  }
  scanner.end()
}

/** For parts that are read as a whole. */
export async function parseWholeXml(
  part: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  maxElements?: number,
): Promise<void> {
  for await (const _ of parseXml(part, handlers, maxElements));
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
