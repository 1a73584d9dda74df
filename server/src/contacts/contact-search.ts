// All contacts of a list that match a search, as positions: for callers that filter them further.
import { phoneDigits } from '../kernel/phone-number.ts'
import type { Queryable } from '../storage/database.ts'
import { BLOCK_POSITIONS } from './contact-blocks.queries.ts'
import { findNamePositions, findTextPositions } from './contact-list.queries.ts'
import { blocksWith, positionsIn } from './phone-search.ts'

export interface ContactSearch {
  /** Part of the number; empty for all. */
  phoneNumber: string
  /** Part of the display name; empty for all. */
  name: string
}

const POSITIONS_AT_ONCE = 32_768

interface SearchedList {
  /** The position at which the list ends. */
  upTo: number
  /** Contacts of the list that were deleted from the data source. */
  kept: { position: number; phone_number: string }[]
}

export function isSearch({ phoneNumber, name }: ContactSearch): boolean {
  return phoneNumber !== '' || name !== ''
}

/** Newest first, in parts of some thousand. A deleted contact has no name. */
export async function* searchPositions(
  db: Queryable,
  dataSourceId: string,
  { phoneNumber, name }: ContactSearch,
  list: SearchedList,
): AsyncGenerator<number[]> {
  if (name === '') {
    yield* searchNumbers(db, dataSourceId, phoneNumber, list)
    return
  }
  const rows = await findNamePositions(db, [dataSourceId, name, list.upTo])
  const named = rows.map(({ position }) => position)
  if (phoneNumber === '') {
    for (let at = 0; at < named.length; at += POSITIONS_AT_ONCE) yield named.slice(at, at + POSITIONS_AT_ONCE)
    return
  }
  const isNamed = new Set(named)
  for await (const positions of searchNumbers(db, dataSourceId, phoneNumber, list))
    yield positions.filter((position) => isNamed.has(position))
}

async function* searchNumbers(
  db: Queryable,
  dataSourceId: string,
  phoneNumber: string,
  { upTo, kept }: SearchedList,
): AsyncGenerator<number[]> {
  const needle = phoneDigits(phoneNumber)
  const isFound = (number: string) =>
    needle === '' ? number.includes(phoneNumber) : phoneDigits(number).includes(needle)
  const deleted = kept.flatMap(({ position, phone_number }) => (isFound(phone_number) ? [position] : []))
  deleted.sort((a, b) => a - b)
  for await (const { positions, after } of partsWith(db, dataSourceId, { phoneNumber, needle, upTo })) {
    const between: number[] = []
    while ((deleted.at(-1) ?? 0) > after) between.push(deleted.pop() ?? 0)
    yield between.length === 0 ? positions : [...positions, ...between].sort((a, b) => b - a)
  }
  yield deleted.reverse()
}

/** `after`: all positions that match above this one have been found. */
async function* partsWith(
  db: Queryable,
  dataSourceId: string,
  { phoneNumber, needle, upTo }: { phoneNumber: string; needle: string; upTo: number },
) {
  // As in the list of a data source: a needle of separators is searched in the text; letters occur in no phone number.
  if (needle === '') {
    const found = await findTextPositions.first(db, [dataSourceId, phoneNumber, upTo + 1, 0, null])
    yield { positions: found?.positions ?? [], after: 0 }
    return
  }
  if (!/^[\d+]+$/.test(needle)) return
  for await (const blocks of blocksWith(db, dataSourceId, needle)) {
    const last = blocks.at(-1)
    if (!last) return
    yield {
      positions: blocks.flatMap(({ block, numbers }) =>
        positionsIn(block, numbers, needle).filter((position) => position <= upTo),
      ),
      after: last.block * BLOCK_POSITIONS,
    }
  }
}
