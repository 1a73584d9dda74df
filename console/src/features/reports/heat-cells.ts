// The hours of a week with calls: which are shown, how strong the colour of each is, and where the arrow keys lead.
import type { Report } from './use-report.ts'

type Cells = Report['heatMap']
type Place = Pick<Cells[number], 'weekday' | 'hour'>

export const keyOf = ({ weekday, hour }: Place) => `${weekday} ${hour}`

/** At least the working day, so that the map keeps its shape. */
export function shownHours(cells: Cells): number[] {
  const first = Math.min(8, ...cells.map(({ hour }) => hour))
  const last = Math.max(20, ...cells.map(({ hour }) => hour))
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const PALEST = 5
/** Stronger, a number on it could not be read. */
const STRONGEST = 55

/** Percent of the colour, between the worst and the best hour. */
export function heatOf(cells: Cells): (cell: Cells[number]) => number {
  const rateOf = ({ answered, calls }: Cells[number]) => answered / calls
  const rates = cells.map(rateOf)
  const [low, top] = [Math.min(...rates), Math.max(...rates)]
  return (cell) =>
    Math.round(PALEST + (top > low ? (rateOf(cell) - low) / (top - low) : 1) * (STRONGEST - PALEST))
}

/** The first hour of the week with calls. */
export function firstCell(cells: Cells): string | undefined {
  const [first] = [...cells].sort((a, b) => a.weekday - b.weekday || a.hour - b.hour)
  return first && keyOf(first)
}

/** The next hour with calls in the direction of an arrow key. */
export function nextCell(cells: Cells, from: string, arrow: string): string | undefined {
  const [weekday = 0, hour = 0] = from.split(' ').map(Number)
  const ways: Record<string, (cell: Place) => number> = {
    ArrowRight: (cell) => (cell.weekday === weekday ? cell.hour - hour : 0),
    ArrowLeft: (cell) => (cell.weekday === weekday ? hour - cell.hour : 0),
    ArrowDown: (cell) => (cell.hour === hour ? cell.weekday - weekday : 0),
    ArrowUp: (cell) => (cell.hour === hour ? weekday - cell.weekday : 0),
  }
  const distance = ways[arrow]
  if (!distance) return undefined
  const [next] = cells.filter((cell) => distance(cell) > 0).sort((a, b) => distance(a) - distance(b))
  return next && keyOf(next)
}
