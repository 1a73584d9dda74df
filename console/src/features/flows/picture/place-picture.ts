// Where the cards of a picture are, and how the lines run between them. A picture that is too tall goes on in another column.
import { Graph, layout } from '@dagrejs/dagre'
import type { Picture, PictureEdge, PictureNode } from './picture-graph.ts'
import { LABEL_HEIGHT, labelPlaces, type Point } from './place-labels.ts'

export interface PlacedNode extends PictureNode, Point {
  width: number
  height: number
}

export interface PlacedEdge extends PictureEdge {
  /** The room that its label has. */
  labelWidth: number
  /** From card to card. */
  points: Point[]
  /** Between two columns: where it goes along the gap. */
  lane?: number
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
  /** Whether its lines will be as wide as calls take them. */
  hasStreams?: boolean
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
/** Around cards and between lines. */
const GAPS = {
  thin: { between: 24, lines: 16, below: 22, columns: 72 },
  // For the widest streams: which lines are as wide as that, the places do not know.
  streams: { between: 24, lines: 32, below: 28, columns: 72 },
}
type Gaps = (typeof GAPS)['thin']
/** Lines do not begin at the corners of a card. */
const CORNER = 20
/** More columns would have more lines between them than within. */
const MAX_COLUMNS = 10

type Box = Point & { width: number; height: number }

export function placePicture(request: PlacingRequest): PlacedPicture {
  const { picture, labelWidths, room, hasStreams = false, minHeight = 0 } = request
  const { nodes, edges } = picture
  const gaps = hasStreams ? GAPS.streams : GAPS.thin
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: gaps.between, ranksep: gaps.below, edgesep: gaps.lines })
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
  const rows = rowsOf(nodes, edges, graph)
  const columns = columnsOf([...boxes.values()], size, room, gaps)
  const lines = edges.map((edge): PlacedLine => {
    const line = graph.edge({ v: edge.from, w: edge.to, name: edge.id }) as {
      points: Point[]
    } & Partial<Point>
    const [from, to] = [boxOf(edge.from), boxOf(edge.to)]
    const isBack = to.y < from.y
    const points = attached(line.points, from, to, rows)
    const [start, end] = [points[0] ?? from, points.at(-1) ?? to]
    const middle = { x: line.x ?? (start.x + end.x) / 2, y: line.y ?? (start.y + end.y) / 2 }
    if (columns.of(from.y) === columns.of(to.y)) {
      const moved = points.map((point) => columns.move(point, from.y))
      return { ...edge, ...ends(moved), points: moved, label: columns.move(middle, from.y), isBack }
    }
    const corners = columns.detour({ start, end, from, to })
    return { ...edge, ...ends(corners), points: corners, corners, lane: corners[2]?.x ?? 0, isBack }
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
      labelWidth: labelWidths[line.id] ?? 0,
    })),
    ...columns.size,
  }
}

/** Within a column it was placed with its label; to another column it has corners. */
type PlacedLine = Omit<PlacedEdge, 'label' | 'labelWidth'> & { label?: Point; corners?: Point[] }

const ends = (points: Point[]) => ({
  start: points[0] ?? { x: 0, y: 0 },
  end: points.at(-1) ?? { x: 0, y: 0 },
})

/** How high the rows of cards and of labels are, by their middle; others have nothing that a line has to go around. */
function rowsOf(nodes: PictureNode[], edges: PictureEdge[], graph: Graph): Map<number, number> {
  const rows = new Map<number, number>()
  const add = (y: number, height: number) =>
    rows.set(Math.round(y), Math.max(rows.get(Math.round(y)) ?? 0, height))
  for (const { id } of nodes) {
    const { y, height } = graph.node(id) as Box
    add(y, height)
  }
  for (const { from, to, id } of edges) {
    const { y, width } = graph.edge({ v: from, w: to, name: id }) as Partial<Box>
    // A line goes behind its own label, and straight on between those of others.
    if (y !== undefined && width) add(y, 0)
  }
  return rows
}

/** A line begins and ends at the lower and upper side of its cards, and goes straight down between the cards of a row. */
function attached(points: Point[], from: Box, to: Box, rows: ReadonlyMap<number, number>): Point[] {
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
    ...inner.flatMap(({ x, y }) => {
      const height = rows.get(Math.round(y))
      if (height === undefined) return []
      if (height === 0) return [{ x, y }]
      return [-1, 1].map((end) => ({ x, y: y + (end * side * height) / 2 }))
    }),
    { x: within(last.x, to), y: to.y - (side * to.height) / 2 },
  ]
}

/** Cuts a tall picture between two rows, so that it is shown as large as possible. */
function columnsOf(boxes: Box[], { width, height }: Room, room: Room, gaps: Gaps) {
  const scale = (count: number) =>
    Math.min(room.height / (height / count), room.width / (width * count + gaps.columns * (count - 1)), 1)
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
    x: column * (width + gaps.columns),
    // Lines from another column come from above.
    y: (tops[0] ?? 0) - (tops[column] ?? 0) + (column > 0 ? gaps.below : 0),
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
      width: tops.length * width + (tops.length - 1) * gaps.columns,
      height: Math.max(0, ...tops.map((_top, column) => lowest(column) + offset(column).y)),
    },
    /** Between the rows to the gap beside the column of its end, and along it. */
    detour({ start, end, from, to }: { start: Point; end: Point; from: Box; to: Box }): Point[] {
      const first = move({ x: start.x, y: from.y + from.height / 2 }, from.y)
      const last = move({ x: end.x, y: to.y - to.height / 2 }, to.y)
      const lane = offset(of(to.y)).x - gaps.columns / 2 + (of(to.y) === 0 ? width + gaps.columns : 0)
      const [below, above] = [first.y + gaps.below / 2, last.y - gaps.below / 2]
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
