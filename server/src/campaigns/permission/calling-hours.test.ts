import { describe, expect, it } from 'vitest'
import { createZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { type CallingHours, createOpenNow, EVERY_DAY, isOpen, nextOpening } from './calling-hours.ts'

const BERLIN = [createZoneOffsets('Europe/Berlin')]
const UNITED_STATES = ['America/New_York', 'America/Chicago', 'America/Los_Angeles', 'Pacific/Honolulu'].map(
  createZoneOffsets,
)
const WORKDAYS = new Set([1, 2, 3, 4, 5])

function hours(start: string | null, end: string | null, more: Partial<CallingHours> = {}): CallingHours {
  return { window: { start, end }, weekdays: EVERY_DAY, holidays: new Set(), ...more }
}

function opening(of: CallingHours, zones: typeof BERLIN, at: string): string | undefined {
  return nextOpening(of, zones, new Date(at))?.toISOString()
}

describe('calling hours', () => {
  it('are now, if it is open', () => {
    expect(opening(hours('09:00', '18:00'), BERLIN, '2026-11-16T09:30:15.123Z')).toBe(
      '2026-11-16T09:30:15.123Z',
    )
  })

  it('skip days of the week', () => {
    // Friday evening.
    expect(opening(hours('09:00', '18:00', { weekdays: WORKDAYS }), BERLIN, '2026-11-13T17:00:00Z')).toBe(
      '2026-11-16T08:00:00.000Z',
    )
  })

  it('skip holidays, also several in a row', () => {
    const holidays = new Set(['2026-12-24', '2026-12-25', '2026-12-26'])
    const christmas = hours('09:00', '18:00', { weekdays: WORKDAYS, holidays })
    expect(opening(christmas, BERLIN, '2026-12-23T20:00:00Z')).toBe('2026-12-28T08:00:00.000Z')
  })

  it('are all day on the days left, if there is no window', () => {
    expect(opening(hours(null, null, { weekdays: WORKDAYS }), BERLIN, '2026-11-14T12:00:00Z')).toBe(
      '2026-11-15T23:00:00.000Z',
    )
  })

  it('past midnight belong to the day on which they began', () => {
    const nights = hours('22:00', '02:00', { weekdays: new Set([5]) })
    expect(isOpen(nights, BERLIN, new Date('2026-11-13T21:00:00Z'))).toBe(true)
    expect(isOpen(nights, BERLIN, new Date('2026-11-14T00:30:00Z'))).toBe(true)
    expect(isOpen(nights, BERLIN, new Date('2026-11-14T21:30:00Z'))).toBe(false)
    expect(opening(nights, BERLIN, '2026-11-14T01:00:00Z')).toBe('2026-11-20T21:00:00.000Z')
  })

  it.each(['00:00', '00:00:00'])(
    'that start or end at midnight, written as %s, are not past it',
    (midnight) => {
      const evenings = hours('18:00', midnight, { weekdays: new Set([5]) })
      expect(isOpen(evenings, BERLIN, new Date('2026-11-13T18:00:00Z'))).toBe(true)
      expect(isOpen(evenings, BERLIN, new Date('2026-11-14T18:00:00Z'))).toBe(false)
      expect(opening(evenings, BERLIN, '2026-11-14T18:00:00Z')).toBe('2026-11-20T17:00:00.000Z')
      const mornings = hours(midnight, '06:00', { weekdays: new Set([6]) })
      expect(isOpen(mornings, BERLIN, new Date('2026-11-14T04:00:00Z'))).toBe(true)
      const allDay = hours(midnight, null, { weekdays: WORKDAYS })
      expect(opening(allDay, BERLIN, '2026-11-14T12:00:00Z')).toBe('2026-11-15T23:00:00.000Z')
      expect(
        opening({ ...allDay, window: { start: null, end: midnight } }, BERLIN, '2026-11-14T12:00:00Z'),
      ).toBe('2026-11-15T23:00:00.000Z')
    },
  )

  it('follow daylight saving time', () => {
    // The clock jumps from 02:00 to 03:00 on 29 March: the minute of the opening does not exist.
    expect(opening(hours('02:30', '04:00'), BERLIN, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
    const sundays = hours('09:00', '10:00', { weekdays: new Set([7]) })
    expect(opening(sundays, BERLIN, '2026-03-23T12:00:00Z')).toBe('2026-03-29T07:00:00.000Z')
    expect(opening(sundays, BERLIN, '2026-10-19T12:00:00Z')).toBe('2026-10-25T08:00:00.000Z')
  })

  it('in several zones are when all are open', () => {
    const usual = hours('09:00', '20:00')
    // 14:00 in New York, 09:00 in Honolulu.
    expect(opening(usual, UNITED_STATES, '2026-11-16T10:00:00Z')).toBe('2026-11-16T19:00:00.000Z')
    expect(isOpen(usual, UNITED_STATES, new Date('2026-11-17T00:59:00Z'))).toBe(true)
    expect(isOpen(usual, UNITED_STATES, new Date('2026-11-17T01:00:00Z'))).toBe(false)
  })

  it('that never open have no opening', () => {
    expect(opening(hours('09:00', '12:00'), UNITED_STATES, '2026-11-16T10:00:00Z')).toBeUndefined()
    expect(
      opening(hours(null, null, { weekdays: new Set() }), BERLIN, '2026-11-16T10:00:00Z'),
    ).toBeUndefined()
  })
})

describe('hours that are asked for often', () => {
  it('are answered as at any time, minute by minute', () => {
    const isOpenNow = createOpenNow()
    const of = hours('09:00', '18:00', { weekdays: WORKDAYS })
    const start = Date.parse('2026-11-13T07:58:30Z')
    for (let seconds = 0; seconds < 300; seconds += 10) {
      const now = new Date(start + seconds * 1000)
      expect(isOpenNow(of, BERLIN, now)).toBe(isOpen(of, BERLIN, now))
    }
    expect(isOpenNow(of, BERLIN, new Date('2026-11-13T08:00:00Z'))).toBe(true)
    expect(isOpenNow(of, BERLIN, new Date('2026-11-13T17:00:00Z'))).toBe(false)
  })
})
