// The keys of stored numbers depend on a country where a number does not name its own. When the country of a data source or of the
// service changes, the keys that depend on it are computed anew in the same transaction; a node that starts with another
// DEFAULT_COUNTRY does it before it dials. So what is stored can always be compared.

import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict } from '../../platform/kernel/errors.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import {
  createPhoneNumberReader,
  createPhonePrefixReader,
  type PhoneNumberReader,
  type PhonePrefixReader,
} from '../../platform/kernel/phone/phone-number.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import { lockDataSource } from '../data-sources/data-sources.service.ts'
import * as queries from './renew-keys.queries.ts'
import { createRenewer, type Source } from './renew-stored.ts'
import * as countryQueries from './service-country.queries.ts'
import type { ServiceCountry } from './service-country.ts'

interface KeyRenewalDependencies {
  db: Database
  clock: Clock
  log: Log
  serviceCountry: ServiceCountry
  /** The rules of permission, which name numbers and prefixes too. */
  rules: {
    renewPrefixes(tx: Queryable, read: PrefixReaders): Promise<void>
    /** Contacts that wait are judged again. */
    noteChange(tx: Queryable): Promise<void>
  }
  /** Until the transaction ends, no task dials a contact of the data source that it does not dial already. */
  lockTasks(tx: Queryable, dataSourceId: string): Promise<void>
}

interface PrefixReaders {
  readPhoneNumber: PhoneNumberReader
  readPhonePrefix: PhonePrefixReader
}

export type KeyRenewal = ReturnType<typeof createKeyRenewal>

/** Changes with the rules in kernel/phone/phone-key.ts. */
const RULES = 1

export function createKeyRenewal(dependencies: KeyRenewalDependencies) {
  const { db, clock, log, rules, serviceCountry, lockTasks } = dependencies
  const rulesWith = (country: string | undefined) => `${RULES}:${country ?? ''}`

  function renewalBy(country: string | undefined) {
    const read = createPhoneNumberReader(() => country)
    const prefixes = { readPhoneNumber: read, readPhonePrefix: createPhonePrefixReader(() => country) }
    return { ...createRenewer(clock, read), prefixes }
  }

  async function countDuplicates(tx: Queryable, dataSourceId: string): Promise<number> {
    return (await queries.countDuplicates.first(tx, [dataSourceId]))?.duplicates ?? 0
  }

  /** Everything that depends on the country of the service. Returns how many contacts have the number of an older one now. */
  async function renewForService(tx: Queryable, country: string | undefined): Promise<number> {
    const sources = await queries.listSourcesWithoutCountry(tx, [])
    for (const { id } of sources) await lockTasks(tx, id)
    const live = (await countryQueries.countLiveCallsOfService.first(tx, []))?.calls ?? 0
    if (live > 0) throw callsAreLive('the service', live)
    const renewal = renewalBy(country)
    let duplicates = 0
    for (const source of sources) {
      await renewal.contacts(tx, source)
      duplicates += await countDuplicates(tx, source.id)
    }
    await renewal.singleCalls(tx)
    for (const { id } of await queries.listLists(tx, [])) await renewal.list(tx, id)
    await renewal.pastEntries(tx)
    await renewal.consents(tx)
    await renewal.notes(tx)
    await rules.renewPrefixes(tx, renewal.prefixes)
    await queries.writeNumberRules(tx, [rulesWith(country)])
    return duplicates
  }

  return {
    /**
     * In the transaction that gives a locked data source another country. Returns how many of its contacts have the number of an older
     * one. Refused while calls are live: their records would have the keys of before.
     */
    async renewSource(tx: Queryable, source: Source): Promise<number> {
      await lockTasks(tx, source.id)
      const live = (await queries.countLiveCalls.first(tx, [source.id]))?.calls ?? 0
      if (live > 0) throw callsAreLive('a data source', live)
      await serviceCountry.follow(tx)
      await renewalBy(serviceCountry.current()).contacts(tx, source)
      await rules.noteChange(tx)
      return countDuplicates(tx, source.id)
    },

    /** Null: DEFAULT_COUNTRY. Returns how many contacts have the number of an older one of their data source now. */
    async changeServiceCountry(country: string | null): Promise<number> {
      const work = async (tx: Queryable) => {
        await countryQueries.lockNumbers(tx, [])
        const before = (await countryQueries.lockCountry.first(tx, []))?.country ?? null
        if (before === country) return 0
        const is = serviceCountry.withSetting(country)
        const isOther = is !== serviceCountry.withSetting(before)
        const found = isOther ? await renewForService(tx, is) : 0
        await countryQueries.changeCountry(tx, [country])
        const facts = { before: { country: before }, after: { country } }
        await recordChange(tx, { at: clock.now(), operation: 'country.change', ...facts })
        return found
      }
      // Locks all lists and many tasks, as a task does that names lists: a deadlock is possible.
      const duplicates = await db.transaction(work, { retry: true })
      await serviceCountry.follow(db)
      return duplicates
    },

    /** Before a node dials: all keys, if they were made by other rules or with another country of the service. */
    async renewAll(): Promise<void> {
      await serviceCountry.follow(db)
      const country = serviceCountry.current()
      const stored = (await queries.readNumberRules.first(db, []))?.number_rules
      if (stored === rulesWith(country)) return
      log.info(
        { country: country ?? null },
        'stored numbers are from other rules or another country; comparing them again',
      )
      const renewal = renewalBy(country)
      for (const { id } of await queries.listSources(db, []))
        await db.transaction(async (tx) => renewal.contacts(tx, await lockDataSource(tx, id)))
      await renewal.singleCalls(db)
      for (const { id } of await queries.listLists(db, [])) await db.transaction((tx) => renewal.list(tx, id))
      await renewal.pastEntries(db)
      await renewal.consents(db)
      await renewal.notes(db)
      await db.transaction((tx) => rules.renewPrefixes(tx, renewal.prefixes))
      await queries.writeNumberRules(db, [rulesWith(country)])
      log.info({}, 'stored numbers can be compared')
    },
  }
}

function callsAreLive(whose: 'the service' | 'a data source', calls: number): Conflict {
  const called = whose === 'the service' ? 'numbers without a country of their own' : 'its contacts'
  const tasks = whose === 'the service' ? 'the tasks' : 'its tasks'
  return new Conflict(
    `the country of ${whose} cannot change while ${called} are called (${calls} live calls): pause ${tasks}, and try again when the calls have ended`,
    { fault: 'calls_live', field: 'country', params: { calls } },
  )
}
