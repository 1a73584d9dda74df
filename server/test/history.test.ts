// How many calls ended when: buckets for charts, of a task and of all together.

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { compactSums, SUMMED_CAUSES } from '../src/dialing/dialer/settle/call-sums.queries.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { endCall } from './support/call-fixtures.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { contactIdsOf, moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

interface Bucket {
  time: string
  callCount: number
  successCount: number
  failCount: number
  noAnswerCount: number
  talkSeconds: number
}
interface History {
  from: string
  to: string
  step: number
  buckets: Bucket[]
}

// 14:00 in Shanghai.
const NOW = '2026-03-02T06:00:00Z'
const clock = createManualClock(NOW)
let app: TestApp
let dataSourceId: string
let contactId: string
let taskCount = 0

beforeAll(async () => {
  app = await createTestApp({ clock })
  dataSourceId = await app.addDataSource('customers', ['13800138000'])
  contactId = (await contactIdsOf(app, dataSourceId))[0] ?? ''
})
afterAll(() => app.close())
beforeEach(() => clock.set(NOW))

const addTask = () => app.addTask(`task ${taskCount++}`, dataSourceId)
const ended = (taskId: string, end: string, outcome: 1 | 2 | 3 = 1, talkMs = 0) =>
  endCall(app, { taskId, contactId, dataSourceId, outcome, talkMs, start: end, end })
const ask = (path: string, query: Record<string, string | number> = {}) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.set(name, String(value))
  return app.get<History>(`${path}?${search}`)
}
const read = async (path: string, query?: Record<string, string | number>) =>
  expectSuccess(await ask(path, query))
const ofTask = (taskId: string) => `/api/task/${taskId}/history`
const empty = {
  callCount: 0,
  successCount: 0,
  failCount: 0,
  noAnswerCount: 0,
  talkSeconds: 0,
  endings: expect.any(Object),
}

describe('the history of a task', () => {
  it('has a bucket for every step, also where nothing ended', async () => {
    const taskId = await addTask()
    await ended(taskId, '2026-03-02T05:00:00Z', 1, 1500)
    await ended(taskId, '2026-03-02T05:00:59.999Z', 1, 2250)
    await ended(taskId, '2026-03-02T05:04:59Z', 2)
    await ended(taskId, '2026-03-02T05:10:00Z', 3)
    await ended(await addTask(), '2026-03-02T05:10:00Z', 3)
    expect(
      await read(ofTask(taskId), { from: '2026-03-02 12:56:00', to: '2026-03-02 13:10:01', step: 300 }),
    ).toEqual({
      from: '2026-03-02 12:56:00',
      to: '2026-03-02 13:10:01',
      step: 300,
      buckets: [
        { time: '2026-03-02 12:55:00', ...empty },
        {
          ...empty,
          time: '2026-03-02 13:00:00',
          callCount: 3,
          successCount: 2,
          failCount: 1,
          talkSeconds: 3.75,
        },
        { time: '2026-03-02 13:05:00', ...empty },
        { ...empty, time: '2026-03-02 13:10:00', callCount: 1, noAnswerCount: 1 },
      ],
    })
  })

  it('goes from its publishing to now, or to its end', async () => {
    const taskId = await addTask()
    clock.set('2026-03-02T03:00:20Z')
    await moveTo(app, taskId, 'RUNNING')
    expect(await read(ofTask(taskId))).toMatchObject({ step: 60, buckets: [{ time: '2026-03-02 11:00:00' }] })
    clock.set(NOW)
    const { buckets, ...bounds } = await read(ofTask(taskId))
    expect(bounds).toEqual({ from: '2026-03-02 11:00:20', to: '2026-03-02 14:00:00', step: 60 })
    expect(buckets).toHaveLength(180)
    expectSuccess(await app.post('/api/task/stop', { id: taskId }))
    clock.set('2026-03-09T06:00:00Z')
    expect(await read(ofTask(taskId))).toMatchObject({ to: '2026-03-02 14:00:00', step: 900 })
    // A call that was up then ended later.
    await ended(taskId, '2026-03-02T06:03:10Z')
    const later = await read(ofTask(taskId))
    expect(later.to).toBe('2026-03-02 14:04:00')
    expect(later.buckets.at(-1)).toEqual({
      ...empty,
      time: '2026-03-02 14:00:00',
      callCount: 1,
      successCount: 1,
    })
  })

  it('of a draft is 6 empty hours', async () => {
    const { buckets, from } = await read(ofTask(await addTask()))
    expect(from).toBe('2026-03-02 08:00:00')
    expect(buckets).toHaveLength(360)
    expect(buckets[0]).toEqual({ time: '2026-03-02 08:00:00', ...empty })
  })

  it.each([UNKNOWN_ID, 'no-id'])('of the unknown task %s is a 404', async (id) => {
    expectError(await ask(ofTask(id)), 404, `task "${id}" does not exist`)
  })
})

describe('the history of all tasks', () => {
  it('is the sum of theirs', async () => {
    const tasks = [await addTask(), await addTask()]
    for (const taskId of tasks) await ended(taskId, '2026-02-10T00:30:00Z', 1, 1000)
    const query = { from: '2026-02-10 08:00:00', to: '2026-02-10 09:00:00', step: 3600 }
    expect((await read('/api/history', query)).buckets).toEqual([
      { ...empty, time: '2026-02-10 08:00:00', callCount: 2, successCount: 2, talkSeconds: 2 },
    ])
  })

  it('is that of the last 6 hours unless asked otherwise', async () => {
    expect(await read('/api/history')).toMatchObject({
      from: '2026-03-02 08:00:00',
      to: '2026-03-02 14:00:00',
      step: 60,
    })
    expect(await read('/api/history', { to: '2026-03-01 14:00:00' })).toMatchObject({
      from: '2026-03-01 08:00:00',
      to: '2026-03-01 14:00:00',
    })
    const { step, buckets } = await read('/api/history', { from: '2026-03-01 14:00:00' })
    expect([step, buckets.length]).toEqual([300, 288])
  })
})

describe.each(['/api/history', 'a task'])('a request to %s', (given) => {
  const path = async () => (given === 'a task' ? ofTask(await addTask()) : given)

  it.each([
    [{ from: 'yesterday' }, 'from must be a time as YYYY-MM-DD HH:MM:SS'],
    [{ to: '2026-02-30 00:00:00' }, 'to must be a time as YYYY-MM-DD HH:MM:SS'],
    [{ from: '2026-03-02 10:00:00', to: '2026-03-02 10:00:00' }, 'to must be later than from'],
    [{ from: '2026-03-02 14:00:00' }, 'from must be earlier than to'],
    [
      { from: '1969-12-31 00:00:00' },
      'from must be a time as YYYY-MM-DD HH:MM:SS, after 1970 and before 3000',
    ],
    [{ to: '9999-12-31 23:59:59' }, 'to must be a time as YYYY-MM-DD HH:MM:SS, after 1970 and before 3000'],
    [{ step: 0 }, 'step must be from 60 to 31622400'],
    [{ step: 90 }, 'step must be a multiple of 60'],
    [{ step: '1m' }, 'step must be an integer'],
    [{ step: 60, from: '2026-02-01 00:00:00' }, 'step must be at least 1740 seconds for this period'],
  ])('with %j is 400 and says why', async (query, message) => {
    expectError(await ask(await path(), query as Record<string, string>), 400, message)
  })
})

describe('after a day', () => {
  it('minutes become quarters of an hour, whose sums are the same', async () => {
    const taskId = await addTask()
    for (const end of [
      '2026-03-01T03:01:10Z',
      '2026-03-01T03:14:10Z',
      '2026-03-01T03:15:00Z',
      '2026-03-02T04:59:10Z',
    ])
      await ended(taskId, end)
    const sums = () =>
      app.rows<{ minute: string; call_count: number; causes: number[] }>(
        `select to_char(minute at time zone 'UTC', 'DD HH24:MI') as minute, call_count, causes from call_sum
         where task_id = $1 order by minute`,
        [taskId],
      )
    const before = await sums()
    expect(before.map(({ minute }) => minute)).toEqual(['01 03:01', '01 03:14', '01 03:15', '02 04:59'])
    await compactSums(app.db, [new Date('2026-03-02T05:00:00Z'), 3])
    await compactSums(app.db, [new Date('2026-03-02T04:00:00Z'), 3])
    expect((await sums()).map(({ minute, call_count, causes }) => [minute, call_count, causes[0]])).toEqual([
      ['01 03:00', 2, 2],
      ['01 03:15', 1, 1],
      ['02 04:45', 1, 1],
    ])
    await compactSums(app.db, [new Date('2026-03-03T00:00:00Z'), 3])
    expect(await sums()).toHaveLength(3)
    const { buckets } = await read('/api/history', {
      from: '2026-03-01 11:00:00',
      to: '2026-03-01 11:30:00',
      step: 900,
    })
    expect(buckets.map(({ callCount }) => callCount)).toEqual([2, 1])
  })
})

describe('beside a dialer at work', () => {
  it('every call is in the history once, and in the minute in which it ended', async () => {
    const settings = parseSimulatorSettings(
      'seed=5, answered=40, busy=30, no_answer=30, ring=0-0, talk=0-0, timeout=0',
    )
    const gateway = createSimulator({ settings, clock: systemClock })
    const node = await createTestApp({ role: 'all', gateway })
    onTestFinished(() => node.close())
    await node.limits.change({ lines: 7, callsPerSecond: 0 })
    const numbers = Array.from({ length: 40 }, (_, i) => String(13_800_000_000 + i))
    const source = await node.addDataSource('customers', numbers)
    const taskIds = [await node.addTask('spring', source), await node.addTask('summer', source)]
    node.startDialing()
    for (const id of taskIds) await moveTo(node, id, 'RUNNING')
    await eventually(async () => {
      const { callCount } = expectSuccess(
        await node.get<{ callCount: number }>(`/api/task/detail/${taskIds[1]}`),
      )
      expect(callCount).toBeGreaterThanOrEqual(40)
    })
    await node.stopDialing(5000)
    const difference = await node.rows(
      `select task_id, minute, sum(calls), sum(success), sum(busy), sum(talk_ms) from (
         select task_id, date_trunc('minute', end_time) as minute, 1 as calls, (outcome = 1)::int as success,
           (cause = 'busy')::int as busy, talk_ms from call
         union all
         select task_id, minute, -call_count, -success_count, -causes[${SUMMED_CAUSES.indexOf('busy') + 1}], -talk_ms from call_sum
       ) line group by 1, 2 having (sum(calls), sum(success), sum(busy), sum(talk_ms)) <> (0, 0, 0, 0)`,
    )
    expect(difference).toEqual([])
    const all = expectSuccess(await node.get<History>('/api/history'))
    const calls = await node.rows('select id from call')
    expect(all.buckets.reduce((sum, { callCount }) => sum + callCount, 0)).toBe(calls.length)
  })
})
