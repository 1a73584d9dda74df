// A time series chart, drawn by uPlot, which redraws thousands of points in a millisecond. Times are wall-clock times of
// the service, treated as if they were UTC.
import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { useFormat } from '../../language/use-format.ts'
import { toneVariable } from '../status-badge.tsx'
import { CHART_HEIGHT, type ChartMark, type LiveChartProps } from './chart.ts'
import { barRange, firstShown, stack, topOf } from './chart-scale.ts'

export function TimePlot(props: LiveChartProps) {
  const {
    label,
    times,
    series,
    height = CHART_HEIGHT,
    formatValue,
    isWhole = false,
    isStacked = false,
    isComplete = false,
    stepSeconds = 0,
    marks = NO_MARKS,
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
  const latest = useRef({ times, data, series, drawnSeries, marks })
  latest.current = { times, data, series, drawnSeries, marks }

  const isEmpty = times.length === 0
  const shape = JSON.stringify([
    series.map((each) => [each.label, each.tone, each.isFilled, each.isLimit, each.isFaint]),
    isWhole,
    isStacked,
    isComplete,
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
      font: `11px ${colour('--mantine-font-family')}`,
    }
    const show = (value: number) => formatValue?.(value) ?? format.number(value, 2)
    const bars = uPlot.paths.bars?.({ size: [0.8, isComplete ? 100 : 40] })
    const options: uPlot.Options = {
      width,
      height,
      padding: [8, 14, 0, 0],
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
      cursor: { y: false, points: { size: 6 }, drag: { x: false, y: false } },
      legend: { live: true },
      hooks: {
        draw: [
          (drawn) =>
            drawMarks(
              drawn,
              latest.current.marks,
              colour('--mantine-color-dimmed'),
              colour('--mantine-font-family'),
            ),
        ],
      },
      scales: {
        x: {
          time: true,
          // With a single point, uPlot's own range would start in 1970.
          range: () => {
            const { times, series } = latest.current
            const first = ((isStacked ? times[0] : firstShown(times, series)) ?? 0) / 1000
            const last = (times.at(-1) ?? 0) / 1000
            return isStacked
              ? barRange(first, last, stepSeconds, isComplete)
              : [Math.min(first, last - MIN_SECONDS), last]
          },
        },
        y: { range: () => [0, topOf(latest.current.drawnSeries, isWhole)] },
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
        {
          ...axis,
          size: 48,
          space: 34,
          ...(isWhole && { incrs: WHOLE_STEPS }),
          values: (_, values) => values.map(show),
        },
      ],
      series: [
        { label: '', value: (_, seconds) => (seconds === null ? '' : format.clock(seconds * 1000, true)) },
        ...drawnSeries.map((each): uPlot.Series => {
          const stroke = colour(toneVariable(each.tone))
          return {
            label: each.label,
            stroke,
            width: isStacked ? 0 : 1.5,
            points: { show: false },
            ...(each.isLimit && { dash: [4, 4], width: 1 }),
            ...((each.isFilled || isStacked) && {
              fill: isStacked && !each.isFaint ? stroke : `${stroke}${isStacked ? '55' : '22'}`,
            }),
            ...(isStacked && bars && { paths: bars }),
            // Without a pointer on the chart the legend shows the total.
            value: (_, _drawn, _number, index) => {
              const shown = latest.current.series.find(({ label }) => label === each.label)
              if (index === null || index === undefined) return shown?.total ?? '–'
              const given = shown?.values[index]
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

  useEffect(() => {
    plot.current?.setData(latest.current.data)
  })

  /** The arrow keys move the pointer, so that the legend shows the values of each time. */
  function movePointer(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const drawn = plot.current
    if (!drawn || step === undefined) return
    event.preventDefault()
    const last = times.length - 1
    const index = Math.min(Math.max((drawn.cursor.idx ?? (step > 0 ? -1 : last + 1)) + step, 0), last)
    drawn.setCursor({ left: drawn.valToPos(drawn.data[0][index] ?? 0, 'x'), top: 0 })
  }

  return (
    <div
      ref={ref}
      className="chart"
      role="img"
      aria-label={label}
      // The marks are drawn, so they have to be said.
      aria-description={
        marks.map((mark) => `${format.clock(mark.wallMs)} ${mark.label}`).join(', ') || undefined
      }
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the values of a chart can be read with the arrow keys
      tabIndex={0}
      onKeyDown={movePointer}
      onBlur={() => plot.current?.setCursor({ left: -10, top: -10 })}
      style={{ minHeight: height + 26 }}
    />
  )
}

const NO_MARKS: ChartMark[] = []
const WHOLE_STEPS = [1, 2, 5]
  .flatMap((step) => Array.from({ length: 9 }, (_, power) => step * 10 ** power))
  .sort((a, b) => a - b)
/** A vertical line for each mark, with its word if there is room. */
function drawMarks(plot: uPlot, marks: readonly ChartMark[], colour: string, family: string): void {
  const { ctx, bbox } = plot
  const ratio = devicePixelRatio
  ctx.save()
  ctx.strokeStyle = colour
  ctx.fillStyle = colour
  ctx.font = `${11 * ratio}px ${family}`
  ctx.textBaseline = 'top'
  let free = bbox.left
  for (const { wallMs, label } of marks) {
    const x = plot.valToPos(wallMs / 1000, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.setLineDash([2 * ratio, 3 * ratio])
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    const width = ctx.measureText(label).width
    const start = Math.min(x + 4 * ratio, bbox.left + bbox.width - width)
    if (start < free) continue
    ctx.fillText(label, start, bbox.top)
    free = start + width + 8 * ratio
  }
  ctx.restore()
}

const tickSteps = [
  60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800, 2_592_000,
]
/** The shortest time range shown. */
const MIN_SECONDS = 60
