// What a chart of times shows.
import type { Tone } from '../status-badge.tsx'

export interface ChartSeries {
  label: string
  tone: Tone
  values: (number | null)[]
  /** In the legend while nothing is pointed at. */
  total?: string
  /** Fills the area below the line. */
  isFilled?: boolean
  /** What did not happen: it fills its part without standing out. */
  isFaint?: boolean
  /** A dashed line that the other values do not exceed. */
  isLimit?: boolean
}

/** Something that happened. */
export interface ChartMark {
  wallMs: number
  label: string
}

export interface LiveChartProps {
  /** Describes the chart to screen readers in one sentence. */
  label: string
  /** Wall-clock milliseconds, ascending. */
  times: number[]
  series: ChartSeries[]
  height?: number
  formatValue?(value: number): string
  /** All values are whole numbers. */
  isWhole?: boolean
  /** Seconds between two times, if constant. */
  stepSeconds?: number
  /** Draws stacked bars, with the first series at the bottom. */
  isStacked?: boolean
  /** Nothing is added later: no room is left for it. */
  isComplete?: boolean
  marks?: readonly ChartMark[]
}

export const CHART_HEIGHT = 170
