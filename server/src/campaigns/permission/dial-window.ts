// The time of day in which calls may start, by the wall clock of the service's time zone. The start is included, the end is
// not; a window whose start is later than its end runs past midnight; a missing side is midnight.
import type { ZoneOffsets } from '../../platform/kernel/timestamps.ts'

/** HH:MM or HH:MM:SS; null on both sides is all day. */
export interface DialWindow {
  start: string | null
  end: string | null
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** No change of daylight saving time moves the wall clock by more. */
const MARGIN_MINUTES = 3 * 60

export function isInsideWindow(window: DialWindow, offsetAt: ZoneOffsets, now: Date): boolean {
  const isAllDay = window.start === null && window.end === null
  return isAllDay || isOpenAt(window, minuteOfDay(offsetAt, now.getTime()))
}

/** The next instant at which calls may start, which is now if they may. */
export function nextOpening(window: DialWindow, offsetAt: ZoneOffsets, now: Date): Date {
  if (isInsideWindow(window, offsetAt, now)) return now
  let instant = Math.ceil(now.getTime() / MINUTE_MS) * MINUTE_MS
  const isOpenThen = () => isOpenAt(window, minuteOfDay(offsetAt, instant))
  // A change of the clock with this minute may open the window at once; what is ahead is then the opening of tomorrow.
  if (isOpenThen()) return new Date(instant)
  // One jump to well before the opening by the wall clock, then minute by minute: if the clock is put forward, the minute of
  // the opening may not exist, and the first minute after it counts. No jump over a change of the clock: if it is put back,
  // the window may open once more.
  const ahead = (minuteOf(window.start) - minuteOfDay(offsetAt, instant) + DAY_MINUTES) % DAY_MINUTES
  const jumpMs = Math.max(0, ahead - MARGIN_MINUTES) * MINUTE_MS
  if (offsetAt(instant) === offsetAt(instant + jumpMs)) instant += jumpMs
  while (!isOpenThen()) instant += MINUTE_MS
  return new Date(instant)
}

function isOpenAt(window: DialWindow, minute: number): boolean {
  const start = minuteOf(window.start)
  const end = minuteOf(window.end)
  if (start === end) return true
  return start < end ? minute >= start && minute < end : minute >= start || minute < end
}

function minuteOfDay(offsetAt: ZoneOffsets, instantMs: number): number {
  const wallClockMinutes = Math.floor((instantMs + offsetAt(instantMs)) / MINUTE_MS)
  return ((wallClockMinutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
}

function minuteOf(time: string | null): number {
  if (time === null) return 0
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}
