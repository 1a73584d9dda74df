import { describe, expect, it } from 'vitest'
import { callsToGoal, isGoalMet, missingSuccesses, type StopWhen } from './goal.ts'

const north: StopWhen = { successes: 500, results: [{ name: 'result.region', value: 'north', count: 100 }] }
const counts = (calls: number, successes: number, ...results: number[]) => ({ calls, successes, results })

describe('a goal', () => {
  it('is met when all of its parts are', () => {
    expect(isGoalMet(north, counts(900, 500, 99))).toBe(false)
    expect(isGoalMet(north, counts(900, 499, 100))).toBe(false)
    expect(isGoalMet(north, counts(900, 500, 100))).toBe(true)
    expect(isGoalMet({ successes: 3 }, counts(3, 3))).toBe(true)
    expect(isGoalMet({ results: north.results ?? [] }, counts(900, 100, 100))).toBe(true)
  })

  it('lets as many calls be live as it probably takes, and none when it is met', () => {
    expect(callsToGoal({ successes: 5 }, counts(0, 0))).toBe(5)
    expect(callsToGoal({ successes: 500 }, counts(0, 0))).toBe(500)
    // The first calls that end are those that nobody answers.
    expect(callsToGoal({ successes: 4 }, counts(3, 0))).toBe(5)
    // One of 10 calls succeeds.
    expect(callsToGoal({ successes: 110 }, counts(999, 100))).toBe(64)
    expect(callsToGoal({ successes: 101 }, counts(999, 100))).toBe(9)
    expect(callsToGoal({ successes: 100 }, counts(999, 100))).toBe(0)
    expect(callsToGoal({ successes: 100 }, counts(999, 120))).toBe(0)
  })

  it('lets at least one be live until it is met', () => {
    for (let calls = 0; calls < 100; calls += 1)
      for (let successes = 0; successes <= calls; successes += 1)
        expect(callsToGoal({ successes: successes + 1 }, counts(calls, successes))).toBeGreaterThanOrEqual(1)
  })

  it('lets as many be live as the part that is furthest away needs', () => {
    const apart = callsToGoal({ successes: 500 }, counts(999, 499))
    expect(callsToGoal(north, counts(999, 499, 100))).toBe(apart)
    expect(callsToGoal(north, counts(999, 499, 49))).toBeGreaterThan(apart)
  })

  it('cannot be met before so many successes more', () => {
    expect(missingSuccesses(north, counts(0, 0, 0))).toBe(500)
    expect(missingSuccesses(north, counts(900, 490, 40))).toBe(60)
    expect(missingSuccesses(north, counts(900, 510, 100))).toBe(0)
  })
})
