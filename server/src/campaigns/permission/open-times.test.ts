import { describe, expect, it } from 'vitest'
import { createZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { callingHours, isOpen } from './calling-hours.ts'
import { openTimes } from './open-times.ts'

const berlin = createZoneOffsets('Europe/Berlin')
// Monday to Monday, by the clock of Berlin in winter.
const week = { from: new Date('2026-03-01T23:00:00Z'), to: new Date('2026-03-08T23:00:00Z') }
const hours = (
  dailyStartTime: string | null,
  dailyEndTime: string | null,
  weekdays: number[] | null = null,
) => ({
  settings: { dailyStartTime, dailyEndTime, weekdays },
  holidays: [] as string[],
})
const shown = (row: ReturnType<typeof hours>, period = week) =>
  openTimes(callingHours(row), berlin, period).map(({ from, to }) =>
    [from, to].map((time) => time.toISOString().slice(5, 16)).join(' '),
  )

describe('the times at which calls may start in a week', () => {
  it('are one for each day with a daily window', () => {
    expect(shown(hours('09:00', '20:00', [1, 3]))).toEqual([
      '03-02T08:00 03-02T19:00',
      '03-04T08:00 03-04T19:00',
    ])
  })

  it('leave out the days of calendars', () => {
    const row = { ...hours('09:00', '20:00', [1, 2]), holidays: ['2026-03-02'] }
    expect(shown(row)).toEqual(['03-03T08:00 03-03T19:00'])
  })

  it('run past midnight', () => {
    expect(shown(hours('22:00', '02:00', [1]))).toEqual(['03-02T21:00 03-03T01:00'])
  })

  it('are one time without any hours, and end with the period', () => {
    expect(shown(hours(null, null))).toEqual(['03-01T23:00 03-08T23:00'])
    const part = { from: new Date('2026-03-02T10:00:00Z'), to: new Date('2026-03-02T11:00:00Z') }
    expect(shown(hours('09:00', '20:00'), part)).toEqual(['03-02T10:00 03-02T11:00'])
  })

  it('are none if it never opens', () => {
    expect(shown(hours('09:00', '20:00', []))).toEqual([])
  })

  it('follow the clock when it is put forward', () => {
    const change = { from: new Date('2026-03-28T23:00:00Z'), to: new Date('2026-03-29T22:00:00Z') }
    expect(shown(hours('01:00', '09:00'), change)).toEqual(['03-29T00:00 03-29T07:00'])
  })

  it('are those at which a claim would say so', () => {
    const rules = callingHours(hours('21:30', '06:15', [2, 5, 7]))
    const times = openTimes(rules, berlin, week)
    for (let at = week.from.getTime(); at < week.to.getTime(); at += 5 * 60_000) {
      const now = new Date(at)
      expect([now, times.some(({ from, to }) => from <= now && now < to)]).toEqual([
        now,
        isOpen(rules, [berlin], now),
      ])
    }
  })
})
