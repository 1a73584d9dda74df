// Keeps what searches read in step with a data source's numbers: in the same transaction, under its row lock.
import type { Queryable } from '../storage/database.ts'
import {
  BLOCK_POSITIONS,
  blockOf,
  createSegmentRuns,
  ROW_BYTES,
  type SegmentRuns,
  segmentOf,
} from './phone-runs.ts'
import * as queries from './phone-search.queries.ts'

export interface PhoneIndexChanges {
  /** The number of a new contact. Positions come in order, without gaps. */
  append(position: number, digits: string): void
  /** A contact's number changes, or goes with the contact: then there is none after. */
  replace(position: number, before: string, after: string): void
  store(tx: Queryable, dataSourceId: string): Promise<void>
}

export function collectPhoneIndexChanges(): PhoneIndexChanges {
  const segments = new Map<number, SegmentRuns>()
  const appended = new Map<number, { numbers: string; hasRepeats: boolean }>()
  const replaced: { block: number; slot: number; digits: string }[] = []

  function runsOf(block: number): SegmentRuns {
    const segment = segmentOf(block)
    const runs = segments.get(segment) ?? createSegmentRuns()
    segments.set(segment, runs)
    return runs
  }

  async function storeRuns(tx: Queryable, dataSourceId: string, segment: number, runs: SegmentRuns) {
    const heads = runs.heads()
    const rows = Buffer.alloc(heads.length * ROW_BYTES)
    const rowOf = new Map(
      heads.map((head, index) => [head, rows.subarray(index * ROW_BYTES, (index + 1) * ROW_BYTES)]),
    )
    for (const stored of await queries.findRuns(tx, [dataSourceId, segment, heads])) {
      stored.runs.copy(rowOf.get(stored.head) as Buffer)
    }
    for (const [head, row] of rowOf) runs.applyTo(row, head)
    await queries.storeRuns(tx, [dataSourceId, segment, heads, rows])
  }

  return {
    append(position, digits) {
      const block = blockOf(position)
      runsOf(block).count(block, digits, 1)
      const { numbers, hasRepeats } = appended.get(block) ?? { numbers: '', hasRepeats: false }
      appended.set(block, {
        numbers: `${numbers}${digits},`,
        hasRepeats: hasRepeats || repeatsItself(digits),
      })
    },

    replace(position, before, after) {
      const block = blockOf(position)
      const runs = runsOf(block)
      runs.count(block, before, -1)
      if (after !== '') runs.count(block, after, 1)
      replaced.push({ block, slot: position - block * BLOCK_POSITIONS, digits: after })
    },

    async store(tx, dataSourceId) {
      if (appended.size > 0) {
        const blocks = [...appended.values()]
        await queries.appendToBlocks(tx, [
          dataSourceId,
          [...appended.keys()],
          blocks.map(({ numbers }) => numbers),
          blocks.map(({ hasRepeats }) => hasRepeats),
        ])
      }
      for (const { block, slot, digits } of replaced) {
        await queries.replaceInBlock(tx, [dataSourceId, block, slot, digits, repeatsItself(digits)])
      }
      for (const [segment, runs] of segments) await storeRuns(tx, dataSourceId, segment, runs)
    },
  }
}

/** Longer needles than this are counted by how often they occur, so it must be known which numbers have one twice. */
const REPEATED = 5

function repeatsItself(digits: string): boolean {
  for (let start = 0; start + 2 * REPEATED <= digits.length; start += 1) {
    if (digits.includes(digits.slice(start, start + REPEATED), start + REPEATED)) return true
  }
  return false
}
