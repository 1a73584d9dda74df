// Reads the days of an iCalendar file (RFC 5545): all-day and timed events, several days long, repeated, with exceptions. Runs in
// a thread of its own (icalendar-worker.ts), because a recurrence rule can keep the library busy for ever.
//
// A day is a date on somebody's calendar: an event at a local time is on the date that it names, whatever the zone; one in UTC is
// on the date in the time zone of the service.
import ICAL from 'ical.js'
import { DomainError, InvalidInput, shorten } from '../../../platform/kernel/errors.ts'
import { createZoneOffsets, DAY_MS, type ZoneOffsets } from '../../../platform/kernel/timestamps.ts'
import type { Holiday } from './calendars.queries.ts'
import { tooManyDays } from './too-many-days.ts'

export interface ICalendarOptions {
  /** Dates as YYYY-MM-DD: days before the first, and from the second on, are left out. */
  from: string
  to: string
  timeZone: string
  maxDays: number
}

const MAX_NAME_LENGTH = 200

export function readHolidays(file: Uint8Array, options: ICalendarOptions): Holiday[] {
  const events = readEvents(decode(file))
  const days = createDays(options)
  const moved = movedDays(events, days.dayOf)
  for (const event of events) {
    try {
      if (propertyOf(event, 'status') === 'CANCELLED') continue
      const isMove = event.getFirstProperty('recurrence-id') !== null
      addEvent(event, days, isMove ? undefined : moved.get(uidOf(event)))
    } catch (error) {
      throw error instanceof DomainError ? error : unreadable(event, error)
    }
  }
  return days.inOrder()
}

function decode(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw new InvalidInput('The file is not in UTF-8, the encoding of iCalendar files', {
      fault: 'encoding_wrong',
      field: 'file',
      params: { encoding: 'UTF-8' },
    })
  }
}

function readEvents(text: string): ICAL.Component[] {
  if (!/^[\t ]*BEGIN:VCALENDAR[\t ]*$/im.test(text)) throw notICalendar('it has no VCALENDAR')
  // As lenient as the library can be: dates without VALUE=DATE are common.
  ICAL.design.strict = false
  let parsed: unknown[]
  try {
    parsed = ICAL.parse(text)
  } catch (error) {
    throw notICalendar(shorten((error as Error).message))
  }
  const roots = typeof parsed[0] === 'string' ? [parsed] : (parsed as unknown[][])
  return roots.flatMap((root) => new ICAL.Component(root).getAllSubcomponents('vevent'))
}

/** Collects days, as numbers of days since 1970. */
function createDays({ from, to, timeZone, maxDays }: ICalendarOptions) {
  const offsetAt = createZoneOffsets(timeZone)
  const [first, end] = [Date.parse(from) / DAY_MS, Date.parse(to) / DAY_MS]
  const names = new Map<number, string>()
  return {
    end,
    dayOf: (time: ICAL.Time) => Math.floor(wallClockMs(time, offsetAt) / DAY_MS),
    /** How many days an event touches; one that ends at midnight does not touch the next day. */
    span(start: ICAL.Time, stop: ICAL.Time): number {
      const startMs = wallClockMs(start, offsetAt)
      const lastMs = Math.max(startMs, wallClockMs(stop, offsetAt) - 1)
      return Math.floor(lastMs / DAY_MS) - Math.floor(startMs / DAY_MS) + 1
    },
    add(day: number, length: number, name: string): void {
      for (let each = Math.max(day, first); each < Math.min(day + length, end); each += 1) {
        if (!names.has(each)) names.set(each, name)
        if (names.size > maxDays) throw tooManyDays(maxDays)
      }
    },
    inOrder: (): Holiday[] =>
      [...names]
        .sort(([a], [b]) => a - b)
        .map(([day, name]) => ({ date: new Date(day * DAY_MS).toISOString().slice(0, 10), name })),
  }
}

type Days = ReturnType<typeof createDays>

/** What a clock on the wall shows, as if it were UTC. */
function wallClockMs(time: ICAL.Time, offsetAt: ZoneOffsets): number {
  if (time.zone === ICAL.Timezone.utcTimezone) {
    const instantMs = time.toUnixTime() * 1000
    return instantMs + offsetAt(instantMs)
  }
  return Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
}

/** By the id of an event: days of it that another entry of the file replaces or cancels. */
function movedDays(events: ICAL.Component[], dayOf: Days['dayOf']): Map<string, Set<number>> {
  const moved = new Map<string, Set<number>>()
  for (const event of events) {
    const time = propertyOf(event, 'recurrence-id')
    if (!(time instanceof ICAL.Time)) continue
    moved.set(uidOf(event), (moved.get(uidOf(event)) ?? new Set()).add(dayOf(time)))
  }
  return moved
}

function addEvent(event: ICAL.Component, days: Days, moved: ReadonlySet<number> = new Set()): void {
  const start = propertyOf(event, 'dtstart')
  if (!(start instanceof ICAL.Time)) throw new Error('it has no start')
  const length = days.span(start, endOf(event, start))
  const left = new Set([...moved, ...timesOf(event, 'exdate').map(days.dayOf)])
  const name = nameOf(event)
  const add = (day: number) => {
    if (!left.has(day)) days.add(day, length, name)
  }
  const rules = event.getAllProperties('rrule').map((property) => property.getFirstValue())
  if (rules.length === 0) add(days.dayOf(start))
  for (const time of timesOf(event, 'rdate')) add(days.dayOf(time))
  for (const rule of rules) {
    if (!(rule instanceof ICAL.Recur)) throw new Error('its rule of repetition is malformed')
    const times = rule.iterator(start)
    for (let time = times.next(); time; time = times.next()) {
      const day = days.dayOf(time)
      if (day >= days.end) break
      if (hasRightDay(rule, start, time)) add(day)
    }
  }
}

/** The library goes on to March where a month has no such day: 29 February of other years than leap years, or 30 February. */
function hasRightDay({ freq, parts }: ICAL.Recur, start: ICAL.Time, time: ICAL.Time): boolean {
  const isByDayOfMonth = freq === 'MONTHLY' || freq === 'YEARLY'
  const isByOther = parts.BYDAY || parts.BYYEARDAY || parts.BYWEEKNO
  const allowed = parts.BYMONTHDAY ?? (isByDayOfMonth && !isByOther ? [start.day] : [time.day])
  return allowed.some((day) => day < 0 || day === time.day)
}

/** Excluded. An event without an end takes its day, or no time. */
function endOf(event: ICAL.Component, start: ICAL.Time): ICAL.Time {
  const end = propertyOf(event, 'dtend')
  if (end instanceof ICAL.Time) return end
  const stop = start.clone()
  const duration = propertyOf(event, 'duration')
  if (duration instanceof ICAL.Duration) stop.addDuration(duration)
  return stop
}

function timesOf(event: ICAL.Component, name: string): ICAL.Time[] {
  return event
    .getAllProperties(name)
    .flatMap((property) => property.getValues() as unknown[])
    .map((value) => (value instanceof ICAL.Period ? value.start : value))
    .filter((value) => value instanceof ICAL.Time)
}

function propertyOf(event: ICAL.Component, name: string): unknown {
  return event.getFirstPropertyValue(name)
}

function uidOf(event: ICAL.Component): string {
  return String(propertyOf(event, 'uid'))
}

function nameOf(event: ICAL.Component): string {
  const summary = String(propertyOf(event, 'summary') ?? '').replaceAll('\0', '')
  return [...summary.trim()].slice(0, MAX_NAME_LENGTH).join('')
}

function notICalendar(problem: string): InvalidInput {
  return new InvalidInput({
    fault: 'file_not_icalendar',
    field: 'file',
    params: { problem },
  })
}

function unreadable(event: ICAL.Component, error: unknown): InvalidInput {
  const problem = shorten((error as Error).message)
  const name = shorten(nameOf(event))
  return new InvalidInput({
    fault: 'event_unreadable',
    field: 'file',
    params: { name, problem },
  })
}
