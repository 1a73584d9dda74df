import { describe, expect, it } from 'vitest'
import type { ChartSeries } from './chart.ts'
import { barRange, firstShown, stack, topOf } from './chart-scale.ts'

describe('the scale of a chart', () => {
  it('fits the data', () => {
    expect(topOf([{ values: [3, null, 9] }, { values: [4] }], true)).toBeCloseTo(9.9)
    expect(topOf([{ values: [0.02, 0.05] }], false)).toBeCloseTo(0.055)
  })

  it('includes a limit that is near, and leaves out one that would flatten the data', () => {
    const limit = (value: number) => ({ values: [value], isLimit: true })
    expect(topOf([{ values: [40] }, limit(60)], true)).toBeCloseTo(66)
    expect(topOf([{ values: [4] }, limit(60)], true)).toBeCloseTo(4.4)
  })

  it('has a height without data', () => {
    expect(topOf([], true)).toBe(4)
    expect(topOf([{ values: [2], isLimit: true }], true)).toBe(2)
    expect(topOf([{ values: [null] }], false)).toBe(1)
  })

  it('begins shortly before the first value, whatever the limit was before', () => {
    const limit = { values: [9, 9, 9, 9], isLimit: true }
    expect(firstShown([1, 2, 3, 4], [{ values: [0, null, 5, 0] }, limit])).toBe(2)
    expect(firstShown([1, 2, 3, 4], [{ values: [3, 0, 0, 0] }, limit])).toBe(1)
    expect(firstShown([1, 2], [{ values: [0, 0] }, limit])).toBe(1)
    expect(firstShown([], [])).toBeUndefined()
  })

  it('has room for twelve bars', () => {
    expect(barRange(600, 660, 60)).toEqual([570, 1350])
    expect(barRange(0, 3600, 60)).toEqual([-30, 3630])
    expect(barRange(600, 660, 60, true)).toEqual([570, 690])
  })

  it('stacks each series on those below it', () => {
    const series = (values: (number | null)[]): ChartSeries => ({ label: '', tone: 'good', values })
    expect(stack([series([1, 2]), series([null, 5]), series([4, 0])]).map(({ values }) => values)).toEqual([
      [1, 2],
      [1, 7],
      [5, 7],
    ])
  })
})
