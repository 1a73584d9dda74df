// Which numbers callees see while the dialer calls: sticky over attempts, tasks and trunks, within the limit of a day over all nodes.
import { expect, it } from 'vitest'
import { GatewayFault } from '../src/telephony/refusals.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { addTrunk, dial, FLOW, gatewayOf, openService } from './support/stand-in-carriers.ts'
import type { TestApp } from './support/test-app.ts'

const IDS = ['+4930901', '+4930902', '+4930903']
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `+49301${10 + index}`)
const onTrunks = (app: TestApp) =>
  eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))

/** By the number that was called: what it was shown, in the order of the calls. */
async function shownTo(app: TestApp): Promise<Record<string, (string | null)[]>> {
  const rows = await app.rows<{ phone_number: string; caller_id: string | null }>(
    'select phone_number, caller_id from call order by start_time',
  )
  const shown: Record<string, (string | null)[]> = {}
  for (const { phone_number, caller_id } of rows)
    shown[phone_number] = [...(shown[phone_number] ?? []), caller_id]
  return shown
}

async function counts(app: TestApp): Promise<Record<string, number>> {
  const rows = await app.rows<{ caller_id: string; calls: number }>(
    'select caller_id, calls from caller_id_use where calls > 0 order by caller_id',
  )
  return Object.fromEntries(rows.map(({ caller_id, calls }) => [caller_id, calls]))
}

it('shows the same person the same number in every task, until it is retired', async () => {
  const { app } = await openService()
  const id = await addTrunk(app, 'Berlin', { callerIds: IDS })
  await onTrunks(app)
  const called = numbers(6)
  await dial(app, 'first', called)
  const first = await shownTo(app)
  expect(await counts(app)).toEqual({ '+4930901': 2, '+4930902': 2, '+4930903': 2 })
  await dial(app, 'second', [...called].reverse())
  for (const [number, shown] of Object.entries(await shownTo(app)))
    expect([number, shown]).toEqual([number, [first[number]?.[0], first[number]?.[0]]])

  const [retired = '', ...rest] = IDS
  expectSuccess(await app.post('/api/trunk/update', { id, callerIds: rest }))
  await dial(app, 'third', called)
  for (const [first, second, third] of Object.values(await shownTo(app))) {
    expect(rest).toContain(third)
    if (first !== retired) expect(third).toBe(second)
  }
})

it('takes the trunk that can show the number of before, among trunks of the same priority', async () => {
  const { app } = await openService()
  await addTrunk(app, 'Berlin', { callerIds: ['+4930901'] })
  await addTrunk(app, 'Bonn', { callerIds: ['+49228901'] })
  await onTrunks(app)
  const called = numbers(8)
  await dial(app, 'first', called)
  await dial(app, 'second', [...called].reverse())
  for (const shown of Object.values(await shownTo(app))) expect(new Set(shown).size).toBe(1)
  expect(Object.keys(await counts(app))).toEqual(['+49228901', '+4930901'])
})

it('shows a task’s own numbers in place of those of the trunk', async () => {
  const { app } = await openService()
  await addTrunk(app, 'Berlin', { callerIds: IDS })
  await onTrunks(app)
  await dial(app, 'own', numbers(2), { callerIds: ['+4989 901'] })
  expect(Object.values(await shownTo(app))).toEqual([['+4989901'], ['+4989901']])
})

it('keeps to the limit of a day over two nodes, says so, and goes on when there is room again', async () => {
  const { app } = await openService({ nodes: 2 })
  const id = await addTrunk(app, 'Berlin', { callerIds: IDS.slice(0, 2), callerIdDailyLimit: 3 })
  await onTrunks(app)
  const list = await app.addDataSource('many', numbers(14))
  const taskId = await app.addTask('many', list, { maxDialCount: 1, flow: FLOW })
  expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  const state = async () => expectSuccess(await app.get<{ rows: object[] }>('/api/trunk/states')).rows[0]
  const ended = async () => Object.keys(await shownTo(app)).length
  await eventually(async () => expect(await ended()).toBe(6))
  expect(await state()).toMatchObject({ isAtDailyLimit: true })
  expect(await counts(app)).toEqual({ '+4930901': 3, '+4930902': 3 })

  expectSuccess(await app.post('/api/trunk/update', { id, callerIdDailyLimit: 5 }))
  await eventually(async () => expect(await ended()).toBe(10))
  expect(await counts(app)).toEqual({ '+4930901': 5, '+4930902': 5 })
  expectSuccess(await app.post('/api/trunk/update', { id, callerIdDailyLimit: null }))
  await eventually(async () => expect(await ended()).toBe(14))
})

it('does not count a number that was not shown, because its trunk refused the call', async () => {
  const { app, carrierOf } = await openService()
  carrierOf('Berlin').refusal = new GatewayFault('the carrier has no line', { sipStatus: 503 })
  await addTrunk(app, 'Berlin', { priority: 1, callerIds: ['+4930901'], callerIdDailyLimit: 4 })
  await addTrunk(app, 'Bonn', { priority: 2, callerIds: ['+49228901'] })
  await onTrunks(app)
  await dial(app, 'task', numbers(12))
  expect(await counts(app)).toEqual({ '+49228901': 12 })
})

it('gives back the numbers of calls that were not placed', async () => {
  const { app, carrierOf, rejections } = await openService()
  const carrier = carrierOf('Berlin')
  carrier.refusal = new GatewayFault('the carrier has no line', { sipStatus: 503 })
  await addTrunk(app, 'Berlin', { callerIds: ['+4930901'], callerIdDailyLimit: 3 })
  await onTrunks(app)
  const dialed = dial(app, 'task', numbers(3))
  await eventually(() => expect(rejections.length).toBeGreaterThan(0))
  carrier.refusal = undefined
  await dialed
  expect(await counts(app)).toEqual({ '+4930901': 3 })
})

it('does not show a number that rests', async () => {
  const { app } = await openService()
  await addTrunk(app, 'Berlin', { callerIds: IDS.slice(0, 2) })
  await onTrunks(app)
  await app.rows(
    `insert into caller_id_use (caller_id, day, calls, rest_until) values ($1, '2026-01-01', 0, now() + interval '1 hour')`,
    ['+4930901'],
  )
  await dial(app, 'task', numbers(4))
  expect(await counts(app)).toEqual({ '+4930902': 4 })
})

it('places a test call by the trunk and with the number that it names', async () => {
  const { app, carrierOf } = await openService()
  await addTrunk(app, 'Berlin', { callerIds: IDS })
  const bonn = await addTrunk(app, 'Bonn', { priority: 2 })
  await onTrunks(app)
  const taskId = await app.addTask('task', await app.addDataSource('list'), { flow: FLOW })
  const ring = (asked: object) =>
    app.post<{ id: string }>(`/api/task/${taskId}/testCall`, { phoneNumber: '+4930555', ...asked })
  expectError(await ring({ trunkId: UNKNOWN_ID }), 400, /^trunkId names the trunk .* does not exist/)
  expectError(await ring({ callerId: 'the clinic' }), 400, /^callerId must be /)
  const { id } = expectSuccess(await ring({ trunkId: bonn, callerId: '+49 228 901' }))
  await eventually(async () =>
    expect(expectSuccess(await app.get<object>(`/api/testCall/${id}`))).toMatchObject({
      ...{ status: 'ended', trunkId: bonn, trunkName: 'Bonn', callerId: '+49228901' },
    }),
  )
  expect(carrierOf('Bonn').numbers).toEqual(['+4930555'])
})
