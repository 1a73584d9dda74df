import { describe, expect, it } from 'vitest'
import { createTimestamps, createZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { divide } from './history-buckets.ts'

function inZone(timeZone: string) {
  const timestamps = createTimestamps(timeZone)
  const zone = { timestamps, offsetAt: createZoneOffsets(timeZone) }
  return (from: string, to: string, step?: number) => {
    const { stepSeconds, starts, end } = divide({ from: new Date(from), to: new Date(to) }, step, zone)
    return { stepSeconds, starts, end, shown: starts.map(timestamps.format) }
  }
}
const inShanghai = inZone('Asia/Shanghai')
const inBerlin = inZone('Europe/Berlin')
const HOUR = 3600
const DAY = 24 * HOUR

describe('the step', () => {
  it.each([
    ['a moment', 0.001, 60],
    ['6 hours', 6 * HOUR, 60],
    ['a little more', 6 * HOUR + 400, 120],
    ['a day', DAY, 300],
    ['a week', 7 * DAY, 1800],
    ['30 days', 30 * DAY, 7200],
    ['a year', 365 * DAY, DAY],
    ['ten years', 3650 * DAY, 10 * DAY],
  ])('of %s is one that a reader can count by', (_, seconds, step) => {
    const from = new Date('2020-01-01T00:00:30Z')
    const { stepSeconds, starts } = inShanghai(
      from.toISOString(),
      new Date(from.getTime() + seconds * 1000).toISOString(),
    )
    expect(stepSeconds).toBe(step)
    expect(starts.length).toBeGreaterThan(0)
    expect(starts.length).toBeLessThanOrEqual(366)
  })

  it('may be asked for, as long as that makes no more than some 1500 buckets', () => {
    expect(inShanghai('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', 60).starts).toHaveLength(1440)
    expect(() => inShanghai('2026-01-01T00:00:00Z', '2026-01-03T00:00:00Z', 60)).toThrow(
      'step must be at least 120 seconds for this period',
    )
    expect(inShanghai('2026-01-01T00:00:00Z', '2026-01-03T00:00:00Z', 120).starts).toHaveLength(1440)
  })
})

describe('buckets', () => {
  it('begin at full steps of the wall clock and cover all that was asked for', () => {
    const { shown, end } = inShanghai('2026-03-02T06:10:31Z', '2026-03-02T09:00:01Z', HOUR)
    expect(shown).toEqual([
      '2026-03-02 14:00:00',
      '2026-03-02 15:00:00',
      '2026-03-02 16:00:00',
      '2026-03-02 17:00:00',
    ])
    expect(end).toEqual(new Date('2026-03-02T10:00:00Z'))
    // Five and a half hours ahead.
    expect(inZone('Asia/Kolkata')('2026-03-02T06:10:31Z', '2026-03-02T07:00:00Z', HOUR).shown).toEqual([
      '2026-03-02 11:00:00',
      '2026-03-02 12:00:00',
    ])
  })

  it('end where the next begins: nothing is added at a full step', () => {
    expect(inShanghai('2026-03-02T06:00:00Z', '2026-03-02T08:00:00Z', HOUR).starts).toHaveLength(2)
  })

  it('of hours are as long as ever when the clock is put back: one hour is shown twice', () => {
    expect(inBerlin('2026-10-24T23:00:00Z', '2026-10-25T03:00:00Z', HOUR).shown).toEqual([
      '2026-10-25 01:00:00',
      '2026-10-25 02:00:00',
      '2026-10-25 02:00:00',
      '2026-10-25 03:00:00',
    ])
  })

  it('of days are those of the calendar, when the clock is put back and when it is put forward', () => {
    const autumn = inBerlin('2026-10-24T10:00:00Z', '2026-10-27T10:00:00Z', DAY)
    expect(autumn.shown).toEqual([
      '2026-10-24 00:00:00',
      '2026-10-25 00:00:00',
      '2026-10-26 00:00:00',
      '2026-10-27 00:00:00',
    ])
    expect(autumn.end).toEqual(new Date('2026-10-27T23:00:00Z'))
    // Where the clock is put forward at midnight, the day begins at one.
    expect(inZone('Asia/Beirut')('2026-03-28T10:00:00Z', '2026-03-30T10:00:00Z', DAY).shown).toEqual([
      '2026-03-28 00:00:00',
      '2026-03-29 01:00:00',
      '2026-03-30 00:00:00',
    ])
  })
})
