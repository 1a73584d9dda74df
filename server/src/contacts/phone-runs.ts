// Which runs of one to four symbols occur in the numbers of a data source, how often and where: what makes a search
// for part of a number quick. Positions are grouped into blocks of 256, and these into segments of 64 blocks. For
// each run a segment knows in how many of its numbers the run occurs, and which of its blocks they are in.
//
// Runs that differ only in their last two symbols share a row, named by the symbols before (the head): so an import
// of ten thousand numbers changes a few hundred rows. The symbols are the digits and +.

export const MAX_RUN = 4
export const BLOCK_POSITIONS = 256
const SEGMENT_BLOCKS = 64

const SYMBOLS = 11
// The second symbol of a tail may be missing, in runs of one.
const TAIL_BASE = SYMBOLS + 1
const TAILS = SYMBOLS * TAIL_BASE
// None, one or two symbols.
const HEADS = 1 + SYMBOLS + SYMBOLS ** 2
// 2 bytes for the count, and 8 for the blocks: a bit each.
export const ENTRY_BYTES = 10
export const ROW_BYTES = TAILS * ENTRY_BYTES

export function blockOf(position: number): number {
  return Math.floor((position - 1) / BLOCK_POSITIONS)
}

export function segmentOf(block: number): number {
  return Math.floor(block / SEGMENT_BLOCKS)
}

/** What changes in one segment. */
export interface SegmentRuns {
  /** A number joins (1) or leaves (-1) a block of the segment. */
  count(block: number, digits: string, change: 1 | -1): void
  /** The rows that have to change. */
  heads(): number[]
  /** Changes a row as it is stored; a row of zeros if it is not yet. */
  applyTo(row: Buffer, head: number): void
}

export function createSegmentRuns(): SegmentRuns {
  const deltas = new Int32Array(HEADS * TAILS)
  const lowBlocks = new Int32Array(HEADS * TAILS)
  const highBlocks = new Int32Array(HEADS * TAILS)
  // The last number in which a run was seen: a run counts once a number, however often it occurs in it.
  const lastSeen = new Int32Array(HEADS * TAILS)
  let numbers = 0

  function see(run: number, change: number, blocks: Int32Array, bit: number): void {
    if (lastSeen[run] === numbers) return
    lastSeen[run] = numbers
    deltas[run] = (deltas[run] as number) + change
    blocks[run] = (blocks[run] as number) | bit
  }

  return {
    count(block, digits, change) {
      numbers += 1
      const blocks = block % SEGMENT_BLOCKS < 32 ? lowBlocks : highBlocks
      const bit = change > 0 ? 1 << (block % 32) : 0
      // The four symbols that end here.
      let [first, second, third] = [-1, -1, -1]
      for (let index = 0; index < digits.length; index += 1) {
        const fourth = symbolAt(digits, index)
        see(runOf1(fourth), change, blocks, bit)
        if (third >= 0) see(runOf2(third, fourth), change, blocks, bit)
        if (second >= 0) see(runOf3(second, third, fourth), change, blocks, bit)
        if (first >= 0) see(runOf4(first, second, third, fourth), change, blocks, bit)
        first = second
        second = third
        third = fourth
      }
    },

    // Plain loops: with a function called for each of the seventeen thousand runs, this took longer than all the rest
    // of changing one number.
    heads() {
      const touched: number[] = []
      for (let head = 0; head < HEADS; head += 1) {
        const end = (head + 1) * TAILS
        let run = head * TAILS
        while (run < end && lastSeen[run] === 0) run += 1
        if (run < end) touched.push(head)
      }
      return touched
    },

    applyTo(row, head) {
      for (let tail = 0; tail < TAILS; tail += 1) {
        const run = head * TAILS + tail
        if (lastSeen[run] === 0) continue
        const at = tail * ENTRY_BYTES
        const { count, blocks } = readEntry(row, at)
        const newCount = count + (deltas[run] as number)
        // A block keeps its bit when a number leaves it, as others may have the run; without a number there is none.
        const isEmpty = newCount === 0
        row.writeUInt16LE(newCount, at)
        row.writeInt32LE(isEmpty ? 0 : blocks[0] | (lowBlocks[run] as number), at + 2)
        row.writeInt32LE(isEmpty ? 0 : blocks[1] | (highBlocks[run] as number), at + 6)
      }
    },
  }
}

/** Where the entry of a run is: its row, and the byte in the row, from 0. */
export function locateRun(text: string): { head: number; at: number } {
  const [a = 0, b = 0, c = 0, d = 0] = Array.from(text, (_, index) => symbolAt(text, index))
  const run = [runOf1(a), runOf2(a, b), runOf3(a, b, c), runOf4(a, b, c, d)][text.length - 1] ?? 0
  const head = Math.floor(run / TAILS)
  return { head, at: (run - head * TAILS) * ENTRY_BYTES }
}

/** In how many numbers of a segment a run occurs, and which blocks they may be in. */
export interface RunEntry {
  count: number
  blocks: readonly [low: number, high: number]
}

export function readEntry(bytes: Buffer, at = 0): RunEntry {
  return { count: bytes.readUInt16LE(at), blocks: [bytes.readInt32LE(at + 2), bytes.readInt32LE(at + 6)] }
}

/** The blocks of a segment that may hold all of these runs, newest first. */
export function blocksWithAll(segment: number, entries: readonly RunEntry[]): number[] {
  const low = entries.reduce((bits, { blocks }) => bits & blocks[0], -1)
  const high = entries.reduce((bits, { blocks }) => bits & blocks[1], -1)
  const found: number[] = []
  for (let index = SEGMENT_BLOCKS - 1; index >= 0; index -= 1) {
    if (((index < 32 ? low : high) >>> (index % 32)) & 1) found.push(segment * SEGMENT_BLOCKS + index)
  }
  return found
}

function symbolAt(text: string, index: number): number {
  const char = text.charCodeAt(index)
  return char === 43 ? 10 : char - 48
}

// A run's number: which row, then which entry of the row.
function runOf1(a: number): number {
  return a * TAIL_BASE + SYMBOLS
}

function runOf2(a: number, b: number): number {
  return a * TAIL_BASE + b
}

function runOf3(a: number, b: number, c: number): number {
  return (1 + a) * TAILS + b * TAIL_BASE + c
}

function runOf4(a: number, b: number, c: number, d: number): number {
  return (1 + SYMBOLS + a * SYMBOLS + b) * TAILS + c * TAIL_BASE + d
}
