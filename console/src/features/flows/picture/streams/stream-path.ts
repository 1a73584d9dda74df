// The way of a stream as an SVG path: straight down, and to the side with round corners.
import type { Point } from '../place-labels.ts'

interface StreamForm {
  points: Point[]
  /** From a card to itself. */
  isLoop: boolean
  /** Where it leaves and reaches its cards; undefined: where its points say. */
  startX: number | undefined
  endX: number | undefined
  /** Where it goes along the gap between two columns; undefined if it does not. */
  laneX: number | undefined
  /** How high it turns to the side after its begin and before its end. */
  startBend?: number | undefined
  endBend?: number | undefined
}

/** A smaller shift to the side is a slant, without corners. */
export const SLANT = 8
const MAX_RADIUS = 32

export function streamPath(form: StreamForm): string {
  const { isLoop, startX, endX, laneX, startBend, endBend } = form
  if (isLoop) return curve(form.points)
  const last = form.points.length - 1
  const points = form.points.map((point, index) => {
    if (laneX !== undefined) {
      const x = index < 2 ? startX : index > last - 2 ? endX : laneX
      const bend = index === 0 || index === last ? undefined : index < 3 ? startBend : endBend
      return { x: x ?? point.x, y: bend ?? point.y }
    }
    const x = index === 0 ? startX : index === last ? endX : undefined
    return { x: x ?? point.x, y: point.y }
  })
  const corners: Point[] = []
  for (const [index, point] of points.entries()) {
    const before = points[index - 1]
    if (before && turnsBetween(before, point)) {
      const bend = index === 1 && startBend !== undefined ? startBend : index === last ? endBend : undefined
      const y = bend ?? (before.y + point.y) / 2
      corners.push({ x: before.x, y }, { x: point.x, y })
    }
    corners.push(point)
  }
  return rounded(corners.filter((point, index) => !isBetween(corners[index - 1], point, corners[index + 1])))
}

const turnsBetween = (a: Point, b: Point) => Math.abs(a.x - b.x) > SLANT && Math.abs(a.y - b.y) > 1

/** Whether a point changes nothing of the way. */
function isBetween(before: Point | undefined, { x, y }: Point, after: Point | undefined): boolean {
  if (!before || !after) return false
  return (before.x === x && after.x === x) || (before.y === y && after.y === y)
}

/** An end of the way gives all of its length to a corner; a straight way between two corners gives half to each. */
function rounded(points: Point[]): string {
  const last = points.length - 1
  const free = (index: number) => {
    const [a, b] = [points[index], points[index + 1]]
    if (!a || !b) return 0
    const length = Math.hypot(b.x - a.x, b.y - a.y)
    return index === 0 || index === last - 1 ? length : length / 2
  }
  let path = ''
  for (const [index, point] of points.entries()) {
    const [before, after] = [points[index - 1], points[index + 1]]
    if (!before) path = `M${at(point)}`
    else if (!after) path += isSlanted(before, point) ? slant(before, point) : `L${at(point)}`
    else if (isSlanted(before, point)) path += slant(before, point)
    else if (isSlanted(point, after)) path += `L${at(point)}`
    else {
      const radius = Math.min(free(index - 1), free(index), MAX_RADIUS)
      const turn = (point.x - before.x) * (after.y - point.y) - (point.y - before.y) * (after.x - point.x)
      path += `L${at(toward(point, before, radius))}A${tenth(radius)} ${tenth(radius)} 0 0 ${turn > 0 ? 1 : 0} ${at(toward(point, after, radius))}`
    }
  }
  return path
}

const isSlanted = (a: Point, b: Point) => a.x !== b.x && a.y !== b.y

function slant(from: Point, to: Point): string {
  const middle = (from.y + to.y) / 2
  return `C${at({ x: from.x, y: middle })} ${at({ x: to.x, y: middle })} ${at(to)}`
}

function toward(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const part = length === 0 ? 0 : distance / length
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}

/** Leaves and reaches each point straight down or up. */
function curve([first, ...rest]: Point[]): string {
  if (!first) return ''
  let before = first
  let path = `M${at(first)}`
  for (const point of rest) {
    path += slant(before, point)
    before = point
  }
  return path
}

const tenth = (value: number) => Math.round(value * 10) / 10
const at = ({ x, y }: Point) => `${tenth(x)},${tenth(y)}`
