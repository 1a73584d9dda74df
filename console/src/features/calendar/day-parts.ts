// Times of a week, day by day, as the columns of a calendar need them.
import { wallMilliseconds } from '../../language/format.ts'

export interface DayPart {
  /** Minutes since midnight, up to 1440. */
  from: number
  to: number
}

export const DAY_MINUTES = 24 * 60
const MINUTE_MS = 60_000
const DAY_MS = DAY_MINUTES * MINUTE_MS
export const DAYS = [0, 1, 2, 3, 4, 5, 6]

/** What of the times lies on each of the seven days. Times are wall-clock timestamps of the API. */
export function dayParts(weekFrom: string, times: { from: string; to: string }[]): DayPart[][] {
  const start = wallMilliseconds(weekFrom)
  return DAYS.map((day) => {
    const midnight = start + day * DAY_MS
    const minutesOf = (time: string) => (wallMilliseconds(time) - midnight) / MINUTE_MS
    return times.flatMap((time) => {
      const from = Math.max(0, minutesOf(time.from))
      const to = Math.min(DAY_MINUTES, minutesOf(time.to))
      return from < to ? [{ from, to }] : []
    })
  })
}

/** Which day of the week it is, and how much of it has passed; undefined in another week. */
export function placeOf(weekFrom: string, now: string): { day: number; share: number } | undefined {
  const days = (wallMilliseconds(now) - wallMilliseconds(weekFrom)) / DAY_MS
  const day = Math.floor(days)
  return DAYS.includes(day) ? { day, share: days - day } : undefined
}

/** The date, so many days later. */
export function dateAfter(timestamp: string, days: number): string {
  return new Date(wallMilliseconds(timestamp) + days * DAY_MS).toISOString().slice(0, 10)
}

/** `09:30`; the end of a day is 24:00. */
export function clockText(minutes: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(minutes / 60)}:${two(minutes % 60)}`
}
