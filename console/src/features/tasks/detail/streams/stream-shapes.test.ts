import { expect, it } from 'vitest'
import { ROW_HEIGHT, streamShapes } from './stream-shapes.ts'

it('streams are as wide as their shares', () => {
  const [most, some] = streamShapes([60, 20, 20])
  expect((most?.width ?? 0) / (some?.width ?? 1)).toBeCloseTo(3)
})

it('streams lie side by side where they begin, without gaps or overlaps', () => {
  const shapes = streamShapes([62, 22, 0, 18, 7])
  for (const [index, { from, width }] of shapes.entries()) {
    const next = shapes[index + 1]
    if (next) expect(next.from).toBeCloseTo(from + width)
  }
})

it('each stream ends in the middle of its row, within it', () => {
  for (const [index, { to, width }] of streamShapes([100, 0, 0]).entries()) {
    expect(to + width / 2).toBeCloseTo((index + 0.5) * ROW_HEIGHT)
    expect(width).toBeLessThan(ROW_HEIGHT)
  }
})

it('are hairlines while there is nothing', () => {
  expect(streamShapes([0, 0]).map(({ width, path }) => [width, path.endsWith('Z')])).toEqual([
    [0, false],
    [0, false],
  ])
})
