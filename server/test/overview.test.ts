// The overview: every task that is not over with its reason, today against yesterday, and the lines in use over time.

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { endCall, startCall } from './support/call-fixtures.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createExplainApp } from './support/explain-app.ts'
import { openForFile } from './support/open-for-file.ts'
import { moveTo, skip } from './support/task-fixtures.ts'
import { createTestApp } from './support/test-app.ts'

interface OverviewTask {
  id: string
  taskName: string
  isWaiting: boolean
  reason: { code: string; message: string; [fact: string]: unknown }
  [field: string]: unknown
}
interface Overview {
  taskCount: number
  tasks: OverviewTask[]
  today: Record<string, unknown>
  lines: { inUse: number; limit: number }
  gateway: { kind: string; isSimulated: boolean }
}

const app = await openForFile(createExplainApp())
beforeEach(async () => {
  await app.calmDown()
  await app.rows('update task set status = 3, end_time = $1 where status in (2, 4, 5)', [app.at(0)])
  for (const table of ['call_sum', 'line_sample']) await app.rows(`delete from ${table}`)
})

const overview = async () => expectSuccess(await app.get<Overview>('/api/overview'))

describe('a task in the overview', () => {
  it('has its progress, its pace and when it is expected to end', async () => {
    const { taskId, dataSourceId, contactIds } = await app.addListTask(4, { priority: 2 })
    await app.rows('update audit set at = $1 where task_id = $2', [app.at(-3600), taskId])
    for (const [index, contactId] of contactIds.slice(0, 2).entries()) {
      await app.dialed(taskId, contactId, { outcome: index === 0 ? 1 : 2 })
      const end = app.at(-120 - index).toISOString()
      await endCall(app, { taskId, contactId, dataSourceId, outcome: index === 0 ? 1 : 2, start: end, end })
    }
    await startCall(app, taskId, contactIds[2] ?? '', app.at(-5))
    const { tasks, taskCount, lines, gateway } = await overview()
    expect(taskCount).toBe(1)
    expect(lines).toEqual({ inUse: 1, limit: 10 })
    expect(gateway).toEqual({ kind: 'simulator', isSimulated: true })
    expect(tasks).toEqual([
      {
        id: taskId,
        taskName: expect.stringContaining('task'),
        status: 1,
        priority: 2,
        dataSourceId,
        dataSourceName: expect.stringContaining('task'),
        contactCount: 4,
        doneContacts: 2,
        callCount: 2,
        successCount: 1,
        answeredCount: 1,
        endings: { successful: 1, unsuccessful: 0, machine: 0, notAnswered: 0, failed: 1 },
        isConfirmation: false,
        reachedRate: 0.5,
        linesInUse: 1,
        callsPerMinute: 0.2,
        expectedEndTime: expect.stringMatching(/^2026-03-02 14:/),
        isWaiting: false,
        reason: expect.objectContaining({ code: 'dialing', calls: 1 }),
      },
    ])
  })

  it.each([
    [
      'outside its window',
      { dailyStartTime: '18:00', dailyEndTime: '20:00' },
      'RUNNING' as const,
      'outside_window',
    ],
    ['paused', {}, 'PAUSED' as const, 'paused'],
    ['about to dial', {}, 'RUNNING' as const, 'dialing'],
  ])('that is %s has the reason that explain gives', async (_, settings, state, code) => {
    const { taskId } = await app.addListTask(2, settings, state)
    const [task] = (await overview()).tasks
    const explained = await app.explain(taskId)
    expect(task?.reason).toEqual(explained.reasons[0])
    expect(task?.reason.code).toBe(code)
    expect(task?.isWaiting).toBe(state === 'RUNNING' && code !== 'dialing')
  })

  it('that gets no calls says after five seconds what it waits for, until a dialer is seen at work for any task', async () => {
    const { taskId } = await app.addListTask(2)
    const open = await app.addListTask(1, { listMode: 'live' })
    const other = await app.addListTask(1)
    const reasons = async () => {
      const { tasks } = await overview()
      for (const { id, reason } of tasks) expect(reason).toEqual((await app.explain(id)).reasons[0])
      const reasonOf = (id: string) => tasks.find((task) => task.id === id)?.reason.code
      return [reasonOf(taskId), reasonOf(open.taskId)]
    }
    app.clock.set(app.at(8).toISOString())
    expect(await reasons()).toEqual(['heartbeat_late', 'heartbeat_late'])
    await app.rows('update dialer_node set heartbeat_time = $1', [app.at(8)])
    expect(await reasons()).toEqual(['claim_late', 'claim_late'])
    expectSuccess(
      await app.post(`/api/dataSource/${open.dataSourceId}/contact/add`, { phoneNumber: '13800000099' }),
    )
    expect(await reasons()).toEqual(['claim_late', 'dialing'])
    await app.dialed(other.taskId, other.contactIds[0] ?? '', { outcome: 2 })
    await app.rows('update task_counter set update_time = $2 where task_id = $1', [other.taskId, app.at(6)])
    expect(await reasons()).toEqual(['dialing', 'dialing'])
  })

  it('waits for a line behind the same tasks as explain says', async () => {
    const first = await app.addListTask(2, { priority: 1 })
    const second = await app.addListTask(2, { priority: 2 })
    await app.addListTask(2, { priority: 1, dailyStartTime: '18:00', dailyEndTime: '20:00' })
    await startCall(app, first.taskId, first.contactIds[0] ?? '', app.at(-5))
    await app.rows('update dialer set lines = 1')
    const { tasks } = await overview()
    const task = tasks.find(({ id }) => id === second.taskId)
    expect(task?.reason).toMatchObject({ code: 'waiting_for_line', tasksBefore: 1, tasksBeside: 0 })
    expect(task?.reason).toEqual((await app.explain(second.taskId)).reasons[0])
  })

  it('is expected to end at the same time in the list of tasks', async () => {
    const { taskId, dataSourceId, contactIds } = await app.addListTask(4)
    const paused = await app.addListTask(2)
    await app.rows('update audit set at = $1 where task_id = $2', [app.at(-3600), taskId])
    const [first = '', second = ''] = contactIds
    await app.dialed(taskId, first, { outcome: 1 })
    const end = app.at(-120).toISOString()
    await endCall(app, { taskId, contactId: first, dataSourceId, outcome: 1, start: end, end })
    await startCall(app, taskId, second, app.at(-5))
    expectSuccess(await app.post('/api/task/pause', { id: paused.taskId }))
    const { tasks } = await overview()
    const expected = tasks.find(({ id }) => id === taskId)?.['expectedEndTime']
    expect(expected).toEqual(expect.any(String))
    const list = async (query: string) => {
      const page = await app.get<{ rows: { id: string; expectedEndTime?: string | null }[] }>(
        `/api/task/list?${query}`,
      )
      return new Map(expectSuccess(page).rows.map(({ id, expectedEndTime }) => [id, expectedEndTime]))
    }
    const ends = await list('include=progress')
    expect(ends.get(taskId)).toBe(expected)
    expect(ends.get(paused.taskId)).toBeNull()
    expect((await list('')).get(taskId)).toBeUndefined()
  })

  it('that called nobody stays for a day after it is completed, with the reason', async () => {
    const { taskId, contactIds } = await app.addListTask(3)
    const [first = '', ...others] = contactIds
    await skip(app, taskId, first, 'denied_prefix')
    for (const contactId of others) await skip(app, taskId, contactId, 'do_not_call')
    await app.rows('update task_progress set cursor = 3 where task_id = $1', [taskId])
    await app.rows('update task set status = 4, end_time = $1 where id = $2', [app.at(0), taskId])
    const [task] = (await overview()).tasks
    expect(task).toMatchObject({ id: taskId, status: 4, doneContacts: 3, callCount: 0, isWaiting: false })
    expect(task?.reason).toMatchObject({
      code: 'nobody_called',
      message: 'Nobody was called: 2 on a do-not-call list, 1 with a denied prefix.',
      skips: [
        { reason: 'do_not_call', contacts: 2 },
        { reason: 'denied_prefix', contacts: 1 },
      ],
    })
    expect(task?.reason).toEqual((await app.explain(taskId)).reasons[0])
    app.clock.advance(24 * 3_600_000 + 1000)
    expect((await overview()).tasks).toEqual([])
  })

  it('counts deleted contacts neither as done nor as left', async () => {
    const { taskId, dataSourceId, contactIds } = await app.addListTask(3)
    await app.remove(dataSourceId, contactIds[1] ?? '')
    await app.dialed(taskId, contactIds[0] ?? '', { dueAt: app.at(60) })
    await app.rows('update task_progress set cursor = 3 where task_id = $1', [taskId])
    const [task] = (await overview()).tasks
    expect(task).toMatchObject({ contactCount: 2, doneContacts: 0, isWaiting: true })
    expect(task?.reason).toEqual((await app.explain(taskId)).reasons[0])
  })

  it('is there while it is FAILED, RUNNING or PAUSED, in this order', async () => {
    const { taskId: paused } = await app.addListTask(1, {}, 'PAUSED')
    const { taskId: running } = await app.addListTask(1)
    const { taskId: failed } = await app.addListTask(1, {}, 'FAILED')
    await app.addListTask(1, {}, 'DRAFT')
    await app.addListTask(1, {}, 'STOPPED')
    expect((await overview()).tasks.map(({ id }) => id)).toEqual([failed, running, paused])
  })
})

describe('today', () => {
  it('is compared with yesterday until the same time', async () => {
    const { taskId, dataSourceId, contactIds } = await app.addListTask(1)
    const ended = (end: string, outcome: 1 | 2, talkMs = 0) =>
      endCall(app, { taskId, dataSourceId, contactId: contactIds[0] ?? '', outcome, talkMs, start: end, end })
    // Midnight in Shanghai is 16:00 of the day before by UTC.
    await ended('2026-03-01T16:00:00Z', 1, 3000)
    await ended('2026-03-02T05:59:59Z', 2)
    await ended('2026-02-28T16:00:00Z', 1, 1000)
    await ended('2026-03-01T05:59:59Z', 1)
    await ended('2026-03-01T06:00:01Z', 1)
    await ended('2026-02-28T15:59:59Z', 1)
    expect((await overview()).today).toEqual({
      calls: 2,
      answered: 1,
      successes: 1,
      contactRate: 0.5,
      successRate: 0.5,
      talkSeconds: 3,
      previous: { calls: 2, answered: 2, successes: 2, contactRate: 1, successRate: 1, talkSeconds: 1 },
    })
  })
})

describe('lines over time', () => {
  interface LineHistory {
    step: number
    buckets: { time: string; inUse: number | null; limit: number | null }[]
  }

  it('are the most of each bucket, and unknown while no node was running', async () => {
    await app.rows(
      `insert into line_sample (minute, in_use, max_lines)
       values ('2026-03-02T05:00:00Z', 3, 10), ('2026-03-02T05:04:00Z', 7, 20), ('2026-03-02T05:10:00Z', 0, 20)`,
    )
    const query = new URLSearchParams({ from: '2026-03-02 13:00:00', to: '2026-03-02 13:15:00', step: '300' })
    const history = expectSuccess(await app.get<LineHistory>(`/api/history/lines?${query}`))
    expect(history.buckets).toEqual([
      { time: '2026-03-02 13:00:00', inUse: 7, limit: 20 },
      { time: '2026-03-02 13:05:00', inUse: null, limit: null },
      { time: '2026-03-02 13:10:00', inUse: 0, limit: 20 },
    ])
  })

  it('are sampled by the nodes', async () => {
    const settings = parseSimulatorSettings('answered=1, ring=0-0, talk=60-60, timeout=0')
    const gateway = createSimulator({ settings, clock: systemClock })
    const node = await createTestApp({ role: 'all', gateway })
    onTestFinished(() => node.close())
    await node.limits.change({ lines: 2, callsPerSecond: 0 })
    const source = await node.addDataSource('customers', ['13800000001', '13800000002', '13800000003'])
    const taskId = await node.addTask('spring', source)
    node.startDialing()
    await moveTo(node, taskId, 'RUNNING')
    await eventually(async () => {
      const { buckets } = expectSuccess(await node.get<LineHistory>('/api/history/lines?step=60'))
      expect(buckets.some(({ inUse, limit }) => inUse === 2 && limit === 2)).toBe(true)
    })
    await node.stopDialing(0)
  })
})
