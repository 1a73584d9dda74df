// The columns of a file of contacts that say what each person has agreed to. They are no fields of the contact: the consent is that of its
// number.
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { readWrittenTime } from '../../platform/kernel/written-time.ts'
import type { GivenConsent } from './write-consents.ts'

export const CONSENT_COLUMNS = [
  'consentPurpose',
  'consentWording',
  'consentTime',
  'consentSource',
  'consentProof',
  'consentUntil',
] as const
type ConsentColumn = (typeof CONSENT_COLUMNS)[number]

export const MAX_PURPOSE = 100
export const MAX_CONSENT_TEXT = 2000

export function isConsentColumn(name: string): name is ConsentColumn {
  return (CONSENT_COLUMNS as readonly string[]).includes(name)
}

/** Undefined: the row names no purpose. A column: what is wrong is there. */
export function readConsent(
  cells: Partial<Record<ConsentColumn, string>>,
  timestamps: Timestamps,
  now: Date,
): GivenConsent | undefined | { column: ConsentColumn } {
  const purpose = (cells.consentPurpose ?? '').trim()
  if (purpose === '') return undefined
  if (purpose.length > MAX_PURPOSE) return { column: 'consentPurpose' }
  const wording = (cells.consentWording ?? '').trim()
  if (wording === '' || wording.length > MAX_CONSENT_TEXT) return { column: 'consentWording' }
  const givenTime = readWrittenTime(cells.consentTime ?? '', timestamps, 'first')
  if (!givenTime || givenTime > now) return { column: 'consentTime' }
  const until = (cells.consentUntil ?? '').trim()
  const expireTime = until === '' ? null : (readWrittenTime(until, timestamps, 'last') ?? undefined)
  if (expireTime === undefined || (expireTime && expireTime <= givenTime)) return { column: 'consentUntil' }
  const source = (cells.consentSource ?? '').trim()
  return { purpose, wording, givenTime, source, proof: (cells.consentProof ?? '').trim(), expireTime }
}
