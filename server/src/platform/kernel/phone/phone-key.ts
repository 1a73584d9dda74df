// When two spellings are the same number. Duplicates, do-not-call lists, budgets, prefixes and live calls all compare numbers by
// this key: the international form where the country is known, otherwise the digits as they are dialed.
// 00 before a country code is + everywhere. A number with its country code has the same key whatever country is given,
// so only numbers in a local form depend on it.
// A number whose country is not known may be the international number of the same digits, or another one. It keeps its own key, and both
// are contacts of one list; but for do-not-call lists, budgets, live calls and the history they count as one number: `sameNumber`.
import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/** Two letters, such as `DE`, of a country that has phone numbers. */
export type Country = CountryCode

export const COUNTRIES: readonly Country[] = [...getCountries()].sort()

/** The key is in the international form: it depends on no country. */
export function hasCountryCode(phoneKey: string): boolean {
  return phoneKey.startsWith('+')
}

/** The keys of a number with the same digits: with its country code, and without a country. In statements: the function same_number. */
export function sameNumber(phoneKey: string): [given: string, other: string] {
  return [phoneKey, hasCountryCode(phoneKey) ? phoneKey.slice(1) : `+${phoneKey}`]
}

/** What keys of the same number have in common. */
export function numberDigits(phoneKey: string): string {
  return hasCountryCode(phoneKey) ? phoneKey.slice(1) : phoneKey
}

/**
 * The key of the number of a live call. A call from outside has its own id behind the number if the number has another live call:
 * a number may be called once at a time, but several people may call from one.
 */
export function numberKey(liveKey: string): string {
  return liveKey.split('*', 1)[0] ?? liveKey
}

/** SQL for the key of the number in the key of a live call. */
export const NUMBER_KEY = (liveKey: string) => `split_part(${liveKey}, '*', 1)`

const callingCodes: ReadonlySet<string> = new Set(COUNTRIES.map((country) => getCountryCallingCode(country)))
const DIALED_INTERNATIONALLY = /^00(?=[1-9][0-9]{2})/
const MAX_CODE_DIGITS = 3
/** In Germany 495112345 is a local number without its zero, and 4915123456000 one with the country code but without the plus. */
const MIN_DIGITS_WITH_CODE = 12

/** `dialed`: digits, after perhaps a plus. `country`: of numbers that name none. */
export function phoneKey(dialed: string, country: Country | undefined): string {
  if (dialed.startsWith('+')) return withoutTrunkPrefix(dialed)
  const plus = internationalForm(dialed)
  if (plus !== dialed && (country === undefined || isKnownNumber(plus))) return withoutTrunkPrefix(plus)
  if (country === undefined) return dialed
  const withCode = `+${dialed}`
  if (
    dialed.length >= MIN_DIGITS_WITH_CODE &&
    dialed.startsWith(getCountryCallingCode(country)) &&
    isKnownNumber(withCode)
  )
    return withoutTrunkPrefix(withCode)
  const parsed = parsePhoneNumberFromString(dialed, country)
  return parsed?.isPossible() ? parsed.number : withoutTrunkPrefix(plus)
}

/** With a + for the 00 that most countries dial before a country code. */
export function internationalForm(dialed: string): string {
  return dialed.replace(DIALED_INTERNATIONALLY, '+')
}

/** How the keys of numbers begin that begin with these digits: as they are and, where a country is given, in the international form. */
export function phoneKeyPrefixes(digits: string, country: Country | undefined): string[] {
  if (digits === '00') return ['00', '+']
  const plus = digits.replace(/^00(?=[1-9])/, '+')
  if (country === undefined || plus !== digits || !/^\+?[0-9]+$/.test(digits)) return [plus]
  const typed = new AsYouType(country)
  typed.input(digits)
  return [...new Set([digits, typed.getNumberValue() ?? digits])]
}

/**
 * What to dial for a number with this key: as it is written, if the trunk understands that. It does where the number names its
 * country, or is in the local form of the country of the service; the local form of another country would reach somebody else.
 */
export function createDialForm(serviceCountry: Country | undefined) {
  const own = serviceCountry && `+${getCountryCallingCode(serviceCountry)}`
  return (written: string, key: string): string => {
    if (!hasCountryCode(key) || (own !== undefined && key.startsWith(own))) return written
    return /^\D*(?:\+|00)/.test(written) ? written : key
  }
}

/** The country code of a number that begins with a plus; undefined if no country has it, such as +800. */
export function callingCode(number: string): string | undefined {
  if (!number.startsWith('+')) return undefined
  for (let digits = 1; digits <= MAX_CODE_DIGITS; digits += 1) {
    const code = number.slice(1, 1 + digits)
    if (callingCodes.has(code)) return code
  }
  return undefined
}

/** +49 0151 is +49 151. Reading a number takes as long as half a call costs, so it is read only if it may have such a prefix. */
function withoutTrunkPrefix(number: string): string {
  const code = callingCode(number)
  if (code === undefined) return number
  const first = number.charAt(1 + code.length)
  const mayHavePrefix = first === '0' || first === '8' || (first === '1' && code === '1')
  const parsed = mayHavePrefix ? parsePhoneNumberFromString(number) : undefined
  return parsed?.isPossible() ? parsed.number : number
}

/** Of a number with a country code; undefined if its country has no such number, or if it is of no country. */
export function countryOf(number: string): Country | undefined {
  const parsed = parsePhoneNumberFromString(number)
  return parsed?.isValid() ? parsed.country : undefined
}

/** Whether its country has such numbers. */
export function isKnownNumber(number: string): boolean {
  return parsePhoneNumberFromString(number)?.isValid() ?? false
}
