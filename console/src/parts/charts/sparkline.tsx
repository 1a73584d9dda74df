interface SparklineProps {
  values: number[]
}

const WIDTH = 120
const HEIGHT = 28
/** Fewer say nothing about how a figure develops. */
const MIN_VALUES = 5
/** The share of the room of its value that a bar fills. */
const BAR_SHARE = 0.7
/** What is more than nothing can be seen. */
const MIN_BAR = 1.5

/**
 * How a figure developed, a bar for each value, as decoration beside it: a line would lead up to a value that stands alone. It is empty
 * while there is nothing to show, so that nothing moves when there is.
 */
export function Sparkline({ values }: SparklineProps) {
  // It begins with the first value, as the charts do, but never with so few that one of them fills the room.
  const first = values.findIndex((value) => value > 0)
  const from = values.slice(Math.max(0, Math.min(first, values.length - 2 * MIN_VALUES)))
  const shown = first < 0 || from.length < MIN_VALUES ? [] : from
  const top = Math.max(...shown)
  const step = WIDTH / shown.length
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {shown.map((value, index) => {
        const height = value === 0 ? 0 : Math.max(MIN_BAR, (value / top) * HEIGHT)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the values have no other identity
            key={index}
            x={(index * step).toFixed(2)}
            y={(HEIGHT - height).toFixed(2)}
            width={(step * BAR_SHARE).toFixed(2)}
            height={height.toFixed(2)}
          />
        )
      })}
    </svg>
  )
}
