import { describe, expect, it } from 'vitest'
import { readTime, showTime } from './typed-time.ts'

describe('a time that is typed', () => {
  it.each([
    ['2 Mar 2026, 09:30', '2026-03-02T09:30'],
    ['2 March 2026 9:30', '2026-03-02T09:30'],
    ['2026年3月2日 09:30', '2026-03-02T09:30'],
    ['2026-03-02 09:30', '2026-03-02T09:30'],
    ['2026-03-02T09:30', '2026-03-02T09:30'],
    ['2026/3/2 9.30', '2026-03-02T09:30'],
    ['2 Mar 2026, 09:30:15', '2026-03-02T09:30:15'],
    ['  2 Mar 2026 ', '2026-03-02T00:00'],
  ])('is understood: %s', (text, value) => {
    expect(readTime(text, 'dateTime')).toBe(value)
  })

  it.each([
    '',
    'tomorrow',
    '31 Feb 2026',
    '2026-13-01',
    '2 Mar 2026, 25:00',
    '2026-03-02 09:61',
    '02/03/2026',
  ])('is not guessed: %s', (text) => {
    expect(readTime(text, 'dateTime')).toBeUndefined()
  })

  it.each(['en', 'zh'] as const)('may have the format in which it is shown, in %s', (language) => {
    for (const month of Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))) {
      const date = `2026-${month}-07`
      expect(readTime(showTime(date, 'date', language), 'date')).toBe(date)
      for (const value of [`${date}T18:05`, `${date}T00:00`, `${date}T18:05:09`])
        expect(readTime(showTime(value, 'dateTime', language), 'dateTime')).toBe(value)
    }
  })

  it('is shown as the page shows times', () => {
    expect(showTime('2026-03-02T09:30', 'dateTime', 'en')).toBe('2 Mar 2026, 09:30')
    expect(showTime('2026-03-02T09:30', 'dateTime', 'zh')).toBe('2026年3月2日 09:30')
    expect(showTime('soon', 'dateTime', 'en')).toBe('soon')
  })
})
