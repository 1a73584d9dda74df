import { expect, it } from 'vitest'
import { firstCell, heatOf, nextCell, shownHours } from './heat-cells.ts'

const cell = (weekday: number, hour: number, answered = 1) =>
  ({ weekday, hour, calls: 10, answered, successes: 0 }) as const
const cells = [cell(2, 18), cell(1, 12), cell(1, 9), cell(3, 12), cell(1, 15)]

it('shows the working day, and more if there were calls', () => {
  expect(shownHours(cells).at(0)).toBe(8)
  expect(shownHours([...cells, cell(1, 5), cell(1, 22)])).toHaveLength(18)
})

it('is pale for the worst hour and strong for the best', () => {
  const [worst, best] = [cell(1, 9, 2), cell(1, 10, 8)]
  const heat = heatOf([worst, best, cell(1, 11, 5)])
  expect([heat(worst), heat(cell(1, 11, 5)), heat(best)]).toEqual([5, 30, 55])
  expect(heatOf([worst])(worst)).toBe(55)
})

it.each([
  ['1 9', 'ArrowRight', '1 12'],
  ['1 15', 'ArrowLeft', '1 12'],
  ['1 12', 'ArrowDown', '3 12'],
  ['3 12', 'ArrowUp', '1 12'],
  ['2 18', 'ArrowRight', undefined],
  ['1 9', 'Enter', undefined],
])('leads from %s by %s to %s', (from, arrow, to) => {
  expect(nextCell(cells, from, arrow)).toBe(to)
})

it('begins with the first hour of the week', () => {
  expect(firstCell(cells)).toBe('1 9')
})
