// Phone numbers for those who may not see them: `+49•••••78`. The dots are always five, so nobody learns how long the number is.

/** Fewer digits are a count, a year or a price. */
const MIN_DIGITS = 7
const SHOWN_FIRST = 2
const SHOWN_LAST = 2
const DOTS = '•••••'

// Found first, so that their digits are not taken for a number: ids and times.
const NO_NUMBER = [
  '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}',
  '(?<!\\d)(?:19|20)\\d\\d-[01]\\d-[0-3]\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?Z?)?(?!\\d)',
]
const NUMBER = `\\+?\\d(?:[ ()./-]{0,3}\\d){${MIN_DIGITS - 1},}`
export const MASKED_PATTERN = `(?:${NO_NUMBER.join('|')})|(${NUMBER})`
const PATTERN = new RegExp(MASKED_PATTERN, 'gi')

/** The text with every number in it masked, however it is written. */
export function maskNumbers(text: string): string {
  return text.replace(PATTERN, (found, number?: string) => (number === undefined ? found : mask(number)))
}

function mask(number: string): string {
  const digits = number.replace(/\D/g, '')
  return `${number.startsWith('+') ? '+' : ''}${digits.slice(0, SHOWN_FIRST)}${DOTS}${digits.slice(-SHOWN_LAST)}`
}
