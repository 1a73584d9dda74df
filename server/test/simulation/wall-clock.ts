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

export function isWindowOpen(
  { dailyStart, dailyEnd }: { dailyStart: string | null; dailyEnd: string | null },
  zone: string,
  instant: Date,
): boolean {
  const start = dailyStart ?? '00:00'
  const end = dailyEnd ?? '00:00'
  if (start === end) return true
  const time = timeOfDay(zone, instant)
  return start < end ? time >= start && time < end : time >= start || time < end
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
