// What the overview says about tasks, in both languages.
import { TaskStatus } from '@carillon/client/task-states'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { renderHtml, type System, textOf } from '../../../test/support/render.tsx'
import { SimulatorMark } from '../../parts/simulator-mark.tsx'
import type { Overview } from './overview.ts'
import { TaskOverview } from './task-overview.tsx'

const system = {
  time: '2026-07-02 15:00:00',
  timeZone: 'Asia/Shanghai',
  callsPerSecond: 1,
  limits: { lines: 10, callsPerSecond: 0 },
  gateway: { kind: 'simulator', isSimulated: true, trunks: 0 },
} as System
const answers = [{ path: '/api/system', data: system }]

it.each([
  {
    language: 'en' as const,
    running: 'Running tasks',
    paused: 'Paused tasks',
    progress: '0 of 3 contacts',
    waiting: 'Waiting for calling hours',
    simulated: 'Simulator: no real calls',
    real: 'Real calls · 2 trunks',
  },
  {
    language: 'zh' as const,
    running: '进行中的任务',
    paused: '已暂停的任务',
    progress: '0 / 3 个联系人',
    waiting: '等待呼叫时段',
    simulated: '模拟器：不会真的拨打电话',
    real: '真实呼叫 · 2 条中继',
  },
])('tells in $language how far each task is and why it waits', (words) => {
  const { language, running, paused, progress, waiting, simulated, real } = words
  const task = (id: string, status: number, code: string) => ({
    id,
    taskName: `task ${id}`,
    dataSourceName: 'regulars',
    status,
    priority: 1,
    contactCount: 3,
    doneContacts: 0,
    callCount: 0,
    endings: { successful: 0, unsuccessful: 0, machine: 0, notAnswered: 0, failed: 0 },
    isConfirmation: false,
    callsPerMinute: 0,
    isWaiting: false,
    expectedEndTime: null,
    reason: { code, message: code },
  })
  const tasks = [
    task('evening', TaskStatus.RUNNING, 'outside_window'),
    task('halted', TaskStatus.PAUSED, 'paused'),
  ] as unknown as Overview['tasks']
  const html = renderHtml(createElement(TaskOverview, { tasks }), { language, answers })
  const table = (label: string) =>
    new RegExp(`<table[^>]*aria-label="${label}".*?</table>`, 's').exec(html)?.[0] ?? ''
  expect(table(running)).toMatch(/<a [^>]*href="\/tasks\/evening"[^>]*>task evening<\/a>/)
  expect(textOf(table(running))).toContain(progress)
  expect(textOf(table(running))).toContain(waiting)
  expect(textOf(table(running))).not.toContain('halted')
  expect(table(paused)).toMatch(/<a [^>]*href="\/tasks\/halted"[^>]*>task halted<\/a>/)
  expect(textOf(renderHtml(createElement(SimulatorMark), { language, answers }))).toContain(simulated)
  const gateway = { kind: 'trunks', isSimulated: false, trunks: 2 }
  const isReal = [{ path: '/api/system', data: { ...system, gateway } }]
  expect(textOf(renderHtml(createElement(SimulatorMark), { language, answers: isReal }))).toContain(real)
})
