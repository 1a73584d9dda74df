// What a report says, in both languages.
import { createElement, Fragment } from 'react'
import { expect, it } from 'vitest'
import { renderHtml, textOf } from '../../../test/support/render.tsx'
import { ReportCards } from './report-cards.tsx'
import { courseOf } from './report-course.tsx'
import { TaskTable } from './task-table.tsx'
import type { Report } from './use-report.ts'
import { WhatWorked } from './what-worked-line.tsx'

const endings = { successful: 2, answered: 0, machine: 0, no_answer: 0, failed: 18 }
const task = (taskName: string) => ({
  id: taskName,
  taskName,
  calls: 20,
  answered: 2,
  successes: 2,
  successRate: 0.1,
  contactRate: 0.1,
  attemptsPerSuccess: 10,
  talkSeconds: 20,
  endings,
})
const report = {
  totals: { calls: 40, successes: 4, attemptsPerSuccess: 10, endings },
  heatMap: [{ weekday: 1, hour: 17, calls: 40, answered: 4, successes: 4 }],
  causes: [{ cause: 'busy', ending: 'failed', calls: 8 }],
  attempts: [{ attempt: 1, calls: 40, successes: 4 }],
  talkTimes: [{ fromSeconds: 0, toSeconds: 10, calls: 4 }],
  agents: null,
  lineCosts: [],
  tasks: [task('spring'), task('summer')],
} as unknown as Report

it.each([
  {
    language: 'en' as const,
    heatMap: 'Contact rate by weekday and hour',
    causes: 'Causes',
    worked: /^What worked: .*calls per success$/,
    rank: 'Attempts per success',
    busy: /^Busy/,
    attempts: 'Which attempt succeeded',
    compared: 'Compared',
  },
  {
    language: 'zh' as const,
    heatMap: '各星期与时段的接通率',
    causes: '原因',
    worked: /^效果最好.*每次成功需/,
    rank: '每次成功的呼叫次数',
    busy: /^(忙线|占线|忙)/,
    attempts: '第几次呼叫成功',
    compared: '对比',
  },
])('tells in $language when people answered and why others did not', (words) => {
  const { language } = words
  const html = renderHtml(
    createElement(
      Fragment,
      null,
      createElement(ReportCards, { report, other: report }),
      createElement(TaskTable, { tasks: report.tasks }),
    ),
    { language },
  )
  const table = (label: string) =>
    new RegExp(`<table[^>]*aria-label="${label}".*?</table>`, 's').exec(html)?.[0] ?? ''
  const headersOf = (part: string, scope: 'row' | 'col') =>
    [...part.matchAll(/<th [^>]*scope="(row|col)"[^>]*>(.*?)<\/th>/gs)]
      .filter(([, of]) => of === scope)
      .map(([, , header = '']) => textOf(header))
  expect(table(words.heatMap)).toMatch(/<td data-filled[^>]*><span>10<\/span><\/td>/)
  expect(headersOf(table(words.causes), 'row')).toEqual([expect.stringMatching(words.busy)])
  expect(headersOf(table(words.causes), 'col')).toContain(words.compared)
  expect(table(words.attempts)).not.toBe('')
  expect(headersOf(html, 'row')).toContain('summer')
  expect(headersOf(html, 'col')).toContain(words.rank)
  expect(textOf(renderHtml(createElement(WhatWorked, { report }), { language }))).toMatch(words.worked)
})

it('has no two landmarks of one name', () => {
  const html = renderHtml(createElement(ReportCards, { report, other: undefined }))
  const titles = new Map(
    [...html.matchAll(/id="([^"]+)"[^>]*>([^<]+)<\/h2>/g)].map(([, id, text]) => [id, text]),
  )
  const names = [...html.matchAll(/<section[^>]*aria-(label|labelledby)="([^"]+)"/g)].map(([, kind, name]) =>
    kind === 'label' ? name : titles.get(name ?? ''),
  )
  expect(names.length).toBeGreaterThan(3)
  expect(new Set(names).size).toBe(names.length)
})

it('the course of a single day is by the hour, otherwise by the day', () => {
  const counted = { calls: 4, answered: 2, successes: 1 }
  const heatMap = [
    { weekday: 4, hour: 17, ...counted },
    { weekday: 4, hour: 9, ...counted },
  ]
  const days = [{ date: '2026-07-02', ...counted }]
  const timesOf = ({ parts }: ReturnType<typeof courseOf>) => parts.map(({ time }) => time)
  expect(timesOf(courseOf({ days, heatMap }))).toEqual(['2026-07-02 09:00:00', '2026-07-02 17:00:00'])
  const two = [...days, { date: '2026-07-04', ...counted }]
  expect(timesOf(courseOf({ days: two, heatMap }))).toEqual(['2026-07-02 00:00:00', '2026-07-04 00:00:00'])
})
