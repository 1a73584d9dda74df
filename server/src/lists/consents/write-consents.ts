// Adds and withdraws consents in the transaction of somebody else: of an import, or of a callee who opts out.
import { newId } from '../../platform/kernel/ids.ts'
import { sameNumber } from '../../platform/kernel/phone/phone-key.ts'
import type { PhoneNumber } from '../../platform/kernel/phone/phone-number.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { currentActor } from '../../platform/trail/actor.ts'
import * as queries from './consents.queries.ts'

export interface GivenConsent {
  /** What was agreed to: a name that tasks ask for. */
  purpose: string
  /** In which words. */
  wording: string
  givenTime: Date
  /** Where: a form, a shop, a call. */
  source: string
  /** How it can be proven: the address of a document, the number of a record. */
  proof: string
  expireTime: Date | null
}

export interface GivenConsentOf {
  phone: PhoneNumber
  consent: GivenConsent
}

/** Tasks and consents name a purpose in any case. */
export const purposeOf = (text: string) => text.trim().toLowerCase()

/** Returns how many are new. */
export async function addConsents(tx: Queryable, given: GivenConsentOf[], now: Date): Promise<number> {
  if (given.length === 0) return 0
  const rows = given.map(({ phone, consent }) => ({
    id: newId(),
    ...{ phone_key: phone.key, phone_number: phone.text, purpose: purposeOf(consent.purpose) },
    ...{ wording: consent.wording, given_time: consent.givenTime, source: consent.source },
    ...{ proof: consent.proof, expire_time: consent.expireTime },
  }))
  return (await queries.insertConsents(tx, [currentActor().name, now, ...queries.newConsents(rows)])).length
}

interface Withdrawal {
  keys: string[]
  /** Undefined: all that these numbers have agreed to. */
  purpose?: string | undefined
  note: string
  actor?: string
}

export async function withdrawConsents(
  tx: Queryable,
  { keys, purpose, note, actor = currentActor().name }: Withdrawal,
  now: Date,
): Promise<number> {
  const spellings = keys.flatMap((key) => sameNumber(key))
  const named = purpose === undefined ? null : purposeOf(purpose)
  return (await queries.withdrawConsents(tx, [spellings, named, actor, now, note])).length
}
