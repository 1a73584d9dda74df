// The service as a whole: who dials, how busy it is, what somebody has to see to.

import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { addDialerNode, endCall, startCall } from './support/call-fixtures.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createExplainApp } from './support/explain-app.ts'
import { openForFile } from './support/open-for-file.ts'
import { fail, skip } from './support/task-fixtures.ts'
import { createTestApp } from './support/test-app.ts'

interface SystemState {
  version: string
  nodes: { name: string; alive: boolean; gatewayFault: string | null }[]
  callsPerSecond: number
  runningTasks: number
  failedTasks: number
  problems: { code: string }[]
  attention: { taskId: string; status: number; code: string; message: string }[]
}

const app = await openForFile(createExplainApp())
beforeEach(async () => {
  await app.calmDown()
  await app.rows('update task set status = 3, end_time = $1 where status = 5', [app.at(0)])
  await app.rows('delete from call_sum')
})

const system = async () => expectSuccess(await app.get<SystemState>('/api/system'))

describe('the state of the system', () => {
  it('has every field', async () => {
    const { taskId, contactIds } = await app.addListTask(1)
    await startCall(app, taskId, contactIds[0] ?? '', app.at(-5))
    await app.rows('update dialer set calls_per_second = 50')
    expect(await system()).toEqual({
      version: '0.2.0',
      time: '2026-03-02 14:00:00',
      timeZone: 'Asia/Shanghai',
      defaultCountry: null,
      role: 'api',
      token: {
        ...{ name: 'ACCESS_TOKEN', scope: 'admin', mayListen: false, isBound: false },
        permissions: ['see', 'seeNumbers', 'export', 'operate', 'call', 'hear', 'administer'],
      },
      gateway: { kind: 'simulator', isSimulated: true, trunks: 0 },
      nodes: [
        {
          name: 'node',
          alive: true,
          since: '2026-03-02 14:00:00',
          lastSeen: '2026-03-02 14:00:00',
          gatewayFault: null,
          faultSince: null,
        },
      ],
      limits: { lines: 10, callsPerSecond: 50 },
      linesInUse: 1,
      callsPerSecond: 0,
      runningTasks: 1,
      failedTasks: 0,
      readReplica: null,
      backup: null,
      recordings: { store: 'folder', days: 90, waiting: 0 },
      problems: [],
      attention: [],
    })
  })

  it('says what the node was started with', async () => {
    const node = await createTestApp({
      database: app.database,
      gatewayKind: 'http',
      defaultCountry: 'CN',
      timeZone: 'UTC',
    })
    onTestFinished(() => node.close())
    expect(expectSuccess(await node.get('/api/system'))).toMatchObject({
      gateway: { kind: 'http' },
      defaultCountry: 'CN',
      timeZone: 'UTC',
    })
  })

  it('has the version of the packages', async () => {
    for (const file of ['../../package.json', '../package.json']) {
      const { version } = JSON.parse(await readFile(new URL(file, import.meta.url), 'utf8'))
      expect(version, file).toBe((await system()).version)
    }
  })

  it('needs a token, and says what it allows', async () => {
    expectError(await app.send({ method: 'GET', url: '/api/system', headers: {} }), 401)
    const { token } = await app.tokens.create({ name: 'wall screen', scope: 'read' })
    const headers = { authorization: `Bearer ${token}` }
    expect(expectSuccess(await app.send({ method: 'GET', url: '/api/system', headers }))).toMatchObject({
      token: { name: 'wall screen', scope: 'read' },
    })
  })

  it('counts the calls that ended in the last minute', async () => {
    const { taskId, dataSourceId, contactIds } = await app.addListTask(1)
    const call = { taskId, dataSourceId, contactId: contactIds[0] ?? '' }
    for (const seconds of [-61, -59, -58, -1])
      await endCall(app, { ...call, start: app.at(seconds).toISOString() })
    expect((await system()).callsPerSecond).toBe(0.05)
    for (let i = 0; i < 3; i += 1) await endCall(app, { ...call, start: app.at(10).toISOString() })
    app.clock.set(app.at(20).toISOString())
    // Two thirds of the minute before, and what there is of this one.
    expect((await system()).callsPerSecond).toBe(0.08)
    app.clock.set(app.at(130).toISOString())
    expect((await system()).callsPerSecond).toBe(0)
  })
})

describe('what needs attention', () => {
  it('is a task that failed, and why', async () => {
    const { taskId } = await app.addListTask(1)
    await fail(app, taskId, 'no such route')
    const { attention, failedTasks, problems } = await system()
    expect(failedTasks).toBe(1)
    expect(problems).toEqual([])
    expect(attention).toEqual([
      expect.objectContaining({
        taskId,
        taskName: expect.stringMatching(/^task /),
        status: 5,
        code: 'failed',
        message: expect.stringContaining('no such route'),
        reason: 'no such route',
      }),
    ])
  })

  it('is every running task while nobody dials, while no gateway works, and while there is no line', async () => {
    const { taskId } = await app.addListTask(1)
    await app.addListTask(1, {}, 'PAUSED')
    const codes = async () => {
      const { attention, problems } = await system()
      expect(attention.map((each) => each.taskId)).toEqual([taskId])
      expect(attention[0]?.code).toBe((await app.explain(taskId)).state)
      return [problems.map(({ code }) => code), attention[0]?.code]
    }
    await app.rows('delete from dialer_node')
    expect(await codes()).toEqual([['no_dialer'], 'no_dialer'])
    await addDialerNode(app, { beat: app.at(0), fault: { reason: 'refused', since: app.at(-60) } })
    expect(await codes()).toEqual([['gateway_down'], 'gateway_down'])
    expect((await system()).nodes[0]).toMatchObject({
      alive: true,
      gatewayFault: 'refused',
      faultSince: '2026-03-02 13:59:00',
    })
    await addDialerNode(app, { beat: app.at(0) })
    await app.rows('update dialer set lines = 0')
    expect(await codes()).toEqual([['no_lines', 'gateway_partly_down'], 'no_lines'])
    await app.rows('update dialer set lines = 5')
    const { attention, problems } = await system()
    expect(attention).toEqual([])
    expect(problems).toMatchObject([{ code: 'gateway_partly_down' }])
    await app.rows("update dialer_node set gateway_busy = 'too many requests' where gateway_fault is null")
    expect((await system()).problems).toMatchObject([
      { code: 'gateway_partly_down' },
      { code: 'gateway_busy', reason: 'too many requests' },
    ])
  })

  it('is for a day a task that called nobody, and why', async () => {
    const { taskId, contactIds } = await app.addListTask(3)
    const [first = '', ...others] = contactIds
    await skip(app, taskId, first, 'denied_prefix')
    for (const contactId of others) await skip(app, taskId, contactId, 'do_not_call')
    await app.rows('update task_progress set cursor = 3 where task_id = $1', [taskId])
    await app.rows('update task set status = 4, end_time = $1 where id = $2', [app.at(0), taskId])
    onTestFinished(async () => {
      await app.rows('update task set status = 3 where id = $1', [taskId])
    })
    const expected = {
      taskId,
      status: 4,
      code: 'nobody_called',
      message: 'Nobody was called: 2 on a do-not-call list, 1 with a denied prefix.',
    }
    expect((await system()).attention).toMatchObject([expected])
    // The same a second time, when it is not counted again.
    const { attention } = await system()
    expect(attention).toMatchObject([expected])
    const { taskId: _, taskName, status, ...reason } = attention[0] as object as Record<string, unknown>
    expect(reason).toEqual((await app.explain(taskId)).reasons[0])
    await app.rows('update task set end_time = $1 where id = $2', [app.at(-24 * 3600 - 1), taskId])
    expect((await system()).attention).toEqual([])
  })

  it('is at most 25 tasks of a kind, the newest first, and how many there are', async () => {
    const { dataSourceId } = await app.addListTask(1, {}, 'DRAFT')
    const ids: string[] = []
    for (let i = 0; i < 30; i += 1) {
      const id = await app.addTask(`failed ${i}`, dataSourceId)
      expectSuccess(await app.post('/api/task/publish', { id }))
      await fail(app, id, 'down')
      ids.push(id)
    }
    const { attention, failedTasks } = await system()
    expect(failedTasks).toBe(30)
    expect(attention.map(({ taskId }) => taskId)).toEqual(ids.reverse().slice(0, 25))
  })
})
