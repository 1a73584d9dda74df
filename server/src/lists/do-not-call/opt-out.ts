// A callee who wants no more calls: the number goes on a list, for ever, and all that it has agreed to is withdrawn.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { PhoneNumber, PhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { withdrawConsents } from '../consents/write-consents.ts'
import { requirePhone } from '../contacts/contacts.service.ts'
import { findEntries } from './do-not-call.queries.ts'
import { asStored, lockList, putEntries } from './write-entries.ts'

interface OptOutDependencies {
  db: Database
  clock: Clock
  readPhoneNumber: PhoneNumberReader
  /** Behind the lock of the list: numbers are read by the country that the service has now. */
  followCountry?(tx: Queryable): Promise<void>
  /** As its task compares it: the data source may have a country of its own. */
  numberOfCall(callId: string): Promise<PhoneNumber | undefined>
}

export interface OptOut {
  listId: string
  phoneNumber: string
  callId: string
}

/** Asking again changes nothing. */
export function createOptOuts(dependencies: OptOutDependencies) {
  const { db, clock, readPhoneNumber, followCountry, numberOfCall } = dependencies
  return async ({ listId, phoneNumber, callId }: OptOut): Promise<void> => {
    // Somebody who called in may not have shown a number.
    const given = requirePhone(readPhoneNumber, phoneNumber)
    const called = (await numberOfCall(callId)) ?? given
    await db.transaction(async (tx) => {
      const list = await lockList(tx, listId)
      await followCountry?.(tx)
      const phone = asStored(called, readPhoneNumber)
      const [known] = await findEntries(tx, [listId, [phone.key]])
      const now = clock.now()
      const note = `asked for in call ${callId}`
      await withdrawConsents(tx, { keys: [phone.key], note, actor: 'call' }, now)
      if (known && known.expire_time === null) return
      await putEntries(tx, list, [{ phone, note, expireTime: null }], { actor: 'call', now })
    })
  }
}
