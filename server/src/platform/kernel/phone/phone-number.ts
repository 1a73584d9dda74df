// The definition of a phone number: what is accepted, what is dialed, and what an export leaves unchanged. Imports, requests,
// gateways, exports and openapi.json all use this file, so every accepted number can be dialed. When two spellings are the same
// number is decided in phone-key.ts.
import { type Country, phoneKey, phoneKeyPrefixes } from './phone-key.ts'

export interface PhoneNumber {
  /** As given, trimmed. */
  text: string
  /** The form used for comparison: see phone-key.ts. */
  key: string
}

/** Room for 20 digits and the separators between them. */
export const PHONE_NUMBER_MAX_LENGTH = 64

export const PHONE_NUMBER_RULE =
  'an optional +, then 3 to 20 digits, which may be separated by spaces, dashes, dots, slashes or brackets'

const OPENING = '\\(\\['
const SEPARATORS = ' \\u00a0\\-./()\\[\\]'
const SPACE_ONLY = '\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'
const SPACE = `${SPACE_ONLY} \\u00a0`
const SCHEME = `(?:[tT][eE][lL]:[${SPACE}]*)?`

// A spreadsheet may write the number 13800138000 as 13800138000.0 or 13800138000.00, whose zeros must not be dialed. Where
// dots separate groups there are several (01.42.68.53.00), so a single dot before final zeros is a decimal point.
const DECIMAL_ENDING = '[^.]*\\.[^0-9.]*0[^1-9.]*$'

/**
 * The accepted numbers as a JSON Schema pattern, used with PHONE_NUMBER_MAX_LENGTH. White space around the number is
 * allowed. Adjacent repetitions share no character, so matching takes linear time.
 */
export const PHONE_NUMBER_PATTERN =
  `^(?!${DECIMAL_ENDING})[${SPACE}]*${SCHEME}[${OPENING}]*(?:\\+[${OPENING}]*)?[0-9](?:[${SEPARATORS}]*[0-9]){2,19}` +
  `[${SEPARATORS}]*(?:[${SPACE_ONLY}][${SPACE}]*)?$`

/** How a number may begin, written like a number. */
export const PHONE_PREFIX_PATTERN =
  `^[${SPACE}]*${SCHEME}[${OPENING}]*(?:\\+[${OPENING}]*)?[0-9](?:[${SEPARATORS}]*[0-9]){0,19}` +
  `[${SEPARATORS}]*(?:[${SPACE_ONLY}][${SPACE}]*)?$`

/** A phone number that no spreadsheet evaluates as a formula: with a dash, +100-50 would be a subtraction. */
export const PLAIN_PHONE_NUMBER_PATTERN = '^\\+?[0-9](?: ?[0-9]){2,19}$'

const accepted = new RegExp(PHONE_NUMBER_PATTERN, 'u')
const decimalEnding = new RegExp(`^${DECIMAL_ENDING}`, 'u')
const shortened = /^\s*[0-9][.,]?[0-9]*E\+[0-9]{1,2}\s*$/i
const plain = new RegExp(PLAIN_PHONE_NUMBER_PATTERN, 'u')
const bare = /^\+?[0-9]{3,20}$/
const separators = new RegExp(`^tel:\\s*|[${SEPARATORS}]`, 'giu')
const scheme = /^tel:\s*/i
// +49 (0)30 123 and 0049 (0)30 123: the zero is dialed only inside the country.
const trunkZero =
  /^([([]*(?:\+[([]*|00[ \u00a0./-]*)[0-9]{1,3}[ \u00a0./)\]-]*)[([][ \u00a0]*0[ \u00a0]*[)\]]/

/** `country`: of the list that the number is on, if that has one of its own. */
export type PhoneNumberReader = (input: string, country?: string | null) => PhoneNumber | undefined

/** The country of numbers that name none, where their list has no country of its own. */
type ServiceCountry = () => string | undefined

const noCountry: ServiceCountry = () => undefined

export function createPhoneNumberReader(serviceCountry = noCountry): PhoneNumberReader {
  return (input, country) => {
    const dialed = dialedNumber(input)
    if (dialed === undefined) return undefined
    return { text: input.trim(), key: phoneKey(dialed, (country ?? serviceCountry()) as Country | undefined) }
  }
}

/** How the keys of numbers begin that begin like this text: as it is and, with a default country, in the international form. */
export type PhonePrefixReader = (input: string) => string[]

export function createPhonePrefixReader(serviceCountry = noCountry): PhonePrefixReader {
  return (input) => phoneKeyPrefixes(phoneDigits(input.trim()), serviceCountry() as Country | undefined)
}

/** The digits to dial, after a + where one was given; undefined for text that is not a phone number. */
export function dialedNumber(input: string): string | undefined {
  if (bare.test(input)) return input
  if (!isPhoneNumber(input)) return undefined
  const text = input.trim().replace(scheme, '')
  const withoutTrunkZero = phoneDigits(text.replace(trunkZero, '$1'))
  return bare.test(withoutTrunkZero) ? withoutTrunkZero : phoneDigits(text)
}

export function isPhoneNumber(input: string): boolean {
  return input.length <= PHONE_NUMBER_MAX_LENGTH && accepted.test(input)
}

/** Why a text is not a phone number. Spreadsheets add an ending such as .0, or shorten a number to 1.38E+10. */
export function phoneNumberProblem(input: string, field = 'phoneNumber') {
  if (decimalEnding.test(input) && isPhoneNumber(input.slice(0, input.indexOf('.')))) {
    const message = `${field} must not have a decimal ending such as .0: write the number as text, without it`
    return { code: 'phone_decimal', message } as const
  }
  if (shortened.test(input)) {
    const message = `${field} was shortened by a spreadsheet, and its last digits are lost: make the column text there, and export it again`
    return { code: 'phone_shortened', message } as const
  }
  return { code: 'phone_invalid', message: `${field} must be ${PHONE_NUMBER_RULE}` } as const
}

/**
 * The phone number in a numeric cell, from the text that the cell shows: zero decimals are removed, and anything but
 * digits (a fraction, a date, a percentage) is not a phone number.
 */
export function numericCellDigits(shown: string): string | undefined {
  return /^([0-9]+)(?:\.0+)?$/.exec(shown)?.[1]
}

/** Whether an export may leave the text unchanged although it begins with a plus. */
export function isPlainPhoneNumber(text: string): boolean {
  return plain.test(text)
}

/** The number without separators, in which searches look. */
export function phoneDigits(text: string): string {
  return text.replace(separators, '')
}
