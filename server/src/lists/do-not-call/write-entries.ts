// Changes the entries of a list. The list is locked until the transaction ends, so its count is exact, and what is read of its
// entries stays true until they are written.
import { NotFound } from '../../platform/kernel/errors.ts'
import { isId } from '../../platform/kernel/ids.ts'
import { sameNumber } from '../../platform/kernel/phone/phone-key.ts'
import type { PhoneNumber, PhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import type { ListRow } from './do-not-call.queries.ts'
import * as queries from './do-not-call.queries.ts'

export const MAX_NOTE_LENGTH = 500

export interface GivenEntry {
  phone: PhoneNumber
  note: string
  expireTime: Date | null
}

/** Who changes entries, and when. */
export interface Change {
  actor: string
  now: Date
  /** From a file: a single event tells of all of them, which is the end of the import. */
  isImport?: boolean
}

/** A local number of another country than the service's is stored in its international form, so that it can be read again. */
export function asStored(phone: PhoneNumber, readPhoneNumber: PhoneNumberReader): PhoneNumber {
  return readPhoneNumber(phone.text)?.key === phone.key ? phone : { text: phone.key, key: phone.key }
}

/**
 * The entries of a list that block these numbers in their other spelling: with the country code, or without a country. Nobody can say whether
 * they mean the same number, so nothing is changed for it.
 */
export async function otherSpellings(
  tx: Queryable,
  { id }: Pick<ListRow, 'id'>,
  keys: string[],
  now: Date,
): Promise<string[]> {
  const given = new Set(keys)
  const others = [...given].map((key) => sameNumber(key)[1]).filter((key) => !given.has(key))
  const found = await queries.findEntries(tx, [id, others])
  const holding = found.filter(({ expire_time }) => expire_time === null || expire_time > now)
  const numbers = new Map(holding.map(({ phone_key, phone_number }) => [phone_key, phone_number]))
  return others.flatMap((key) => numbers.get(key) ?? [])
}

export async function lockList(tx: Queryable, id: string): Promise<ListRow> {
  const list = isId(id) ? await queries.lockList.first(tx, [id]) : undefined
  if (!list) throw new NotFound('do-not-call list', id)
  return list
}

/**
 * Adds the entries to a locked list. The entry of a number that is on it is replaced, at the same position. Of equal numbers the
 * last one counts.
 */
export async function putEntries(
  tx: Queryable,
  { id, last_position }: Pick<ListRow, 'id' | 'last_position'>,
  given: GivenEntry[],
  { actor, now, isImport = false }: Change,
): Promise<{ added: number; updated: number }> {
  const entries = [...new Map(given.map((entry) => [entry.phone.key, entry])).values()]
  if (entries.length === 0) return { added: 0, updated: 0 }
  const keys = entries.map(({ phone }) => phone.key)
  const replaced = await queries.removeEntries(tx, [id, keys, actor, now])
  const positions = new Map(replaced.map(({ phone_key, position }) => [phone_key, position]))
  let added = 0
  const nextPosition = () => {
    added += 1
    return last_position + added
  }
  await queries.insertEntries(tx, [
    id,
    keys.map((key) => positions.get(key) ?? nextPosition()),
    keys,
    entries.map(({ phone }) => phone.text),
    entries.map(({ note }) => note),
    entries.map(({ expireTime }) => expireTime),
    actor,
    now,
    !isImport,
  ])
  await queries.recordEntries(tx, [id, added, added, now])
  return { added, updated: replaced.length }
}

export async function removeEntries(
  tx: Queryable,
  { id }: Pick<ListRow, 'id'>,
  keys: string[],
  { actor, now }: Change,
): Promise<number> {
  const removed = await queries.removeEntries(tx, [id, keys, actor, now])
  if (removed.length > 0) await queries.recordEntries(tx, [id, -removed.length, 0, now])
  return removed.length
}
