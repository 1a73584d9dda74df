// The test of a trunk by the API: what is refused, and how its steps are read. What each step says is tested beside its code.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CallSign, TrunkProbe } from '../src/telephony/trunks/test/trunk-probe.ts'
import { addList } from './support/do-not-call.ts'
import { eventually } from './support/eventually.ts'
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
let hear: (sign: CallSign) => void

const probe: TrunkProbe = {
  resolve: async () => ['192.0.2.1'],
  state: async () => ({
    ...{ isReachable: true, roundTripMs: 5, registration: undefined, fault: undefined },
  }),
  async call({ number }, onSign) {
    called.push(number)
    hear = onSign
    onSign(sign)
    return { playTone: async () => undefined, packets: async () => undefined, hangUp: async () => undefined }
  },
}

/** It has the switch; another node is asked. */
let dialing: TestApp

beforeAll(async () => {
  app = await createTestApp()
  dialing = await createTestApp({
    role: 'dialer',
    database: app.database,
    gateway: () => ({ gateway: createInstantGateway(), probe: () => (hasSwitch ? probe : undefined) }),
  })
  dialing.startDialing()
})
beforeEach(async () => {
  called = []
  hasSwitch = true
  sign = { type: 'ended', sipStatus: 403 }
  await app.rows('truncate trunk, live_call, single_call, call')
  const added = await app.post<{ id: string }>('/api/trunk/add', { name: 'Main', host: 'sip.example.com' })
  trunkId = expectSuccess(added).id
})
afterAll(async () => {
  await dialing.close()
  await app.close()
})

const start = (phoneNumber: unknown = NUMBER, id = trunkId) =>
  app.post<{ id: string }>(`/api/trunk/${id}/test`, { phoneNumber })
const read = async (id: string) => expectSuccess(await app.get<Test>(`/api/trunkTest/${id}`))

it('calls the number through the trunk, and says what to change', async () => {
  const { id } = expectSuccess(await start())
  await eventually(async () => expect((await read(id)).endTime).not.toBeNull())
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

it('is on record with its trunk, and keeps its number to itself', async () => {
  sign = { type: 'ringing' }
  const { id } = expectSuccess(await start())
  await eventually(async () => expect((await read(id)).steps.at(-1)).toMatchObject({ step: 'ring' }))
  expectError(await start(), 409, 'already has a live call')
  hear({ type: 'ended', sipStatus: 486, cause: 'busy' })
  await eventually(async () => expect((await read(id)).endTime).not.toBeNull())
  expect(await app.rows('select id, cause, trunk_id, sip_status from call')).toEqual([
    { id, cause: 'busy', trunk_id: trunkId, sip_status: 486 },
  ])
  expect(await app.rows('select id from live_call')).toEqual([])
})

it('ends with its node, and its number is free again', async () => {
  sign = { type: 'ringing' }
  const { id } = expectSuccess(await start('+4930555555'))
  await eventually(async () => expect((await read(id)).steps.at(-1)).toMatchObject({ step: 'ring' }))
  // As if the node that runs it were gone: another one takes it over, and its switch does not know it.
  await app.rows(
    "update live_call set node_id = gen_random_uuid() where task_id = '00000000-0000-0000-0000-000000000000'",
  )
  await eventually(async () => expect((await read(id)).endTime).not.toBeNull())
  expect((await read(id)).steps.map(({ step }) => step)).toContain('ring')
})

it('says so if no node has the trunk', async () => {
  hasSwitch = false
  const { id } = expectSuccess(await start('+4930666666'))
  await app.rows("update single_call set until = now() - interval '1 second' where end_time is null")
  await eventually(async () => expect((await read(id)).endTime).not.toBeNull())
  expect((await read(id)).steps).toMatchObject([
    {
      step: 'reach',
      status: 'failed',
      code: 'no_asterisk',
      message: expect.stringContaining('no node that dials'),
    },
  ])
})

it('refuses numbers that test calls may not call either', async () => {
  expectError(await start('not a number'), 400)
  const denied = '+4930777777'
  await addList(app, [denied], { isGlobal: true })
  expectError(await start(denied), 400, 'on a do-not-call list')
  expect(called).toEqual([])
  expectSuccess(await app.post('/api/permission/settings', { ownPhones: [denied] }))
  const { id } = expectSuccess(await start(denied))
  await eventually(async () => expect((await read(id)).endTime).not.toBeNull())
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

it('refuses trunks that are unknown or off', async () => {
  expectError(await start(NUMBER, UNKNOWN_ID), 404)
  expectSuccess(await app.post('/api/trunk/update', { id: trunkId, isEnabled: false }))
  expectError(await start('+4930888888'), 405, 'The trunk is off')
  expect(called).toEqual([])
  expectError(await app.get(`/api/trunkTest/${UNKNOWN_ID}`), 404)
})

it('lists how the trunks are', async () => {
  const states = async () =>
    expectSuccess(await app.get<{ rows: { state: string; message: string | null }[] }>('/api/trunk/states'))
      .rows
  const message = 'The carrier answers after 5 ms.'
  await eventually(async () =>
    expect(await states()).toMatchObject([{ id: trunkId, state: 'reachable', message }]),
  )
  hasSwitch = false
  await eventually(async () => expect(await states()).toMatchObject([{ state: 'unknown', message: null }]))
})
