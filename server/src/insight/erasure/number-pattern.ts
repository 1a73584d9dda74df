// How a number may be written in a text: with its country code or without, with separators. As a regular expression of PostgreSQL.
import { callingCode, numberDigits } from '../../platform/kernel/phone/phone-key.ts'

const SEPARATOR = '[ ()./-]*'
/** Fewer digits alone could be another number, or no number at all. */
const MIN_BARE_DIGITS = 9
const MIN_DIGITS = 5

/** Undefined: the number is so short that texts cannot be searched for it. */
export function numberPattern(phoneKey: string): string | undefined {
  const digits = numberDigits(phoneKey)
  if (digits.length < MIN_DIGITS) return undefined
  const spread = (part: string) => [...part].join(SEPARATOR)
  const code = callingCode(`+${digits}`)
  const forms = [`(?:\\+|00)?${SEPARATOR}${spread(digits)}`]
  if (code !== undefined) {
    const national = digits.slice(code.length)
    const prefix = `(?:\\+|00)?${spread(code)}${SEPARATOR}(?:0${SEPARATOR})?`
    if (national.length >= MIN_DIGITS) forms.push(`${prefix}${spread(national)}`)
    if (national.length >= MIN_DIGITS + 2) forms.push(`0${SEPARATOR}${spread(national)}`)
    if (national.length >= MIN_BARE_DIGITS) forms.push(spread(national))
  }
  return `(?<![0-9])(?:${forms.join('|')})(?![0-9])`
}
