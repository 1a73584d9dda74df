interface SparklineProps {
  values: number[]
}

const WIDTH = 120
const HEIGHT = 28

/** The course of a figure, as decoration beside it. */
export function Sparkline({ values }: SparklineProps) {
  // It begins shortly before the first value, as the charts do.
  const shown = values.slice(Math.max(values.findIndex((value) => value > 0) - 1, 0))
  if (shown.length < 2) return null
  const top = Math.max(1, ...shown)
  const points = shown.map((value, index) => {
    const x = (index / (shown.length - 1)) * WIDTH
    const y = HEIGHT - 2 - (value / top) * (HEIGHT - 4)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline points={points.join(' ')} />
    </svg>
  )
}
