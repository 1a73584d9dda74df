// Where the cards of a picture are, and how the lines run between them. A picture that is too tall goes on in another column.
import { Graph, layout } from '@dagrejs/dagre'
import type { Picture, PictureEdge, PictureNode } from './picture-graph.ts'

export interface Point {
  x: number
  y: number
}

export interface PlacedNode extends PictureNode, Point {
  width: number
  height: number
}

export interface PlacedEdge extends PictureEdge {
  /** For `d` of an SVG path. */
  path: string
  label: Point
  start: Point
  end: Point
  /** Whether it leads up, to a step that comes before. */
  isBack: boolean
}

export interface Room {
  width: number
  height: number
}

/** What a picture is placed by. */
export interface PlacingRequest {
  picture: Picture
  /** By the id of a line; 0 for a line without a label. */
  labelWidths: Record<string, number>
  /** What the page has for it; only its form matters. */
  room: Room
  /** Of a card: where it is built, all of them can be touched. */
  minHeight?: number
}

export interface PlacedPicture {
  nodes: PlacedNode[]
  edges: PlacedEdge[]
  width: number
  height: number
}

const CARD = { width: 212, height: 62 }
/** A branch and the end of a call say everything in their title. */
const TITLE = { width: 180, height: 28 }
const PILL = { width: 132, height: 28 }
export const LABEL_HEIGHT = 22
const GAP = { between: 24, below: 24, columns: 72 }
/** Lines do not begin at the corners of a card. */
const CORNER = 20
/** More columns would have more lines between them than within. */
const MAX_COLUMNS = 8

type Box = Point & { width: number; height: number }

export function placePicture({ picture, labelWidths, room, minHeight = 0 }: PlacingRequest): PlacedPicture {
  const { nodes, edges } = picture
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: GAP.between, ranksep: GAP.below, edgesep: 16 })
  for (const { id, kind, hasText } of nodes) {
    const isCard = kind === 'step' || kind === 'screening'
    const { width, height } = isCard ? (hasText ? CARD : TITLE) : PILL
    graph.setNode(id, { width, height: Math.max(height, minHeight) })
  }
  for (const edge of edges) {
    const width = labelWidths[edge.id] ?? 0
    const isMain = edge.answerer === 'person' || edge.exit?.name === 'next'
    const label = { width, height: width > 0 ? LABEL_HEIGHT : 0, labelpos: 'c', weight: isMain ? 3 : 1 }
    graph.setEdge(edge.from, edge.to, label, edge.id)
  }
  layout(graph)

  const boxes = new Map(nodes.map(({ id }) => [id, graph.node(id) as Box]))
  const boxOf = (id: string): Box => boxes.get(id) ?? { x: 0, y: 0, width: 0, height: 0 }
  const size = graph.graph() as Room
  const columns = columnsOf([...boxes.values()], size, room)
  const lines = edges.map((edge): PlacedLine => {
    const line = graph.edge({ v: edge.from, w: edge.to, name: edge.id }) as {
      points: Point[]
    } & Partial<Point>
    const [from, to] = [boxOf(edge.from), boxOf(edge.to)]
    const isBack = to.y < from.y
    const points = attached(line.points, from, to)
    const [start, end] = [points[0] ?? from, points.at(-1) ?? to]
    const middle = { x: line.x ?? (start.x + end.x) / 2, y: line.y ?? (start.y + end.y) / 2 }
    if (columns.of(from.y) === columns.of(to.y)) {
      const moved = points.map((point) => columns.move(point, from.y))
      return { ...edge, ...ends(moved), path: curve(moved), label: columns.move(middle, from.y), isBack }
    }
    const corners = columns.detour({ start, end, from, to })
    return { ...edge, ...ends(corners), path: rounded(corners), corners, isBack }
  })
  const cards = new Map(nodes.map(({ id }) => [id, { ...boxOf(id), ...columns.move(boxOf(id)) }]))
  const labels = labelPlaces(lines, labelWidths, [...cards.values()])
  return {
    nodes: nodes.map((node) => {
      const { x, y, width, height } = cards.get(node.id) ?? boxOf(node.id)
      return { ...node, width, height, x: x - width / 2, y: y - height / 2 }
    }),
    edges: lines.map(({ corners: _, label, ...line }) => ({
      ...line,
      label: label ?? labels.get(line.id) ?? line.start,
    })),
    ...columns.size,
  }
}

/** Within a column it was placed with its label; to another column it has corners. */
type PlacedLine = Omit<PlacedEdge, 'label'> & { label?: Point; corners?: Point[] }

/** Between two places of a label that are tried. */
const LABEL_STEP = 6

/**
 * Where the labels of lines to other columns are: in the middle of the way to the side, unless a card or another label is there. Then
 * elsewhere on the line, where it covers least.
 */
function labelPlaces(lines: PlacedLine[], widths: Record<string, number>, cards: Box[]): Map<string, Point> {
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

const ends = (points: Point[]) => ({
  start: points[0] ?? { x: 0, y: 0 },
  end: points.at(-1) ?? { x: 0, y: 0 },
})

/** A line begins and ends at the lower and upper side of its cards. */
function attached(points: Point[], from: Box, to: Box): Point[] {
  if (from === to || points.length < 3) return points
  const side = to.y < from.y ? -1 : 1
  const inner = points.slice(1, -1)
  const [first, last] = [inner[0] ?? to, inner.at(-1) ?? from]
  const within = (x: number, box: Box) => {
    const reach = Math.max(box.width / 2 - CORNER, 0)
    return Math.min(Math.max(x, box.x - reach), box.x + reach)
  }
  return [
    { x: within(first.x, from), y: from.y + (side * from.height) / 2 },
    ...inner,
    { x: within(last.x, to), y: to.y - (side * to.height) / 2 },
  ]
}

/** Cuts a tall picture between two rows, so that it is shown as large as possible. */
function columnsOf(boxes: Box[], { width, height }: Room, room: Room) {
  const scale = (count: number) =>
    Math.min(room.height / (height / count), room.width / (width * count + GAP.columns * (count - 1)), 1)
  const counts = Array.from({ length: MAX_COLUMNS }, (_, index) => index + 1)
  const count = counts.reduce((best, each) => (scale(each) > scale(best) * 1.15 ? each : best))
  const rows = [...new Set(boxes.map(({ y }) => y))].sort((a, b) => a - b)
  const perColumn = Math.ceil(rows.length / count)
  /** Above each of these rows a column begins. */
  const tops = rows.filter((_row, index) => index % perColumn === 0)
  const of = (y: number) =>
    Math.max(
      tops.findLastIndex((top) => top <= y),
      0,
    )
  const offset = (column: number): Point => ({
    x: column * (width + GAP.columns),
    // Lines from another column come from above.
    y: (tops[0] ?? 0) - (tops[column] ?? 0) + (column > 0 ? GAP.below : 0),
  })
  const move = ({ x, y }: Point, row = y): Point => {
    const by = offset(of(row))
    return { x: x + by.x, y: y + by.y }
  }
  const lowest = (column: number) =>
    Math.max(0, ...boxes.filter(({ y }) => of(y) === column).map(({ y, height: own }) => y + own / 2))
  return {
    of,
    move,
    size: {
      width: tops.length * width + (tops.length - 1) * GAP.columns,
      height: Math.max(0, ...tops.map((_top, column) => lowest(column) + offset(column).y)),
    },
    /** Between the rows to the gap beside the column of its end, and along it. */
    detour({ start, end, from, to }: { start: Point; end: Point; from: Box; to: Box }): Point[] {
      const first = move({ x: start.x, y: from.y + from.height / 2 }, from.y)
      const last = move({ x: end.x, y: to.y - to.height / 2 }, to.y)
      const lane = offset(of(to.y)).x - GAP.columns / 2 + (of(to.y) === 0 ? width + GAP.columns : 0)
      const [below, above] = [first.y + GAP.below / 2, last.y - GAP.below / 2]
      return [
        first,
        { x: first.x, y: below },
        { x: lane, y: below },
        { x: lane, y: above },
        { x: last.x, y: above },
        last,
      ]
    },
  }
}

/** Leaves and reaches each point straight down or up. */
function curve([first, ...rest]: Point[]): string {
  if (!first) return ''
  let { x, y } = first
  return rest.reduce(
    (path, point) => {
      const middle = (y + point.y) / 2
      const next = `${path} C${at(x, middle)} ${at(point.x, middle)} ${at(point.x, point.y)}`
      ;({ x, y } = point)
      return next
    },
    `M${at(x, y)}`,
  )
}

const RADIUS = 8

/** Straight lines with round corners. */
function rounded(points: Point[]): string {
  const toward = (from: Point, to: Point): string => {
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const part = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length
    return at(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
  }
  return points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]]
      if (!before) return `M${at(point.x, point.y)}`
      if (!after) return `L${at(point.x, point.y)}`
      return `L${toward(point, before)} Q${at(point.x, point.y)} ${toward(point, after)}`
    })
    .join(' ')
}

const at = (x: number, y: number) => `${Math.round(x)},${Math.round(y)}`

const directions = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] } as const
export type Direction = keyof typeof directions
export const isDirection = (key: string): key is Direction => key in directions

/** The card to which an arrow key goes: along a line of the flow if there is one that way, otherwise the nearest. */
export function neighbourOf(
  { nodes, edges }: PlacedPicture,
  id: string,
  direction: Direction,
): string | undefined {
  const here = nodes.find((node) => node.id === id)
  if (!here) return undefined
  const [dx, dy] = directions[direction]
  const center = ({ x, y, width, height }: PlacedNode) => ({ x: x + width / 2, y: y + height / 2 })
  const from = center(here)
  const distance = (node: PlacedNode): number => {
    const to = center(node)
    const [right, down] = [to.x - from.x, to.y - from.y]
    const ahead = right * dx + down * dy
    const aside = Math.abs(right * dy) + Math.abs(down * dx)
    return ahead < 8 || (dx !== 0 && aside > ahead) ? Number.POSITIVE_INFINITY : ahead + 2 * aside
  }
  const nearest = (among: PlacedNode[]) =>
    among
      .filter((node) => distance(node) < Number.POSITIVE_INFINITY)
      .sort((a, b) => distance(a) - distance(b))[0]?.id
  const linked = (one: 'from' | 'to', other: 'from' | 'to') =>
    edges.filter((edge) => edge[one] === id && edge[other] !== id).map((edge) => edge[other])
  if (dy === 0) return nearest(nodes)
  const ids = dy > 0 ? linked('from', 'to') : linked('to', 'from')
  return nearest(nodes.filter((node) => ids.includes(node.id))) ?? ids[0] ?? nearest(nodes)
}
