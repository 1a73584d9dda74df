// People call back: a call from outside to a caller ID of a trunk is looked up, follows the flow of the trunk and is recorded. The carrier
// is a stand-in.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { NO_TASK } from '../src/platform/kernel/task-of-call.ts'
import { createRegistry } from '../src/telephony/lines/registry.ts'
import { createControlledPhones } from './support/controlled-gateway.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { silentLog } from './support/silent-log.ts'
import { testSpeech } from './support/speech-settings.ts'
import { standInHost } from './support/stand-in-host.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestApp, TEST_TOKEN } from './support/test-app.ts'

const OWN = '+4930901820'
const ANN = '+4915123456001'
const END = { id: 'end', type: 'hangup' }
const WAIT = { steps: [{ id: 'ask', type: 'gather', text: 'Press a key', maxDigits: 1 }, END] }
const says = (text: string) => ({ steps: [{ id: 'say', type: 'say', text }, END] })

async function openService() {
  const phones = createControlledPhones()
  let applied: string[] = []
  const host = standInHost(() => phones.gateway(), {
    async apply(trunks) {
      applied = trunks.map(({ id }) => id)
    },
  })
  const ledger = join(await temporaryFolder(), 'ledger')
  const app = await createTestApp({
    role: 'all',
    speech: testSpeech({ ledger }),
    gateway: ({ trunks }) => ({
      gateway: createRegistry({
        ...{ clock: systemClock, log: silentLog, real: { trunks, host } },
        simulator: phones.gateway(),
      }),
      probe: () => undefined,
    }),
  })
  onTestFinished(() => app.close())
  app.startDialing()
  const listId = expectSuccess(await app.post<{ id: string }>('/api/doNotCall/add', { name: 'Opt-outs' })).id

  async function addTrunk(inbound: object | null, settings: object = {}): Promise<string> {
    const body = { name: 'Berlin', host: '127.0.0.1', callerIds: [OWN], inbound, ...settings }
    const { id } = expectSuccess(await app.post<{ id: string }>('/api/trunk/add', body))
    await untilHeard(id)
    return id
  }

  const callIn = (trunkId: string, callerNumber: string | undefined, dialed = OWN) =>
    phones.callIn({ trunkId, callerNumber, dialed: [dialed] })

  /** The node knows the trunk. */
  const untilHeard = (trunkId: string) =>
    eventually(() => {
      expect(applied).toContain(trunkId)
      expect(callIn(trunkId, undefined, 'nobody').refusal).toBe('no_such_number')
    })

  /** Ann was called once, and did not answer. */
  async function callAnn() {
    const dataSourceId = await app.addDataSource('people', [])
    const contact = { phoneNumber: ANN, name: 'Ann' }
    expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/add`, contact))
    const taskId = await app.addTask('appointments', dataSourceId, { maxDialCount: 1, flow: WAIT })
    expectSuccess(await app.post('/api/task/publish', { id: taskId }))
    phones.finish(await phones.callTo(ANN), { cause: 'no_answer', talkMs: 0 })
    await eventually(async () =>
      expect(expectSuccess(await app.get(`/api/task/detail/${taskId}`))).toMatchObject({ status: 4 }),
    )
    return { taskId, dataSourceId }
  }

  const inboundRows = () =>
    app.rows<{ phone_key: string; request: object }>(
      "select * from call where request ->> 'purpose' = 'inbound' order by start_time",
    )
  const said = async () => (await readFile(ledger, 'utf8').catch(() => '')).split('\n')
  return { app, phones, listId, addTrunk, callIn, callAnn, inboundRows, said }
}

it('answers a person who was called, with the fields of the contact, and takes an opt-out', async () => {
  const { app, phones, listId, addTrunk, callIn, callAnn, inboundRows, said } = await openService()
  const ask = { id: 'ask', type: 'gather', text: 'Hello {{name}}', maxDigits: 1, next: 'out' }
  const out = { id: 'out', type: 'optOut', listId }
  const trunkId = await addTrunk({ flow: { steps: [ask, out, END] }, unknownFlow: says('Who are you?') })
  const { taskId, dataSourceId } = await callAnn()
  const before = expectSuccess(await app.get<{ callCount: number }>(`/api/task/detail/${taskId}`))
  const { id } = callIn(trunkId, '004915123456001', '4930901820')
  await phones.until(id, 'play 1')
  expect(phones.calls.get(id)?.did[0]).toBe('ring')
  expect(await said()).toContain('Hello Ann')
  phones.press(id, '9')
  await eventually(async () => expect(await inboundRows()).toHaveLength(1))

  const [call] = await inboundRows()
  expect(call).toMatchObject({ trunk_id: trunkId, caller_id: OWN, phone_key: ANN, cause: 'answered' })
  expect(call).toMatchObject({ result: { digits: { ask: '9' }, optOut: listId } })
  expect(call?.request).toEqual({
    ...{ purpose: 'inbound', actor: 'caller', isAnswered: true, taskId },
    contactId: expect.any(String),
  })
  expect(await app.rows('select phone_key from do_not_call_entry')).toEqual([{ phone_key: ANN }])
  const after = expectSuccess(await app.get<{ callCount: number }>(`/api/task/detail/${taskId}`))
  expect(after).toEqual(before)
  expect(await app.rows('select from live_call')).toEqual([])
  expect(await app.rows('select live::int from dialer_progress')).toEqual([{ live: 0 }])
  const listed = expectSuccess(await app.get<{ rows: object[] }>(`/api/call/inbound?trunkId=${trunkId}`))
  const shown = {
    direction: 'inbound',
    taskId,
    displayName: 'Ann',
    phoneNumber: expect.any(String),
    callerId: OWN,
  }
  expect(listed).toMatchObject({ total: 1, rows: [shown] })
  const contactId = (listed.rows[0] as { contactId: string }).contactId
  const ofContact = await app.get(`/api/dataSource/${dataSourceId}/contact/${contactId}/calls`)
  expect(expectSuccess(ofContact)).toMatchObject({ total: 2, rows: [shown, { direction: 'outbound' }] })
  const file = await app.http.inject({
    url: '/api/call/inbound/export?format=csv&labels=en',
    headers: { authorization: `Bearer ${TEST_TOKEN}` },
  })
  expect(file.body.split('\r\n').slice(0, 2).join()).toMatch(/Direction.*Ann.*Inbound/s)
  const history = expectSuccess(await app.get<{ rows: { kind: string }[] }>(`/api/number/${ANN}/history`))
  expect(history).toMatchObject({ summary: { attemptsLastDay: 1, attemptsLastMonth: 1 } })
  expect(history.rows.filter(({ kind }) => kind === 'call')).toMatchObject([
    { direction: 'inbound', taskId, taskName: 'appointments', displayName: 'Ann', callerId: OWN },
    { direction: 'outbound', taskId },
  ])
})

it('has its own flow for callers that nobody has called, and for those that show no number', async () => {
  const { app, phones, addTrunk, callIn, callAnn, inboundRows, said } = await openService()
  const trunkId = await addTrunk({ flow: says('Hello {{name}}'), unknownFlow: says('Who are you?') })
  const { taskId } = await callAnn()
  for (const caller of ['+4915123456777', undefined, 'anonymous']) {
    const { id } = callIn(trunkId, caller)
    await phones.until(id, 'play 1')
    phones.finish(id, { cause: 'answered', talkMs: 1000 })
  }
  await eventually(async () => expect(await inboundRows()).toHaveLength(3))
  expect((await inboundRows()).map((row) => row.phone_key)).toEqual([
    '+4915123456777',
    'anonymous',
    'anonymous',
  ])
  const heard = await said()
  expect(heard).toContain('Who are you?')
  expect(heard.filter((text) => text.startsWith('Hello'))).toEqual([])

  const read = async (query: string) =>
    expectSuccess(await app.get<{ rows: { id: string }[] }>(`/api/call/inbound?${query}`)).rows
  const all = await read('')
  expect(all).toMatchObject(Array(3).fill({ taskId: null }))
  const file = await app.http.inject({
    url: '/api/call/inbound/export?format=csv',
    headers: { authorization: `Bearer ${TEST_TOKEN}` },
  })
  expect(file.body).not.toContain(NO_TASK)
  expect(await read(`pageSize=1&afterId=${all[0]?.id}`)).toEqual([all[1]])
  expect(await read(`afterId=${all[2]?.id}`)).toEqual([])
  expect(await read('verdict=machine')).toEqual([])
  const ours = expectSuccess(await app.get<{ rows: { id: string }[] }>(`/api/task/${taskId}/calls`))
  for (const stranger of [ours.rows[0]?.id, UNKNOWN_ID])
    expectError(
      await app.get(`/api/call/inbound?afterId=${stranger}`),
      400,
      'afterId must be the id of a row',
    )
})

it('refuses calls to other numbers, and to trunks that answer nobody', async () => {
  const { addTrunk, callIn, inboundRows } = await openService()
  const answering = await addTrunk({ flow: WAIT })
  const silent = await addTrunk(null, { name: 'Bonn', host: '127.0.0.2', callerIds: ['+492281'] })
  expect(callIn(answering, ANN, '+4930901821').refusal).toBe('no_such_number')
  expect(callIn(silent, ANN, '+492281').refusal).toBe('no_such_number')
  // A trunk of another carrier cannot be called by the peers of this one.
  expect(callIn(silent, ANN).refusal).toBe('no_such_number')
  expect(await inboundRows()).toEqual([])
})

it('refuses as busy what is more than the limits, before anything is written', async () => {
  const { app, phones, addTrunk, callIn } = await openService()
  const trunkId = await addTrunk({ flow: WAIT, maxCalls: 2, callsPerCaller: 1 })
  const first = callIn(trunkId, ANN)
  expect(callIn(trunkId, ANN).refusal).toBe('busy')
  const second = callIn(trunkId, '+4915123456002')
  expect(callIn(trunkId, '+4915123456003').refusal).toBe('busy')
  for (const { id } of [first, second]) await phones.until(id, 'play 1')
  expect(await app.rows('select from live_call')).toHaveLength(2)
  phones.finish(first.id, { cause: 'answered', talkMs: 1000 })
  const third = callIn(trunkId, '+4915123456004')
  expect(third.refusal).toBeUndefined()
  await phones.until(third.id, 'play 1')
})

it('answers several people who call from one number, which no task rings meanwhile', async () => {
  const { app, phones, addTrunk, callIn, inboundRows } = await openService()
  const trunkId = await addTrunk({ flow: WAIT })
  const ids = [callIn(trunkId, ANN).id, callIn(trunkId, ANN).id]
  for (const id of ids) await phones.until(id, 'play 1')
  const people = await app.addDataSource('people', [ANN, '+4915123456009'])
  const taskId = await app.addTask('people', people, { maxDialCount: 1, flow: WAIT })
  expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  phones.finish(await phones.callTo('+4915123456009'), { cause: 'busy', talkMs: 0 })
  expect([...phones.calls.values()].map(({ request }) => request.phoneNumber)).not.toContain(ANN)
  for (const id of ids) phones.finish(id, { cause: 'answered', talkMs: 1000 })
  await eventually(async () => expect(await inboundRows()).toHaveLength(2))
  expect((await inboundRows()).map((row) => row.phone_key)).toEqual([ANN, ANN])
  await phones.callTo(ANN)
})

it('records a caller who hangs up before the answer', async () => {
  const { phones, addTrunk, callIn, inboundRows } = await openService()
  const trunkId = await addTrunk({ flow: says('Hello') })
  const { id } = callIn(trunkId, ANN)
  await eventually(() => expect(phones.calls.has(id)).toBe(true))
  phones.finish(id, { cause: 'no_answer', talkMs: 0 })
  await eventually(async () => expect(await inboundRows()).toMatchObject([{ cause: 'no_answer' }]))
})

it('refuses with 503 and a record what cannot be said, and says the other flow instead if that can', async () => {
  const { phones, addTrunk, callIn, callAnn, inboundRows } = await openService()
  const trunkId = await addTrunk({ flow: says('broken {{name}}'), unknownFlow: says('Please call later') })
  await callAnn()
  const { id } = callIn(trunkId, ANN)
  await phones.until(id, 'play 1')
  phones.finish(id, { cause: 'answered', talkMs: 1000 })
  const silent = await addTrunk({ flow: says('broken') }, { name: 'Bonn', callerIds: ['+492281'] })
  const refused = callIn(silent, ANN, '+492281')
  await eventually(() => expect(refused.refusal).toBe('unavailable'))
  await eventually(async () => expect(await inboundRows()).toHaveLength(2))
  expect(await inboundRows()).toMatchObject([
    { cause: 'answered' },
    { cause: 'gateway_error', request: { reason: expect.any(String) } },
  ])
})

it('names what is wrong with a flow, and keeps what it plays', async () => {
  const { app, listId, addTrunk } = await openService()
  const id = await addTrunk({ flow: { steps: [{ id: 'out', type: 'optOut', listId }, END] } })
  const update = (inbound: object) => app.post('/api/trunk/update', { id, inbound })
  const broken = { steps: [{ id: 'say', type: 'say', text: 'Hello', next: 'nowhere' }] }
  expect(await update({ flow: broken })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'inbound.flow.steps[0].next' }] },
  })
  expect(await update({ flow: WAIT, unknownFlow: { steps: [{ id: 'say', type: 'say' }] } })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'inbound.unknownFlow.steps[0].text' }] },
  })
  expect(await update({ flow: WAIT, maxCalls: 0 })).toMatchObject({ status: 400 })
  expect(await app.post('/api/doNotCall/delete', { id: listId })).toMatchObject({ status: 409 })

  const flows = () => app.rows('select id from call_flow')
  expect(await flows()).toHaveLength(1)
  const changed = expectSuccess(await update({ flow: WAIT, unknownFlow: says('Hello') }))
  expect(changed).toMatchObject({
    inbound: { flow: WAIT, unknownFlow: says('Hello'), maxCalls: 10, callsPerCaller: 5 },
  })
  expect(await flows()).toHaveLength(2)
  expectSuccess(await app.post('/api/doNotCall/delete', { id: listId }))
  expectSuccess(await app.post('/api/trunk/update', { id, name: 'Bern' }))
  expect(expectSuccess(await app.get(`/api/trunk/${id}`))).toMatchObject({ inbound: { flow: WAIT } })
  expectSuccess(await app.post('/api/trunk/update', { id, inbound: null }))
  expect(await flows()).toEqual([])
})
