import { describe, expect, it } from 'vitest'
import type { DialWindow } from '../../campaigns/permission/dial-window.ts'
import { createZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { ANY_TIME, estimateEnd, type Progress } from './estimate-end.ts'

const offsetAt = createZoneOffsets('Europe/Berlin')
const allDay = { start: null, end: null }
const usual: Progress = {
  notDialed: 100,
  inProgress: 0,
  success: 0,
  failed: 0,
  callCount: 0,
  callsPerSecond: 1,
  hours: ANY_TIME,
}
/** 12:00 in winter. */
const noon = '2026-01-15T11:00:00.000Z'
const end = ({ window = allDay, ...progress }: Partial<Progress> & { window?: DialWindow }, now = noon) => {
  const hours = { ...ANY_TIME, ...progress.hours, window }
  return estimateEnd({ ...usual, ...progress, hours }, new Date(now), offsetAt)?.toISOString()
}

describe('the end of a task at its pace', () => {
  it('counts one call a contact while nothing is known', () => {
    expect(end({})).toBe('2026-01-15T11:01:40.000Z')
  })

  it('counts as many calls a contact as those took that are done', () => {
    expect(end({ success: 5, failed: 5, callCount: 25 })).toBe('2026-01-15T11:04:10.000Z')
  })

  it('counts one call less for contacts in progress', () => {
    expect(end({ notDialed: 0, inProgress: 100, success: 10, callCount: 30 })).toBe(
      '2026-01-15T11:03:20.000Z',
    )
  })

  it('is when its goal is met at the share of successes so far, if that comes first', () => {
    const tenth = { success: 10, failed: 90, callCount: 100, notDialed: 1000 }
    expect(end({ ...tenth, goal: [{ count: 10, wanted: 16 }] })).toBe('2026-01-15T11:01:00.000Z')
    // The part that takes longest decides.
    const parts = [
      { count: 10, wanted: 10 },
      { count: 5, wanted: 11 },
    ]
    expect(end({ ...tenth, goal: parts })).toBe('2026-01-15T11:02:00.000Z')
    // Nobody knows yet how many calls it takes.
    expect(end({ ...tenth, goal: [{ count: 0, wanted: 1 }] })).toBe(end(tenth))
  })

  it('is now when nothing is left', () => {
    expect(end({ notDialed: 0 })).toBe(noon)
  })

  it('is unknown without a pace', () => {
    expect(end({ callsPerSecond: 0 })).toBeUndefined()
  })

  it('is unknown beyond a year', () => {
    expect(end({ notDialed: 1e9 })).toBeUndefined()
    expect(end({ notDialed: 600 * 3600, window: { start: '12:00', end: '13:00' } })).toBeUndefined()
  })
})

describe('only open hours count', () => {
  it('the rest is done the next day', () => {
    // Six hours today, four tomorrow from 09:00 on.
    expect(end({ notDialed: 10 * 3600, window: { start: '09:00', end: '18:00' } })).toBe(
      '2026-01-16T12:00:00.000Z',
    )
  })

  it('it may end exactly when the window does', () => {
    expect(end({ notDialed: 6 * 3600, window: { start: '09:00', end: '18:00' } })).toBe(
      '2026-01-15T17:00:00.000Z',
    )
  })

  it('over midnight', () => {
    // Open until 02:00 and from 20:00 on: eight hours from 20:00 end at 04:00, which is 22:00 the next evening.
    expect(end({ notDialed: 8 * 3600, window: { start: '20:00', end: '02:00' } })).toBe(
      '2026-01-16T21:00:00.000Z',
    )
  })

  it('with one side of the window', () => {
    expect(end({ notDialed: 13 * 3600, window: { start: '09:00', end: null } })).toBe(
      '2026-01-16T09:00:00.000Z',
    )
    expect(end({ notDialed: 3 * 3600, window: { start: null, end: '09:00' } })).toBe(
      '2026-01-16T02:00:00.000Z',
    )
    expect(end({ notDialed: 24 * 3600, window: { start: null, end: '00:00:00' } })).toBe(
      '2026-01-16T11:00:00.000Z',
    )
  })

  it('on the days of the week that there are calls, but not on holidays', () => {
    // Thursday noon: six hours today and four tomorrow, but tomorrow is a holiday.
    const workdays = { weekdays: new Set([1, 2, 3, 4, 5]), holidays: new Set(['2026-01-16']) }
    const window = { start: '09:00', end: '18:00' }
    expect(end({ notDialed: 10 * 3600, window, hours: { ...ANY_TIME, ...workdays } })).toBe(
      '2026-01-19T12:00:00.000Z',
    )
    expect(end({ notDialed: 13 * 3600, hours: { ...ANY_TIME, ...workdays } })).toBe(
      '2026-01-19T00:00:00.000Z',
    )
    expect(end({ hours: { ...ANY_TIME, weekdays: new Set() } })).toBeUndefined()
  })

  it('where the clock is put forward the night is an hour shorter', () => {
    // From 22:00 to 06:00 that night has seven hours.
    const evening = '2026-03-28T21:00:00.000Z'
    expect(end({ notDialed: 7 * 3600, window: { start: '22:00', end: '06:00' } }, evening)).toBe(
      '2026-03-29T04:00:00.000Z',
    )
    expect(end({ notDialed: 7.5 * 3600, window: { start: '22:00', end: '06:00' } }, evening)).toBe(
      '2026-03-29T20:30:00.000Z',
    )
  })
})
