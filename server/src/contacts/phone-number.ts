// What a phone number is, and when two ways of writing one are the same number.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

export interface PhoneNumber {
  /** As given, trimmed. */
  text: string
  /** What is compared: no separators and, with a default country, always the international form. */
  key: string
}

/** Room for 20 digits and whatever people put between them. */
const MAX_LENGTH = 64

// An optional + before the digits, then digits with the separators people type. No two repetitions meet, so
// the time it takes does not grow with the square.
const form = /^[([]*(?:\+[([]*)?\d[\d \-.()[\]\u00a0]*$/
const separators = /[ \-.()[\]\u00a0]/g
const plain = /^\+?\d{3,20}$/

export const PHONE_NUMBER_RULE =
  'an optional +, then 3 to 20 digits, which may be separated by spaces, dashes, dots or brackets'

export type PhoneNumberReader = (input: string) => PhoneNumber | undefined

export function createPhoneNumberReader(defaultCountry: string | undefined): PhoneNumberReader {
  return (input) => {
    const text = input.trim()
    if (text.length > MAX_LENGTH) return undefined
    const compact = plain.test(text) ? text : form.test(text) ? text.replace(separators, '') : ''
    if (!plain.test(compact)) return undefined
    return { text, key: defaultCountry ? international(compact, defaultCountry as CountryCode) : compact }
  }
}

function international(compact: string, country: CountryCode): string {
  const parsed = parsePhoneNumberFromString(compact, country)
  return parsed?.isPossible() ? parsed.number : compact
}

/** The number without separators: what a search looks in. */
export function phoneDigits(text: string): string {
  return text.replace(separators, '')
}
