// Calls without a task, which somebody asked for: test calls, and audios recorded by phone. The rules of all live calls hold for them.

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { QuietWorld } from './simulation/quiet-world.ts'
import { type ControlledPhones, createControlledPhones } from './support/controlled-gateway.ts'
import { dialingWorlds } from './support/dialing-world.ts'
import { addList } from './support/do-not-call.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const openWorld = dialingWorlds()
const PATIENT = 'person=1, leave=0, patience=1800-1800, stay=1800'

const recorded = (world: QuietWorld) =>
  world.look<{ cause: string; reason: string | null }>(
    "select cause, request ->> 'reason' as reason from call where request is not null order by start_time",
  )

describe('a call without a task', () => {
  it('waits for a line, before the calls of tasks, and is given up after 30 seconds', async () => {
    const world = await openWorld({ talkMs: 10_000, callees: PATIENT })
    await world.finish(world.limits.change({ lines: 0, callsPerSecond: undefined }))
    world.startNode()
    await world.finish(world.ringOnce('100'))
    await world.run(29_000)
    expect(await recorded(world)).toEqual([])
    await world.run(3000)
    expect(await recorded(world)).toEqual([
      { cause: 'gateway_error', reason: 'it was not placed within 30 seconds: no line was free' },
    ])
    expect(world.rung()).toEqual([])

    await world.addRunningTask(['200', '201', '202'], { maxDialCount: 1 })
    await world.finish(world.limits.change({ lines: 1, callsPerSecond: undefined }))
    await world.run(1000)
    await world.finish(world.ringOnce('100'))
    await world.runOut()
    expect(world.rung()).toEqual(['200', '100', '201', '202'])
  })

  it('keeps to the calls a second', async () => {
    const world = await openWorld({ callees: PATIENT })
    await world.finish(world.limits.change({ lines: undefined, callsPerSecond: 1 }))
    world.startNode()
    for (const number of ['100', '101', '102']) await world.finish(world.ringOnce(number))
    await world.run(5000)
    // The judge of the world has looked at the seconds between them.
    expect(world.rung()).toEqual(['100', '101', '102'])
  })

  it.each(['error but placed', 'silence but placed'] as const)(
    'keeps its number for as long as it may be up (%s)',
    async (fate) => {
      const world = await openWorld({ callees: PATIENT })
      world.trouble.originate = (_, number) => (number === '100' ? fate : 'accepted')
      world.startNode()
      await world.finish(world.ringOnce('100'))
      await world.run(2000)
      expect(world.network.liveCalls()).toHaveLength(1)
      world.trouble.originate = () => 'accepted'
      // The world fails if the number rings twice at once.
      await world.addRunningTask(['100'], { maxDialCount: 1 })
      await world.runOut()
      expect(world.rung()).toEqual(['100', '100'])
      expect(await recorded(world)).toHaveLength(1)
    },
  )

  it('is taken over when its node dies, and goes on', async () => {
    const world = await openWorld({ callees: PATIENT })
    const first = world.startNode()
    await world.finish(world.ringOnce('100'))
    await world.run(1100)
    world.startNode()
    await world.addRunningTask(['100'], { maxDialCount: 1 })
    world.kill(first.actor)
    await world.runOut()
    expect(world.network.ledger[0]).toMatchObject({ phoneNumber: '100', end: { cause: 'answered' } })
    expect(await recorded(world)).toEqual([{ cause: 'answered', reason: null }])
  })

  it('is released as not placed if its claim was committed and its node has died', async () => {
    const world = await openWorld({ callees: PATIENT })
    world.trouble.course = (_, label) => (label === 'take_single_call' ? { fate: 'dies after' } : {})
    world.startNode()
    await world.finish(world.ringOnce('100'))
    await world.run(1000)
    world.trouble.course = () => ({})
    world.startNode()
    await world.run(20_000)
    expect(world.rung()).toEqual(['100'])
    expect(await recorded(world)).toEqual([{ cause: 'answered', reason: null }])
  })
})

describe('by the API', () => {
  let app: TestApp
  let phones: ControlledPhones
  let taskId: string
  beforeAll(async () => {
    phones = createControlledPhones()
    app = await createTestApp({ role: 'all', gateway: phones.gateway() })
    app.startDialing()
    const flow = { steps: [{ id: 'hello', type: 'say', text: 'Hello.' }] }
    taskId = await app.addTask('task', await app.addDataSource('list'), { flow })
  })
  afterAll(() => app.close())

  const ring = (phoneNumber: string) =>
    app.post<{ id: string }>(`/api/task/${taskId}/testCall`, { phoneNumber })
  const settings = (change: object) => app.post('/api/permission/settings', change)
  const status = async (id: string) =>
    expectSuccess(await app.get<{ status: string }>(`/api/testCall/${id}`)).status

  async function ended(phoneNumber: string): Promise<string> {
    const { id } = expectSuccess(await ring(phoneNumber))
    await phones.callTo(phoneNumber).catch(async (error) => {
      const { data } = (await app.get(`/api/testCall/${id}`)).body
      throw new Error(`${error.message}; what became of it: ${JSON.stringify(data)}`)
    })
    phones.finish(id, { cause: 'no_answer', talkMs: 0 })
    await eventually(async () => expect(await status(id)).toBe('ended'))
    return id
  }

  it('a number on a do-not-call list is refused, unless it is one of our own phones', async () => {
    await addList(app, ['13800138001'], { isGlobal: true })
    expectError(await ring('13800138001'), 400, 'on a do-not-call list')
    expectSuccess(await settings({ ownPhones: ['138 0013 8001'] }))
    expect((await app.get('/api/permission/settings')).body.data).toMatchObject({
      ownPhones: ['13800138001'],
    })
    await ended('13800138001')
    expectError(await settings({ ownPhones: ['Ann'] }), 400, 'is not a phone number')
  })

  it('attempts count for the budget of the number, unless it is one of our own phones', async () => {
    expectSuccess(await settings({ attemptsPerDay: 1 }))
    await ended('13800138002')
    expectError(await ring('13800138002'), 400, 'attempts in 24 hours used up')
    expectSuccess(await settings({ ownPhones: ['13800138002'] }))
    await ended('13800138002')
    expectSuccess(await settings({ attemptsPerDay: null, ownPhones: [] }))
  })

  it('a number takes at most 3 test calls in 10 minutes, by all nodes and however it is written', async () => {
    const number = '13800138011'
    await ended(number)
    await ended(number)
    // A call that a system asks for is none.
    const asked = expectSuccess(await app.post<{ id: string }>('/api/call', { phoneNumber: number }))
    await phones.callTo(number)
    phones.finish(asked.id, { cause: 'no_answer', talkMs: 0 })
    await eventually(async () =>
      expect((await app.get<{ status: string }>(`/api/call/${asked.id}`)).body.data?.status).toBe('ended'),
    )
    await ended(number)
    const other = await createTestApp({ database: app.database, gateway: phones.gateway() })
    onTestFinished(() => other.close())
    for (const node of [app, other]) {
      const refused = await node.post(`/api/task/${taskId}/testCall`, { phoneNumber: '138-0013-8011' })
      expectError(
        refused,
        429,
        /^phoneNumber takes at most 3 test calls in 10 minutes: try again in \d+ minutes$/,
      )
      expect(refused.body).toMatchObject({
        errors: [
          { code: 'too_many_requests', params: { reason: 'number_tested_often', max: 3, minutes: 10 } },
        ],
      })
      const seconds = Number(refused.headers['retry-after'])
      expect(seconds).toBeGreaterThan(500)
      expect(seconds).toBeLessThanOrEqual(600)
    }
    expectError(await app.post('/api/audio/record', { name: 'Greeting', phoneNumber: number }), 429)
    await ended('13800138012')
    await app.rows(
      `update single_call set create_time = create_time - interval '10 minutes' where phone_key = '${number}'`,
    )
    await ended(number)
  })

  it('a test call that could not be placed does not count for the number', async () => {
    const number = '13800138013'
    await app.rows(
      `insert into single_call (id, phone_number, phone_key, request, priority, create_time, call_time, until, end_time, reason)
       select gen_random_uuid(), '${number}', '${number}', '{"purpose": "test"}', 0, now(), now(), now(), now(), 'waiting_for_line'
       from generate_series(1, 3)`,
    )
    await ended(number)
  })

  it('is in the history of the number, with who asked for it, and can be hung up', async () => {
    const { id } = expectSuccess(await ring('13800138003'))
    await phones.callTo('13800138003')
    phones.answer(id)
    await eventually(async () => expect(await status(id)).toBe('answered'))
    const history = async () =>
      expectSuccess(
        await app.get<{ rows: { kind: string; taskId: string | null; actor: string; purpose: string }[] }>(
          '/api/number/13800138003/history',
        ),
      ).rows
    const asked = { taskId: null, contactId: null, actor: 'ACCESS_TOKEN', purpose: 'test' }
    expect(await history()).toMatchObject([{ kind: 'live_call', ...asked }])
    expectSuccess(await app.post(`/api/call/${id}/hangup`))
    await eventually(async () => expect(await status(id)).toBe('ended'))
    expect(await history()).toMatchObject([{ kind: 'call', ...asked, cause: 'answered' }])
  })
})
