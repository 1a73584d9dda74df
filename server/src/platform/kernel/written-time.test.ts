import { describe, expect, it } from 'vitest'
import { createTimestamps } from './timestamps.ts'
import { readWrittenTime } from './written-time.ts'

const berlin = createTimestamps('Europe/Berlin')
const read = (text: string, of: 'first' | 'last' = 'first') =>
  readWrittenTime(text, berlin, of)?.toISOString()

describe('a time that somebody wrote', () => {
  it.each([
    '2026-03-02 09:30:00',
    '2026-03-02 9:30',
    '2026-03-02T09:30',
    ' 2026/3/2 9:30 ',
    '2026/03/02 9:30 AM',
    '2026.3.2 9:30',
    '2.3.2026 9:30',
    '02.03.2026, 09:30',
    '2026年3月2日 9:30',
    '2026年3月2日上午9:30',
    '2026年03月02日 09：30：00',
    '2026-03-02T09:30:00+01:00',
    '2026-03-02T08:30:00Z',
    '2026-03-02T08:30:00.000Z',
    '2026-03-02 03:30 -0500',
  ])('is read: %s', (text) => expect(read(text)).toBe('2026-03-02T08:30:00.000Z'))

  it('knows the halves of a day', () => {
    expect(read('2026-03-02 3:05 pm')).toBe('2026-03-02T14:05:00.000Z')
    expect(read('2026-03-02 12:05 AM')).toBe('2026-03-01T23:05:00.000Z')
    expect(read('2026-03-02 12:05 p.m.')).toBe('2026-03-02T11:05:00.000Z')
    expect(read('2026年3月2日 下午3:05')).toBe('2026-03-02T14:05:00.000Z')
    expect(read('2026-03-02 15:05 pm')).toBeUndefined()
  })

  it('without a time of day is the start or the end of the day', () => {
    expect(read('2026-03-02', 'first')).toBe('2026-03-01T23:00:00.000Z')
    expect(read('2026年3月2日', 'last')).toBe('2026-03-02T22:59:59.000Z')
  })

  it('that the clock shows twice is the first or the last', () => {
    expect(read('2026-10-25 02:30', 'first')).toBe('2026-10-25T00:30:00.000Z')
    expect(read('2026-10-25 02:30', 'last')).toBe('2026-10-25T01:30:00.000Z')
  })

  it.each([
    '',
    'tomorrow',
    '9:30',
    '02/03/2026 9:30',
    '2026-02-30',
    '2026-13-01 10:00',
    '2026-03-02 24:00',
    '2026-03-02 9:60',
    '2026-02-30T10:00:00Z',
    '46083.395833',
    `2026-03-02${' '.repeat(5000)}9:30`,
  ])('is refused: %s', (text) => expect(read(text)).toBeUndefined())
})
