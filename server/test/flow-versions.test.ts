// The versions of the flow of a task, and calls that follow them.

import { afterEach, expect, it } from 'vitest'
import { TaskStatus } from '../src/campaigns/tasks/task-state.ts'
import type { CallResult } from '../src/conversations/flows/call-result.ts'
import type { Flow } from '../src/conversations/flows/flow.ts'
import { createControlledPhones } from './support/controlled-gateway.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './support/test-app.ts'

const flowSaying = (text: string): Flow => ({ steps: [{ id: 'hello', type: 'say', text }] })
const NUMBERS = ['13800138000', '13800138001', '13800138002']

const open: TestApp[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

async function openApp(options: TestAppOptions = {}) {
  const app = await createTestApp(options)
  open.push(app)
  const taskId = await app.addTask('spring', await app.addDataSource('list', NUMBERS), {
    flow: flowSaying('One.'),
    maxDialCount: 1,
  })
  const versions = async () => {
    const path = `/api/task/${taskId}/flow/versions`
    const { rows } = expectSuccess(
      await app.get<{ rows: { version: number; calls: number; flow: Flow }[] }>(path),
    )
    return rows
  }
  const change = (given: object) =>
    app.post<{ version: number }>('/api/task/changeFlow', { id: taskId, ...given })
  const publish = async () => expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  return { app, taskId, versions, change, publish }
}

it('numbers the flows of a published task, and brings one back', async () => {
  const { app, taskId, versions, change, publish } = await openApp()
  expect(await versions()).toEqual([])
  expectError(await change({ flow: flowSaying('Two.') }), 405, 'changeFlow is not allowed')
  await publish()
  expect(await versions()).toEqual([
    {
      version: 1,
      actor: expect.any(String),
      time: expect.any(String),
      isCurrent: true,
      calls: 0,
      flow: flowSaying('One.'),
    },
  ])
  expect(expectSuccess(await change({ flow: flowSaying('Two.') }))).toEqual({ id: taskId, version: 2 })
  // The same once more changes nothing.
  expect(expectSuccess(await change({ flow: flowSaying('Two.') })).version).toBe(2)
  expect(expectSuccess(await change({ version: 1 })).version).toBe(3)
  expect(await versions()).toMatchObject([
    { version: 3, isCurrent: true, flow: flowSaying('One.') },
    { version: 2, isCurrent: false, flow: flowSaying('Two.') },
    { version: 1, isCurrent: false, flow: flowSaying('One.') },
  ])
  const audit = expectSuccess(
    await app.get<{ rows: { operation: string; reason: string }[] }>(`/api/task/${taskId}/audit`),
  )
  expect(audit.rows.slice(0, 2)).toMatchObject([
    { operation: 'changeFlow', reason: 'version 3, as version 1' },
    { operation: 'changeFlow', reason: 'version 2' },
  ])
})

it('refuses what could not be published', async () => {
  const { change, publish, versions, app } = await openApp()
  await publish()
  expectError(await change({}), 400, 'flow or version is required')
  expectError(await change({ flow: flowSaying('Two.'), version: 1 }), 400, 'cannot be given together')
  expectError(await change({ version: 7 }), 400, 'version must be one of 1')
  expectError(await change({ flow: { steps: [] } }), 400, 'flow')
  const unknown = { steps: [{ id: 'hello', type: 'say', text: 'Hello.', next: 'nowhere' }] }
  expectError(await change({ flow: unknown }), 400, 'nowhere')
  expectError(await app.post('/api/task/changeFlow', { id: UNKNOWN_ID, version: 1 }), 404, 'task')
  expect(await versions()).toHaveLength(1)
})

it('has no version to bring back where there never was a flow', async () => {
  const { app } = await openApp()
  const id = await app.addTask('silent', await app.addDataSource('silent', NUMBERS))
  expectSuccess(await app.post('/api/task/publish', { id }))
  const answer = await app.post('/api/task/changeFlow', { id, version: 1 })
  expectError(answer, 400, /^version must be one that the task had, but it has had no call flow yet/)
})

it('calls that start follow the new version, live ones go on with theirs', async () => {
  const phones = createControlledPhones()
  const { app, taskId, versions, change, publish } = await openApp({
    role: 'all',
    gateway: phones.gateway(),
  })
  await app.limits.change({ lines: 1, callsPerSecond: 0 })
  app.startDialing()
  await publish()
  const first = await phones.callTo(NUMBERS[0] as string)
  phones.answer(first)
  await phones.until(first, 'play 1')
  expectSuccess(await change({ flow: flowSaying('Two.') }))
  phones.played(first)
  const second = await phones.callTo(NUMBERS[1] as string)
  phones.answer(second)
  await phones.until(second, 'play 1')
  const report = `/api/task/${taskId}/flow/report`
  await eventually(async () => {
    const { steps, calls } = expectSuccess(
      await app.get<{ steps: object[]; calls: number }>(`${report}?version=2`),
    )
    expect({ steps, calls }).toMatchObject({ calls: 0, steps: [{ step: 'hello', calls: 0, now: 1 }] })
  })
  phones.played(second)
  const third = await phones.callTo(NUMBERS[2] as string)
  phones.answer(third)
  await phones.until(third, 'play 1')
  phones.played(third)
  await eventually(async () => {
    const rows = await app.rows<{ result: CallResult }>('select result from call order by start_time limit 2')
    expect(rows.map(({ result }) => [result.version, result.said?.[0]?.text])).toEqual([
      [1, 'One.'],
      [2, 'Two.'],
    ])
  })
  // Counted by the maintenance of the node that dials.
  await eventually(async () => {
    for (const [version, ended] of [
      [1, 1],
      [2, 2],
    ]) {
      const { calls } = expectSuccess(await app.get<{ calls: number }>(`${report}?version=${version}`))
      expect(calls).toBe(ended)
    }
    expect(await versions()).toMatchObject([
      { version: 2, calls: 2 },
      { version: 1, calls: 1 },
    ])
  })
})

it('a task that a node of the release before has published has a version, and its calls are counted', async () => {
  const phones = createControlledPhones()
  const { app, taskId, versions, change } = await openApp({ role: 'all', gateway: phones.gateway() })
  await app.limits.change({ lines: 1, callsPerSecond: 0 })
  // As that node does it: one statement, which knows of no versions.
  await app.rows(
    `with changed as (
       update task t set status = ${TaskStatus.RUNNING}, start_time = now(), contact_count = d.contact_count, list_end = d.last_position
       from data_source d where t.id = '${taskId}' and d.id = t.data_source_id
       returning t.id, t.status
     )
     insert into audit (task_id, at, actor, operation, status) select id, now(), 'anna', 'publish', status from changed`,
  )
  expect(await versions()).toMatchObject([{ version: 1, actor: 'anna', isCurrent: true }])
  app.startDialing()
  const call = await phones.callTo(NUMBERS[0] as string)
  phones.answer(call)
  await phones.until(call, 'play 1')
  phones.played(call)
  await eventually(async () => {
    const report = await app.get<{ calls: number }>(`/api/task/${taskId}/flow/report?version=1`)
    expect(expectSuccess(report).calls).toBe(1)
  })
  expect(expectSuccess(await change({ flow: flowSaying('Two.') })).version).toBe(2)
})
