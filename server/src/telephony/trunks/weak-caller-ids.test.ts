import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CallerIdCalls, MIN_CALLS, weakCallerIds } from './weak-caller-ids.ts'

const calls = (callerId: string, count: number, answered: number, poolId = 'pool'): CallerIdCalls => ({
  ...{ poolId, callerId, calls: count, answered },
})
const weakOf = (...counts: CallerIdCalls[]) => weakCallerIds(counts).map(({ callerId }) => callerId)

it('finds a number whose calls are answered far less often than those of the others', () => {
  expect(weakCallerIds([calls('+1', 200, 20), calls('+2', 300, 120), calls('+3', 100, 40)])).toEqual([
    { callerId: '+1', answerRate: 0.1, poolAnswerRate: 0.4 },
  ])
})

it.each([
  ['too few calls of its own', [calls('+1', MIN_CALLS - 1, 0), calls('+2', 500, 250)]],
  ['too few calls of the others', [calls('+1', 500, 0), calls('+2', MIN_CALLS - 1, 40)]],
  ['a pool of one', [calls('+1', 500, 0)]],
  ['a difference that chance explains', [calls('+1', 60, 4), calls('+2', 60, 8)]],
  ['a small difference, however certain', [calls('+1', 100_000, 30_000), calls('+2', 100_000, 40_000)]],
  ['no answers at all', [calls('+1', 500, 0), calls('+2', 500, 0)]],
])('lets a number go on: %s', (_, counts) => {
  expect(weakOf(...counts)).toEqual([])
})

it('compares within a pool only, and names a number once', () => {
  expect(weakOf(calls('+1', 500, 50, 'a'), calls('+2', 500, 250, 'b'))).toEqual([])
  const twice = [calls('+1', 500, 50, 'a'), calls('+2', 500, 250, 'a')]
  expect(weakOf(...twice, ...twice.map((each) => ({ ...each, poolId: 'b' })))).toEqual(['+1'])
})

it('never finds the best number of a pool, so some number always goes on', () => {
  const count = fc.nat(2000).chain((made) => fc.nat(made).map((answered) => ({ calls: made, answered })))
  fc.assert(
    fc.property(fc.array(count, { maxLength: 6 }), (counts) => {
      const pool = counts.map((each, index) => ({ ...each, poolId: 'pool', callerId: `+${index}` }))
      const rate = (each: CallerIdCalls) => each.answered / Math.max(1, each.calls)
      const best = Math.max(0, ...pool.map(rate))
      const weak = weakOf(...pool)
      for (const each of pool) if (rate(each) === best) expect(weak).not.toContain(each.callerId)
    }),
  )
})
