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

/** In minutes of the day. */
export type Span = readonly [from: number, to: number]

const QUARTER = 15
const HOUR = 60
const MINUTES = 24 * HOUR

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
  // A bucket that is not over ends here too: both are one point.
  if (points.at(-1)?.minute === end) points.pop()
  points.push({ minute: end, total: until?.total ?? total })
  return points
}

/** The minutes to show: from what happened first on either day until now or what happened last, and a few hours at least. */
export function spanOf(today: readonly DayPoint[], before: readonly DayPoint[], nowMinute: number): Span {
  const rises = [...risesOf(today), ...risesOf(before)]
  // On the first day there is nothing to compare with: its minutes are not pressed together.
  const isFirst = risesOf(before).length === 0 && rises.length > 0
  const [grain, least] = isFirst ? [QUARTER, 2 * QUARTER] : [HOUR, 4 * HOUR]
  const from = Math.floor(Math.min(nowMinute, ...rises) / grain) * grain
  const to = Math.ceil(Math.max(nowMinute + 1, ...rises) / grain) * grain
  const missing = least - (to - from)
  if (missing <= 0) return [from, to]
  const earlier = isFirst ? 0 : Math.floor(missing / 2 / grain) * grain
  const start = Math.min(Math.max(0, from - earlier), MINUTES - least)
  return [start, start + least]
}

/** The minutes between which the total rises. */
function risesOf(course: readonly DayPoint[]): number[] {
  return course.flatMap(({ minute }, index) =>
    isRise(course, index) ? [minute, course[index + 1]?.minute ?? 0] : [],
  )
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

const TICKS = [QUARTER, 2 * QUARTER, ...[1, 2, 3, 4].map((hours) => hours * HOUR)]

/** A few, at round times. */
export function ticksOf([from, to]: Span): number[] {
  const step = TICKS.find((minutes) => (to - from) / minutes <= 5) ?? 6 * HOUR
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step)
}

/** The path of a course in a box, and where it ends. */
export function pathOf(
  course: readonly DayPoint[],
  [from, to]: Span,
  top: number,
  { width, height }: { width: number; height: number },
): { line: string; area: string } {
  const x = (minute: number) => (((minute - from) / (to - from)) * width).toFixed(1)
  const y = (total: number) => (height - (top === 0 ? 0 : total / top) * height).toFixed(1)
  const shown = course.filter(({ minute }) => minute >= from && minute <= to)
  const begun = { minute: from, total: totalAt(course, from) ?? 0 }
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
