import { describe, expect, it } from 'vitest'
import { courseOf, pathOf, spanOf, ticksOf, totalAt } from './day-curve.ts'

const bucket = (time: string, count: number) => ({ time: `2026-07-02 ${time}:00`, count })

describe('the course of a day', () => {
  it('adds up, and ends at the figure, whichever of both is older', () => {
    const buckets = [bucket('08:00', 0), bucket('09:00', 10), bucket('09:15', 5), bucket('10:00', 20)]
    const course = courseOf(buckets, 15, { minute: 605, total: 33 })
    expect(course).toEqual([
      { minute: 0, total: 0 },
      { minute: 540, total: 0 },
      { minute: 555, total: 10 },
      { minute: 555, total: 10 },
      { minute: 570, total: 15 },
      { minute: 600, total: 15 },
      { minute: 605, total: 33 },
    ])
    const older = courseOf(buckets, 15, { minute: 605, total: 40 })
    expect(older.at(-1)).toEqual({ minute: 605, total: 40 })
    expect(totalAt(older, 605)).toBe(40)
  })

  it('that is over lasts until midnight', () => {
    expect(courseOf([bucket('09:00', 10)], 15).at(-1)).toEqual({ minute: 1440, total: 10 })
  })

  it('has a total at every minute until now', () => {
    const course = courseOf([bucket('09:00', 10)], 60, { minute: 660, total: 10 })
    expect([500, 540, 570, 600, 660, 661].map((minute) => totalAt(course, minute))).toEqual([
      0,
      0,
      5,
      10,
      10,
      undefined,
    ])
  })
})

describe('the times of a day', () => {
  const none = courseOf([], 15)

  it('are those in which something happened on either day', () => {
    const today = courseOf([bucket('09:30', 10)], 15, { minute: 700, total: 10 })
    const yesterday = courseOf([bucket('08:45', 10), bucket('18:30', 4)], 15)
    expect(spanOf(today, yesterday, 700)).toEqual([8 * 60, 19 * 60])
  })

  it('are at least four hours, within the day', () => {
    const at = (minute: number) => spanOf(courseOf([], 15, { minute, total: 0 }), none, minute)
    expect([at(605), at(5), at(1439)]).toEqual([
      [540, 780],
      [0, 240],
      [1200, 1440],
    ])
  })

  it('are the minutes of the first calls, on the first day', () => {
    const today = courseOf([bucket('14:15', 90)], 15, { minute: 856, total: 90 })
    expect(spanOf(today, none, 856)).toEqual([855, 885])
    expect(spanOf(today, none, 1000)).toEqual([855, 1005])
  })

  it('have few names', () => {
    const hours = (span: readonly [number, number]) => ticksOf(span).map((minute) => minute / 60)
    expect(hours([480, 720])).toEqual([8, 9, 10, 11, 12])
    expect(hours([480, 1200])).toEqual([9, 12, 15, 18])
    expect(hours([0, 1440])).toEqual([0, 6, 12, 18, 24])
    expect(ticksOf([855, 885])).toEqual([855, 870, 885])
  })
})

it('is drawn from the first hour to its end', () => {
  const course = courseOf([bucket('09:00', 10)], 60, { minute: 660, total: 10 })
  const { line, area } = pathOf(course, [540, 780], 20, { width: 400, height: 160 })
  expect(line).toBe('M0.0 160.0L0.0 160.0L100.0 80.0L200.0 80.0')
  expect(area).toBe(`${line}L200.0 160L0.0 160Z`)
})
