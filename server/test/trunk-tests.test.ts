// The test of a trunk by the API: what is refused, and how its steps are read. What each step says is tested beside its code.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CallSign, TrunkProbe } from '../src/trunks/test/trunk-probe.ts'
import { addList } from './support/do-not-call.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

interface Test {
  steps: { step: string; status: string; code: string; facts: object; message: string; time: string }[]
  endTime: string | null
}

const NUMBER = '+4930123456'
let app: TestApp
let trunkId: string
let called: string[]
let hasSwitch: boolean
/** What is heard of the call. */
let sign: CallSign

const probe: TrunkProbe = {
  resolve: async () => ['192.0.2.1'],
  state: async () => ({
    ...{ isReachable: true, roundTripMs: 5, registration: undefined, fault: undefined },
  }),
  async call({ number }, onSign) {
    called.push(number)
    onSign(sign)
    return { playTone: async () => undefined, packets: async () => undefined, hangUp: async () => undefined }
  },
}

beforeAll(async () => {
  app = await createTestApp({
    gateway({ onProbe }) {
      onProbe(() => (hasSwitch ? probe : undefined))
      return createInstantGateway()
    },
  })
})
beforeEach(async () => {
  called = []
  hasSwitch = true
  sign = { type: 'ended', sipStatus: 403 }
  await app.rows('truncate trunk, live_call')
  const added = await app.post<{ id: string }>('/api/trunk/add', { name: 'Main', host: 'sip.example.com' })
  trunkId = expectSuccess(added).id
})
afterAll(() => app.close())

const start = (phoneNumber: unknown = NUMBER, id = trunkId) =>
  app.post<{ id: string }>(`/api/trunk/${id}/test`, { phoneNumber })
const read = async (id: string) => expectSuccess(await app.get<Test>(`/api/trunkTest/${id}`))

it('calls the number through the trunk, and says what to change', async () => {
  const { id } = expectSuccess(await start())
  await expect.poll(async () => (await read(id)).endTime).not.toBeNull()
  const { steps } = await read(id)
  expect(steps.map(({ step, status }) => `${step} ${status}`)).toEqual([
    'resolve ok',
    'reach ok',
    'address skipped',
    'register skipped',
    'send ok',
    'answer failed',
  ])
  expect(steps.at(-1)).toMatchObject({
    code: 'refused',
    facts: { answer: 403 },
    message: expect.stringMatching(/^SIP 403: the carrier does not accept this caller ID.*your account/),
    time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  })
  expect(called).toEqual([NUMBER])
})

it('refuses numbers that test calls may not call either', async () => {
  expectError(await start('not a number'), 400)
  const denied = '+4930777777'
  await addList(app, [denied], { isGlobal: true })
  expectError(await start(denied), 400, 'on a do-not-call list')
  expect(called).toEqual([])
  expectSuccess(await app.post('/api/permission/settings', { ownPhones: [denied] }))
  expectSuccess(await start(denied))
})

it('refuses a number that has a call', async () => {
  const other = '+4930999999'
  await app.rows(
    `insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round, attempt,
       priority, start_time)
     select $1, id, id, id, id, id, 0, $1, 1, 1, 1, now() from gen_random_uuid() as id`,
    [other],
  )
  expectError(await start(other), 409, 'already has a live call')
  expect(called).toEqual([])
})

it('refuses trunks that are unknown, off, or on no switch of this node', async () => {
  expectError(await start(NUMBER, UNKNOWN_ID), 404)
  hasSwitch = false
  expectError(await start('+4930888888'), 405, 'runs no Asterisk')
  hasSwitch = true
  expectSuccess(await app.post('/api/trunk/update', { id: trunkId, isEnabled: false }))
  expectError(await start('+4930888888'), 405, 'The trunk is off')
  expect(called).toEqual([])
  expectError(await app.get(`/api/trunkTest/${UNKNOWN_ID}`), 404)
})

it('lists how the trunks are', async () => {
  const states = async () =>
    expectSuccess(await app.get<{ rows: { state: string; message: string | null }[] }>('/api/trunk/states'))
      .rows
  expect(await states()).toMatchObject([
    { id: trunkId, state: 'reachable', message: 'The carrier answers after 5 ms.' },
  ])
  hasSwitch = false
  expect(await states()).toMatchObject([{ state: 'unknown', message: null }])
})
