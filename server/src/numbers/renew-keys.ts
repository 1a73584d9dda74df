// The keys of stored numbers depend on a country where a number does not name its own. When the country of a data source changes, the
// keys of its contacts and of their calls are computed anew in the same transaction; when the country of the service has changed, all
// keys are, before the node dials. So what is stored can always be compared.
import { lockDataSource } from '../data-sources/data-sources.service.ts'
import { findEntries } from '../do-not-call/do-not-call.queries.ts'
import { lockList, removeEntries } from '../do-not-call/write-entries.ts'
import type { Clock } from '../kernel/clock.ts'
import { Conflict } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { PhoneNumberReader } from '../kernel/phone-number.ts'
import { noteRuleChange } from '../permission/permission.queries.ts'
import type { PermissionSettings } from '../permission/permission.service.ts'
import type { Database, Queryable } from '../storage/database.ts'
import type { KeyedEntry, KeyedNumber } from './renew-keys.queries.ts'
import * as queries from './renew-keys.queries.ts'

interface KeyRenewalDependencies {
  db: Database
  clock: Clock
  log: Log
  readPhoneNumber: PhoneNumberReader
  permission: PermissionSettings
  defaultCountry: string | undefined
  /** Until the transaction ends, no task dials a contact of the data source that it does not dial already. */
  lockTasks(tx: Queryable, dataSourceId: string): Promise<void>
}

interface Source {
  id: string
  country: string | null
  last_position: number
}

export type KeyRenewal = ReturnType<typeof createKeyRenewal>

/** Changes with the rules in kernel/phone-key.ts. */
const RULES = 1
const AT_ONCE = 1000

export function createKeyRenewal(dependencies: KeyRenewalDependencies) {
  const { db, clock, log, readPhoneNumber, permission, defaultCountry, lockTasks } = dependencies
  const rules = `${RULES}:${defaultCountry ?? ''}`

  function withNewKeys<Row extends { phone_number: string; phone_key: string }>(
    rows: Row[],
    country?: string | null,
  ) {
    return rows.flatMap((row) => {
      const key = readPhoneNumber(row.phone_number, country)?.key ?? row.phone_key
      return key === row.phone_key ? [] : [{ ...row, newKey: key }]
    })
  }

  async function renewContacts(tx: Queryable, { id, country, last_position }: Source): Promise<void> {
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
  }

  async function renewList(tx: Queryable, listId: string): Promise<void> {
    const { last_position } = await lockList(tx, listId)
    for (let after = 0; after < last_position; after += AT_ONCE) {
      const changed = withNewKeys(await queries.readEntryKeys(tx, [listId, after, after + AT_ONCE]))
      if (changed.length > 0) await renewEntries(tx, listId, changed)
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

  async function renewPast(): Promise<void> {
    for (let after = ''; ; ) {
      const rows = await queries.readPastKeys(db, [after, AT_ONCE])
      const last = rows.at(-1)
      if (!last) return
      const changed = withNewKeys(rows)
      await queries.renewPast(db, [
        changed.map(({ phone_number }) => phone_number),
        changed.map(({ phone_key }) => phone_key),
        changed.map(({ newKey }) => newKey),
      ])
      after = last.phone_key
    }
  }

  return {
    /**
     * In the transaction that gives a locked data source another country. Returns how many of its contacts have the number of an older
     * one. Refused while calls are live: their records would have the keys of before.
     */
    async renewSource(tx: Queryable, source: Source): Promise<number> {
      await lockTasks(tx, source.id)
      const live = (await queries.countLiveCalls.first(tx, [source.id]))?.calls ?? 0
      if (live > 0) throw callsAreLive(live)
      await renewContacts(tx, source)
      // Contacts that wait are judged again.
      await noteRuleChange(tx, [])
      return (await queries.countDuplicates.first(tx, [source.id]))?.duplicates ?? 0
    },

    /** Before a node dials: all keys, if they were made by other rules or with another country of the service. */
    async renewAll(): Promise<void> {
      const stored = (await queries.readNumberRules.first(db, []))?.number_rules
      if (stored === rules) return
      log.info(
        { country: defaultCountry ?? null },
        'stored numbers are from other rules or another country; comparing them anew',
      )
      for (const { id } of await queries.listSources(db, []))
        await db.transaction(async (tx) => renewContacts(tx, await lockDataSource(tx, id)))
      for (const { id } of await queries.listLists(db, [])) await db.transaction((tx) => renewList(tx, id))
      await renewPast()
      await permission.renewPrefixes()
      await queries.writeNumberRules(db, [rules])
      log.info({}, 'stored numbers can be compared')
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

function callsAreLive(calls: number): Conflict {
  return new Conflict(
    `the country of a data source cannot change while its contacts are called (${calls} live calls): pause its tasks, and try again when the calls have ended`,
    { code: 'calls_live', field: 'country', params: { calls } },
  )
}
