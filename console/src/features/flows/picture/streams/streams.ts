// The lines of a picture as streams: as wide as calls took them, side by side where they part from a card and where they join. The places do
// not know numbers; this is made of both, whenever either changes.
import type { PlacedEdge, PlacedNode, PlacedPicture } from '../place-picture.ts'
import { SLANT, streamPath } from './stream-path.ts'

export interface Stream {
  width: number
  /** For `d` of an SVG path, and for what travels on it. */
  path: string
}

/** How often the lines were taken, by id, and how often the one that was taken most. */
export interface StreamCounts {
  edges: ReadonlyMap<string, number>
  max: number
}

export const WIDEST = 34
const NARROWEST = 2
const UNTAKEN = 1.5
/** At both sides of a card, where its corners are round. */
const INSET = 10
/** The widest in a gap between two columns. */
const LANE_ROOM = 60

/** Where lines leave or reach a side of a card. */
interface Ends {
  node: PlacedNode
  /** `next`: where a line goes at once, `toward`: to which side it goes after all. */
  ends: { edge: PlacedEdge; isStart: boolean; next: number; toward: number }[]
}

/** `counts`: undefined where nothing is counted: all lines are thin. `isBuilt`: lines keep apart, so that each of them can be taken hold of. */
export function streamsOf(
  placed: PlacedPicture,
  counts: StreamCounts | undefined,
  isBuilt = false,
): Map<string, Stream> {
  const sides = isBuilt ? [] : sidesOf(placed)
  const widths = fitting(sides, widthsOf(placed, counts))
  const width = (id: string) => widths.get(id) ?? NARROWEST
  const ports = new Map<string, number>()
  const bends = new Map<string, number>()
  for (const side of sides) {
    addPorts(side, width, ports)
    addBends(side, ports, width, bends)
  }
  const lanes = lanesOf(placed.edges, width, ports)
  return new Map(
    placed.edges.map((edge) => {
      const path = streamPath({
        points: edge.points,
        isLoop: edge.from === edge.to,
        startX: ports.get(`${edge.id} start`),
        endX: ports.get(`${edge.id} end`),
        laneX: lanes.get(edge.id),
        ...bendsOf(edge, sides, bends),
      })
      return [edge.id, { width: tenths(width(edge.id)), path }]
    }),
  )
}

const tenths = (value: number) => Math.round(value * 10) / 10

function widthsOf({ edges }: PlacedPicture, counts: StreamCounts | undefined): Map<string, number> {
  return new Map(
    edges.map(({ id }) => {
      const count = counts?.edges.get(id)
      if (!counts || count === undefined || counts.max === 0) return [id, NARROWEST]
      return [id, count === 0 ? UNTAKEN : Math.max((WIDEST * count) / counts.max, NARROWEST)]
    }),
  )
}

function sidesOf({ nodes, edges }: PlacedPicture): Ends[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const sides = new Map<string, Ends>()
  const add = (id: string, edge: PlacedEdge, isStart: boolean) => {
    const node = byId.get(id)
    if (!node || edge.from === edge.to) return
    const points = isStart ? edge.points : edge.points.toReversed()
    const [here = { x: 0, y: 0 }] = points
    const key = `${id} ${here.y > node.y + node.height / 2 ? 'bottom' : 'top'}`
    const side = sides.get(key) ?? { node, ends: [] }
    const toward = points.find(({ x }) => Math.abs(x - here.x) > 1)?.x ?? here.x
    side.ends.push({ edge, isStart, next: points[1]?.x ?? here.x, toward })
    sides.set(key, side)
  }
  for (const edge of edges) {
    add(edge.from, edge, true)
    add(edge.to, edge, false)
  }
  return [...sides.values()]
}

/** The same proportions for all, so narrow that every side of a card has room for its lines. */
function fitting(sides: Ends[], widths: Map<string, number>): Map<string, number> {
  const needed = sides.map(({ node, ends }) => {
    const total = ends.reduce((sum, { edge }) => sum + (widths.get(edge.id) ?? 0), 0)
    return total / (node.width - 2 * INSET)
  })
  const scale = Math.max(1, ...needed)
  return scale === 1 ? widths : new Map([...widths].map(([id, width]) => [id, width / scale]))
}

type WidthOf = (id: string) => number
const portOf = ({ edge, isStart }: Ends['ends'][number]) => `${edge.id} ${isStart ? 'start' : 'end'}`

/** Side by side, in the order of where they go; the widest goes straight on if it can. */
function addPorts({ node, ends }: Ends, width: WidthOf, ports: Map<string, number>): void {
  ends.sort((a, b) => a.toward - b.toward)
  const total = ends.reduce((sum, { edge }) => sum + width(edge.id), 0)
  const middle = node.x + node.width / 2
  let [at, straight, widest] = [0, middle, 0]
  for (const { edge, next } of ends) {
    const own = width(edge.id)
    if (own > widest) [widest, straight] = [own, next - at - own / 2 + total / 2]
    at += own
  }
  const reach = Math.max(node.width / 2 - INSET - total / 2, 0)
  const aside = straight - middle
  at = middle - total / 2 + (Math.abs(aside) <= reach ? aside : (Math.sign(aside) * reach) / 2)
  for (const end of ends) {
    const own = width(end.edge.id)
    ports.set(portOf(end), at + own / 2)
    at += own
  }
}

/** Those that turn to the same side turn one around the other, so that they stay side by side. */
function addBends(
  { ends }: Ends,
  ports: ReadonlyMap<string, number>,
  width: WidthOf,
  bends: Map<string, number>,
): void {
  const turning = ends.flatMap((end) => {
    const { points, lane } = end.edge
    const [here, next] = end.isStart ? points : points.toReversed()
    const port = ports.get(portOf(end)) ?? 0
    if (!here || !next) return []
    // To another column it turns in the middle between two rows, others on their way to the next point.
    const [x, room] = lane === undefined ? [next.x, next.y - here.y] : [lane, 2 * (next.y - here.y)]
    return Math.abs(x - port) > SLANT ? [{ end, port, here, isLeft: x < port, room }] : []
  })
  for (const isLeft of [true, false]) {
    const group = turning.filter((each) => each.isLeft === isLeft)
    const [first, last] = [group[0], group.at(-1)]
    if (!first || !last) continue
    const half = (id: string) => width(id) / 2
    const center = (first.port - half(first.end.edge.id) + last.port + half(last.end.edge.id)) / 2
    const room = Math.min(...group.map((each) => Math.abs(each.room)))
    for (const { end, port, here, room: own } of group) {
      const away = room / 2 + (isLeft ? port - center : center - port)
      bends.set(portOf(end), here.y + Math.sign(own) * Math.min(Math.max(away, 2), room - 2))
    }
  }
}

/** How high a line turns near its begin and near its end. One that has no label between its cards turns once, where more lines do. */
function bendsOf(edge: PlacedEdge, sides: Ends[], bends: ReadonlyMap<string, number>) {
  const [startBend, endBend] = [bends.get(`${edge.id} start`), bends.get(`${edge.id} end`)]
  if (edge.points.length > 2) return { startBend, endBend }
  const others = (isStart: boolean) =>
    sides.find(({ ends }) => ends.some((end) => end.edge === edge && end.isStart === isStart))?.ends.length ??
    0
  return others(true) > others(false) ? { startBend } : { endBend }
}

/** Lines along the same gap are side by side, too. */
function lanesOf(
  edges: PlacedEdge[],
  width: WidthOf,
  ports: ReadonlyMap<string, number>,
): Map<string, number> {
  const lanes = new Map<number, PlacedEdge[]>()
  for (const edge of edges)
    if (edge.lane !== undefined) lanes.set(edge.lane, [...(lanes.get(edge.lane) ?? []), edge])
  const places = new Map<string, number>()
  for (const [lane, inIt] of lanes) {
    // Around one another also where they turn into their cards: the outer one goes furthest.
    inIt.sort((a, b) => (ports.get(`${b.id} end`) ?? b.end.x) - (ports.get(`${a.id} end`) ?? a.end.x))
    const total = inIt.reduce((sum, { id }) => sum + width(id), 0)
    const scale = Math.min(LANE_ROOM / total, 1)
    let at = lane - (total * scale) / 2
    for (const { id } of inIt) {
      places.set(id, at + (width(id) * scale) / 2)
      at += width(id) * scale
    }
  }
  return places
}
