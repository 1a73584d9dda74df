// Calls that a system asks for, one by one: now or at their time. They obey the rules of all calls, and never ring twice for one attempt.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../src/platform/kernel/ids.ts'
import type { QuietWorld } from './simulation/quiet-world.ts'
import { type ControlledPhones, createControlledPhones } from './support/controlled-gateway.ts'
import { dialingWorlds } from './support/dialing-world.ts'
import { addList } from './support/do-not-call.ts'
import { readSections, runExample } from './support/doc-examples.ts'
import { openEvents } from './support/event-reader.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

const openWorld = dialingWorlds()
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Nodes that look once a minute, for long times. */
const SLOW = {
  timing: { heartbeatEveryMs: HOUR_MS, deadAfterMs: 12 * HOUR_MS, placeWithinMs: 6 * HOUR_MS },
  pausesMs: { soon: MINUTE_MS, later: MINUTE_MS, failed: 500 },
}

const UNCHANGED = {
  ...{ attemptsPerMonth: undefined, allowedPrefixes: undefined, deniedPrefixes: undefined },
  ...{ minDigits: undefined, maxDigits: undefined, allowsEmergency: undefined },
}

const inTime = (world: QuietWorld, ms: number) => new Date(world.now().getTime() + ms)
const state = (world: QuietWorld, id: string) => world.finish(world.singleCalls.findAsked(id))

describe('a call that was asked for', () => {
  it('rings at its time and not before', async () => {
    const world = await openWorld()
    world.startNode()
    const id = await world.finish(world.askFor('100', { callTime: inTime(world, 2 * MINUTE_MS) }))
    await world.run(2 * MINUTE_MS - 1000)
    expect(world.rung()).toEqual([])
    expect(await state(world, id)).toMatchObject({ status: 'scheduled', reason: null, attempts: 0 })
    await world.run(3000)
    expect(world.rung()).toEqual(['100'])
    await world.run(5000)
    expect(await state(world, id)).toMatchObject({ status: 'ended', reason: null, attempts: 1 })
  })

  it('is tried as often as it may, with the interval between the attempts', async () => {
    const answer = (_: string, nth: number) => (nth < 3 ? 'no_answer' : 'answered')
    const world = await openWorld({ answer })
    world.startNode()
    const settings = { maxDialCount: 5, callInterval: 120 }
    const id = await world.finish(world.askFor('100', { settings }))
    await world.run(MINUTE_MS)
    expect(await state(world, id)).toMatchObject({
      status: 'waiting',
      reason: 'waiting_interval',
      attempts: 1,
    })
    await world.run(6 * MINUTE_MS)
    expect(await state(world, id)).toMatchObject({ status: 'ended', attempts: 3 })
    const [first, second] = world.network.ledger
    expect((second?.startMs ?? 0) - (first?.endMs ?? 0)).toBeGreaterThanOrEqual(120_000)
    expect(new Set(world.network.ledger.map(({ attemptId }) => attemptId)).size).toBe(3)
    expect(world.network.ledger.map(({ contactId }) => contactId)).toEqual([id, id, id])
    const records = await world.look<{ attempt: number; again: boolean }>(
      "select attempt, request ? 'isTriedAgain' as again from call order by start_time",
    )
    expect(records).toEqual([
      { attempt: 1, again: true },
      { attempt: 2, again: true },
      { attempt: 3, again: false },
    ])
  })

  it('is not tried again after its last attempt, nor after its time', async () => {
    const world = await openWorld({ answer: () => 'busy' })
    world.startNode()
    const once = await world.finish(world.askFor('100', { settings: { maxDialCount: 1 } }))
    const settings = { maxDialCount: 9, callInterval: 60 }
    const short = await world.finish(world.askFor('101', { settings, callUntil: inTime(world, 90_000) }))
    await world.run(5 * MINUTE_MS)
    expect(await state(world, once)).toMatchObject({ status: 'ended', attempts: 1 })
    expect(await state(world, short)).toMatchObject({ status: 'ended', attempts: 2 })
  })

  it('never rings once it was cancelled', async () => {
    const world = await openWorld({ answer: () => 'no_answer' })
    world.startNode()
    const later = await world.finish(world.askFor('100', { callTime: inTime(world, MINUTE_MS) }))
    expect(await world.finish(world.singleCalls.cancel(later))).toBeUndefined()
    const settings = { maxDialCount: 3, callInterval: 60 }
    const live = await world.finish(world.askFor('101', { settings }))
    await world.run(500)
    expect(await world.finish(world.singleCalls.cancel(live))).toBe(live)
    await world.run(4 * MINUTE_MS)
    expect(world.rung()).toEqual(['101'])
    expect(await state(world, later)).toMatchObject({ status: 'ended', reason: 'cancelled', attempts: 0 })
    expect(await state(world, live)).toMatchObject({ status: 'ended', reason: null, attempts: 1 })
    await expect(world.finish(world.singleCalls.cancel(live))).resolves.toBeUndefined()
    expect(await world.look('select id from call')).toHaveLength(1)
  })

  it('waits for its hours, and says so', async () => {
    const world = await openWorld(SLOW)
    world.startNode()
    // It is 08:00.
    const hours = { dailyStartTime: '09:00', dailyEndTime: '10:00' }
    const id = await world.finish(world.askFor('100', { settings: hours }))
    await world.run(2000)
    expect(await state(world, id)).toMatchObject({
      ...{ status: 'waiting', reason: 'outside_window', nextTime: new Date('2026-06-10T09:00:00Z') },
    })
    await world.run(HOUR_MS + 2 * MINUTE_MS)
    expect(world.rung()).toEqual(['100'])
    const until = inTime(world, 2 * HOUR_MS)
    const night = { dailyStartTime: '22:00', dailyEndTime: '23:00' }
    await expect(
      world.finish(world.askFor('101', { settings: night, callUntil: until })),
    ).rejects.toMatchObject({ detail: { fault: 'number_denied', params: { reason: 'outside_window' } } })
  })

  it('has the hours of its task as they are when it is due', async () => {
    const world = await openWorld(SLOW)
    world.startNode()
    const { id: listId } = await world.finish(world.addList('list', []))
    const hours = { dailyStartTime: '09:00', dailyEndTime: '10:00' }
    const taskId = await world.finish(world.addTask(listId, hours))
    const id = await world.finish(world.askFor('100', { taskId }))
    await world.run(2000)
    expect(await state(world, id)).toMatchObject({ taskId, reason: 'outside_window' })
    await world.run(HOUR_MS + 2 * MINUTE_MS)
    expect(world.rung()).toEqual(['100'])
  })

  it('waits while a budget is used up, and ends uncalled if that lasts too long', async () => {
    const world = await openWorld(SLOW)
    world.startNode()
    await world.finish(world.permission.change({ ...UNCHANGED, attemptsPerDay: 1 }))
    await world.finish(world.askFor('100'))
    const long = { callUntil: inTime(world, 48 * HOUR_MS) }
    const second = await world.finish(world.askFor('100', long))
    const third = await world.finish(world.askFor('100', { callUntil: inTime(world, 12 * HOUR_MS) }))
    await world.run(3 * MINUTE_MS)
    expect(world.rung()).toEqual(['100'])
    expect(await state(world, second)).toMatchObject({ status: 'waiting', reason: 'daily_budget' })
    expect(await state(world, third)).toMatchObject({ status: 'ended', reason: 'daily_budget', attempts: 0 })
    await expect(
      world.finish(world.askFor('100', { callUntil: inTime(world, HOUR_MS) })),
    ).rejects.toMatchObject({ detail: { fault: 'number_denied', params: { reason: 'daily_budget' } } })
    await world.run(25 * HOUR_MS)
    expect(world.rung()).toEqual(['100', '100'])
    expect(await state(world, second)).toMatchObject({ status: 'ended', attempts: 1 })
  })

  it('waits for a line until its time is over, by its priority', async () => {
    const world = await openWorld({ talkMs: 30_000 })
    await world.finish(world.limits.change({ lines: 0, callsPerSecond: undefined }))
    world.startNode()
    const late = await world.finish(world.askFor('100', { callUntil: inTime(world, MINUTE_MS) }))
    await world.run(2000)
    expect(await state(world, late)).toMatchObject({ status: 'waiting', reason: 'no_lines' })
    await world.run(MINUTE_MS)
    expect(await state(world, late)).toMatchObject({
      status: 'ended',
      reason: 'waiting_for_line',
      attempts: 0,
    })
    for (const [number, priority] of [
      ['101', 3],
      ['102', 5],
      ['103', 1],
    ] as const)
      await world.finish(world.askFor(number, { priority }))
    await world.finish(world.limits.change({ lines: 1, callsPerSecond: undefined }))
    // Before there is a task: a line that comes free between the two looks of a step goes to whom it finds.
    await world.run(5000)
    await world.addRunningTask(['200'], { maxDialCount: 1, priority: 1 })
    await world.runOut()
    expect(world.rung()).toEqual(['103', '101', '102', '200'])
  })

  it('waits for another call to its number to end', async () => {
    const world = await openWorld({ talkMs: 20_000 })
    world.startNode()
    await world.addRunningTask(['100'], { maxDialCount: 1 })
    await world.run(1000)
    const id = await world.finish(world.askFor('100'))
    await world.run(3000)
    expect(await state(world, id)).toMatchObject({ status: 'waiting', reason: 'number_busy_elsewhere' })
    await world.runOut()
    await world.run(10_000)
    // The world fails if the number rings twice at once.
    expect(world.rung()).toEqual(['100', '100'])
  })

  it('waits without a node, and is called once by the one that comes', async () => {
    const world = await openWorld()
    const id = await world.finish(world.askFor('100'))
    await world.run(MINUTE_MS)
    expect(await state(world, id)).toMatchObject({ status: 'waiting', reason: 'no_dialer' })
    const first = world.startNode()
    world.startNode()
    await world.run(500)
    world.kill(first.actor)
    await world.run(MINUTE_MS)
    expect(world.rung()).toEqual(['100'])
    expect(await state(world, id)).toMatchObject({ status: 'ended', attempts: 1 })
  })

  it.each(['dies before', 'dies after'] as const)(
    'rings once if the node of its claim %s the commit',
    async (fate) => {
      const world = await openWorld({ answer: () => 'no_answer' })
      world.trouble.course = (_, label) => (label === 'take_single_call' ? { fate } : {})
      world.startNode()
      const id = await world.finish(world.askFor('100'))
      await world.run(1000)
      world.trouble.course = () => ({})
      world.startNode()
      await world.run(MINUTE_MS)
      expect(world.rung()).toEqual(['100'])
      expect(await state(world, id)).toMatchObject({ status: 'ended', attempts: 1 })
    },
  )

  describe('whose speech takes seconds', () => {
    const flow = { steps: [{ id: 'hello', type: 'say' as const, text: 'Hello.' }] }
    const slow = () => ({ speech: () => ({ fate: 'ready' as const, delayMs: 6000 }), agent: DONE })
    const DONE = () => ({ end: 'done' as const, afterMs: 1 })

    async function prepare(more: Parameters<QuietWorld['askFor']>[1] = {}) {
      const world = await openWorld({ callees: 'person=1, press.none=1', flowHabits: slow })
      world.startNode()
      const id = await world.finish(world.askFor('100', { flow, ...more }))
      await world.run(2000)
      expect(await state(world, id)).toMatchObject({ status: 'preparing', attempts: 0 })
      return { world, id }
    }

    it('is preparing until then, and rings', async () => {
      const { world, id } = await prepare()
      await world.run(MINUTE_MS, () => world.rung().length > 0)
      expect(await state(world, id)).toMatchObject({ status: 'calling' })
    })

    it('rings nobody once it was cancelled, and has ended at once', async () => {
      const { world, id } = await prepare()
      await world.finish(world.singleCalls.cancel(id))
      expect(await state(world, id)).toMatchObject({ status: 'ended', reason: 'cancelled', attempts: 0 })
      await world.run(MINUTE_MS)
      expect(world.rung()).toEqual([])
      expect(await world.look('select from call')).toEqual([])
      expect(await world.look('select from live_call')).toEqual([])
    })

    it('rings nobody whose number was put on a do-not-call list meanwhile: a denial, and no call', async () => {
      const { world, id } = await prepare()
      const list = { name: 'list', description: '', isGlobal: true }
      const { id: listId } = await world.finish(world.doNotCall.add(list))
      const entry = { phoneNumbers: ['100'], callId: undefined, note: '', expireTime: null }
      await world.finish(world.doNotCall.addEntries(listId, { ...entry }))
      await world.run(MINUTE_MS)
      expect(world.rung()).toEqual([])
      expect(await state(world, id)).toMatchObject({ status: 'ended', reason: 'do_not_call', attempts: 0 })
      expect(await world.look('select reason, contact_id from denial')).toEqual([
        { reason: 'do_not_call', contact_id: id },
      ])
      expect(await world.look("select from call where not request ? 'isUncalled'")).toEqual([])
    })

    it('rings nobody after its time', async () => {
      const { world, id } = await prepare({ callUntil: new Date('2026-06-10T08:00:04Z') })
      await world.run(MINUTE_MS)
      expect(world.rung()).toEqual([])
      expect(await state(world, id)).toMatchObject({
        status: 'ended',
        reason: 'after_call_until',
        attempts: 0,
      })
    })
  })

  it('waits while the gateway takes no more calls, however often it says so, and leaves no record of that', async () => {
    const world = await openWorld()
    let answers = 0
    world.trouble.originate = () => (answers++ < 12 ? 'busy' : 'accepted')
    world.startNode()
    const id = await world.finish(world.askFor('100'))
    await world.run(10_000)
    expect(await state(world, id)).toMatchObject({ status: 'waiting', reason: 'gateway_busy', attempts: 0 })
    expect(await world.look('select from call')).toEqual([])
    await world.run(10 * MINUTE_MS, () => world.rung().length > 0)
    await world.run(MINUTE_MS)
    expect(world.rung()).toEqual(['100'])
    expect(await state(world, id)).toMatchObject({ status: 'ended', attempts: 1 })
    expect(await world.look('select from call')).toHaveLength(1)
  })

  it('is tried again if the gateway does not place it, and ends if it never does', async () => {
    const world = await openWorld()
    let refusals = 0
    world.trouble.originate = (_, number) => (number === '100' && refusals++ < 2 ? 'refused' : 'accepted')
    world.startNode()
    const id = await world.finish(world.askFor('100'))
    await world.run(MINUTE_MS)
    expect(world.rung()).toEqual(['100'])
    expect(await state(world, id)).toMatchObject({ status: 'ended', reason: null, attempts: 1 })
    expect(await world.look('select cause from call')).toEqual([{ cause: 'answered' }])
    world.trouble.originate = () => 'refused'
    const never = await world.finish(world.askFor('101'))
    await world.run(5 * MINUTE_MS)
    expect(await state(world, never)).toMatchObject({ status: 'ended', reason: 'gateway_error', attempts: 0 })
    // An event says that it is over; nobody was called.
    expect(
      await world.look(
        "select cause, request -> 'isUncalled' as is_uncalled from call where phone_number = '101'",
      ),
    ).toEqual([{ cause: 'gateway_error', is_uncalled: true }])
  })

  it('ends as lost if its live call is gone', async () => {
    const world = await openWorld()
    const id = newId()
    await world.look(
      `insert into single_call (id, phone_number, phone_key, request, priority, create_time, call_time, until)
       values ($1, '100', '100', '{"purpose": "call", "actor": "operator"}', 3, $2, $2, $2)`,
      [id, world.now()],
    )
    expect(await state(world, id)).toMatchObject({ status: 'calling' })
    world.startNode()
    await world.run(2000)
    expect(await state(world, id)).toMatchObject({ status: 'ended', reason: 'lost', attempts: 0 })
  })

  it('is forgotten 30 days after its end, with its flow', async () => {
    const world = await openWorld()
    world.startNode()
    const flow = { steps: [{ id: 'hello', type: 'say' as const, text: 'Hello.' }] }
    const id = await world.finish(world.askFor('100', { flow }))
    await world.run(MINUTE_MS)
    expect(await state(world, id)).toMatchObject({ status: 'ended' })
    await world.look("update single_call set end_time = end_time - interval '31 days'")
    await world.run(11 * MINUTE_MS)
    expect(await world.look('select id from single_call')).toEqual([])
    expect(await world.look('select id from call_flow')).toEqual([])
    expect(await world.look('select id from call')).toEqual([{ id }])
  })
})

describe('by the API', () => {
  let app: TestApp
  let phones: ControlledPhones
  beforeAll(async () => {
    phones = createControlledPhones()
    app = await createTestApp({ role: 'all', gateway: phones.gateway() })
    app.startDialing()
  })
  afterAll(() => app.close())

  interface ReadCall {
    status: string
    reason: string | null
    callTime: string
    callUntil: string
    attempts: number
    calls: { id: string; cause: string; attempt: number; singleCall: object }[]
  }
  const FLOW = { steps: [{ id: 'hello', type: 'say', text: 'Hello {{name}}.' }] }
  const ask = (body: object) => app.post<{ id: string }>('/api/call', body)
  const asked = async (body: object) => expectSuccess(await ask(body)).id
  const read = async (id: string) => expectSuccess(await app.get<ReadCall>(`/api/call/${id}`))
  const reaches = (id: string, status: string) =>
    eventually(async () => expect((await read(id)).status).toBe(status))

  it('calls now, and tells how it goes and how it ended, also by an event', async () => {
    const base = await app.http.listen({ port: 0, host: '127.0.0.1' })
    const events = await openEvents(`${base}/api/events?types=call`, {
      authorization: `Bearer ${TEST_TOKEN}`,
    })
    const id = await asked({ phoneNumber: '13800138100', flow: FLOW, fields: { name: 'Ann' } })
    await phones.callTo('13800138100')
    expect(await read(id)).toMatchObject({ status: 'calling', reason: null, phoneNumber: '13800138100' })
    phones.answer(id)
    await reaches(id, 'answered')
    const now = async () => expectSuccess(await app.get(`/api/call/${id}/now`))
    expect(await now()).toMatchObject({ isLive: true, taskId: null })
    phones.finish(id, { cause: 'answered', talkMs: 3000 })
    await reaches(id, 'ended')
    expect(await now()).toMatchObject({ isLive: false, taskId: null })
    const singleCall = { id, isLast: true, reason: null }
    expect(await read(id)).toMatchObject({
      ...{ status: 'ended', attempts: 1, actor: 'ACCESS_TOKEN' },
      calls: [{ id, taskId: null, cause: 'answered', attempt: 1, singleCall }],
    })
    const [event] = await events.take(1)
    expect(event).toMatchObject({ event: 'call', data: { id, taskId: null, contactId: id, singleCall } })
    events.close()
    const history = await app.get<{ rows: object[] }>('/api/number/13800138100/history')
    expect(expectSuccess(history).rows).toMatchObject([
      { kind: 'call', taskId: null, purpose: 'call', actor: 'ACCESS_TOKEN', cause: 'answered' },
    ])
  })

  it('hangs up when it is cancelled, if it is asked to', async () => {
    const id = await asked({ phoneNumber: '13800138101', maxDialCount: 3, callInterval: 0 })
    await phones.callTo('13800138101')
    expectSuccess(await app.post(`/api/call/${id}/cancel`, {}))
    expect(await read(id)).toMatchObject({ status: 'calling' })
    expectSuccess(await app.post(`/api/call/${id}/cancel`, { hangUp: true }))
    await reaches(id, 'ended')
    expect((await read(id)).calls).toHaveLength(1)
    const other = await asked({ phoneNumber: '13800138101' })
    phones.finish(await phones.callTo('13800138101'), { cause: 'busy', talkMs: 0 })
    await reaches(other, 'ended')
    expectError(await app.post(`/api/call/${other}/cancel`, {}), 405, 'has ended')
  })

  it('refuses what can never be called, by code', async () => {
    await addList(app, ['13800138102'], { isGlobal: true })
    const refused = await ask({ phoneNumber: '13800138102' })
    expectError(refused, 400, 'on a do-not-call list')
    const denied = { code: 'number_denied', field: 'phoneNumber', params: { reason: 'do_not_call' } }
    expect(refused.body).toMatchObject({ errors: [denied] })
    expectError(await ask({ phoneNumber: '110' }), 400, 'cannot be called')
    expectError(await ask({ phoneNumber: '13800138103', taskId: 'none' }), 404)
    expectError(await ask({ phoneNumber: '13800138103', trunkId: 'none' }), 400, 'trunkId')
    expectError(await ask({ phoneNumber: '13800138103', flow: FLOW }), 400, 'name')
    const source = await app.addDataSource('list')
    const taskId = await app.addTask('task', source, { flow: { steps: [{ ...FLOW.steps[0], text: 'Hi.' }] } })
    expectError(await ask({ phoneNumber: '13800138103', taskId, flow: FLOW }), 400, 'flow')
    expectError(
      await ask({ phoneNumber: '13800138103', taskId, dailyStartTime: '09:00' }),
      400,
      'dailyStartTime',
    )
    const past = { callTime: '2020-01-01 00:00:00', callUntil: '2020-01-02 00:00:00' }
    expectError(await ask({ phoneNumber: '13800138103', ...past }), 400, 'callUntil')
    const reversed = { callTime: '2030-01-02 00:00:00', callUntil: '2030-01-01 00:00:00' }
    expectError(await ask({ phoneNumber: '13800138103', ...reversed }), 400, 'callUntil')
    expectError(await app.get('/api/call/nobody'), 404)
    expectError(await app.post('/api/call/nobody/cancel', {}), 404)
  })

  it('keeps the times that were given', async () => {
    const id = await asked({ phoneNumber: '13800138104', callTime: '2090-01-02 03:04:05' })
    expect(await read(id)).toMatchObject({
      ...{ status: 'scheduled', callTime: '2090-01-02 03:04:05', callUntil: '2090-01-03 03:04:05' },
      ...{ nextTime: '2090-01-02 03:04:05', calls: [] },
    })
    const cancelled = expectSuccess(await app.post<ReadCall>(`/api/call/${id}/cancel`, {}))
    expect(cancelled).toMatchObject({ status: 'ended', reason: 'cancelled' })
    expect(expectSuccess(await app.post<ReadCall>(`/api/call/${id}/cancel`, {}))).toEqual(cancelled)
  })

  it('lists what was asked for, newest first', async () => {
    const first = await asked({ phoneNumber: '13800138106', callTime: '2090-01-02 03:04:05' })
    const second = await asked({ phoneNumber: '13800138106', callTime: '2090-01-02 03:04:05' })
    expectSuccess(await app.post(`/api/call/${first}/cancel`, {}))
    const list = async (query: string) =>
      expectSuccess(
        await app.get<{ total: number; rows: { id: string }[] }>(
          `/api/call?phoneNumber=138-0013-8106${query}`,
        ),
      )
    expect(await list('')).toMatchObject({ total: 2, rows: [{ id: second }, { id: first }] })
    expect(await list('&pageSize=1&pageNum=2')).toMatchObject({ total: 2, rows: [{ id: first }] })
    expect(await list('&pageSize=1&pageNum=3')).toEqual({ total: 2, rows: [] })
    expect(await list('&status=open')).toMatchObject({
      total: 1,
      rows: [{ id: second, status: 'scheduled' }],
    })
    expect(await list('&status=ended')).toMatchObject({
      total: 1,
      rows: [{ id: first, reason: 'cancelled' }],
    })
    expectError(await app.get('/api/call?phoneNumber=Ann'), 400, 'phoneNumber')
    expect(expectSuccess(await app.get<{ total: number }>('/api/call')).total).toBeGreaterThan(2)
  })

  it('calls with the flow of a task, which counts nothing', async () => {
    const source = await app.addDataSource('other list')
    const flow = { steps: [{ id: 'hello', type: 'say', text: 'Hello.' }] }
    const taskId = await app.addTask('other task', source, { flow })
    const id = await asked({ phoneNumber: '13800138105', taskId })
    await phones.callTo('13800138105')
    phones.answer(id)
    await phones.until(id, 'play 1')
    phones.finish(id, { cause: 'answered', talkMs: 1000 })
    await reaches(id, 'ended')
    const task = await app.get<{ callCount: number }>(`/api/task/detail/${taskId}`)
    expect(expectSuccess(task)).toMatchObject({ callCount: 0 })
  })
})

describe('docs/integrations.md', () => {
  it('has examples of one call that work', async () => {
    const app = await createTestApp({ clock: createManualClock('2026-11-16T02:00:00Z') })
    try {
      const source = await app.addDataSource('list')
      const flow = { steps: [{ id: 'hello', type: 'say', text: 'Hello.' }] }
      const values = new Map<string, unknown>([['taskId', await app.addTask('task', source, { flow })]])
      const page = readFileSync(new URL('../../docs/integrations.md', import.meta.url), 'utf8')
      const [text] = page.split(/^(?=## )/m).filter((each) => each.startsWith('## One call'))
      const [section] = readSections(text ?? '')
      expect(section?.examples).toHaveLength(4)
      for (const example of section?.examples ?? []) {
        const { data, expected } = await runExample(app, example, values)
        expect({ example: `${example.method} ${example.path}`, data }).toMatchObject({ data: expected })
      }
    } finally {
      await app.close()
    }
  })
})
