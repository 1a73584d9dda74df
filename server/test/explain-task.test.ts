// What a task is doing and why, from rows as the dialer leaves them.

import { beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { addDialerNode, endCall, readListTo, startCall } from './support/call-fixtures.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createExplainApp, type Explanation } from './support/explain-app.ts'
import { openForFile } from './support/open-for-file.ts'
import { fail, moveTo, STATES } from './support/task-fixtures.ts'
import { createTestApp } from './support/test-app.ts'

const app = await openForFile(createExplainApp())
beforeEach(() => app.calmDown())

describe('the explanation of a task', () => {
  it('has every field', async () => {
    const { taskId } = await app.addListTask(2, { dailyStartTime: '09:00', dailyEndTime: '18:00' })
    expect(await app.explain(taskId)).toEqual({
      taskId,
      status: 1,
      statusName: 'RUNNING',
      state: 'dialing',
      message: 'The next calls are about to start.',
      reasons: [{ code: 'dialing', message: 'The next calls are about to start.', calls: 0 }],
      contacts: {
        total: 2,
        notDialed: 2,
        inProgress: 0,
        waitingRetry: 0,
        live: 0,
        success: 0,
        failed: 0,
        skipped: 0,
      },
      calls: {
        total: 0,
        endings: { successful: 0, unsuccessful: 0, machine: 0, notAnswered: 0, failed: 0 },
        successRate: 0,
        averageTalkSeconds: 0,
      },
      goal: null,
      linesInUse: 0,
      lines: 10,
      linesInUseAll: 0,
      callsPerSecond: 0,
      nextRetryTime: null,
      window: { start: '09:00', end: '18:00', isOpen: true, nextOpenTime: null, zone: 'service' },
      scheduledStartTime: null,
      scheduledEndTime: null,
      estimatedEndTime: null,
    })
  })

  it.each(STATES.filter((state) => state !== 'RUNNING'))('says that it is %s', async (state) => {
    const { taskId } = await app.addListTask(1, {}, state)
    const explained = await app.explain(taskId)
    expect(explained).toMatchObject({ statusName: state, state: state.toLowerCase() })
    expect(explained.contacts).toMatchObject({ total: 1, notDialed: 1 })
  })

  it('says who paused it, and who stopped it for what reason', async () => {
    const { taskId } = await app.addListTask(1)
    expectSuccess(await app.post('/api/task/pause', { id: taskId }))
    app.clock.set(app.at(60).toISOString())
    expect((await app.explain(taskId)).reasons).toEqual([
      expect.objectContaining({ code: 'paused', since: '2026-03-02 14:00:00', actor: 'ACCESS_TOKEN' }),
    ])
    // A recall changes nothing about who paused it.
    expectSuccess(await app.post(`/api/task/${taskId}/recall`))
    expect((await app.explain(taskId)).reasons[0]).toMatchObject({ since: '2026-03-02 14:00:00' })
    expectSuccess(await app.post('/api/task/stop', { id: taskId, reason: 'wrong list' }))
    expect((await app.explain(taskId)).reasons[0]).toMatchObject({
      since: '2026-03-02 14:01:00',
      reason: 'wrong list',
    })
  })

  it('says why it failed', async () => {
    const { taskId } = await app.addListTask(1)
    await fail(app, taskId, 'no such route')
    expect(await app.explain(taskId)).toMatchObject({
      state: 'failed',
      reasons: [{ reason: 'no such route' }],
    })
  })

  it('says when the window opens', async () => {
    const { taskId } = await app.addListTask(1, { dailyStartTime: '18:30', dailyEndTime: '08:00' })
    expect(await app.explain(taskId)).toMatchObject({
      state: 'outside_window',
      reasons: [{ until: '2026-03-02 18:30:00' }],
      window: { start: '18:30', end: '08:00', isOpen: false, nextOpenTime: '2026-03-02 18:30:00' },
    })
  })

  it('says that claims are late, or the heartbeat, until a dialer is seen at work for any task', async () => {
    const { taskId } = await app.addListTask(2)
    const other = await app.addListTask(1)
    app.clock.set(app.at(8).toISOString())
    const late = { seconds: 8, since: '2026-03-02 14:00:00' }
    expect((await app.explain(taskId)).reasons).toMatchObject([{ code: 'heartbeat_late', ...late }])
    await app.rows('update dialer_node set heartbeat_time = $1', [app.at(8)])
    expect((await app.explain(taskId)).reasons).toMatchObject([{ code: 'claim_late', ...late }])
    await app.dialed(other.taskId, other.contactIds[0] ?? '', { outcome: 2 })
    await app.rows('update task_counter set update_time = $2 where task_id = $1', [other.taskId, app.at(6)])
    expect(await app.explain(taskId)).toMatchObject({ state: 'dialing' })
  })

  it('says that nobody dials, and since when', async () => {
    await app.rows('delete from dialer_node')
    const { taskId } = await app.addListTask(1)
    expect((await app.explain(taskId)).reasons).toEqual([
      { code: 'no_dialer', message: 'No dialer is running.' },
    ])
    await addDialerNode(app, { beat: app.at(-10) })
    await addDialerNode(app, { beat: app.at(-30), fault: { reason: 'gone', since: app.at(-40) } })
    expect(await app.explain(taskId)).toMatchObject({
      state: 'no_dialer',
      reasons: [{ since: '2026-03-02 13:59:50' }],
    })
    await addDialerNode(app, { beat: app.at(-9) })
    expect(await app.explain(taskId)).toMatchObject({ state: 'dialing' })
  })

  it('says that the gateway is down, if it is for all that are alive', async () => {
    await app.rows('delete from dialer_node')
    const { taskId } = await app.addListTask(1)
    await addDialerNode(app, { beat: app.at(-1), fault: { reason: 'no route to host', since: app.at(-100) } })
    await addDialerNode(app, { beat: app.at(-1), fault: { reason: 'refused', since: app.at(-120) } })
    await addDialerNode(app, { beat: app.at(-600) })
    expect(await app.explain(taskId)).toMatchObject({
      state: 'gateway_down',
      message: 'The gateway has been down since 13:58: refused.',
      reasons: [{ since: '2026-03-02 13:58:00', reason: 'refused' }],
    })
    await addDialerNode(app, { beat: app.at(-1) })
    const { state, reasons } = await app.explain(taskId)
    expect([state, ...reasons.map(({ code }) => code)]).toEqual(['dialing', 'dialing', 'gateway_partly_down'])
  })

  it('counts contacts so that they add up, whatever was deleted', async () => {
    const { taskId, dataSourceId, contactIds } = await app.addListTask(12)
    const [success = '', failed = '', live = '', waiting = '', retried = '', gone = '', dropped = ''] =
      contactIds
    await app.dialed(taskId, success, { outcome: 1 })
    await app.dialed(taskId, failed, { outcome: 2 })
    await startCall(app, taskId, live, app.at(-5))
    await app.dialed(taskId, waiting, { dueAt: app.at(310) })
    await app.dialed(taskId, retried, {})
    await startCall(app, taskId, retried, app.at(-5))
    await app.dialed(taskId, gone, { dueAt: app.at(400) })
    expect((await app.explain(taskId)).contacts).toEqual({
      total: 12,
      notDialed: 6,
      inProgress: 4,
      waitingRetry: 2,
      live: 2,
      success: 1,
      failed: 1,
      skipped: 0,
    })
    // One that was dialed stays in the task and has failed; one that was not leaves it.
    await app.remove(dataSourceId, gone)
    await app.remove(dataSourceId, dropped)
    await app.remove(dataSourceId, live)
    expect((await app.explain(taskId)).contacts).toEqual({
      total: 11,
      notDialed: 5,
      inProgress: 3,
      waitingRetry: 1,
      live: 2,
      success: 1,
      failed: 2,
      skipped: 0,
    })
    expect(await app.explain(taskId)).toMatchObject({
      state: 'dialing',
      reasons: [
        { code: 'dialing', calls: 2 },
        { code: 'waiting_for_retry', contacts: 1 },
      ],
      nextRetryTime: '2026-03-02 14:05:10',
    })
  })

  it('counts the undialed of a long list with holes', async () => {
    const { taskId, dataSourceId } = await app.addListTask(0, {}, 'DRAFT')
    const last = 5000
    const removed = (n: number) => n % 7 === 0 || (n > 1500 && n < 3100)
    await app.rows(
      `insert into contact (id, data_source_id, position, phone_number, phone_key, create_time, update_time)
       select gen_random_uuid(), $1, n, n, n, now(), now() from generate_series(1, $2::int) n
       where not (n % 7 = 0 or (n > 1500 and n < 3100))`,
      [dataSourceId, last],
    )
    await app.rows(
      `insert into contact_block (data_source_id, block, numbers, contact_count)
       select $1, (position - 1) / 256, '', count(*) from contact where data_source_id = $1 group by 2`,
      [dataSourceId],
    )
    const all = Array.from({ length: last }, (_, i) => i + 1).filter((n) => !removed(n))
    await app.rows('update data_source set last_position = $2, contact_count = $3 where id = $1', [
      dataSourceId,
      last,
      all.length,
    ])
    expect((await app.explain(taskId)).contacts).toMatchObject({ total: all.length, notDialed: all.length })
    await moveTo(app, taskId, 'RUNNING')
    for (const [cursor, end] of [
      [0, 5000],
      [1, 5000],
      [255, 5000],
      [256, 5000],
      [257, 4864],
      [1023, 5000],
      [1024, 4865],
      [1025, 4096],
      [1500, 3100],
      [2000, 2001],
      [2000, 4095],
      [3500, 3500],
      [5000, 5000],
      [0, 1],
      [0, 1024],
    ] as const) {
      await app.rows('update task set list_end = $2 where id = $1', [taskId, end])
      await readListTo(app, taskId, cursor)
      const expected = all.filter((n) => n > cursor && n <= end).length
      expect((await app.explain(taskId)).contacts.notDialed, `${cursor}-${end}`).toBe(expected)
    }
  })

  it('says who is before it when there is no line', async () => {
    const before = await app.addListTask(1, { priority: 1 })
    const beside = await app.addListTask(1, { priority: 3 })
    await app.addListTask(1, { priority: 1, dailyStartTime: '18:00', dailyEndTime: '19:00' })
    await app.addListTask(1, { priority: 4 })
    await app.addListTask(1, { priority: 1 }, 'PAUSED')
    const busy = await app.addListTask(2, { priority: 2 })
    await startCall(app, busy.taskId, busy.contactIds[1] ?? '', app.at(-5))
    const { taskId } = await app.addListTask(1, { priority: 3 })
    expect((await app.explain(taskId)).state).toBe('dialing')

    await app.rows('update dialer set lines = 1')
    expect(await app.explain(taskId)).toMatchObject({
      state: 'waiting_for_line',
      reasons: [{ tasksBefore: 1, tasksBeside: 1 }],
      linesInUse: 0,
      lines: 1,
      linesInUseAll: 1,
    })
    // Once dialed, the others want lines only for what is due.
    await app.dialed(before.taskId, before.contactIds[0] ?? '', { dueAt: app.at(60), priority: 1 })
    await app.dialed(beside.taskId, beside.contactIds[0] ?? '', { dueAt: app.at(-1), priority: 2 })
    expect((await app.explain(taskId)).reasons[0]).toMatchObject({ tasksBefore: 1, tasksBeside: 0 })
  })

  it('says that the rate is reached', async () => {
    const { taskId } = await app.addListTask(1)
    await app.rows('update dialer set calls_per_second = 3')
    await app.rows('update dialer set started = jsonb_build_object($1::text, 3)', [
      Math.floor(app.at(0).getTime() / 20),
    ])
    expect(await app.explain(taskId)).toMatchObject({ state: 'rate_limited' })
    app.clock.set(app.at(2).toISOString())
    expect(await app.explain(taskId)).toMatchObject({ state: 'dialing' })
  })

  it('measures the pace of the last minute, or since it runs', async () => {
    app.clock.set(app.at(-600).toISOString())
    const { taskId, dataSourceId, contactIds } = await app.addListTask(4)
    const [contactId = '', other = ''] = contactIds
    app.clock.set(app.at(0).toISOString())
    for (const seconds of [-400, -70, -59, -30, -1])
      await endCall(app, { taskId, contactId, dataSourceId, start: app.at(seconds).toISOString() })
    await startCall(app, taskId, other, app.at(-2))
    // Three ended and one is up.
    expect((await app.explain(taskId)).callsPerSecond).toBe(0.07)
    app.clock.set(app.at(-10).toISOString())
    expectSuccess(await app.post('/api/task/pause', { id: taskId }))
    expectSuccess(await app.post('/api/task/resume', { id: taskId }))
    app.clock.set(app.at(0).toISOString())
    const resumed = await app.explain(taskId)
    expect(resumed.callsPerSecond).toBe(0.2)
    expect(resumed.estimatedEndTime).toMatch(/^2026-03-02 14:00:/)
  })

  it.each([UNKNOWN_ID, 'no-id'])('of the unknown task %s is a 404', async (id) => {
    expectError(await app.get(`/api/task/${id}/explain`), 404, `task "${id}" does not exist`)
  })
})

describe('beside a dialer at work', () => {
  it('the figures add up at every look, until everybody is done', async () => {
    const settings = parseSimulatorSettings(
      'seed=3, answered=40, busy=30, no_answer=30, ring=0-0, talk=0-0, timeout=0',
    )
    const node = await createTestApp({
      role: 'all',
      gateway: createSimulator({ settings, clock: systemClock }),
    })
    try {
      await node.limits.change({ lines: 7, callsPerSecond: 0 })
      const numbers = Array.from({ length: 60 }, (_, i) => String(13_800_000_000 + i))
      const dataSourceId = await node.addDataSource('customers', numbers)
      const taskId = await node.addTask('spring', dataSourceId, { callInterval: 0, maxDialCount: 4 })
      node.startDialing()
      await moveTo(node, taskId, 'RUNNING')
      for (let isDone = false; !isDone; ) {
        const { contacts, status } = expectSuccess(await node.get<Explanation>(`/api/task/${taskId}/explain`))
        const { total, notDialed, inProgress, waitingRetry, live, success, failed } = contacts
        expect(notDialed + inProgress + success + failed).toBe(total)
        expect(waitingRetry + live).toBe(inProgress)
        expect(Math.min(...Object.values(contacts))).toBeGreaterThanOrEqual(0)
        expect(total).toBe(60)
        isDone = status === 4
      }
      const { contacts, state } = expectSuccess(await node.get<Explanation>(`/api/task/${taskId}/explain`))
      expect(state).toBe('completed')
      expect(contacts).toMatchObject({ notDialed: 0, inProgress: 0 })
      const { callCount } = expectSuccess(await node.get<{ callCount: number }>(`/api/task/detail/${taskId}`))
      expect(expectSuccess(await node.get<{ total: number }>(`/api/task/${taskId}/calls`)).total).toBe(
        callCount,
      )
    } finally {
      await node.close()
    }
  })
})
