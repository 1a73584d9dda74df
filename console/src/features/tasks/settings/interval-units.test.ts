import { describe, expect, it } from 'vitest'
import { joinInterval, splitInterval } from './interval-units.ts'

describe('an interval', () => {
  it.each([
    [0, 0, '60'],
    [45, 45, '1'],
    [60, 1, '60'],
    [90, 90, '1'],
    [5400, 90, '60'],
    [7200, 2, '3600'],
    [86_400, 1, '86400'],
  ] as const)('of %i seconds is %i times %s', (seconds, value, unit) => {
    expect(splitInterval(seconds)).toEqual({ value, unit })
    expect(joinInterval(value, unit)).toBe(seconds)
  })
})
