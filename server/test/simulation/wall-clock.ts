// The wall clock of the world, which may be put back or forward, and the daily window read off it: by the calendar of the
// platform, not by the code under test.

export interface WallClock {
  at(worldMs: number): Date
  putBack(nowMs: number, byMs: number): void
  putForward(nowMs: number, byMs: number): void
  /** Whether it was put forward between the two. */
  wasPutForward(fromMs: number, toMs: number): boolean
}

export function createWallClock(startTime: Date): WallClock {
  const steps = [{ fromMs: 0, offsetMs: startTime.getTime() }]
  const jump = (nowMs: number, byMs: number) =>
    void steps.push({ fromMs: nowMs, offsetMs: (steps.at(-1)?.offsetMs ?? 0) + byMs })
  return {
    at(worldMs) {
      const step = steps.findLast(({ fromMs }) => fromMs <= worldMs)
      return new Date((step?.offsetMs ?? 0) + worldMs)
    },
    putBack: (nowMs, byMs) => jump(nowMs, -byMs),
    putForward: jump,
    wasPutForward: (fromMs, toMs) =>
      steps.some(
        (step, index) =>
          step.fromMs >= fromMs &&
          step.fromMs <= toMs &&
          step.offsetMs > (steps[index - 1]?.offsetMs ?? step.offsetMs),
      ),
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

interface PlannedHours {
  dailyStart: string | null
  dailyEnd: string | null
  weekdays?: number[] | null
}

/** Also by the days of the week: a window that runs past midnight belongs to the day on which it began. */
export function isWindowOpen(
  { dailyStart, dailyEnd, weekdays }: PlannedHours,
  zone: string,
  instant: Date,
): boolean {
  const start = dailyStart ?? '00:00'
  const end = dailyEnd ?? '00:00'
  const time = timeOfDay(zone, instant)
  const isInside = start === end || (start < end ? time >= start && time < end : time >= start || time < end)
  if (!isInside || !weekdays) return isInside
  const hasBegunYesterday = start > end && time < end && end !== '00:00'
  const today = weekday(zone, instant)
  return weekdays.includes(hasBegunYesterday ? ((today + 5) % 7) + 1 : today)
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** 1 is Monday. */
function weekday(zone: string, instant: Date): number {
  const name = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short' }).format(instant)
  return WEEKDAYS.indexOf(name) + 1
}

export function timeOfDay(zone: string, instant: Date): string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(zone, format)
  }
  return format.format(instant)
}
