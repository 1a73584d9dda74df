// Which numbers may be called at all, whatever list they are on: by length and by prefix. Emergency numbers are refused unless a
// setting allows them.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { callingCode, internationalForm } from '../../platform/kernel/phone/phone-key.ts'
import { premiumPrefix } from './premium-prefixes.ts'

export interface DestinationRules {
  /** If there are any, a number must begin with one of them. */
  allowedPrefixes: readonly string[]
  deniedPrefixes: readonly string[]
  /** Satellites and premium rates that may be called. */
  allowedPremiumPrefixes: readonly string[]
  minDigits: number
  maxDigits: number
  allowsEmergency: boolean
}

export type DestinationProblem =
  | { reason: 'emergency_number' }
  | { reason: 'denied_prefix'; prefix: string }
  | { reason: 'premium_number'; prefix: string }
  | { reason: 'no_allowed_prefix' }
  | { reason: 'too_short'; minDigits: number }
  | { reason: 'too_long'; maxDigits: number }

export const DEFAULT_DESTINATIONS: DestinationRules = {
  allowedPrefixes: [],
  deniedPrefixes: [],
  allowedPremiumPrefixes: [],
  minDigits: 3,
  maxDigits: 20,
  allowsEmergency: false,
}

/** As they are stored. */
export interface StoredDestinations {
  allowed_prefixes: string[]
  denied_prefixes: string[]
  allowed_premium_prefixes: string[]
  min_digits: number
  max_digits: number
  allows_emergency: boolean
}

export function destinationRules(stored: StoredDestinations): DestinationRules {
  return {
    allowedPrefixes: stored.allowed_prefixes,
    deniedPrefixes: stored.denied_prefixes,
    allowedPremiumPrefixes: stored.allowed_premium_prefixes,
    minDigits: stored.min_digits,
    maxDigits: stored.max_digits,
    allowsEmergency: stored.allows_emergency,
  }
}

/** Police, fire, ambulance and rescue, of all countries; the best-known first, because a warning names the first that a rule makes. */
const EMERGENCY_NUMBERS = new Set(
  `112 911 110 000 100 101 102 103 104 105 106 107 108 111 113 114 115 116 117 118 119 120 122 123 125 127 128 129 131 132 133 140 144
   150 155 156 158 159 160 166 175 180 185 190 191 192 193 194 195 196 197 198 199 900 901 902 903 912 913 919 988 990 991 992
   993 994 995 996 997 998 999 1122 1300 1515 1669 1730 10111 10177`.split(/\s+/),
)
/** After a country code or an outside line: in France 15, 17 and 18, and so in other countries. Nobody has a number of two digits. */
const SHORT_EMERGENCY_NUMBER = /^0?1[0-9]$/
const MAX_EMERGENCY_DIGITS = 5
/** Of a country code, with the plus and the 0 of a trunk prefix that some write behind it. */
const MAX_CODE_LENGTH = 5
const OUTSIDE_LINE_DIGITS = ['0', '9']
const MAX_WRITTEN_LENGTH = 21

/** `phoneKey`: a number as it is compared, without separators; `isSimulated`: no phone rings. Undefined: it may be called. */
export function destinationProblem(
  phoneKey: string,
  rules: DestinationRules,
  isSimulated = false,
): DestinationProblem | undefined {
  if (!rules.allowsEmergency && isEmergencyNumber(phoneKey)) return { reason: 'emergency_number' }
  const other = internationalForm(phoneKey)
  const isMet = (prefix: string) => phoneKey.startsWith(prefix) || other.startsWith(prefix)
  const denied = rules.deniedPrefixes.find(isMet)
  if (denied !== undefined) return { reason: 'denied_prefix', prefix: denied }
  if (rules.allowedPrefixes.length > 0 && !rules.allowedPrefixes.some(isMet))
    return { reason: 'no_allowed_prefix' }
  const premium = isSimulated ? undefined : premiumProblem(phoneKey, rules)
  if (premium) return premium
  const digits = phoneKey.startsWith('+') ? phoneKey.length - 1 : phoneKey.length
  if (digits < rules.minDigits) return { reason: 'too_short', minDigits: rules.minDigits }
  if (digits > rules.maxDigits) return { reason: 'too_long', maxDigits: rules.maxDigits }
  return undefined
}

/**
 * `sent`: a number as a trunk sends it. Its form and its length are the carrier's matter, but not where it leads.
 */
export function sentNumberProblem(sent: string, rules: DestinationRules): DestinationProblem | undefined {
  const number = withoutCodes(sent)
  if (!rules.allowsEmergency && isEmergencyNumber(number)) return { reason: 'emergency_number' }
  const other = internationalForm(number)
  const denied = rules.deniedPrefixes.find((prefix) => number.startsWith(prefix) || other.startsWith(prefix))
  return denied === undefined ? premiumProblem(number, rules) : { reason: 'denied_prefix', prefix: denied }
}

/** Codes before a number, such as `*31#`, do not hide it. */
export const withoutCodes = (dialed: string): string =>
  dialed.slice(Math.max(dialed.lastIndexOf('*'), dialed.lastIndexOf('#')) + 1)

/** A number that names no country is judged as it is, like denied prefixes. */
function premiumProblem(
  number: string,
  { allowedPremiumPrefixes }: DestinationRules,
): DestinationProblem | undefined {
  const other = internationalForm(number)
  const prefix = premiumPrefix(other)
  if (prefix === undefined) return undefined
  const isAllowed = allowedPremiumPrefixes.some(
    (allowed) => number.startsWith(allowed) || other.startsWith(allowed),
  )
  return isAllowed ? undefined : { reason: 'premium_number', prefix }
}

/** The emergency number that a trunk's rule could make of a number that is none; undefined: it makes none. */
export function emergencyMadeBy({
  match,
  strip,
  add,
}: {
  match: string
  strip: number
  add: string
}): string | undefined {
  // The rule itself may add the digit of an outside line.
  const lines = ['', ...OUTSIDE_LINE_DIGITS].filter((digit) => digit === '' || add.startsWith(digit))
  for (const line of lines)
    for (const emergency of EMERGENCY_NUMBERS) {
      const sent = `${line}${emergency}`
      if (!sent.startsWith(add)) continue
      const rest = sent.slice(add.length)
      const kept = match.slice(strip)
      if (!rest.startsWith(kept)) continue
      const given = match + '1'.repeat(Math.max(0, strip - match.length)) + rest.slice(kept.length)
      // No area code begins with 0.
      if (rest.slice(kept.length).startsWith('0') || given.length > MAX_WRITTEN_LENGTH) continue
      if (!isEmergencyNumber(given)) return emergency
    }
  return undefined
}

/** An emergency number counts after a country code too, with or without a trunk prefix: +86110 and +860110 reach the same service as 110. */
function isEmergencyNumber(phoneKey: string): boolean {
  if (isEmergencyAsDialed(phoneKey)) return true
  const number = internationalForm(phoneKey)
  if (!number.startsWith('+') || number.length > MAX_CODE_LENGTH + MAX_EMERGENCY_DIGITS) return false
  const afterCode = number.slice(1 + (callingCode(number)?.length ?? 0))
  if (isEmergencyAsDialed(afterCode)) return true
  const national = parsePhoneNumberFromString(number)?.nationalNumber
  // A trunk may send the digits without the plus.
  return isEmergencyAsDialed(number.slice(1)) || (national !== undefined && EMERGENCY_NUMBERS.has(national))
}

/** A switch takes the first digit of 0112 and 9112 for the one that gets an outside line. */
function isEmergencyAsDialed(digits: string): boolean {
  const [first = '', ...rest] = digits
  return (
    EMERGENCY_NUMBERS.has(digits) ||
    SHORT_EMERGENCY_NUMBER.test(digits) ||
    (OUTSIDE_LINE_DIGITS.includes(first) && EMERGENCY_NUMBERS.has(rest.join('')))
  )
}
