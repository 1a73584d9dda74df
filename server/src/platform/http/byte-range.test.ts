import { expect, it } from 'vitest'
import { readRange } from './byte-range.ts'

it.each([
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=200-', { start: 200, end: 999 }],
  ['bytes=-100', { start: 900, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=990-5000', { start: 990, end: 999 }],
])('reads %s', (header, range) => {
  expect(readRange(header, 1000)).toEqual(range)
})

it.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=5-1', 'bytes=0-1,5-9', 'lines=1-2'])(
  'takes %s for the whole file',
  (header) => {
    expect(readRange(header, 1000)).toBeUndefined()
  },
)

it.each(['bytes=1000-', 'bytes=1000-1999', 'bytes=5000-', 'bytes=-0'])(
  'says that %s is outside',
  (header) => {
    expect(readRange(header, 1000)).toBe('outside')
  },
)
