// Searches the contacts of a data source for part of a number, part of a name or both, exactly. PostgreSQL finds the blocks that
// contain the needle; the contacts in them are found here, because splitting the blocks takes PostgreSQL several times as long.
import { phoneDigits } from '../../platform/kernel/phone/phone-number.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { findBlocks } from './contact-blocks.queries.ts'
import { findTextPositions } from './contact-list.queries.ts'
import { asNeedle, findMissingBlocks, findNames, readNames } from './name-blocks.queries.ts'
import { addMatches, fromBytes, intersect, type PositionSet } from './position-set.ts'

export interface ContactSearch {
  /** Part of the number; empty for all. */
  phoneNumber: string
  /** Part of the display name; empty for all. */
  name: string
}

/** About 400 kB, searched in about a millisecond: other requests are served in between. */
const BLOCKS_AT_ONCE = 128

export function isSearch({ phoneNumber, name }: ContactSearch): boolean {
  return phoneNumber !== '' || name !== ''
}

/** All contacts that match; none for a search for nothing. */
export async function searchContacts(
  db: Queryable,
  dataSourceId: string,
  { phoneNumber, name }: ContactSearch,
): Promise<PositionSet> {
  const numbered = phoneNumber === '' ? undefined : await searchNumbers(db, dataSourceId, phoneNumber)
  if (name === '' || numbered?.size === 0) return numbered ?? new Map()
  const named = await searchNames(db, dataSourceId, name)
  return numbered ? intersect(numbered, named) : named
}

/** Separators in either do not matter, unless the needle has nothing else. */
export function hasPart(number: string, part: string): boolean {
  const needle = phoneDigits(part)
  return needle === '' ? number.includes(part) : phoneDigits(number).includes(needle)
}

export async function searchNumbers(
  db: Queryable,
  dataSourceId: string,
  phoneNumber: string,
): Promise<PositionSet> {
  const needle = phoneDigits(phoneNumber)
  if (needle === '') return fromBytes(await findTextPositions.first(db, [dataSourceId, phoneNumber]))
  const found: PositionSet = new Map()
  // Letters occur in no phone number.
  if (!/^[\d+]+$/.test(needle)) return found
  const fetchBelow = (block: number) => findBlocks(db, [dataSourceId, block, needle, BLOCKS_AT_ONCE])
  for await (const { block, numbers } of eachBlock(fetchBelow))
    addMatches(found, { block, text: numbers, separator: ',', needle })
  return found
}

async function searchNames(db: Queryable, dataSourceId: string, name: string): Promise<PositionSet> {
  const found: PositionSet = new Map()
  const { needle = '' } = (await asNeedle.first(db, [name])) ?? {}
  const add = (block: number, text: string) => addMatches(found, { block, text, separator: '\n', needle })
  const fetchBelow = (block: number) => findNames(db, [dataSourceId, block, needle, BLOCKS_AT_ONCE])
  for await (const { block, names } of eachBlock(fetchBelow)) add(block, names)
  const missing = await findMissingBlocks(db, [dataSourceId, Number.MAX_SAFE_INTEGER])
  for (let at = 0; at < missing.length; at += BLOCKS_AT_ONCE) {
    const blocks = missing.slice(at, at + BLOCKS_AT_ONCE).map(({ block }) => block)
    for (const { block, names } of await readNames(db, [dataSourceId, blocks])) add(block, names)
  }
  return found
}

/** Newest first. The next blocks are fetched while the caller searches these. */
async function* eachBlock<Row extends { block: number }>(fetchBelow: (block: number) => Promise<Row[]>) {
  let fetching = fetchBelow(Number.MAX_SAFE_INTEGER)
  for (;;) {
    const blocks = await fetching
    const last = blocks[BLOCKS_AT_ONCE - 1]
    if (last) fetching = fetchBelow(last.block)
    yield* blocks
    if (!last) return
  }
}
