import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowanceNow, hasFutureStarts, recordStarts, type StartedCalls } from './rate-window.ts'

const NOW = 1_781_078_400_000

describe('the rate window', () => {
  it('allows the whole limit at once, and nothing more for a second', () => {
    const started = recordStarts({}, 5, NOW)
    expect(allowanceNow({}, 5, NOW)).toBe(5)
    expect(allowanceNow(started, 5, NOW)).toBe(0)
    expect(allowanceNow(started, 5, NOW + 999)).toBe(0)
    expect(allowanceNow(started, 5, NOW + 1060)).toBe(5)
  })

  it('gives calls back as they grow old', () => {
    let started = recordStarts({}, 2, NOW)
    started = recordStarts(started, 1, NOW + 500)
    expect(allowanceNow(started, 4, NOW + 600)).toBe(1)
    expect(allowanceNow(started, 4, NOW + 1100)).toBe(3)
    expect(allowanceNow(started, 4, NOW + 1600)).toBe(4)
  })

  it('never allows less than nothing when the limit is lowered', () => {
    expect(allowanceNow(recordStarts({}, 50, NOW), 5, NOW)).toBe(0)
  })

  it('forgets slices that are over, so it stays small', () => {
    let started: StartedCalls = {}
    for (let step = 0; step < 10_000; step += 1) started = recordStarts(started, 1, NOW + step * 7)
    expect(Object.keys(started).length).toBeLessThanOrEqual(53)
  })

  it('takes starts of the future for starts of now, and forgets them a second later', () => {
    const early = NOW - 3_600_000
    const started = recordStarts({}, 5, NOW)
    expect(hasFutureStarts(started, early)).toBe(true)
    expect(allowanceNow(started, 5, early)).toBe(0)
    const rewritten = recordStarts(started, 0, early)
    expect(hasFutureStarts(rewritten, early)).toBe(false)
    expect(allowanceNow(rewritten, 5, early + 1060)).toBe(5)
  })

  it('never lets more calls start in any second than it may, whenever anybody asks', () => {
    const asks = fc.array(
      fc.record({ afterMs: fc.integer({ min: 0, max: 400 }), wants: fc.integer({ min: 0, max: 9 }) }),
      {
        maxLength: 80,
      },
    )
    fc.assert(
      fc.property(asks, fc.integer({ min: 1, max: 12 }), (steps, limit) => {
        let started: StartedCalls = {}
        let nowMs = NOW
        const starts: number[] = []
        for (const { afterMs, wants } of steps) {
          nowMs += afterMs
          const count = Math.min(wants, allowanceNow(started, limit, nowMs))
          started = recordStarts(started, count, nowMs)
          starts.push(...Array.from({ length: count }, () => nowMs))
        }
        for (const [index, start] of starts.entries())
          expect(starts.slice(index).filter((each) => each <= start + 1000).length).toBeLessThanOrEqual(limit)
      }),
      { seed: 17, numRuns: 300 },
    )
  })
})
