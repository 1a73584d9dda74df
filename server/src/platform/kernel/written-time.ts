// Times as people and spreadsheets write them: with the year first, as in 2026-03-02 9:30, 2026/3/2 or 2026年3月2日 下午3:30, with dots as
// in 2.3.2026 9:30, or as an instant such as 2026-03-02T09:30:00+01:00. 02/03/2026 is no time: it is another day in other countries.
import type { Timestamps } from './timestamps.ts'

const YEAR_FIRST = /^(\d{4})(?:[-/.]|年)(\d{1,2})(?:[-/.]|月)(\d{1,2})(?:(?:日 ?|[ T])(.*))?$/
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? (.*))?$/
const TIME = /^(上午|下午)?(\d{1,2})[:：](\d{2})(?:[:：](\d{2})(?:\.\d+)?)?(?: ?([ap])\.?m\.?)?$/i
const WITH_OFFSET = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})$/i

/** Longer texts are no times. */
const MAX_LENGTH = 40

/**
 * Undefined if the text is not a time. A time without an offset is by the clock of the service. `of`: a day is its first second, or its last
 * one; of a time that the clock shows twice, likewise.
 */
export function readWrittenTime(
  text: string,
  timestamps: Timestamps,
  of: 'first' | 'last',
): Date | undefined {
  const written = text.trim()
  if (written.length > MAX_LENGTH) return undefined
  const [, date, clockTime, offset] = WITH_OFFSET.exec(written) ?? []
  if (date !== undefined) {
    const isReal = timestamps.parse(`${date} ${clockTime?.slice(0, 5)}:00`, of) !== undefined
    const instant = new Date(
      `${date}T${clockTime}${offset?.toUpperCase().replace(/^(.\d\d)(\d\d)$/, '$1:$2')}`,
    )
    return isReal && !Number.isNaN(instant.getTime()) ? instant : undefined
  }
  const yearFirst = YEAR_FIRST.exec(written)
  const found = yearFirst ?? DAY_FIRST.exec(written)
  if (!found) return undefined
  const [, first, month, last, time] = found
  const day = [yearFirst ? first : last, month, yearFirst ? last : first].map(inTwo).join('-')
  const clock = time ? timeOfDay(time) : WHOLE_DAY[of]
  return clock === undefined ? undefined : timestamps.parse(`${day} ${clock}`, of)
}

const WHOLE_DAY = { first: '00:00:00', last: '23:59:59' }

/** Undefined if it is none, or if its hour is not one of half a day, where only half of it is meant. */
function timeOfDay(text: string): string | undefined {
  const [found, half, hour, minute, second = '0', meridiem] = TIME.exec(text) ?? []
  if (found === undefined) return undefined
  const isAfternoon = half === '下午' || meridiem?.toLowerCase() === 'p'
  const isHalf = half !== undefined || meridiem !== undefined
  if (isHalf && (Number(hour) > 12 || (meridiem !== undefined && Number(hour) === 0))) return undefined
  const hours = isHalf ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour)
  return [String(hours), minute, second].map(inTwo).join(':')
}

function inTwo(digits = ''): string {
  return digits.padStart(2, '0')
}
