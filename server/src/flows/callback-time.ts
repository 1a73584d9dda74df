// When another call is asked for: an instant such as 2026-05-04T17:00:00+02:00, a time of the day such as 17:00, which is the
// next one by the clock of the service, or a while from now such as +90m, +2h or +1d.
import type { ZoneOffsets } from '../kernel/timestamps.ts'

const WHILE = /^\+(\d{1,5})(m|h|d)$/
const TIME_OF_DAY = /^([01]?\d|2[0-3]):([0-5]\d)$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/
const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const DAY_MS = UNIT_MS.d

export function readCallbackTime(text: string, now: Date, offsetAt: ZoneOffsets): string | undefined {
  const word = text.trim()
  const [, count, unit] = WHILE.exec(word) ?? []
  if (count !== undefined)
    return new Date(now.getTime() + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]).toISOString()
  const [, hours, minutes] = TIME_OF_DAY.exec(word) ?? []
  if (hours !== undefined)
    return nextTimeOfDay(Number(hours) * 60 + Number(minutes), now, offsetAt).toISOString()
  if (!INSTANT.test(word)) return undefined
  const time = Date.parse(word)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

function nextTimeOfDay(minuteOfDay: number, now: Date, offsetAt: ZoneOffsets): Date {
  const wallClockMs = now.getTime() + offsetAt(now.getTime())
  const midnightMs = Math.floor(wallClockMs / DAY_MS) * DAY_MS
  const onDay = (day: number) => {
    const readMs = midnightMs + day * DAY_MS + minuteOfDay * 60_000
    // The offset at that time may be another one than now.
    return readMs - offsetAt(readMs - offsetAt(now.getTime()))
  }
  const today = onDay(0)
  return new Date(today > now.getTime() ? today : onDay(1))
}
