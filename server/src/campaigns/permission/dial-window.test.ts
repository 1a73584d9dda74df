import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { type DialWindow, isInsideWindow, nextOpening } from './dial-window.ts'

const utc = createZoneOffsets('UTC')
const berlin = createZoneOffsets('Europe/Berlin')
const at = (iso: string) => new Date(iso)
const isOpen = (window: DialWindow, time: string) => isInsideWindow(window, utc, at(`2026-06-10T${time}Z`))

describe('a window inside one day', () => {
  const window = { start: '09:00:00', end: '18:00:00' }
  it.each([
    ['08:59:59.999', false],
    ['09:00:00', true],
    ['12:00:00', true],
    ['17:59:59.999', true],
    ['18:00:00', false],
    ['00:00:00', false],
  ])('at %s: %s', (time, expected) => expect(isOpen(window, time)).toBe(expected))
})

describe('a window past midnight', () => {
  const window = { start: '21:00', end: '02:00' }
  it.each([
    ['20:59:59', false],
    ['21:00:00', true],
    ['23:59:59', true],
    ['00:00:00', true],
    ['01:59:59', true],
    ['02:00:00', false],
  ])('at %s: %s', (time, expected) => expect(isOpen(window, time)).toBe(expected))
})

describe('a missing side is midnight', () => {
  it.each<[DialWindow, string, boolean]>([
    [{ start: '09:00', end: null }, '08:59:59', false],
    [{ start: '09:00', end: null }, '23:59:59', true],
    [{ start: null, end: '18:00' }, '00:00:00', true],
    [{ start: null, end: '18:00' }, '18:00:00', false],
    [{ start: null, end: null }, '03:00:00', true],
    [{ start: '00:00', end: null }, '03:00:00', true],
  ])('%j at %s: %s', (window, time, expected) => expect(isOpen(window, time)).toBe(expected))
})

describe('daylight saving time in Berlin', () => {
  it.each([
    // 02:00 becomes 03:00 at 01:00 UTC: the half hour from 02:15 does not exist that day.
    ['2026-03-29T00:59:59Z', '02:15', '02:45', false],
    ['2026-03-29T01:00:00Z', '02:15', '02:45', false],
    ['2026-03-29T01:00:00Z', '02:30', '03:30', true],
    // 03:00 becomes 02:00 at 01:00 UTC: 02:30 comes twice.
    ['2026-10-25T00:30:00Z', '02:30', '02:31', true],
    ['2026-10-25T01:30:00Z', '02:30', '02:31', true],
    ['2026-10-25T02:30:00Z', '02:30', '02:31', false],
  ])('at %s the window %s to %s is open: %s', (instant, start, end, expected) => {
    expect(isInsideWindow({ start, end }, berlin, at(instant))).toBe(expected)
  })

  it('opens with the first minute that exists', () => {
    const window = { start: '02:30', end: '04:00' }
    expect(nextOpening(window, berlin, at('2026-03-29T00:00:00Z'))).toEqual(at('2026-03-29T01:00:00Z'))
  })

  it('opens once more if the clock is put back into it', () => {
    const window = { start: '01:58', end: '02:01' }
    expect(nextOpening(window, berlin, at('2026-10-25T00:01:00Z'))).toEqual(at('2026-10-25T01:00:00Z'))
    expect(nextOpening(window, berlin, at('2026-10-25T01:01:00Z'))).toEqual(at('2026-10-26T00:58:00Z'))
  })

  it('opens with the minute that is put back, a few seconds before it', () => {
    const window = { start: '01:58', end: '02:30' }
    expect(nextOpening(window, berlin, at('2026-10-25T00:59:21.829Z'))).toEqual(at('2026-10-25T01:00:00Z'))
  })

  it('opens the next day if the whole window is missing', () => {
    const window = { start: '02:15', end: '02:45' }
    expect(nextOpening(window, berlin, at('2026-03-29T00:00:00Z'))).toEqual(at('2026-03-30T00:15:00Z'))
  })
})

describe('nextOpening', () => {
  it('is now while the window is open', () => {
    const now = at('2026-06-10T10:00:00.123Z')
    expect(nextOpening({ start: '09:00', end: '18:00' }, utc, now)).toEqual(now)
  })

  it.each(['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'])(
    'is the first open minute around the change of the clock at %s',
    (change) => {
      const windows = ['01:00', '01:58', '02:00', '02:01', '02:30', '03:00', '03:30'].flatMap(
        (start, index, times) => times.filter((_, other) => other !== index).map((end) => ({ start, end })),
      )
      const seconds = [
        -7200, -3661, -3600, -1861, -1800, -61, -60, -39, -1, 0, 1, 59, 60, 1800, 3599, 3600, 7200,
      ]
      for (const window of windows)
        for (const second of seconds) {
          const now = new Date(at(change).getTime() + second * 1000)
          expect([window, now, nextOpening(window, berlin, now)]).toEqual([
            window,
            now,
            firstOpen(window, now),
          ])
        }
    },
  )

  /** Looked at minute by minute. */
  function firstOpen(window: DialWindow, now: Date): Date {
    let instant = now
    while (!isInsideWindow(window, berlin, instant))
      instant = new Date(Math.floor(instant.getTime() / 60_000 + 1) * 60_000)
    return instant
  }

  it('is the first open minute, in every zone and at every time', () => {
    const times = fc.integer({ min: 0, max: 1439 }).map((minute) => {
      const pad = (number: number) => String(number).padStart(2, '0')
      return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`
    })
    const instants = fc.integer({
      min: Date.parse('2026-03-27T00:00:00Z') / 1000,
      max: Date.parse('2026-11-02T00:00:00Z') / 1000,
    })
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe')
    fc.assert(
      fc.property(times, times, instants, zones, (start, end, seconds, zone) => {
        const window = { start, end }
        const offsetAt = createZoneOffsets(zone)
        const now = new Date(seconds * 1000)
        const opening = nextOpening(window, offsetAt, now)
        expect(isInsideWindow(window, offsetAt, opening)).toBe(true)
        // Nothing before it is open, looked at minute by minute.
        for (let ms = now.getTime(); ms < opening.getTime(); ms += 60_000)
          expect(isInsideWindow(window, offsetAt, new Date(ms))).toBe(false)
      }),
      { numRuns: 150, seed: 7 },
    )
  })
})
