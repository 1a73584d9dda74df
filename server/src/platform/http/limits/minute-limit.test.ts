import { describe, expect, it } from 'vitest'
import { createMinuteLimit } from './minute-limit.ts'

const LIMIT = 3

function create(maxKeys?: number) {
  let now = 0
  const limit = createMinuteLimit(LIMIT, () => now, maxKeys)
  const fail = (key: string, times: number) => Array.from({ length: times }, () => limit.count(key)).at(-1)
  return { ...limit, fail, pass: (ms: number) => (now += ms) }
}

describe('failures', () => {
  it('are let pass up to the limit, and beyond it for as long as is told', () => {
    const { fail, pass } = create()
    expect(fail('a', LIMIT)).toBeUndefined()
    pass(15_000)
    expect(fail('a', 1)).toBe(45)
    pass(44_999)
    expect(fail('a', 1)).toBe(1)
    pass(1)
    expect(fail('a', LIMIT)).toBeUndefined()
    expect(fail('a', 1)).toBe(60)
  })

  it('are counted for each network by itself', () => {
    const { fail } = create()
    expect(fail('a', LIMIT + 1)).toBe(60)
    expect(fail('b', 1)).toBeUndefined()
  })

  it('take bounded memory, however many networks there are', () => {
    const { fail, size } = create(100)
    for (let network = 0; network < 10_000; network += 1) fail(String(network), 1)
    expect(size()).toBe(100)
    expect(fail('9999', LIMIT)).toBe(60)
  })

  it('are not counted at all without a limit', () => {
    const unlimited = createMinuteLimit(0)
    for (let failure = 0; failure < 1000; failure += 1) expect(unlimited.count('a')).toBeUndefined()
    expect(unlimited.size()).toBe(0)
  })
})
