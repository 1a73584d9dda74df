// What the overview says about today: one figure, a few facts, and the course of the day.
import { describe, expect, it } from 'vitest'
import { renderHtml, type System, textOf } from '../../../test/support/render.tsx'
import type { Overview } from './overview.ts'
import { OverviewFigures } from './overview-figures.tsx'
import { reachedCourses } from './reached-today.tsx'

const system = { time: '2026-07-02 15:00:00', timeZone: 'Asia/Shanghai', callsPerSecond: 1.5 } as System

function todayIs(answered: number, language: 'en' | 'zh' = 'en') {
  const previous = { calls: 300, answered: 100, contactRate: 0.333 }
  const today = { calls: 332, answered, contactRate: answered / 332, successes: 7, talkSeconds: 60, previous }
  const overview = { time: system.time, today, lines: { inUse: 1, limit: 10 } } as unknown as Overview
  return renderHtml(<OverviewFigures system={system} overview={overview} />, {
    language,
    answers: [{ path: '/api/system', data: system }],
  })
}

describe('the figure of today', () => {
  it.each([
    { answered: 150, text: '50% more than yesterday by this time' },
    { answered: 75, text: '25% fewer than yesterday by this time' },
    { answered: 100, text: 'same as yesterday' },
  ])('compares $answered people with 100 yesterday', ({ answered, text }) => {
    const html = todayIs(answered)
    expect(html).toContain(`<span class="page-figure-value">${answered}</span>`)
    expect(textOf(html)).toContain('of 332 calls')
    expect(textOf(html)).toContain(text)
  })

  it('is the only one of its size', () => {
    expect(todayIs(150).match(/page-figure-value/g)).toHaveLength(1)
  })

  it.each([
    ['en', 'People reached today'],
    ['zh', '今日接通人数'],
  ] as const)('leads to the report of the day, in %s', (language, words) => {
    expect(todayIs(150, language)).toMatch(
      new RegExp(`<a [^>]*href="/reports\\?from=2026-07-02&amp;to=2026-07-02"[^>]*>${words}</a>`),
    )
  })
})

it('the curves count answered calls, by their day, and end at the figure', () => {
  const bucket = (time: string, successful: number, unsuccessful: number) => ({
    time,
    endings: { successful, unsuccessful, machine: 9, notAnswered: 9, failed: 9 },
  })
  const history = {
    step: 900,
    buckets: [bucket('2026-07-01 09:00:00', 3, 4), bucket('2026-07-02 09:00:00', 1, 1)],
  } as unknown as Parameters<typeof reachedCourses>[0]
  const { today, before } = reachedCourses(history, '2026-07-02 15:00:00', 5)
  expect(today.at(-1)).toEqual({ minute: 900, total: 5 })
  expect(today).toContainEqual({ minute: 555, total: 2 })
  expect(before.at(-1)).toEqual({ minute: 1440, total: 7 })
})
