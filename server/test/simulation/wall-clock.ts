// The wall clock of the world, which may be put back or forward, and the daily window read off it: by the calendar of the
// platform, not by the code under test.

export interface WallClock {
  at(worldMs: number): Date
  putBack(nowMs: number, byMs: number): void
  putForward(nowMs: number, byMs: number): void
  /** Whether it was put forward between the two. */
  wasPutForward(fromMs: number, toMs: number): boolean
  wasPutBack(fromMs: number, toMs: number): boolean
}

export function createWallClock(startTime: Date): WallClock {
  const steps = [{ fromMs: 0, offsetMs: startTime.getTime() }]
  const jump = (nowMs: number, byMs: number) =>
    void steps.push({ fromMs: nowMs, offsetMs: (steps.at(-1)?.offsetMs ?? 0) + byMs })
  const jumps = (fromMs: number, toMs: number) =>
    steps.flatMap(({ fromMs: atMs, offsetMs }, index) =>
      atMs >= fromMs && atMs <= toMs ? [offsetMs - (steps[index - 1]?.offsetMs ?? offsetMs)] : [],
    )
  return {
    at(worldMs) {
      const step = steps.findLast(({ fromMs }) => fromMs <= worldMs)
      return new Date((step?.offsetMs ?? 0) + worldMs)
    },
    putBack: (nowMs, byMs) => jump(nowMs, -byMs),
    putForward: jump,
    wasPutForward: (fromMs, toMs) => jumps(fromMs, toMs).some((byMs) => byMs > 0),
    wasPutBack: (fromMs, toMs) => jumps(fromMs, toMs).some((byMs) => byMs < 0),
  }
}

interface PlannedHours {
  dailyStartTime: string | null
  dailyEndTime: string | null
  weekdays?: number[] | null
}

const NO_DAYS: ReadonlySet<string> = new Set()

/** Also by the days of the week and the holidays: a window that runs past midnight belongs to the day on which it began. */
export function isWindowOpen(
  { dailyStartTime, dailyEndTime, weekdays }: PlannedHours,
  zone: string,
  instant: Date,
  holidays: ReadonlySet<string> = NO_DAYS,
): boolean {
  const start = dailyStartTime ?? '00:00'
  const end = dailyEndTime ?? '00:00'
  const local = localTime(zone, instant)
  const time = local.toISOString().slice(11, 16)
  const isInside = start === end || (start < end ? time >= start && time < end : time >= start || time < end)
  if (!isInside || (!weekdays && holidays.size === 0)) return isInside
  const hasBegunYesterday = start > end && time < end && end !== '00:00'
  const day = new Date(local.getTime() - (hasBegunYesterday ? DAY_MS : 0))
  if (holidays.has(day.toISOString().slice(0, 10))) return false
  return !weekdays || weekdays.includes(day.getUTCDay() || 7)
}

const DAY_MS = 86_400_000
/** Offsets from UTC change at the beginning of one. */
const QUARTER_MS = 900_000
const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()

/** What clocks and calendars in the zone show, as if it were UTC. */
export function localTime(zone: string, instant: Date): Date {
  const quarter = Math.floor(instant.getTime() / QUARTER_MS)
  const key = `${zone} ${quarter}`
  let offsetMs = offsets.get(key)
  if (offsetMs === undefined) {
    offsetMs = Date.parse(`${shownTime(zone, quarter * QUARTER_MS)}Z`) - quarter * QUARTER_MS
    offsets.set(key, offsetMs)
  }
  return new Date(instant.getTime() + offsetMs)
}

/** YYYY-MM-DDTHH:MM:SS, as Sweden writes it. */
function shownTime(zone: string, atMs: number): string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(zone, format)
  }
  return format.format(atMs).replace(' ', 'T')
}
