// A service without GATEWAY: its calls go to the simulator or to the trunks, as the trunks come and go, and to the next trunk if one
// refuses them. The carriers are stand-ins.

import { expect, it } from 'vitest'
import { GatewayFault } from '../src/telephony/refusals.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { addTrunk, dial, FLOW, gatewayOf, openService } from './support/stand-in-carriers.ts'
import type { TestApp } from './support/test-app.ts'

it('dials through the simulator until a trunk is there, and again when it is gone', async () => {
  const { app, simulated, carrierOf } = await openService()
  await dial(app, 'first', ['+4930100'])
  expect(simulated.numbers).toEqual(['+4930100'])
  expect(await gatewayOf(app)).toEqual({ kind: 'simulator', isSimulated: true })

  const id = await addTrunk(app, 'Berlin')
  await eventually(async () => expect(await gatewayOf(app)).toEqual({ kind: 'trunks', isSimulated: false }))
  await dial(app, 'second', ['+4930101'])
  expect(carrierOf('Berlin').numbers).toEqual(['+4930101'])

  expectSuccess(await app.post('/api/trunk/delete', { id }))
  await eventually(async () => expect(await gatewayOf(app)).toEqual({ kind: 'simulator', isSimulated: true }))
  await dial(app, 'third', ['+4930102'])
  expect(simulated.numbers).toEqual(['+4930100', '+4930102'])
  expect(carrierOf('Berlin').numbers).toEqual(['+4930101'])
})

it('calls every number once and costs no attempt if the first trunk refuses, within the lines of the second', async () => {
  const { app, carrierOf } = await openService()
  const numbers = Array.from({ length: 12 }, (_, index) => `+49301${10 + index}`)
  carrierOf('Berlin').refusal = new GatewayFault('the carrier has no line', { sipStatus: 503 })
  await addTrunk(app, 'Berlin', { priority: 1 })
  const bonn = await addTrunk(app, 'Bonn', { priority: 2, lines: 2 })
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  await dial(app, 'task', numbers)
  expect([...carrierOf('Bonn').numbers].sort()).toEqual(numbers)
  expect(carrierOf('Bonn').maxLive).toBeLessThanOrEqual(2)
  expect(
    await app.rows('select phone_number, attempt, cause, trunk_id from call order by phone_number'),
  ).toEqual(numbers.map((phone_number) => ({ phone_number, attempt: 1, cause: 'answered', trunk_id: bonn })))
})

it('calls by the trunk of one task at full speed while that of another refuses every call', async () => {
  const { app, carrierOf, rejections } = await openService()
  carrierOf('Berlin').refusal = new GatewayFault('the carrier has no line', { sipStatus: 503 })
  const berlin = await addTrunk(app, 'Berlin')
  const bonn = await addTrunk(app, 'Bonn')
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  const list = await app.addDataSource('refused', numbersFrom('+49302', 20))
  const refused = await app.addTask('refused', list, { flow: FLOW, trunkIds: [berlin] })
  expectSuccess(await app.post('/api/task/publish', { id: refused }))
  await eventually(() => expect(rejections).toContain('trunk Berlin: the carrier has no line'))
  const good = numbersFrom('+49301', 30)
  for (const number of good) {
    await dial(app, number, [number], { trunkIds: [bonn] })
    // Neither the node nor its gateway is at fault.
    expect(await app.rows('select from dialer_node where gateway_fault is not null')).toEqual([])
  }
  expect(carrierOf('Bonn').numbers).toEqual(good)
  expect(await app.rows(`select from call where task_id = '${refused}'`)).toEqual([])
})

it('claims no more calls than the trunks have room for', async () => {
  const { app, carrierOf, rejections } = await openService()
  await addTrunk(app, 'Berlin', { lines: 2 })
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  const numbers = Array.from({ length: 8 }, (_, index) => `+49301${10 + index}`)
  carrierOf('Berlin').answersFrom = 2
  await dial(app, 'task', numbers)
  expect(carrierOf('Berlin').maxLive).toBe(2)
  expect(rejections).toEqual([])
})

const useOf = (app: TestApp) =>
  app.rows<{ trunk_id: string; caller_id: string; phone_number: string; start_time: Date }>(
    'select trunk_id, caller_id, phone_number, start_time from call order by start_time, phone_number',
  )
const numbersFrom = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${100 + index}`)

it('holds the lines of a trunk over two nodes, and gives the rest to the next', async () => {
  const { app, carrierOf } = await openService({ nodes: 2 })
  carrierOf('Berlin').answersFrom = 3
  const berlin = await addTrunk(app, 'Berlin', { lines: 3, callerIds: ['+4930901820', '+4930901821'] })
  const bonn = await addTrunk(app, 'Bonn', { priority: 2, lines: 2 })
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  await Promise.all([
    dial(app, 'first', numbersFrom('+49301', 30)),
    dial(app, 'second', numbersFrom('+49302', 30), { trunkIds: [berlin] }),
  ])
  expect(carrierOf('Berlin').maxLive).toBe(3)
  expect(carrierOf('Bonn').maxLive).toBeLessThanOrEqual(2)
  const use = await useOf(app)
  expect(use).toHaveLength(60)
  for (const { trunk_id, caller_id, phone_number } of use) {
    expect([berlin, bonn]).toContain(trunk_id)
    if (phone_number.startsWith('+49302')) expect(trunk_id).toBe(berlin)
    expect(caller_id === null).toBe(trunk_id === bonn)
  }
  expect(new Set(use.map(({ caller_id }) => caller_id))).toContain('+4930901821')
  expect(carrierOf('Bonn').numbers.length).toBe(use.filter(({ trunk_id }) => trunk_id === bonn).length)
})

it('calls by a trunk only on the nodes that have it, and a node that has none neither calls nor simulates', async () => {
  const { app, carrierOf, calledBy, simulated } = await openService({ hosts: ['here', 'there'] })
  const berlin = await addTrunk(app, 'Berlin', { nodes: ['There'] })
  await eventually(async () => expect(await gatewayOf(app)).toEqual({ kind: 'trunks', isSimulated: false }))
  const first = numbersFrom('+49301', 20)
  await dial(app, 'first', first)
  expect(first.map((number) => calledBy.get(number))).toEqual(first.map(() => 'there'))

  const bonn = await addTrunk(app, 'Bonn', { nodes: ['here'] })
  const [second, third] = [numbersFrom('+49302', 20), numbersFrom('+49303', 20)]
  await Promise.all([
    dial(app, 'second', second, { trunkIds: [berlin] }),
    dial(app, 'third', third, { trunkIds: [bonn] }),
  ])
  expect(second.map((number) => calledBy.get(number))).toEqual(second.map(() => 'there'))
  expect(third.map((number) => calledBy.get(number))).toEqual(third.map(() => 'here'))
  expect([...carrierOf('Berlin').numbers].sort()).toEqual([...first, ...second])
  expect([...carrierOf('Bonn').numbers].sort()).toEqual(third)
  expect(simulated.numbers).toEqual([])
})

it('says that a trunk takes no calls while none of its nodes runs', async () => {
  const { app } = await openService({ hosts: ['here'] })
  await eventually(async () => expect(await app.rows('select from dialer_node')).toHaveLength(1))
  await addTrunk(app, 'Berlin', { nodes: ['away'] })
  // Its node runs, but has not looked at it yet.
  const bonn = await addTrunk(app, 'Bonn', { nodes: ['Here'] })
  const { trunkProblems } = expectSuccess(await app.get<{ trunkProblems: object[] }>('/api/overview'))
  expect(trunkProblems).toMatchObject([
    { trunkName: 'Berlin', node: null, code: 'no_node', message: expect.stringContaining('runs: away') },
  ])
  expectSuccess(await app.post('/api/trunk/delete', { id: bonn }))
  const list = await app.addDataSource('list', ['+4930100'])
  const id = await app.addTask('task', list, { flow: FLOW })
  expectSuccess(await app.post('/api/task/publish', { id }))
  const explained = expectSuccess(await app.get<object>(`/api/task/${id}/explain`))
  expect(explained).toMatchObject({ state: 'trunk_down' })
  const { tasks } = expectSuccess(await app.get<{ tasks: object[] }>('/api/overview'))
  expect(tasks).toMatchObject([{ id, isWaiting: true, reason: { code: 'trunk_down', trunks: ['Berlin'] } }])
})

it('holds the calls per second of a trunk over two nodes', async () => {
  const { app } = await openService({ nodes: 2 })
  await addTrunk(app, 'Berlin', { callsPerSecond: 4 })
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  await dial(app, 'task', numbersFrom('+49301', 14))
  const starts = (await useOf(app)).map(({ start_time }) => start_time.getTime())
  expect(starts).toHaveLength(14)
  for (const from of starts) {
    const second = starts.filter((at) => at >= from && at < from + 1000)
    expect(second.length).toBeLessThanOrEqual(4)
  }
})

it('takes the cheapest trunk for each number', async () => {
  const { app } = await openService()
  const berlin = await addTrunk(app, 'Berlin', { prices: [{ prefix: '+49', price: 1 }] })
  const paris = await addTrunk(app, 'Paris', {
    prices: [
      { prefix: '+33', price: 1 },
      { prefix: '+49', price: 2 },
    ],
  })
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  await dial(app, 'task', ['+4930100', '+33140100100', '+4930101'])
  const trunks = new Map((await useOf(app)).map(({ phone_number, trunk_id }) => [phone_number, trunk_id]))
  expect([trunks.get('+4930100'), trunks.get('+4930101'), trunks.get('+33140100100')]).toEqual([
    ...[berlin, berlin, paris],
  ])
})

it('keeps a trunk that a task names', async () => {
  const { app } = await openService()
  const id = await addTrunk(app, 'Berlin')
  const taskId = await app.addTask('task', await app.addDataSource('list'), { trunkIds: [id, id] })
  expect(expectSuccess(await app.get(`/api/task/${taskId}/settings`))).toMatchObject({ trunkIds: [id] })
  expectError(await app.post('/api/trunk/delete', { id }), 409, 'task')
  expectSuccess(await app.post('/api/task/update', { id: taskId, trunkIds: [] }))
  expectSuccess(await app.post('/api/trunk/delete', { id }))
})

it('puts a call without a task on record with its trunk', async () => {
  const { app } = await openService()
  const id = await addTrunk(app, 'Berlin', { callerIds: ['+4930901820'], lines: 1 })
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  const taskId = await app.addTask('task', await app.addDataSource('list'), { flow: FLOW, trunkIds: [id] })
  expectSuccess(await app.post(`/api/task/${taskId}/testCall`, { phoneNumber: '+4930100' }))
  await eventually(async () =>
    expect(await useOf(app)).toMatchObject([{ trunk_id: id, caller_id: '+4930901820' }]),
  )
})

it('knows its trunks when it has started', async () => {
  const { app } = await openService()
  await addTrunk(app, 'Berlin')
  const next = await openService({ database: app.database })
  expect(await gatewayOf(next.app)).toMatchObject({ kind: 'trunks' })
  expect(next.rejections).toEqual([])
})

it('says that a task waits for its trunks', async () => {
  const { app, carrierOf } = await openService()
  carrierOf('Berlin').answersFrom = 2
  const berlin = await addTrunk(app, 'Berlin', { isEnabled: false, lines: 1 })
  await addTrunk(app, 'Bonn')
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  const list = await app.addDataSource('list', ['+4930100', '+4930101'])
  const id = await app.addTask('task', list, { flow: FLOW, trunkIds: [berlin] })
  expectSuccess(await app.post('/api/task/publish', { id }))
  const explained = async () => {
    const { reasons } = expectSuccess(await app.get<{ reasons: object[] }>(`/api/task/${id}/explain`))
    return reasons.map((reason) => (reason as { code: string }).code)
  }
  await eventually(async () => expect(await explained()).toEqual(['waiting_for_trunk']))
  expectSuccess(await app.post('/api/trunk/update', { id: berlin, isEnabled: true }))
  await eventually(async () => expect(await explained()).toEqual(['dialing', 'waiting_for_trunk']))
  expect(carrierOf('Bonn').numbers).toEqual([])
})

/** A task with two contacts of which the first is called is explained by these codes, as soon as its node knows its trunk. */
async function expectExplained(
  settings: object,
  codes: string[],
  before: (app: TestApp, trunkId: string) => Promise<unknown> = async () => undefined,
) {
  const { app, carrierOf } = await openService()
  carrierOf('Berlin').answersFrom = 2
  const trunkId = await addTrunk(app, 'Berlin', settings)
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  const list = await app.addDataSource('list', ['+4930100', '+4930101'])
  const id = await app.addTask('task', list, { flow: FLOW })
  expectSuccess(await app.post('/api/task/publish', { id }))
  await eventually(() => expect(carrierOf('Berlin').numbers).toHaveLength(1))
  await before(app, trunkId)
  await eventually(async () => {
    const { reasons } = expectSuccess(
      await app.get<{ reasons: { code: string }[] }>(`/api/task/${id}/explain`),
    )
    expect(reasons.map(({ code }) => code)).toEqual(codes)
  })
}

it('says that every caller ID has reached its limit of the day', async () => {
  const settings = { callerIds: ['+4930901820'], callerIdDailyLimit: 1 }
  await expectExplained(settings, ['dialing', 'caller_ids_used_up'])
})

it('names a trunk that takes no calls', async () => {
  await expectExplained({ lines: 1 }, ['dialing', 'trunk_down'], (app, id) => {
    const seen = { id, name: 'Berlin', state: 'heldBack', code: 'held_back', facts: { why: 'SIP 503' } }
    return app.rows(
      `insert into dialer_node (id, name, start_time, heartbeat_time, trunk_states)
       values (gen_random_uuid(), 'another node', now(), now(), $1)`,
      [JSON.stringify([seen])],
    )
  })
})
