// A time series chart. What draws it is loaded when the first chart is shown.
import { lazy, Suspense } from 'react'
import { CHART_HEIGHT, type LiveChartProps } from './chart.ts'

const Plot = lazy(async () => ({ default: (await import('./time-plot.tsx')).TimePlot }))

export function LiveChart(props: LiveChartProps) {
  const { label, height = CHART_HEIGHT } = props
  return (
    <Suspense
      fallback={<div className="chart" role="img" aria-label={label} style={{ minHeight: height + 26 }} />}
    >
      <Plot {...props} />
    </Suspense>
  )
}
