// The course of a day as a running total: it ends at the figure it belongs to, and a bucket that is not over is no dip.

export interface DayPoint {
  /** Of the day. */
  minute: number
  total: number
}

export interface DayBucket {
  /** When it begins, as the service has it. */
  time: string
  count: number
}

const MINUTES = 24 * 60
/** Less would make a minute as wide as a morning. */
const MIN_HOURS = 4

/** `until`: the minute at which the day has its `total`. Undefined for a day that is over. */
export function courseOf(
  buckets: readonly DayBucket[],
  stepMinutes: number,
  until?: { minute: number; total: number },
): DayPoint[] {
  const points: DayPoint[] = [{ minute: 0, total: 0 }]
  const end = until?.minute ?? MINUTES
  const max = until?.total ?? Number.POSITIVE_INFINITY
  let total = 0
  for (const { time, count } of buckets) {
    const begins = minuteOf(time)
    if (count === 0 || begins >= end) continue
    points.push({ minute: begins, total })
    // The buckets may be older than the figure, and newer.
    total = Math.min(total + count, max)
    points.push({ minute: Math.min(begins + stepMinutes, end), total })
  }
  points.push({ minute: end, total: until?.total ?? total })
  return points
}

/** The hours to show: those in which something happened, and now. */
export function hoursOf(courses: readonly DayPoint[][], nowMinute: number): [from: number, to: number] {
  const rises = courses.flatMap((course) =>
    course.flatMap((point, index) =>
      isRise(course, index) ? [point.minute, course[index + 1]?.minute ?? 0] : [],
    ),
  )
  const from = Math.floor(Math.min(nowMinute, ...rises) / 60)
  const to = Math.ceil(Math.max(nowMinute + 1, ...rises) / 60)
  const missing = Math.max(0, MIN_HOURS - (to - from))
  const start = Math.min(Math.max(0, from - Math.floor(missing / 2)), 24 - MIN_HOURS)
  return missing === 0 ? [from, to] : [start, start + MIN_HOURS]
}

/** Whether the total rises from here on. */
const isRise = (course: readonly DayPoint[], index: number) =>
  (course[index + 1]?.total ?? 0) > (course[index]?.total ?? 0)

/** The total at a minute; undefined after the end of the course. */
export function totalAt(course: readonly DayPoint[], minute: number): number | undefined {
  const last = course.at(-1)
  if (!last || minute > last.minute) return undefined
  if (minute === last.minute) return last.total
  const next = course.findIndex((point) => point.minute >= minute)
  const [before, after] = [course[next - 1], course[next]]
  if (!before || !after || after.minute === before.minute) return Math.round(after?.total ?? 0)
  const share = (minute - before.minute) / (after.minute - before.minute)
  return Math.round(before.total + share * (after.total - before.total))
}

/** A few, at round hours. */
export function ticksOf([from, to]: readonly [number, number]): number[] {
  const step = [1, 2, 3, 4].find((hours) => (to - from) / hours <= 5) ?? 6
  return Array.from({ length: 25 }, (_, hour) => hour).filter(
    (hour) => hour % step === 0 && hour >= from && hour <= to,
  )
}

/** The path of a course in a box, and where it ends. */
export function pathOf(
  course: readonly DayPoint[],
  [from, to]: readonly [number, number],
  top: number,
  { width, height }: { width: number; height: number },
): { line: string; area: string } {
  const x = (minute: number) => (((minute / 60 - from) / (to - from)) * width).toFixed(1)
  const y = (total: number) => (height - (top === 0 ? 0 : total / top) * height).toFixed(1)
  const shown = course.filter(({ minute }) => minute >= from * 60 && minute <= to * 60)
  const begun = { minute: from * 60, total: totalAt(course, from * 60) ?? 0 }
  const points = [begun, ...shown]
  const line = points
    .map(({ minute, total }, index) => `${index ? 'L' : 'M'}${x(minute)} ${y(total)}`)
    .join('')
  const last = points.at(-1) ?? begun
  return { line, area: `${line}L${x(last.minute)} ${height}L${x(begun.minute)} ${height}Z` }
}

/** Of a time as the service has it. */
export function minuteOf(time: string): number {
  const [, hour = 0, minute = 0] = /(\d\d):(\d\d)/.exec(time) ?? []
  return Number(hour) * 60 + Number(minute)
}
