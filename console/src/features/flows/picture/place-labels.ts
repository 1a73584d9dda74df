// Where the labels of lines to other columns are.

export interface Point {
  x: number
  y: number
}

export const LABEL_HEIGHT = 24

type Box = Point & { width: number; height: number }

/** Within a column it was placed with its label; to another column it has corners. */
interface LabelledLine {
  id: string
  label?: Point
  corners?: Point[]
}

/** Between two places of a label that are tried. */
const LABEL_STEP = 6

/**
 * Where the labels of lines to other columns are: in the middle of the way to the side, unless a card or another label is there. Then
 * elsewhere on the line, where it covers least.
 */
export function labelPlaces(
  lines: LabelledLine[],
  widths: Record<string, number>,
  cards: Box[],
): Map<string, Point> {
  const boxAt = (id: string, at: Point): Box => ({ ...at, width: widths[id] ?? 0, height: LABEL_HEIGHT })
  const taken = [...cards, ...lines.flatMap(({ id, label }) => (label ? [boxAt(id, label)] : []))]
  const places = new Map<string, Point>()
  for (const { id, corners = [] } of lines) {
    const [, turn, aside, above, over] = corners
    if (!turn || !aside || !above || !over) continue
    const tried = [...along(turn, aside), ...along(over, above), ...along(aside, above)]
    const covered = (at: Point) => taken.reduce((sum, other) => sum + commonArea(boxAt(id, at), other), 0)
    const found = tried.find((at) => covered(at) === 0)
    const best = found ?? tried.reduce((least, at) => (covered(at) < covered(least) ? at : least))
    places.set(id, best)
    if (widths[id]) taken.push(boxAt(id, best))
  }
  return places
}

/** Points of a straight way, from its middle to its ends. */
function along(from: Point, to: Point): Point[] {
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 2 / LABEL_STEP)
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const toward = ({ x, y }: Point, part: number): Point => ({
    x: middle.x + (x - middle.x) * part,
    y: middle.y + (y - middle.y) * part,
  })
  return [
    middle,
    ...Array.from({ length: steps }, (_, n) => (n + 1) / steps).flatMap((part) => [
      toward(from, part),
      toward(to, part),
    ]),
  ]
}

/** Of two boxes with their centers. */
function commonArea(a: Box, b: Box): number {
  const width = (a.width + b.width) / 2 - Math.abs(a.x - b.x)
  const height = (a.height + b.height) / 2 - Math.abs(a.y - b.y)
  return width > 0 && height > 0 && a.width > 0 ? width * height : 0
}
