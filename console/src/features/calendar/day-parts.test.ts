import { describe, expect, it } from 'vitest'
import { clockText, dateAfter, dayParts, placeOf } from './day-parts.ts'

const WEEK = '2026-03-02 00:00:00'

describe('the days of a week', () => {
  it('have their part of each time, also of one that runs past midnight', () => {
    const days = dayParts(WEEK, [
      { from: '2026-03-02 09:00:00', to: '2026-03-02 20:30:00' },
      { from: '2026-03-03 22:00:00', to: '2026-03-04 02:00:00' },
    ])
    expect(days.slice(0, 4)).toEqual([
      [{ from: 540, to: 1230 }],
      [{ from: 1320, to: 1440 }],
      [{ from: 0, to: 120 }],
      [],
    ])
  })

  it('are whole if a task may always dial', () => {
    const days = dayParts(WEEK, [{ from: WEEK, to: '2026-03-09 00:00:00' }])
    expect(days).toEqual(Array(7).fill([{ from: 0, to: 1440 }]))
  })

  it('have the present in one of them, or in none', () => {
    expect(placeOf(WEEK, '2026-03-04 06:00:00')).toEqual({ day: 2, share: 0.25 })
    expect(placeOf(WEEK, '2026-03-01 23:59:59')).toBeUndefined()
    expect(placeOf(WEEK, '2026-03-09 00:00:00')).toBeUndefined()
  })

  it('are named by date and clock', () => {
    expect([dateAfter(WEEK, 7), dateAfter(WEEK, -7)]).toEqual(['2026-03-09', '2026-02-23'])
    expect([0, 570, 1440].map(clockText)).toEqual(['00:00', '09:30', '24:00'])
  })
})
