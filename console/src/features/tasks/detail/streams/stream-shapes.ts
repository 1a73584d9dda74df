// Streams that part: each as wide as its share, side by side where they begin, apart where they end.

/** The box that they are drawn in is this wide, and this high for each stream; it is stretched to its place. */
export const BOX_WIDTH = 100
export const ROW_HEIGHT = 10
/** Of all streams together: in its row, a stream that has everything still leaves some room. */
const ALL_WIDTH = ROW_HEIGHT * 0.8

export interface StreamShape {
  /** Where it begins and ends, at its upper side. */
  from: number
  to: number
  /** 0: nothing went this way, and there is only a hairline. */
  width: number
  path: string
}

export function streamShapes(values: readonly number[]): StreamShape[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  let from = (values.length * ROW_HEIGHT - ALL_WIDTH) / 2
  return values.map((value, index) => {
    const width = total > 0 ? (value / total) * ALL_WIDTH : 0
    const to = (index + 0.5) * ROW_HEIGHT - width / 2
    const shape = { from, to, width, path: ribbon(from, to, width) }
    from += width
    return shape
  })
}

/** Along both sides of the stream; without a width there and back again. */
function ribbon(from: number, to: number, width: number): string {
  const middle = BOX_WIDTH / 2
  const there = `M0 ${round(from)}C${middle} ${round(from)} ${middle} ${round(to)} ${BOX_WIDTH} ${round(to)}`
  if (width === 0) return there
  const [low, high] = [round(to + width), round(from + width)]
  return `${there}V${low}C${middle} ${low} ${middle} ${high} 0 ${high}Z`
}

const round = (value: number) => Math.round(value * 1000) / 1000
