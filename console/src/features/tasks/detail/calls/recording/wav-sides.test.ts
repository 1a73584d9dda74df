import { expect, it } from 'vitest'
import { sidesOf } from './wav-sides.ts'

const [us, callee] = [
  [0.8, 0.8, 0, 0, 0, 0, 0.7, 0.7, 0, 0],
  [0, 0, 0, 0.9, 0.9, 0, 0, 0, 0, 0],
]

it.each([
  ['first', [us, callee]],
  ['second', [callee, us]],
])('the channel that talks when we begin a sentence is ours, even if it is the %s', (_place, channels) => {
  expect(sidesOf(channels, [0, 6], 10)).toEqual([us, callee])
})

it('one channel has both sides', () => {
  expect(sidesOf([us], [0], 10)).toEqual([us])
})
