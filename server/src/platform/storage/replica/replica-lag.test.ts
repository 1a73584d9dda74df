import { expect, it } from 'vitest'
import { createReplicaLag } from './replica-lag.ts'

it('is nothing while the replica has all that the primary has written', () => {
  const lag = createReplicaLag()
  lag.note(100, 1_000)
  lag.note(100, 50_000)
  expect(lag.secondsBehind(100, 60_000)).toBe(0)
  expect(lag.secondsBehind(Number.POSITIVE_INFINITY, 60_000)).toBe(0)
})

it('is the age of the oldest position that the replica has not reached', () => {
  const lag = createReplicaLag()
  lag.note(100, 1_000)
  lag.note(200, 2_000)
  lag.note(300, 3_000)
  expect(lag.secondsBehind(250, 3_500)).toBe(0.5)
  expect(lag.secondsBehind(100, 7_000)).toBe(5)
  expect(lag.secondsBehind(99, 7_000)).toBe(6)
})

it('begins anew with a primary that is behind the one before', () => {
  const lag = createReplicaLag()
  lag.note(500, 1_000)
  lag.note(400, 2_000)
  expect(lag.secondsBehind(400, 2_500)).toBe(0)
  expect(lag.secondsBehind(399, 2_500)).toBe(0.5)
})

it('remembers ten minutes', () => {
  const lag = createReplicaLag()
  for (let second = 1; second <= 1_000; second += 1) lag.note(second, second * 1_000)
  expect(lag.secondsBehind(500, 1_000_000)).toBe(499)
  expect(lag.secondsBehind(1, 1_000_000)).toBe(599)
})
