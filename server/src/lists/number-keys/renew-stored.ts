// Gives stored numbers the keys that a reader of numbers gives them now: those of contacts with their calls, of calls without a task,
// and of do-not-call lists. Only keys that are others are written.

import type { Clock } from '../../platform/kernel/clock.ts'
import { LOWEST_ID } from '../../platform/kernel/ids.ts'
import type { PhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { findEntries } from '../do-not-call/do-not-call.queries.ts'
import { lockList, removeEntries } from '../do-not-call/write-entries.ts'
import type { KeyedEntry, KeyedNumber } from './renew-keys.queries.ts'
import * as queries from './renew-keys.queries.ts'

export interface Source {
  id: string
  country: string | null
  last_position: number
}

const AT_ONCE = 1000

export function createRenewer(clock: Clock, readPhoneNumber: PhoneNumberReader) {
  function withNewKeys<Row extends { phone_number: string; phone_key: string }>(
    rows: Row[],
    country?: string | null,
  ) {
    return rows.flatMap((row) => {
      const key = readPhoneNumber(row.phone_number, country)?.key ?? row.phone_key
      return key === row.phone_key ? [] : [{ ...row, newKey: key }]
    })
  }

  /** Of a table whose rows have ids and nothing else that depends on the key. */
  async function renewAll(
    db: Queryable,
    read: typeof queries.readConsentKeys,
    renew: typeof queries.renewConsents,
  ): Promise<void> {
    for (let after = LOWEST_ID; ; ) {
      const rows = await read(db, [after, AT_ONCE])
      const last = rows.at(-1)
      if (!last) return
      const all = keysOf(withNewKeys(rows))
      if (all[0].length > 0) await renew(db, all)
      after = last.id
    }
  }

  /** An entry whose number another entry has in another spelling is merged into that one. */
  async function renewEntries(tx: Queryable, listId: string, changed: (KeyedEntry & { newKey: string })[]) {
    const found = await findEntries(tx, [listId, changed.map(({ newKey }) => newKey)])
    const taken = new Set(found.map(({ phone_key }) => phone_key))
    const renamed: typeof changed = []
    const merged: typeof changed = []
    for (const entry of changed) {
      ;(taken.has(entry.newKey) ? merged : renamed).push(entry)
      taken.add(entry.newKey)
    }
    const oldKeys = (entries: typeof changed) => entries.map(({ phone_key }) => phone_key)
    const newKeys = (entries: typeof changed) => entries.map(({ newKey }) => newKey)
    await queries.renewEntries(tx, [listId, oldKeys(renamed), newKeys(renamed)])
    if (merged.length === 0) return
    const ends = merged.map(({ expire_time }) => expire_time)
    await queries.extendEntries(tx, [listId, newKeys(merged), ends])
    await removeEntries(tx, { id: listId }, oldKeys(merged), { actor: 'service', now: clock.now() })
  }

  return {
    /** Of a locked data source. */
    async contacts(tx: Queryable, { id, country, last_position }: Source): Promise<void> {
      for (let after = 0; after < last_position; after += AT_ONCE) {
        const range = [id, after, after + AT_ONCE] as [string, number, number]
        const contacts = withNewKeys(await queries.readContactKeys(tx, range), country)
        const called = withNewKeys(await queries.readCalledKeys(tx, range), country)
        if (contacts.length > 0) await queries.renewContacts(tx, keysOf(contacts))
        const all = keysOf([...contacts, ...called])
        if (all[0].length === 0) continue
        await queries.renewCalls(tx, all)
        await queries.renewDenials(tx, all)
        await queries.renewRecordings(tx, all)
      }
    },

    /** Of calls without a task, both those on record and those that wait. */
    async singleCalls(db: Queryable): Promise<void> {
      for (let after = LOWEST_ID; ; ) {
        const rows = await queries.readSingleCallKeys(db, [after, AT_ONCE])
        const last = rows.at(-1)
        if (!last) break
        const all = keysOf(withNewKeys(rows))
        if (all[0].length > 0) {
          await queries.renewCalls(db, all)
          await queries.renewRecordings(db, all)
        }
        after = last.call_id
      }
      for (let after = LOWEST_ID; ; ) {
        const rows = await queries.readAskedKeys(db, [after, AT_ONCE])
        const last = rows.at(-1)
        if (!last) return
        await queries.renewAsked(db, keysOf(withNewKeys(rows)))
        after = last.id
      }
    },

    consents: (db: Queryable): Promise<void> => renewAll(db, queries.readConsentKeys, queries.renewConsents),
    notes: (db: Queryable): Promise<void> => renewAll(db, queries.readNoteKeys, queries.renewNotes),

    async list(tx: Queryable, listId: string): Promise<void> {
      const { last_position } = await lockList(tx, listId)
      for (let after = 0; after < last_position; after += AT_ONCE) {
        const changed = withNewKeys(await queries.readEntryKeys(tx, [listId, after, after + AT_ONCE]))
        if (changed.length > 0) await renewEntries(tx, listId, changed)
      }
    },

    /** Of entries that were removed. */
    async pastEntries(db: Queryable): Promise<void> {
      for (let after = ['', '']; ; ) {
        const rows = await queries.readPastKeys(db, [after[0] ?? '', after[1] ?? '', AT_ONCE])
        const last = rows.at(-1)
        if (!last) return
        const changed = withNewKeys(rows)
        await queries.renewPast(db, [
          changed.map(({ phone_number }) => phone_number),
          changed.map(({ phone_key }) => phone_key),
          changed.map(({ newKey }) => newKey),
        ])
        after = [last.phone_key, last.phone_number]
      }
    },
  }
}

function keysOf(changed: (KeyedNumber & { newKey: string })[]): [string[], string[], string[]] {
  return [
    changed.map(({ id }) => id),
    changed.map(({ phone_key }) => phone_key),
    changed.map(({ newKey }) => newKey),
  ]
}
