// When a person may be called: a daily window on some days of the week, but not on holidays. In several zones: when all of them
// agree. A window that runs past midnight belongs to the day on which it began.

import { DAY_MS, type ZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { type DialWindow, isInsideWindow, nextOpening as nextWindowOpening } from './dial-window.ts'

export interface CallingHours {
  window: DialWindow
  /** 1 is Monday, 7 is Sunday. */
  weekdays: ReadonlySet<number>
  /** Days as YYYY-MM-DD. */
  holidays: ReadonlySet<string>
}

export const EVERY_DAY: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7])

/** Settings of a task, and the days of its calendars. Times are HH:MM; without weekdays it is every day. */
export interface HoursRow {
  settings: {
    dailyStartTime?: string | null
    dailyEndTime?: string | null
    weekdays?: number[] | null
  }
  holidays: string[]
}

export function callingHours({ settings, holidays }: HoursRow): CallingHours {
  const { dailyStartTime, dailyEndTime, weekdays } = settings
  return {
    window: { start: dailyStartTime ?? null, end: dailyEndTime ?? null },
    weekdays: weekdays ? new Set(weekdays) : EVERY_DAY,
    holidays: new Set(holidays),
  }
}

/** They exclude no time, so it does not matter on which clock they are read. */
export function isAlwaysOpen({ window, weekdays, holidays }: CallingHours): boolean {
  return (
    window.start === null && window.end === null && weekdays.size === EVERY_DAY.size && holidays.size === 0
  )
}

const MINUTE_MS = 60_000
/** No change of daylight saving time moves the wall clock by more. */
const MARGIN_MS = 3 * 60 * MINUTE_MS
/** Hours that do not open for this long never open. */
const MAX_CLOSED_MS = 100 * DAY_MS

export function isOpen(hours: CallingHours, zones: readonly ZoneOffsets[], now: Date): boolean {
  return zones.every((offsetAt) => isOpenIn(hours, offsetAt, now))
}

/**
 * Like isOpen, for many questions a second about few hours and zones: an answer holds for the minute, as hours open and close
 * with whole minutes.
 */
export function createOpenNow(): typeof isOpen {
  const known = new WeakMap<CallingHours, Map<readonly ZoneOffsets[], { minute: number; answer: boolean }>>()
  return (hours, zones, now) => {
    const minute = Math.floor(now.getTime() / MINUTE_MS)
    const ofHours = known.get(hours) ?? new Map()
    known.set(hours, ofHours)
    const last = ofHours.get(zones)
    if (last?.minute === minute) return last.answer
    const answer = isOpen(hours, zones, now)
    ofHours.set(zones, { minute, answer })
    return answer
  }
}

/** The next instant at which calls may start: now, if they may; undefined if the hours do not open within months. */
export function nextOpening(hours: CallingHours, zones: readonly ZoneOffsets[], now: Date): Date | undefined {
  const lastMs = now.getTime() + MAX_CLOSED_MS
  let instant = now
  // Each zone postpones the instant until it is open there; done when no zone postpones it.
  while (!isOpen(hours, zones, instant)) {
    for (const offsetAt of zones) {
      instant = nextOpeningIn(hours, offsetAt, instant, lastMs)
      if (instant.getTime() > lastMs) return undefined
    }
  }
  return instant
}

function isOpenIn(hours: CallingHours, offsetAt: ZoneOffsets, now: Date): boolean {
  if (!isInsideWindow(hours.window, offsetAt, now)) return false
  const isEveryDay = hours.weekdays === EVERY_DAY && hours.holidays.size === 0
  return isEveryDay || isCallingDay(hours, startOfWindowDay(hours, offsetAt, now))
}

function nextOpeningIn(hours: CallingHours, offsetAt: ZoneOffsets, now: Date, lastMs: number): Date {
  let instant = now
  while (!isOpenIn(hours, offsetAt, instant) && instant.getTime() <= lastMs) {
    const opening = nextWindowOpening(hours.window, offsetAt, instant)
    const day = startOfWindowDay(hours, offsetAt, opening)
    instant = isCallingDay(hours, day) ? opening : nextClosing(hours.window, offsetAt, opening)
  }
  return instant
}

/** The day to which an instant inside the window belongs: its midnight, as if the zone were UTC. */
function startOfWindowDay({ window }: CallingHours, offsetAt: ZoneOffsets, now: Date): number {
  const wallClockMs = now.getTime() + offsetAt(now.getTime())
  const day = Math.floor(wallClockMs / DAY_MS) * DAY_MS
  const { start, end } = window
  const isPastMidnight = start !== null && end !== null && !isMidnight(end) && start > end
  const hasBegunYesterday = isPastMidnight && isInsideWindow({ start: null, end: window.end }, offsetAt, now)
  return hasBegunYesterday ? day - DAY_MS : day
}

function isCallingDay({ weekdays, holidays }: CallingHours, day: number): boolean {
  const date = new Date(day)
  return weekdays.has(date.getUTCDay() || 7) && !holidays.has(date.toISOString().slice(0, 10))
}

/** The end of the window in which an instant is; of a window that is all day, the end of the day. */
export function nextClosing({ start, end }: DialWindow, offsetAt: ZoneOffsets, now: Date): Date {
  const isAllDay = isMidnight(start) && isMidnight(end)
  return isAllDay ? afterDay(offsetAt, now) : nextWindowOpening({ start: end, end: start }, offsetAt, now)
}

/** A missing side is midnight. */
function isMidnight(time: string | null): boolean {
  return time === null || time.startsWith('00:00')
}

/** The first instant of the next day, by the wall clock. */
function afterDay(offsetAt: ZoneOffsets, now: Date): Date {
  const dayOf = (ms: number) => Math.floor((ms + offsetAt(ms)) / DAY_MS)
  const today = dayOf(now.getTime())
  const nextDayMs = (today + 1) * DAY_MS - offsetAt(now.getTime())
  let instantMs = Math.max(Math.ceil(now.getTime() / MINUTE_MS) * MINUTE_MS, nextDayMs - MARGIN_MS)
  while (dayOf(instantMs) <= today) instantMs += MINUTE_MS
  return new Date(instantMs)
}
