// Tasks and calls that were asked for while all calls were simulated ring nobody when the first trunk is added, unless somebody says so.

import { expect, it } from 'vitest'
import { addFirstBudget } from '../src/campaigns/permission/permission.service.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { addTrunk, FLOW, gatewayOf, openService } from './support/stand-in-carriers.ts'
import type { TestApp } from './support/test-app.ts'

const numbers = ['+4930100', '+4930101', '+4930102', '+4930103', '+4930104']

interface Detail {
  status: number
  isSimulated: boolean | null
  pauseReason: string | null
}

interface Added {
  id: string
  warnings: { code: string; message: string; tasks?: { id: string; taskName: string }[] }[]
}

const detailOf = async (app: TestApp, id: string) =>
  expectSuccess(await app.get<Detail>(`/api/task/detail/${id}`))

const trunk = { name: 'Berlin', host: '127.0.0.1' }

/** A task of which one call rings on the simulator, and the others wait for the only line. */
async function openRehearsal(options: Parameters<typeof openService>[0] = {}) {
  const service = await openService(options)
  const { app, simulated } = service
  simulated.answersFrom = numbers.length + 1
  expectSuccess(await app.post('/api/dialer/limits', { lines: 1 }))
  const list = await app.addDataSource('list', numbers)
  const id = await app.addTask('rehearsal', list, { maxDialCount: 1, callInterval: 0, flow: FLOW })
  expect(await detailOf(app, id)).toMatchObject({ isSimulated: null })
  expectSuccess(await app.post('/api/task/publish', { id }))
  await eventually(() => expect(simulated.numbers).toHaveLength(1))
  expect(await detailOf(app, id)).toMatchObject({ status: 1, isSimulated: true, pauseReason: null })
  /** The call that rings is answered, and so are all that follow. */
  async function answerAll() {
    simulated.answersFrom = 1
    for (const call of await app.rows<{ id: string }>('select id from live_call'))
      expectSuccess(await app.post(`/api/call/${call.id}/hangup`, {}))
  }
  const untilReal = () =>
    eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  return { ...service, id, answerAll, untilReal }
}

it('pauses running tasks when the first trunk is added, with their reason, and lists them', async () => {
  const { app, id, simulated, carrierOf, answerAll, untilReal } = await openRehearsal()
  const { warnings } = expectSuccess(await app.post<Added>('/api/trunk/add', trunk))
  expect(warnings).toMatchObject([{ code: 'tasks_paused', tasks: [{ id, taskName: 'rehearsal' }] }])
  expect(warnings[0]?.message).toContain('1 task was paused')
  expect(await detailOf(app, id)).toMatchObject({
    ...{ status: 2, isSimulated: true, pauseReason: 'its calls were simulated, and calls are real now' },
  })
  const listed = expectSuccess(await app.get<{ rows: Detail[] }>('/api/task/list?include=progress'))
  expect(listed.rows).toMatchObject([{ status: 2, isSimulated: true, pauseReason: expect.any(String) }])
  expect(expectSuccess(await app.get<object>(`/api/task/${id}/explain`))).toMatchObject({
    state: 'paused',
    reasons: [{ code: 'paused', reasonCode: 'simulated_before' }, { code: 'calls_ending' }],
  })
  const audit = expectSuccess(await app.get<{ rows: object[] }>(`/api/task/${id}/audit`))
  expect(audit.rows[0]).toMatchObject({ operation: 'pause', status: 2, reason: expect.any(String) })
  await untilReal()

  expectError(await app.post('/api/task/resume', { id }), 400, 'isSimulated')
  await answerAll()
  expectSuccess(await app.post('/api/task/resume', { id, isSimulated: false }))
  await eventually(async () => expect(await detailOf(app, id)).toMatchObject({ status: 4 }))
  expect([...carrierOf('Berlin').numbers].sort()).toEqual(numbers.slice(1))
  expect(simulated.numbers).toEqual(numbers.slice(0, 1))
  expect(await detailOf(app, id)).toMatchObject({ isSimulated: false, pauseReason: null })
})

it('resumes a task on the simulator beside the trunks, and rings nobody', async () => {
  const { app, id, simulated, carrierOf, answerAll, untilReal } = await openRehearsal()
  await addTrunk(app, 'Berlin')
  await untilReal()
  await answerAll()
  expectSuccess(await app.post('/api/task/resume', { id, isSimulated: true }))
  await eventually(async () =>
    expect(await detailOf(app, id)).toMatchObject({ status: 4, isSimulated: true }),
  )
  expect([...simulated.numbers].sort()).toEqual(numbers)
  expect(carrierOf('Berlin').numbers).toEqual([])
  // A recall stays where the task is.
  expectSuccess(await app.post(`/api/task/${id}/recall`, { outcomes: ['success', 'failed'] }))
  await eventually(() => expect(simulated.numbers).toHaveLength(2 * numbers.length))
  expect(carrierOf('Berlin').numbers).toEqual([])
})

it('leaves running tasks on the simulator, or moves them to the trunk, if whoever adds it says so', async () => {
  const kept = await openRehearsal()
  const keep = await kept.app.post<Added>('/api/trunk/add', { ...trunk, simulatedTasks: 'keep' })
  expect(expectSuccess(keep).warnings).toMatchObject([{ code: 'tasks_kept', tasks: [{ id: kept.id }] }])
  await kept.untilReal()
  await kept.answerAll()
  await eventually(async () => expect(await detailOf(kept.app, kept.id)).toMatchObject({ status: 4 }))
  expect([...kept.simulated.numbers].sort()).toEqual(numbers)
  expect(kept.carrierOf('Berlin').numbers).toEqual([])

  const moved = await openRehearsal()
  const move = await moved.app.post<Added>('/api/trunk/add', { ...trunk, simulatedTasks: 'move' })
  expect(expectSuccess(move).warnings).toMatchObject([{ code: 'tasks_moved', tasks: [{ id: moved.id }] }])
  expect(await detailOf(moved.app, moved.id)).toMatchObject({ status: 1, isSimulated: false })
  await moved.answerAll()
  await eventually(async () => expect(await detailOf(moved.app, moved.id)).toMatchObject({ status: 4 }))
  expect([...moved.carrierOf('Berlin').numbers].sort()).toEqual(numbers.slice(1))
})

it('asks only when calls become real: not for a second trunk, nor for one that is disabled', async () => {
  const { app, id, untilReal } = await openRehearsal()
  const disabled = await app.post<Added>('/api/trunk/add', { ...trunk, isEnabled: false })
  const { id: trunkId, warnings } = expectSuccess(disabled)
  expect(warnings).toEqual([])
  expect(await detailOf(app, id)).toMatchObject({ status: 1 })
  const change = { id: trunkId, isEnabled: true, simulatedTasks: 'keep' }
  const enabled = expectSuccess(await app.post<Added>('/api/trunk/update', change))
  expect(enabled.warnings).toMatchObject([{ code: 'tasks_kept' }])
  await untilReal()
  const second = await app.post<Added>('/api/trunk/add', { name: 'Bonn', host: '127.0.0.1' })
  expect(expectSuccess(second).warnings).toEqual([])
  expect(await detailOf(app, id)).toMatchObject({ status: 1, isSimulated: true })
  expect(expectSuccess(await app.get<{ gateway: object }>('/api/system')).gateway).toEqual({
    ...{ kind: 'trunks', isSimulated: false, trunks: 2 },
  })
})

it('keeps a call that a system asked for before the trunk was there on the simulator', async () => {
  const { app, simulated, carrierOf } = await openService()
  const callTime = new Date(systemClock.now().getTime() + 2000).toISOString()
  const asked = { phoneNumber: '+4930200', flow: FLOW, callTime }
  expectSuccess(await app.post('/api/call', asked))
  const { warnings } = expectSuccess(await app.post<Added>('/api/trunk/add', trunk))
  expect(warnings).toMatchObject([{ code: 'calls_simulated' }])
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  await eventually(() => expect(simulated.numbers).toEqual(['+4930200']))
  expectSuccess(await app.post('/api/call', { phoneNumber: '+4930201', flow: FLOW }))
  await eventually(() => expect(carrierOf('Berlin').numbers).toEqual(['+4930201']))
  expect(simulated.numbers).toEqual(['+4930200'])
})

it('lets a task of real calls wait for a trunk, and does not simulate it', async () => {
  const { app, simulated } = await openService()
  const berlin = await addTrunk(app, 'Berlin')
  const list = await app.addDataSource('list', numbers)
  const id = await app.addTask('real', list, { flow: FLOW })
  // Nobody is called before the task is paused.
  expectSuccess(await app.post('/api/dialer/limits', { lines: 0 }))
  expectSuccess(await app.post('/api/task/publish', { id }))
  expectSuccess(await app.post('/api/task/pause', { id }))
  expectSuccess(await app.post('/api/dialer/limits', { lines: 10 }))
  expectSuccess(await app.post('/api/trunk/delete', { id: berlin }))
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'simulator' }))
  const before = simulated.numbers.length
  expectSuccess(await app.post('/api/task/resume', { id }))
  const state = async () => expectSuccess(await app.get<{ state: string }>(`/api/task/${id}/explain`)).state
  await eventually(async () => expect(await state()).toBe('no_trunk'))
  expect(simulated.numbers).toHaveLength(before)
  expectError(await app.post('/api/task/publish', { id, isSimulated: false }), 405)
})

it('publishes a rehearsal beside the trunks, and no real calls without one', async () => {
  const { app, simulated, carrierOf } = await openService()
  const list = await app.addDataSource('list', ['+4930100'])
  const id = await app.addTask('task', list, { flow: FLOW })
  expectError(await app.post('/api/task/publish', { id, isSimulated: false }), 400, 'isSimulated')
  await addTrunk(app, 'Berlin')
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  expectSuccess(await app.post('/api/task/publish', { id, isSimulated: true }))
  await eventually(() => expect(simulated.numbers).toEqual(['+4930100']))
  expect(carrierOf('Berlin').numbers).toEqual([])
})

it('warns who publishes a copy or continuation of a simulated task that real phones ring now', async () => {
  const { app, id, answerAll, untilReal } = await openRehearsal()
  const idOf = async (change: string, original: string) =>
    expectSuccess(await app.post<{ id: string }>(`/api/task/${change}`, { id: original })).id
  const warningsOf = async (copy: string) =>
    expectSuccess(await app.get<{ warnings: object[] }>(`/api/task/${copy}/preview`)).warnings
  const publish = async (copy: string, isSimulated?: boolean) =>
    expectSuccess(await app.post<object>('/api/task/publish', { id: copy, isSimulated }))
  const warning = { code: 'simulated_before', message: expect.stringMatching(/^Real phones will ring now\./) }

  const copy = await idOf('duplicate', id)
  expect(await detailOf(app, copy)).toMatchObject({ isSimulated: null })
  expect(await warningsOf(copy)).not.toContainEqual(warning)
  const simulated = await idOf('duplicate', id)
  expect(await publish(simulated)).not.toHaveProperty('warnings')

  await addTrunk(app, 'Berlin')
  await untilReal()
  for (const each of [id, simulated]) expectSuccess(await app.post('/api/task/stop', { id: each }))
  await answerAll()
  await eventually(async () => expect(await app.rows('select from live_call')).toEqual([]))
  const rest = await idOf('continue', id)
  const copyOfCopy = await idOf('duplicate', copy)
  for (const each of [copy, rest, copyOfCopy]) expect(await warningsOf(each)).toContainEqual(warning)
  expect(await publish(copyOfCopy, true)).not.toHaveProperty('warnings')
  for (const each of [rest, copy])
    expect(await publish(each)).toMatchObject({ warnings: expect.arrayContaining([warning]) })
  expect(await warningsOf(copy)).not.toContainEqual(warning)
  // Its calls were real: whoever copies it knows.
  expect(await publish(await idOf('duplicate', copy))).not.toMatchObject({
    warnings: expect.arrayContaining([warning]),
  })
})

it('pauses simulated tasks when the service is started with a gateway of the environment', async () => {
  const { app, id } = await openRehearsal()
  await app.rows('update task set is_simulated = null')
  await app.rows("update task set status = 2, pause_reason = 'enough'")
  await openService({ database: app.database })
  // Of a version before: decided by the node that starts.
  expect(await detailOf(app, id)).toMatchObject({ isSimulated: true })
  await app.rows('update task set status = 1')
  const environment = { kind: 'asterisk', host: 'pbx', callerIds: [] } as const
  const real = await openService({ environment, database: app.database })
  expect(await detailOf(real.app, id)).toMatchObject({ status: 2, isSimulated: true })
  expectError(await real.app.post('/api/task/resume', { id }), 400, 'isSimulated')
  expectError(await real.app.post('/api/task/resume', { id, isSimulated: true }), 400, 'isSimulated')
  expectSuccess(await real.app.post('/api/task/resume', { id, isSimulated: false }))
})

it('says with the first trunk that tasks without a budget get one from then on', async () => {
  const { app } = await openService()
  const add = async (name: string) =>
    expectSuccess(await app.post<Added>('/api/trunk/add', { ...trunk, name })).warnings
  await addFirstBudget({ db: app.db, clock: systemClock })
  expect(await add('Berlin')).toMatchObject([
    { code: 'default_budget', message: expect.stringContaining('at most 3 times in 24 hours') },
  ])
  expect(await add('Bonn')).toEqual([])
  const list = await app.addDataSource('list', numbers)
  const id = await app.addTask('real', list, { scheduledStartTime: '2099-01-01 00:00:00' })
  expectSuccess(await app.post('/api/task/publish', { id }))
  const { budgets } = expectSuccess(await app.get<{ budgets: object[] }>(`/api/task/${id}/settings`))
  expect(budgets).toEqual([{ attempts: 3, days: 1 }])
  const [trail] = await app.rows<{ reason: string }>(
    `select reason from audit where task_id = '${id}' and operation = 'update'`,
  )
  expect(trail?.reason).toBe('no budget was set: at most 3 calls to a number in 24 hours')
})
