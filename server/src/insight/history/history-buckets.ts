// Divides a period into buckets of equal length, for charts. They begin at full minutes, hours or days of the wall clock.
// Days are calendar days: 23 or 25 hours long when the clock changes.
import { InvalidInput } from '../../platform/kernel/errors.ts'
import type { Zone } from '../../platform/kernel/timestamps.ts'

export interface Period {
  /** The first moment of the history. */
  from: Date
  /** The first moment after the history. */
  to: Date
}

export interface Buckets {
  stepSeconds: number
  /** When each begins; it ends where the next begins. The first contains `from`. */
  starts: Date[]
  /** When the last one ends: at `to` or later. */
  end: Date
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Steps that are easy to read; longer ones are whole days. */
const NICE_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  DAY,
]
/** Without a given step. As many as a chart can show: six hours by the minute, a year by the day. */
const DEFAULT_MAX_BUCKETS = 366
/** Max number with a step that was asked for: a day by the minute. */
const MAX_BUCKETS = 1500

/** Without a step: the shortest one from `minStep` on that makes no more buckets than a chart can show. */
export function divide({ from, to }: Period, step: number | undefined, zone: Zone, minStep = 0): Buckets {
  const seconds = (to.getTime() - from.getTime()) / 1000
  if (step !== undefined && seconds / step > MAX_BUCKETS) {
    const min = Math.ceil(seconds / MAX_BUCKETS / MINUTE) * MINUTE
    throw new InvalidInput({
      fault: 'step_too_small',
      field: 'step',
      params: { min },
    })
  }
  const stepSeconds = step ?? chooseStep(seconds, minStep)
  const starts: Date[] = []
  let next = firstStart(from, stepSeconds, zone)
  while (next < to) {
    starts.push(next)
    next = followingStart(next, stepSeconds, zone)
  }
  return { stepSeconds, starts, end: next }
}

function chooseStep(seconds: number, minStep: number): number {
  const enough = Math.max(seconds / (DEFAULT_MAX_BUCKETS - 1), minStep)
  return NICE_STEPS.find((step) => step >= enough) ?? Math.ceil(enough / DAY) * DAY
}

function firstStart(instant: Date, stepSeconds: number, zone: Zone): Date {
  const stepMs = stepSeconds * 1000
  const offset = zone.offsetAt(instant.getTime())
  const wallClockMs = Math.floor((instant.getTime() + offset) / stepMs) * stepMs
  return isDays(stepSeconds) ? startOfDay(wallClockMs, zone) : new Date(wallClockMs - offset)
}

function followingStart(start: Date, stepSeconds: number, zone: Zone): Date {
  const stepMs = stepSeconds * 1000
  if (!isDays(stepSeconds)) return new Date(start.getTime() + stepMs)
  const wallClockMs = start.getTime() + zone.offsetAt(start.getTime())
  // From the calendar day, not from its first moment: a day without a midnight begins an hour later.
  return startOfDay(Math.floor(wallClockMs / (DAY * 1000)) * DAY * 1000 + stepMs, zone)
}

function isDays(stepSeconds: number): boolean {
  return stepSeconds % DAY === 0
}

function startOfDay(wallClockMs: number, { timestamps }: Zone): Date {
  const [day] = new Date(wallClockMs).toISOString().split('T', 1)
  const start = timestamps.parse(`${day} 00:00:00`, 'first')
  if (!start) throw new RangeError(`there is no day ${day}`)
  return start
}
