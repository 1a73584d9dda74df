import { describe, expect, it } from 'vitest'
import { courseOf, hoursOf, pathOf, ticksOf, totalAt } from './day-curve.ts'

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

describe('the hours of a day', () => {
  it('are those in which something happened on either day', () => {
    const today = courseOf([bucket('09:30', 10)], 15, { minute: 700, total: 10 })
    const yesterday = courseOf([bucket('08:45', 10), bucket('18:30', 4)], 15)
    expect(hoursOf([today, yesterday], 700)).toEqual([8, 19])
  })

  it('are at least four, within the day', () => {
    const at = (minute: number) => hoursOf([courseOf([], 15, { minute, total: 0 })], minute)
    expect(at(605)).toEqual([9, 13])
    expect(at(5)).toEqual([0, 4])
    expect(at(1439)).toEqual([20, 24])
  })

  it('have few names', () => {
    expect(ticksOf([8, 12])).toEqual([8, 9, 10, 11, 12])
    expect(ticksOf([8, 20])).toEqual([9, 12, 15, 18])
    expect(ticksOf([0, 24])).toEqual([0, 6, 12, 18, 24])
  })
})

it('is drawn from the first hour to its end', () => {
  const course = courseOf([bucket('09:00', 10)], 60, { minute: 660, total: 10 })
  const { line, area } = pathOf(course, [9, 13], 20, { width: 400, height: 160 })
  expect(line).toBe('M0.0 160.0L0.0 160.0L100.0 80.0L200.0 80.0')
  expect(area).toBe(`${line}L200.0 160L0.0 160Z`)
})
