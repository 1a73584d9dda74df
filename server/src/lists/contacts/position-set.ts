// A set of positions of a data source, as bits: 256 of them for each block, the first position in the highest bit of the first
// word. A million positions take 125 kB, so what a search has found and what a filter has found are combined in a millisecond.
import { BLOCK_POSITIONS } from './contact-blocks.queries.ts'

/** The words of each block that has any position. */
export type PositionSet = Map<number, Uint32Array>

const WORD_BITS = 32
const WORDS = BLOCK_POSITIONS / WORD_BITS

/** The row of `positionBytes`. */
export function fromBytes(row: { positions: Buffer | null } | undefined): PositionSet {
  const set: PositionSet = new Map()
  const bytes = row?.positions ?? Buffer.alloc(0)
  for (let at = 0; at < bytes.length; at += 4) addPosition(set, bytes.readInt32BE(at))
  return set
}

export function addPosition(set: PositionSet, position: number): void {
  const block = blockOf(position)
  let words = set.get(block)
  if (!words) {
    words = new Uint32Array(WORDS)
    set.set(block, words)
  }
  mark(words, (position - 1) % BLOCK_POSITIONS)
}

/** Adds the positions of a block whose texts contain the needle. Each text ends with the separator, which no needle contains. */
export function addMatches(
  set: PositionSet,
  { block, text, separator, needle }: { block: number; text: string; separator: string; needle: string },
): void {
  const words = new Uint32Array(WORDS)
  let index = 0
  let end = text.indexOf(separator)
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, end)) {
    while (end < at) {
      end = text.indexOf(separator, end + 1)
      index += 1
    }
    mark(words, index)
  }
  set.set(block, words)
}

export function intersect(one: PositionSet, other: PositionSet): PositionSet {
  return combine(one, (block, words) => {
    const others = other.get(block)
    return others && words.map((word, at) => word & (others[at] ?? 0))
  })
}

export function without(one: PositionSet, other: PositionSet): PositionSet {
  return combine(one, (block, words) => {
    const others = other.get(block)
    return others ? words.map((word, at) => word & ~(others[at] ?? 0)) : words
  })
}

/** The positions after one and up to another. */
export function between(set: PositionSet, after: number, upTo: number): PositionSet {
  const [firstBlock, lastBlock] = [blockOf(after + 1), blockOf(upTo)]
  return combine(set, (block, words) => {
    if (block > firstBlock && block < lastBlock) return words
    if (block < firstBlock || block > lastBlock) return undefined
    const kept = new Uint32Array(WORDS)
    for (const index of indexesIn(words)) {
      const position = positionAt(block, index)
      if (position > after && position <= upTo) mark(kept, index)
    }
    return kept
  })
}

export function sizeOf(set: PositionSet): number {
  let size = 0
  for (const words of set.values()) size += countBits(words)
  return size
}

/** Newest first. */
export function positionsOf(set: PositionSet, offset = 0, limit = Number.POSITIVE_INFINITY): number[] {
  const positions: number[] = []
  let skip = offset
  for (const [block, words] of [...set].sort(([a], [b]) => b - a)) {
    const count = countBits(words)
    if (skip < count) {
      const found = indexesIn(words).map((index) => positionAt(block, index))
      positions.push(...found.reverse().slice(skip))
    }
    skip = Math.max(skip - count, 0)
    if (positions.length >= limit) return positions.slice(0, limit)
  }
  return positions
}

function combine(
  set: PositionSet,
  change: (block: number, words: Uint32Array) => Uint32Array | undefined,
): PositionSet {
  const changed: PositionSet = new Map()
  for (const [block, words] of set) {
    const kept = change(block, words)
    if (kept) changed.set(block, kept)
  }
  return changed
}

function blockOf(position: number): number {
  return Math.floor((position - 1) / BLOCK_POSITIONS)
}

function positionAt(block: number, index: number): number {
  return block * BLOCK_POSITIONS + index + 1
}

function mark(words: Uint32Array, index: number): void {
  const at = index >>> 5
  words[at] = (words[at] ?? 0) | (0x8000_0000 >>> (index & 31))
}

function indexesIn(words: Uint32Array): number[] {
  const indexes: number[] = []
  for (let index = 0; index < BLOCK_POSITIONS; index += 1)
    if ((words[index >>> 5] ?? 0) & (0x8000_0000 >>> (index & 31))) indexes.push(index)
  return indexes
}

function countBits(words: Uint32Array): number {
  let count = 0
  for (let word of words) {
    word -= (word >>> 1) & 0x5555_5555
    word = (word & 0x3333_3333) + ((word >>> 2) & 0x3333_3333)
    count += (((word + (word >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24
  }
  return count
}
