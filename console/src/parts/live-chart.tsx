// A time series chart, drawn by uPlot, which redraws thousands of points in a millisecond. Times are wall-clock times of
// the service, treated as if they were UTC.
import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { useFormat } from '../language/use-format.ts'
import type { Tone } from './status-badge.tsx'

interface ChartSeries {
  label: string
  tone: Tone
  values: (number | null)[]
  /** Fills the area below the line. */
  isFilled?: boolean
}

interface LiveChartProps {
  /** Describes the chart to screen readers in one sentence. */
  label: string
  /** Wall-clock milliseconds, ascending. */
  times: number[]
  series: ChartSeries[]
  height?: number
  formatValue?(value: number): string
  /** The scale goes up to at least this value. */
  minTop?: number
  /** Seconds between two times, if constant. */
  stepSeconds?: number
  /** Draws stacked bars, with the first series at the bottom. */
  isStacked?: boolean
}

export function LiveChart(props: LiveChartProps) {
  const {
    label,
    times,
    series,
    height = 170,
    formatValue,
    minTop = 1,
    isStacked = false,
    stepSeconds = 0,
  } = props
  const format = useFormat()
  const scheme = useComputedColorScheme('light')
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>()
  const frame = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(sizeRef, frame)
  const plot = useRef<uPlot>(undefined)
  // The tallest bars are drawn first, and the others on top of them.
  const drawnSeries = isStacked ? stack(series).reverse() : series
  const data = [
    times.map((time) => time / 1000),
    ...drawnSeries.map(({ values }) => values),
  ] as uPlot.AlignedData
  const latest = useRef({ times, data, series })
  latest.current = { times, data, series }

  const isEmpty = times.length === 0
  const shape = JSON.stringify([
    series.map((each) => [each.label, each.tone, each.isFilled]),
    minTop,
    isStacked,
    stepSeconds,
  ])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` contains the parts of `series` that need a new chart; data changes use setData
  useEffect(() => {
    const element = frame.current
    if (!element || width === 0 || isEmpty) return
    const colour = (name: string) => getComputedStyle(element).getPropertyValue(name).trim()
    const axis = {
      stroke: colour('--mantine-color-dimmed'),
      grid: { stroke: colour('--console-line'), width: 1 },
      ticks: { show: false },
      font: '11px system-ui, sans-serif',
    }
    const show = (value: number) => formatValue?.(value) ?? format.number(value, 2)
    const bars = uPlot.paths.bars?.({ size: [0.8, 40] })
    const options: uPlot.Options = {
      width,
      height,
      padding: [8, 22, 0, 0],
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
      cursor: { y: false, points: { size: 6 }, drag: { x: false, y: false } },
      legend: { live: true },
      scales: {
        x: {
          time: true,
          // With a single point, uPlot's own range would start in 1970.
          range: () => {
            const { times } = latest.current
            const first = (times[0] ?? 0) / 1000
            const last = (times.at(-1) ?? 0) / 1000
            return isStacked
              ? barRange(first, last, stepSeconds)
              : [Math.min(first, last - MIN_SECONDS), last]
          },
        },
        y: { range: (_, _min, max) => [0, Math.max(minTop, (max ?? 0) * 1.1)] },
      },
      axes: [
        {
          ...axis,
          space: 70,
          ...(stepSeconds > 0 && { incrs: tickSteps.filter((each) => each >= stepSeconds) }),
          size: 26,
          values: (_, seconds) =>
            seconds.map((at, index) => {
              const isMidnight = at % 86_400 === 0
              const span = (seconds.at(-1) ?? 0) - (seconds[0] ?? 0)
              if (isMidnight || span > 2 * 86_400) return format.date(at * 1000)
              return format.clock(at * 1000, (seconds[1] ?? 0) - (seconds[0] ?? 0) < 60 && index >= 0)
            }),
        },
        { ...axis, size: 48, values: (_, values) => values.map(show) },
      ],
      series: [
        { label: '', value: (_, seconds) => (seconds === null ? '' : format.clock(seconds * 1000, true)) },
        ...drawnSeries.map((each): uPlot.Series => {
          const stroke = colour(`--console-${each.tone}`)
          return {
            label: each.label,
            stroke,
            width: isStacked ? 0 : 1.5,
            points: { show: false },
            ...((each.isFilled || isStacked) && { fill: isStacked ? stroke : `${stroke}22` }),
            ...(isStacked && bars && { paths: bars }),
            value: (_, _drawn, _number, index) => {
              const given = latest.current.series.find(({ label }) => label === each.label)?.values[
                index ?? -1
              ]
              return given === null || given === undefined ? '–' : show(given)
            },
          }
        }),
      ],
    }
    const drawn = new uPlot(options, latest.current.data, element)
    plot.current = drawn
    return () => {
      drawn.destroy()
      plot.current = undefined
    }
  }, [shape, width, height, scheme, format, isEmpty])

  useEffect(() => plot.current?.setData(latest.current.data))

  return <div ref={ref} className="chart" role="img" aria-label={label} style={{ minHeight: height + 26 }} />
}

const tickSteps = [
  60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800, 2_592_000,
]
const MIN_BARS = 12
/** The shortest time range shown. */
const MIN_SECONDS = 60

/** Leaves room for half a bar on both sides, and for future bars on the right. */
function barRange(first: number, last: number, step: number): [number, number] {
  return [first - step / 2, Math.max(last, first + MIN_BARS * step) + step / 2]
}

/** Adds to each series the values of the series below it. */
function stack(series: ChartSeries[]): ChartSeries[] {
  let below: number[] = []
  return series.map((each) => {
    const values = each.values.map((value, index) => (value ?? 0) + (below[index] ?? 0))
    below = values
    return { ...each, values }
  })
}
