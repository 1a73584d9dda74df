// What came of the calls of tasks in a period, from sums that a settlement keeps.

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { type CallFixture, endCall } from './support/call-fixtures.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { contactIdsOf, moveTo } from './support/task-fixtures.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

interface Report {
  from: string
  to: string
  totals: Record<string, number>
  heatMap: { weekday: number; hour: number; calls: number; answered: number; successes: number }[]
  causes: { outcome: number; cause: string; calls: number }[]
  attempts: { attempt: number; calls: number; successes: number }[]
  talkTimes: { fromSeconds: number; toSeconds: number | null; calls: number }[]
  days: { date: string; calls: number; answered: number; successes: number }[]
  tasks: ({ id: string; taskName: string } & Record<string, number | string>)[]
}

// Monday, 14:00 in Shanghai.
const clock = createManualClock('2026-03-02T06:00:00Z')
let app: TestApp
let dataSourceId: string
let contactId: string
let spring: string
let summer: string

beforeAll(async () => {
  app = await createTestApp({ clock })
  dataSourceId = await app.addDataSource('customers', ['13800138000'])
  contactId = (await contactIdsOf(app, dataSourceId))[0] ?? ''
  spring = await app.addTask('spring', dataSourceId)
  summer = await app.addTask('summer, "late"', dataSourceId)
  await moveTo(app, spring, 'RUNNING')
  // Sunday evening by UTC is Monday in Shanghai.
  await ended(spring, '2026-03-01T16:05:00Z', { outcome: 1, talkMs: 4999 })
  await ended(spring, '2026-03-01T16:14:59.999Z', { outcome: 2, cause: 'busy' })
  await ended(spring, '2026-03-02T05:15:00Z', { outcome: 1, talkMs: 61_000, attempt: 3 })
  await ended(spring, '2026-03-02T05:16:00Z', { outcome: 3, cause: 'no_answer', attempt: 2 })
  await ended(spring, '2026-03-02T05:17:00Z', {
    outcome: 2,
    cause: 'not_confirmed',
    answer: '2026-03-02T05:16:00Z',
    talkMs: 5000,
  })
  await ended(summer, '2026-03-03T05:00:00Z', { outcome: 3, cause: 'switched_off' })
})
afterAll(() => app.close())

const ended = (taskId: string, end: string, call: Partial<CallFixture>) =>
  endCall(app, { taskId, contactId, dataSourceId, start: end, end, ...call })
const ask = (query: Record<string, string>, path = '/api/report') =>
  app.get<Report>(`${path}?${new URLSearchParams(query)}`)
const read = async (query: Record<string, string>) => expectSuccess(await ask(query))
const ALL = { from: '2026-03-02 00:00:00', to: '2026-03-04 00:00:00' }

describe('a report', () => {
  it('of a task has all that came of its calls', async () => {
    expect(await read({ ...ALL, taskIds: spring })).toEqual({
      from: '2026-03-02 00:00:00',
      to: '2026-03-04 00:00:00',
      agents: null,
      lineCosts: [],
      totals: {
        calls: 5,
        answered: 3,
        successes: 2,
        failures: 2,
        noAnswers: 1,
        contactRate: 0.6,
        successRate: 0.4,
        talkSeconds: 70.999,
        averageTalkSeconds: 23.666,
        endings: { successful: 2, unsuccessful: 1, machine: 0, notAnswered: 1, failed: 1 },
        attemptsPerSuccess: 2.5,
      },
      heatMap: [
        { weekday: 1, hour: 0, calls: 2, answered: 1, successes: 1 },
        { weekday: 1, hour: 13, calls: 3, answered: 2, successes: 1 },
      ],
      causes: [
        { outcome: 1, ending: 'successful', cause: 'answered', calls: 2 },
        { outcome: 2, ending: 'unsuccessful', cause: 'not_confirmed', calls: 1 },
        { outcome: 3, ending: 'notAnswered', cause: 'no_answer', calls: 1 },
        { outcome: 2, ending: 'failed', cause: 'busy', calls: 1 },
      ],
      attempts: [
        { attempt: 1, calls: 3, successes: 1 },
        { attempt: 2, calls: 1, successes: 0 },
        { attempt: 3, calls: 1, successes: 1 },
      ],
      talkTimes: [
        { fromSeconds: 0, toSeconds: 5, calls: 1 },
        { fromSeconds: 5, toSeconds: 10, calls: 1 },
        { fromSeconds: 10, toSeconds: 20, calls: 0 },
        { fromSeconds: 20, toSeconds: 30, calls: 0 },
        { fromSeconds: 30, toSeconds: 60, calls: 0 },
        { fromSeconds: 60, toSeconds: 120, calls: 1 },
        { fromSeconds: 120, toSeconds: 300, calls: 0 },
        { fromSeconds: 300, toSeconds: 600, calls: 0 },
        { fromSeconds: 600, toSeconds: null, calls: 0 },
      ],
      days: [{ date: '2026-03-02', calls: 5, answered: 3, successes: 2 }],
      tasks: [expect.objectContaining({ id: spring, taskName: 'spring', calls: 5, contactRate: 0.6 })],
    })
  })

  it('of all tasks is the sum of theirs, the task with the most calls first', async () => {
    const { totals, days, tasks } = await read(ALL)
    expect(totals).toMatchObject({ calls: 6, answered: 3, successes: 2, failures: 2, noAnswers: 2 })
    expect(days.map(({ date, calls }) => [date, calls])).toEqual([
      ['2026-03-02', 5],
      ['2026-03-03', 1],
    ])
    expect(tasks.map(({ id, calls }) => [id, calls])).toEqual([
      [spring, 5],
      [summer, 1],
    ])
  })

  it('of several tasks has them in the requested order, also those without calls', async () => {
    const query = { taskIds: `${summer},${spring}`, from: '2026-03-02 13:00:00', to: '2026-03-02 14:00:00' }
    const { totals, tasks } = await read(query)
    expect(totals.calls).toBe(3)
    expect(tasks.map(({ id, calls, contactRate }) => [id, calls, contactRate])).toEqual([
      [summer, 0, 0],
      [spring, 3, 0.6667],
    ])
  })

  it('is widened to full quarters of an hour, and says so', async () => {
    const { from, to, totals } = await read({ from: '2026-03-02 00:14:00', to: '2026-03-02 00:14:30' })
    expect([from, to]).toEqual(['2026-03-02 00:00:00', '2026-03-02 00:15:00'])
    expect(totals.calls).toBe(2)
  })

  it('begins when the first of its tasks was published, or 30 days before its end', async () => {
    expect(await read({ taskIds: spring, to: '2026-03-02 20:00:00' })).toMatchObject({
      from: '2026-03-02 14:00:00',
      to: '2026-03-02 20:00:00',
    })
    expect(await read({})).toMatchObject({ from: '2026-01-31 14:00:00', to: '2026-03-02 14:00:00' })
  })

  it.each([
    [{ from: 'yesterday' }, 400, 'from must be a time as YYYY-MM-DD HH:MM:SS'],
    [{ from: '2027-01-01 00:00:00' }, 400, 'from must be earlier than to'],
    [{ taskIds: Array.from({ length: 21 }, (_, n) => n).join(',') }, 400, 'taskIds must be at most 20 ids'],
    [{ taskIds: UNKNOWN_ID }, 404, `task "${UNKNOWN_ID}" does not exist`],
    [{ taskIds: 'no-id' }, 404, 'task "no-id" does not exist'],
  ])('with %j is an error that says why', async (query, status, message) => {
    expectError(await ask(query as Record<string, string>), status, message)
    expectError(await ask(query as Record<string, string>, '/api/report/export'), status, message)
  })
})

describe('an exported report', () => {
  const lines = async (query: Record<string, string>) => {
    const { body } = await app.http.inject({
      url: `/api/report/export?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${TEST_TOKEN}` },
    })
    return body.replace('\ufeff', '').trim().split('\r\n')
  }

  it('has a row for each figure', async () => {
    const csv = await lines({ ...ALL, format: 'csv' })
    expect(csv[0]).toBe(
      'section,name,calls,answered,successes,failures,noAnswers,talkSeconds,averageTalkSeconds,contactRate,successRate,' +
        'unsuccessful,machine,notAnswered,failed,attemptsPerSuccess',
    )
    expect(csv).toContain('total,,6,3,2,2,2,70.999,23.666,0.5,0.3333,1,0,2,1,3')
    expect(csv).toContain('task,"summer, ""late""",1,0,0,0,1,0,0,0,0,0,0,1,0,')
    expect(csv).toContain('day,2026-03-03,1,0,0,,,,,,,,,,,')
    expect(csv).toContain('hour,1 13:00,3,2,1,,,,,,,,,,,')
    expect(csv).toContain('cause,busy,1,,,,,,,,,,,,,')
    expect(csv).toContain('attempt,3,1,,1,,,,,,,,,,,')
    expect(csv).toContain('talkTime,60-120,1,,,,,,,,,,,,,')
  })

  it('has words with labels', async () => {
    const english = await lines({ ...ALL, format: 'csv', labels: 'en' })
    expect(english[0]).toMatch(
      /^Section,Name,Calls,Successful,"Answered, not successful",Machine,Not answered,Failed,Answered/,
    )
    expect(english).toContain('Weekday and hour,Monday 13:00,3,1,,,,,2,,,,,')
    const chinese = await lines({ ...ALL, format: 'csv', labels: 'zh' })
    expect(chinese).toContain('原因,忙线,1,,,,,,,,,,,')
  })
})

describe('beside a dialer at work', () => {
  it('every call is in the report once', async () => {
    const settings = parseSimulatorSettings(
      'seed=5, answered=40, busy=30, no_answer=30, ring=0-0, talk=0-0, timeout=0',
    )
    const gateway = createSimulator({ settings, clock: systemClock })
    const node = await createTestApp({ role: 'all', gateway })
    onTestFinished(() => node.close())
    const numbers = Array.from({ length: 40 }, (_, i) => String(13_800_000_000 + i))
    const taskId = await node.addTask('spring', await node.addDataSource('customers', numbers))
    node.startDialing()
    await moveTo(node, taskId, 'RUNNING')
    const countOf = async () => {
      const detail = await node.get<{ callCount: number }>(`/api/task/detail/${taskId}`)
      return expectSuccess(detail).callCount
    }
    await eventually(async () => expect(await countOf()).toBeGreaterThanOrEqual(40))
    await node.stopDialing(5000)
    const { totals, causes } = expectSuccess(await node.get<Report>(`/api/report?taskIds=${taskId}`))
    const recorded = await node.rows<{ cause: string; calls: number }>(
      'select cause, count(*)::int as calls from call group by cause',
    )
    expect(totals.calls).toBe(await countOf())
    expect(Object.fromEntries(causes.map(({ cause, calls }) => [cause, calls]))).toEqual(
      Object.fromEntries(recorded.map(({ cause, calls }) => [cause, calls])),
    )
  })
})
