// Searches a data source for part of a number: the exact total and any page, newest first. PostgreSQL finds the blocks that
// contain the needle; the numbers in them are counted here, because splitting them takes PostgreSQL several times as long.
import { offsetOf, type Page } from '../kernel/paging.ts'
import type { Queryable } from '../storage/database.ts'
import { BLOCK_POSITIONS, findBlocks } from './contact-blocks.queries.ts'

/** About 400 kB, searched in about a millisecond: other requests are served in between. */
const BLOCKS_AT_ONCE = 128

/** The number of contacts found, and the positions of those on the page, newest first. */
export interface FoundPositions {
  total: number
  positions: number[]
}

/** `before`: the page has only positions below this one; its page number is ignored. */
export async function searchPhoneNumbers(
  db: Queryable,
  dataSourceId: string,
  needle: string,
  { before, ...page }: Page & { before?: number | undefined },
): Promise<FoundPositions> {
  const end = before ?? Number.POSITIVE_INFINITY
  const positions: number[] = []
  let total = 0
  let skip = before === undefined ? offsetOf(page) : 0
  for await (const blocks of blocksWith(db, dataSourceId, needle)) {
    for (const { block, numbers } of blocks) {
      const count = countNumbers(numbers, needle)
      total += count
      if (skip >= count) {
        skip -= count
      } else if (positions.length < page.pageSize && block * BLOCK_POSITIONS + 1 < end) {
        const found = positionsIn(block, numbers, needle).filter((position) => position < end)
        positions.push(...found.slice(skip))
        skip = 0
      }
    }
  }
  return { total, positions: positions.slice(0, page.pageSize) }
}

/** Newest first. The next blocks are fetched while the caller searches these. */
export async function* blocksWith(db: Queryable, dataSourceId: string, needle: string) {
  const fetchBelow = (block: number) => findBlocks(db, [dataSourceId, block, needle, BLOCKS_AT_ONCE])
  let fetching = fetchBelow(Number.MAX_SAFE_INTEGER)
  for (;;) {
    const blocks = await fetching
    const last = blocks[BLOCKS_AT_ONCE - 1]
    if (last) fetching = fetchBelow(last.block)
    yield blocks
    if (!last) return
  }
}

/** How many numbers contain the needle. After a hit, the search continues after that number. */
function countNumbers(numbers: string, needle: string): number {
  let count = 0
  for (let at = numbers.indexOf(needle); at >= 0; at = numbers.indexOf(needle, numbers.indexOf(',', at)))
    count += 1
  return count
}

/** Newest first. */
export function positionsIn(block: number, numbers: string, needle: string): number[] {
  return numbers
    .split(',')
    .flatMap((number, index) => (number.includes(needle) ? [block * BLOCK_POSITIONS + index + 1] : []))
    .reverse()
}
