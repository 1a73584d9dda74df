// What people have agreed to, by number: tasks that ask for it call nobody without it. A change is committed before it is answered, and a
// claim reads the consents themselves, so it holds from the next claim on.
import type { Clock } from '../../platform/kernel/clock.ts'
import { InvalidInput } from '../../platform/kernel/errors.ts'
import { type Page, type Paged, readPage } from '../../platform/kernel/paging.ts'
import type { PhoneNumber, PhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import type { ConsentRow } from './consents.queries.ts'
import * as queries from './consents.queries.ts'
import { addConsents, type GivenConsent, purposeOf, withdrawConsents } from './write-consents.ts'

export type Consents = ReturnType<typeof createConsents>

interface ConsentsDependencies {
  db: Database
  clock: Clock
  readPhoneNumber: PhoneNumberReader
  /** Behind the locks: numbers are read by the country that the service has now. */
  followCountry?(tx: Queryable): Promise<void>
}

export function createConsents({ db, clock, readPhoneNumber, followCountry }: ConsentsDependencies) {
  const read = (numbers: string[]): PhoneNumber[] =>
    numbers.map((given, index) => {
      const phone = readPhoneNumber(given)
      if (phone)
        return readPhoneNumber(phone.text)?.key === phone.key ? phone : { text: phone.key, key: phone.key }
      const field = `phoneNumbers[${index}]`
      throw new InvalidInput(`${field} is not a phone number`, { fault: 'phone_invalid', field })
    })

  return {
    add: (phoneNumbers: string[], consent: GivenConsent): Promise<number> =>
      db.transaction(async (tx) => {
        await followCountry?.(tx)
        const now = clock.now()
        if (consent.givenTime > now) throw inFuture()
        if (consent.expireTime !== null && consent.expireTime <= consent.givenTime) throw notLater()
        const phones = new Map(read(phoneNumbers).map((phone) => [phone.key, phone]))
        const added = await addConsents(
          tx,
          [...phones.values()].map((phone) => ({ phone, consent })),
          now,
        )
        const after = { purpose: purposeOf(consent.purpose), count: added }
        if (added > 0) await recordChange(tx, { at: now, operation: 'consent.add', after })
        return added
      }),

    withdraw: (phoneNumbers: string[], purpose: string | undefined, note: string): Promise<number> =>
      db.transaction(async (tx) => {
        await followCountry?.(tx)
        const now = clock.now()
        const keys = read(phoneNumbers).map(({ key }) => key)
        const count = await withdrawConsents(tx, { keys, purpose, note }, now)
        if (count > 0)
          await recordChange(tx, { at: now, operation: 'consent.withdraw', after: { count, note } })
        return count
      }),

    list({
      phoneNumber,
      purpose,
      ...page
    }: Page & { phoneNumber?: string; purpose?: string }): Promise<Paged<ConsentRow>> {
      const phone = phoneNumber === undefined ? undefined : readPhoneNumber(phoneNumber)
      if (phoneNumber !== undefined && !phone)
        throw new InvalidInput('phoneNumber is not a phone number', {
          fault: 'phone_invalid',
          field: 'phoneNumber',
        })
      const found = [phone?.key ?? null, purpose === undefined ? null : purposeOf(purpose)]
      return readPage(page, {
        find: (afterId) => queries.findConsent.first(db, [afterId]),
        count: () => queries.countConsents.first(db, found),
        readAt: (offset, limit) => queries.listConsents(db, [...found, offset, limit]),
        readAfter: (afterId, limit) => queries.listConsentsAfter(db, [...found, afterId, limit]),
      })
    },
  }
}

const inFuture = () =>
  new InvalidInput('givenTime must not be in the future', { fault: 'invalid', field: 'givenTime' })

const notLater = () =>
  new InvalidInput({ fault: 'not_later', field: 'expireTime', params: { other: 'givenTime' } })
