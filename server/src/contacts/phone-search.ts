// Searching the numbers of a data source for a run of symbols: the exact total and any page, newest first.
//
// Up to four symbols, what is stored with the runs tells everything but the page itself. Longer needles are made of
// runs of four, and only blocks that have all of them can have the needle: those few are counted.
import { offsetOf, type Page } from '../kernel/paging.ts'
import type { Queryable } from '../storage/database.ts'
import {
  BLOCK_POSITIONS,
  blockOf,
  blocksWithAll,
  locateRun,
  MAX_RUN,
  type RunEntry,
  readEntry,
} from './phone-runs.ts'
import * as queries from './phone-search.queries.ts'

// More hardly leave out another block.
const MAX_RUNS = 4

/** Blocks next to each other, and how many of their numbers contain the needle. */
interface Hits {
  blocks: number[]
  count: number
}

/** How many contacts there are in all, and where those of the page are, newest first. */
export interface FoundPositions {
  total: number
  positions: number[]
}

/** `before`: the page has only positions below this one, whatever its number. */
export async function searchPhoneNumbers(
  db: Queryable,
  dataSourceId: string,
  needle: string,
  { before, ...page }: Page & { before?: number | undefined },
): Promise<FoundPositions> {
  const inSegments = await findHits(db, dataSourceId, needle)
  const hits = needle.length <= MAX_RUN ? inSegments : await countHits(db, dataSourceId, needle, inSegments)
  const total = hits.reduce((sum, { count }) => sum + count, 0)
  const pageHits = before === undefined ? hitsOfPage(hits, page) : hitsBefore(hits, before, page.pageSize)
  return { total, positions: await findPositions(db, dataSourceId, needle, pageHits) }
}

/** Segment by segment, newest first. Of a needle longer than a run the count is the most it can be. */
async function findHits(db: Queryable, dataSourceId: string, needle: string): Promise<Hits[]> {
  const places = runsOf(needle).map(locateRun)
  const heads = places.map(({ head }) => head)
  const offsets = places.map(({ at }) => at)
  const bySegment = new Map<number, RunEntry[]>()
  for (const { segment, entry } of await queries.findEntries(db, [dataSourceId, heads, offsets])) {
    const entries = bySegment.get(segment) ?? []
    entries.push(readEntry(entry))
    bySegment.set(segment, entries)
  }
  return [...bySegment]
    .filter(([, entries]) => entries.length === places.length)
    .map(([segment, entries]) => ({
      blocks: blocksWithAll(segment, entries),
      count: Math.min(...entries.map(({ count }) => count)),
    }))
    .filter(({ count }) => count > 0)
}

/** Runs that cover the needle, as far apart as they can be. */
function runsOf(needle: string): string[] {
  if (needle.length <= MAX_RUN) return [needle]
  const last = needle.length - MAX_RUN
  const steps = Math.min(last, MAX_RUNS - 1)
  const starts = Array.from({ length: steps + 1 }, (_, step) => Math.round((step * last) / steps))
  return starts.map((start) => needle.slice(start, start + MAX_RUN))
}

async function countHits(
  db: Queryable,
  dataSourceId: string,
  needle: string,
  candidates: Hits[],
): Promise<Hits[]> {
  const blocks = candidates.flatMap((hits) => hits.blocks)
  if (blocks.length === 0) return []
  const counted = await queries.countInBlocks(db, [dataSourceId, blocks, needle])
  return counted.map(({ block, hits }) => ({ blocks: [block], count: hits }))
}

/** Of all hits those that hold the page: so many to pass over, then so many to take. */
interface PageHits extends Hits {
  skip: number
  take: number
  /** Only positions below this one. */
  before: number
}

function hitsOfPage(hits: Hits[], page: Page): PageHits {
  const start = offsetOf(page)
  const found: PageHits = {
    blocks: [],
    count: 0,
    skip: 0,
    take: page.pageSize,
    before: Number.POSITIVE_INFINITY,
  }
  let newer = 0
  for (const { blocks, count } of hits) {
    if (newer >= start + page.pageSize) break
    if (newer + count > start) {
      if (found.count === 0) found.skip = start - newer
      found.blocks.push(...blocks)
      found.count += count
    }
    newer += count
  }
  return found
}

/** The count is too high by the newer ones in the same segment; it only tells how much to read at once. */
function hitsBefore(hits: Hits[], before: number, take: number): PageHits {
  const last = blockOf(before - 1)
  const older = hits
    .map(({ blocks, count }) => ({ blocks: blocks.filter((block) => block <= last), count }))
    .filter(({ blocks }) => blocks.length > 0)
  return {
    blocks: older.flatMap(({ blocks }) => blocks),
    count: older.reduce((sum, { count }) => sum + count, 0),
    skip: 0,
    take,
    before,
  }
}

async function findPositions(
  db: Queryable,
  dataSourceId: string,
  needle: string,
  { blocks, count, skip, take, before }: PageHits,
): Promise<number[]> {
  const wanted = skip + take
  // As many as it takes if the hits are spread evenly, and some more.
  const atOnce = Math.ceil((1.25 * wanted * blocks.length) / count) + 2
  const positions: number[] = []
  for (let read = 0; read < blocks.length && positions.length < wanted; read += atOnce) {
    const some = blocks.slice(read, read + atOnce)
    for (const block of await queries.readBlocks(db, [dataSourceId, some]))
      positions.push(...positionsIn(block, needle).filter((position) => position < before))
  }
  return positions.slice(skip, wanted)
}

/** Newest first. */
function positionsIn({ block, numbers }: { block: number; numbers: string }, needle: string): number[] {
  const positions: number[] = []
  const slots = numbers.split(',')
  for (let slot = slots.length - 1; slot >= 0; slot -= 1) {
    if (slots[slot]?.includes(needle)) positions.push(block * BLOCK_POSITIONS + slot + 1)
  }
  return positions
}
