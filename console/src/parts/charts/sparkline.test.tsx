import { expect, it } from 'vitest'
import { renderHtml } from '../../../test/support/render.tsx'
import { Sparkline } from './sparkline.tsx'

const bars = (...values: number[]) =>
  [...renderHtml(<Sparkline values={values} />).matchAll(/<rect[^>]* height="([\d.]+)"/g)].map(([, height]) =>
    Number(height),
  )

it('shows one value as one bar, not as a rise', () => {
  expect(bars(0, 0, 0, 0, 0, 0, 0, 8)).toEqual([0, 0, 0, 0, 0, 0, 0, 28])
})

it('is empty below five values, and where all of them are nothing', () => {
  expect(bars(3)).toEqual([])
  expect(bars(1, 2, 3, 4)).toEqual([])
  expect(bars(0, 0, 0, 0, 0, 0)).toEqual([])
  expect(bars(1, 2, 3, 4, 5)).toHaveLength(5)
})

it('begins with the first value, with room for ten', () => {
  const quiet = Array.from({ length: 30 }, () => 0)
  expect(bars(...quiet, 2, 4)).toHaveLength(10)
  expect(bars(...quiet, ...Array.from({ length: 20 }, () => 2))).toHaveLength(20)
})
