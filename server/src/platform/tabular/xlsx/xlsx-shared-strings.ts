// The table of strings that cells refer to by number. It comes before the first row, and a workbook of a million rows can have
// millions of strings, so memory keeps only a part of them. The others are in a temporary file, in blocks. Most workbooks
// refer to their strings in the order of the table, so that a block is read once.

import { appendFileSync, readSync } from 'node:fs'
import { InvalidInput } from '../../kernel/errors.ts'
import { openNamelessFile } from '../../kernel/files/nameless-file.ts'
import type { XmlHandlers } from './scan-xml.ts'
import { collectText } from './xlsx-text.ts'
import { parseWholeXml } from './xlsx-xml.ts'

export interface WorkbookLimits {
  /** Max bytes of all parts together. */
  maxUncompressedBytes: number
  /** Max XML elements of a part. */
  maxElements: number
  maxStrings: number
  /** Max characters of all shared strings together. */
  maxTextLength: number
}

export interface SharedStrings {
  get(index: number): string | undefined
  close(): Promise<void>
}

interface Block {
  strings: string[]
  size: number
}

const BLOCK_STRINGS = 128
/** In characters, and this many more for each string. */
const MAX_KEPT_SIZE = 10_000_000
const STRING_OVERHEAD = 16

export async function readSharedStrings(
  part: AsyncIterable<Buffer>,
  { maxCellLength, maxElements, maxStrings, maxTextLength }: WorkbookLimits & { maxCellLength: number },
): Promise<SharedStrings> {
  const file = await openNamelessFile()
  try {
    const store = createStringStore(file.fd)
    const text = collectText(maxCellLength)
    let count = 0
    let length = 0
    const handlers: XmlHandlers = {
      open: text.open,
      text: text.text,
      close(name) {
        text.close(name)
        if (name !== 'si') return
        const value = text.take()
        length += value.length
        if (++count > maxStrings || length > maxTextLength) throw tooMuchText()
        store.add(value)
      },
    }
    await parseWholeXml(part, handlers, maxElements)
    return { get: store.get, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

function createStringStore(fd: number) {
  /** Blocks in memory by their number, oldest first. */
  const kept = new Map<number, Block>()
  /** Where the other blocks are in the file. */
  const places = new Map<number, { position: number; bytes: number }>()
  let last: Block = { strings: [], size: 0 }
  let lastNumber = 0
  let keptSize = 0
  let fileLength = 0

  function keep(number: number, block: Block): void {
    kept.set(number, block)
    keptSize += block.size
    for (const [oldest, { strings, size }] of kept) {
      if (keptSize <= MAX_KEPT_SIZE || oldest === number) return
      if (!places.has(oldest)) places.set(oldest, write(strings))
      kept.delete(oldest)
      keptSize -= size
    }
  }

  function write(strings: string[]) {
    const json = Buffer.from(JSON.stringify(strings))
    appendFileSync(fd, json)
    fileLength += json.length
    return { position: fileLength - json.length, bytes: json.length }
  }

  function read(number: number): Block | undefined {
    const place = places.get(number)
    if (!place) return undefined
    const json = Buffer.allocUnsafe(place.bytes)
    readSync(fd, json, 0, place.bytes, place.position)
    const strings = JSON.parse(json.toString()) as string[]
    const block = { strings, size: place.bytes + strings.length * STRING_OVERHEAD }
    keep(number, block)
    return block
  }

  return {
    add(text: string): void {
      last.strings.push(text)
      last.size += text.length + STRING_OVERHEAD
      if (last.strings.length < BLOCK_STRINGS) return
      keep(lastNumber++, last)
      last = { strings: [], size: 0 }
    },
    get(index: number): string | undefined {
      const number = Math.floor(index / BLOCK_STRINGS)
      const block = number === lastNumber ? last : (kept.get(number) ?? read(number))
      return block?.strings[index % BLOCK_STRINGS]
    },
  }
}

function tooMuchText(): InvalidInput {
  return new InvalidInput({
    fault: 'workbook_too_much_text',
    field: 'file',
  })
}
