import { describe, expect, it } from 'vitest'
import { createTimestamps } from './timestamps.ts'

const shanghai = createTimestamps('Asia/Shanghai')
const berlin = createTimestamps('Europe/Berlin')

const iso = (instant: Date | undefined) => instant?.toISOString()

describe('a wall-clock time that is parsed', () => {
  it.each([
    ['Asia/Shanghai', '2026-03-02 09:30:00', '2026-03-02T01:30:00.000Z'],
    ['Asia/Shanghai', '2026-01-01 00:00:00', '2025-12-31T16:00:00.000Z'],
    ['UTC', '2024-02-29 23:59:59', '2024-02-29T23:59:59.000Z'],
    ['Europe/Berlin', '2026-01-15 12:00:00', '2026-01-15T11:00:00.000Z'],
    ['Europe/Berlin', '2026-07-15 12:00:00', '2026-07-15T10:00:00.000Z'],
    ['Asia/Kathmandu', '2026-07-15 12:00:00', '2026-07-15T06:15:00.000Z'],
    ['America/St_Johns', '2026-01-15 12:00:00', '2026-01-15T15:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-15 12:00:00', '2026-01-14T22:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-01-15 12:00:00', '2026-01-15T23:00:00.000Z'],
  ])('in %s, %s is %s', (zone, text, instant) => {
    const timestamps = createTimestamps(zone)
    expect(iso(timestamps.parse(text, 'first'))).toBe(instant)
    expect(iso(timestamps.parse(text, 'last'))).toBe(instant)
  })

  it.each([
    ['2026-03-02T09:30:00Z', '2026-03-02T09:30:00.000Z'],
    ['2026-03-02T09:30:00.25+05:30', '2026-03-02T04:00:00.250Z'],
    ['2026-01-01T00:00:00-10:00', '2026-01-01T10:00:00.000Z'],
  ])('%s is that instant in every zone', (text, instant) => {
    for (const timestamps of [shanghai, berlin]) expect(iso(timestamps.parse(text, 'first'))).toBe(instant)
  })

  it.each([
    '',
    '2026-02-30T00:00:00Z',
    '2026-03-02T24:00:00Z',
    '2026-03-02T09:30:00+25:00',
    '2026-03-02',
    '2026-03-02 09:30',
    '2026-03-02T09:30:00',
    '2026-03-02 09:30:00Z',
    ' 2026-03-02 09:30:00',
    '2026-03-02 09:30:00.5',
    '2026-3-2 09:30:00',
    '2026-02-29 00:00:00',
    '2026-02-30 00:00:00',
    '2026-04-31 00:00:00',
    '2026-13-01 00:00:00',
    '2026-00-01 00:00:00',
    '2026-01-00 00:00:00',
    '2026-01-01 24:00:00',
    '2026-01-01 12:60:00',
    '2026-01-01 12:00:60',
    '２０２６-01-01 12:00:00',
  ])('%j is none', (text) => {
    expect(shanghai.parse(text, 'first')).toBeUndefined()
  })

  it.each([
    ['the first second that is twice', '02:00:00', '00:00:00', '01:00:00'],
    ['in the middle', '02:30:00', '00:30:00', '01:30:00'],
    ['the last second that is twice', '02:59:59', '00:59:59', '01:59:59'],
    ['a second before', '01:59:59', '23:59:59', '23:59:59'],
    ['a second after', '03:00:00', '02:00:00', '02:00:00'],
  ])('when the clock is put back: %s', (_name, wall, first, last) => {
    const text = `2026-10-25 ${wall}`
    expect(iso(berlin.parse(text, 'first'))?.slice(11, 19)).toBe(first)
    expect(iso(berlin.parse(text, 'last'))?.slice(11, 19)).toBe(last)
  })

  it.each([
    ['the first second that is missing', '02:00:00', '01:00:00'],
    ['in the middle', '02:30:00', '01:00:00'],
    ['the last second that is missing', '02:59:59', '01:00:00'],
    ['a second before', '01:59:59', '00:59:59'],
    ['a second after', '03:00:00', '01:00:00'],
    ['an hour after', '04:00:00', '02:00:00'],
  ])('when the clock is put forward: %s', (_name, wall, instant) => {
    for (const which of ['first', 'last'] as const) {
      expect(iso(berlin.parse(`2026-03-29 ${wall}`, which))).toBe(`2026-03-29T${instant}.000Z`)
    }
  })

  it('that falls on a day that was left out is the midnight at which it was', () => {
    const apia = createTimestamps('Pacific/Apia')
    for (const wall of ['00:00:00', '12:34:56', '23:59:59']) {
      expect(iso(apia.parse(`2011-12-30 ${wall}`, 'first'))).toBe('2011-12-30T10:00:00.000Z')
    }
    expect(iso(apia.parse('2011-12-29 23:59:59', 'first'))).toBe('2011-12-30T09:59:59.000Z')
    expect(iso(apia.parse('2011-12-31 00:00:00', 'first'))).toBe('2011-12-30T10:00:00.000Z')
  })

  it.each(['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca'])(
    'is what format says, every hour and a half of a year in %s',
    (zone) => {
      const timestamps = createTimestamps(zone)
      const first = Date.UTC(2026, 0, 1)
      const wrong: string[] = []
      for (let ms = first; ms < first + 366 * 86_400_000; ms += 90 * 60_000) {
        const text = timestamps.format(new Date(ms))
        const found = (['first', 'last'] as const).map((which) => timestamps.parse(text, which))
        const isRight =
          found.some((each) => each?.getTime() === ms) &&
          found.every((each) => each && timestamps.format(each) === text)
        if (!isRight) wrong.push(text)
      }
      expect(wrong).toEqual([])
    },
  )
})

describe('times of long ago', () => {
  it.each([
    '0000-01-01 00:00:00',
    '0001-01-01 00:00:00',
    '0050-06-15 12:00:00',
    '0099-12-31 23:59:59',
    '1850-03-01 00:00:00',
  ])('%s is read as it is written, in every zone', (text) => {
    for (const zone of ['Asia/Shanghai', 'America/New_York', 'UTC', 'Europe/Amsterdam', 'Africa/Monrovia']) {
      const timestamps = createTimestamps(zone)
      const instant = timestamps.parse(text, 'first')
      expect([zone, instant && timestamps.format(instant)]).toEqual([zone, text])
    }
  })
})
