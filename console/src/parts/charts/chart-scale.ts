// What a chart shows: how high its scale is, which times it covers, and how series are stacked.
import type { ChartSeries } from './chart.ts'

/** A limit this many times higher than the data is left out of the scale. */
const MAX_HEADROOM = 2.5
const MIN_BARS = 12

/** The top of the scale fits the data. A limit is part of it only while it is near. */
export function topOf(series: Pick<ChartSeries, 'values' | 'isLimit'>[], isWhole: boolean): number {
  const highest = (isLimit: boolean) =>
    Math.max(
      0,
      ...series
        .filter((each) => (each.isLimit ?? false) === isLimit)
        .flatMap(({ values }) => values.map((value) => value ?? 0)),
    )
  const [top, limit] = [highest(false), highest(true)]
  if (top === 0) return isWhole ? Math.min(limit || 4, 4) : 1
  return (limit <= top * MAX_HEADROOM ? Math.max(top, limit) : top) * 1.1
}

/** Leaves room for half a bar on both sides, and for future bars on the right. */
export function barRange(first: number, last: number, step: number, isComplete = false): [number, number] {
  const end = isComplete ? last : Math.max(last, first + MIN_BARS * step)
  return [first - step / 2, end + step / 2]
}

/** The first moment with anything to show, and one before it: hours of nothing would press the rest together. */
export function firstShown(
  times: number[],
  series: Pick<ChartSeries, 'values' | 'isLimit'>[],
): number | undefined {
  const counted = series.filter(({ isLimit }) => !isLimit)
  const index = times.findIndex((_, at) => counted.some(({ values }) => (values[at] ?? 0) > 0))
  return times[Math.max(index - 1, 0)]
}

/** Adds to each series the values of the series below it. */
export function stack(series: ChartSeries[]): ChartSeries[] {
  let below: number[] = []
  return series.map((each) => {
    const values = each.values.map((value, index) => (value ?? 0) + (below[index] ?? 0))
    below = values
    return { ...each, values }
  })
}
