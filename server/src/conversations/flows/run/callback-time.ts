// Parses the time of a callback: an instant such as 2026-05-04T17:00:00+02:00, a time of day such as 17:00 (the next one, by the clock
// of the service or of the called person), or a delay such as +90m, +2h or +1d.
import type { ZoneOffsets } from '../../../platform/kernel/timestamps.ts'

const WHILE = /^\+(\d{1,5})(m|h|d)$/
const TIME_OF_DAY = /^([01]?\d|2[0-3]):([0-5]\d)$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/
const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const DAY_MS = UNIT_MS.d

/** A callback cannot be further ahead: its task would have to stay open for it. */
export const DEFAULT_CALLBACK_DAYS = 90

/** When to call again, as ISO 8601, or why that time is not taken. */
export type CallbackTime = { time: string } | { ignored: 'callback_past' | 'callback_too_far' }

interface CallbackRules {
  now: Date
  /** The zones of a time of day. If there are several, the latest instant counts, so that nobody is called too early. */
  zones: readonly ZoneOffsets[]
  maxDays?: number | undefined
}

/** Undefined if the text is not a time. */
export function readCallbackTime(text: string, rules: CallbackRules): CallbackTime | undefined {
  const timeMs = readTime(text.trim(), rules)
  return timeMs === undefined ? undefined : judgeCallback(new Date(timeMs), rules)
}

export function judgeCallback(
  time: Date,
  { now, maxDays = DEFAULT_CALLBACK_DAYS }: Omit<CallbackRules, 'zones'>,
): CallbackTime {
  const aheadMs = time.getTime() - now.getTime()
  if (aheadMs <= 0) return { ignored: 'callback_past' }
  if (aheadMs > maxDays * DAY_MS) return { ignored: 'callback_too_far' }
  return { time: time.toISOString() }
}

function readTime(word: string, { now, zones }: CallbackRules): number | undefined {
  const [, count, unit] = WHILE.exec(word) ?? []
  if (count !== undefined) return now.getTime() + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]
  const [, hours, minutes] = TIME_OF_DAY.exec(word) ?? []
  if (hours !== undefined) {
    const minuteOfDay = Number(hours) * 60 + Number(minutes)
    return Math.max(...zones.map((offsetAt) => nextTimeOfDay(minuteOfDay, now, offsetAt)))
  }
  const time = INSTANT.test(word) ? Date.parse(word) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

function nextTimeOfDay(minuteOfDay: number, now: Date, offsetAt: ZoneOffsets): number {
  const wallClockMs = now.getTime() + offsetAt(now.getTime())
  const midnightMs = Math.floor(wallClockMs / DAY_MS) * DAY_MS
  const onDay = (day: number) => {
    const readMs = midnightMs + day * DAY_MS + minuteOfDay * 60_000
    // The UTC offset at that time may differ from the current one.
    return readMs - offsetAt(readMs - offsetAt(now.getTime()))
  }
  const today = onDay(0)
  return today > now.getTime() ? today : onDay(1)
}
