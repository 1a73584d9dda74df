import { expect, it } from 'vitest'
import { collectRows } from './table-rows.ts'

const MB = 1024 * 1024

it('gives out long rows in batches of bounded size, in their order', () => {
  const rows = collectRows({ maxRows: 1000, maxColumns: 10, maxCellLength: MB })
  const texts = Array.from({ length: 90 }, (_, index) =>
    String(index).padEnd(index % 3 === 0 ? 200_000 : 100_000),
  )
  for (const [index, text] of texts.entries()) rows.add(index + 1, [text, 'end'])
  const given: string[] = []
  while (rows.waiting > 0) {
    const batch = rows.take()
    expect(batch.reduce((sum, { cells }) => sum + cells.join('').length, 0)).toBeLessThanOrEqual(MB)
    given.push(...batch.map(({ cells: [text = ''] }) => text))
  }
  expect(given).toEqual(texts)
  expect(rows.isFull).toBe(false)
})

it('is full with a thousand rows, or with fewer long ones', () => {
  const rows = collectRows({ maxRows: 2000, maxColumns: 10, maxCellLength: MB })
  for (let row = 1; row < 1000; row += 1) rows.add(row, ['1'])
  expect(rows.isFull).toBe(false)
  rows.add(1000, ['1'])
  expect(rows.isFull).toBe(true)
  expect(rows.take()).toHaveLength(1000)
  for (let row = 1001; row < 1010; row += 1) rows.add(row, ['x'.repeat(200_000)])
  expect(rows.isFull).toBe(true)
})
