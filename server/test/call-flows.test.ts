// Calls that follow a flow, on phones that do what the test says.

import { afterEach, describe, expect, it } from 'vitest'
import type { Flow, FlowStep } from '../src/conversations/flows/flow.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { signedHeaders } from '../src/platform/kernel/secrets/signature.ts'
import { type ControlledPhones, createControlledPhones } from './support/controlled-gateway.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './support/test-app.ts'

const NUMBER = '13800138000'
const CONFIRM: Flow = {
  steps: [
    { id: 'confirm', type: 'gather', text: 'Hello {{name|you}}, press 1.', keys: '12' },
    { id: 'thanks', type: 'say', text: 'Thank you.' },
  ],
}

const open: TestApp[] = []
afterEach(async () => {
  for (const app of open.splice(0).reverse()) await app.close()
})

async function openApp(phones: ControlledPhones, more: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp({ role: 'all', gateway: phones.gateway(), ...more })
  open.push(app)
  app.startDialing()
  return app
}

interface Settings {
  flow?: Flow
  successWhen?: string
  maxAgents?: number
  maxDialCount?: number
  callInterval?: number
}

async function publish(app: TestApp, settings: Settings = {}, numbers = [NUMBER]): Promise<string> {
  const dataSourceId = await app.addDataSource('list', numbers)
  const taskId = await app.addTask('task', dataSourceId, { flow: CONFIRM, callInterval: 0, ...settings })
  expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  return taskId
}

const ended = (app: TestApp) =>
  app.rows<{ cause: string; outcome: number; result: object | null }>(
    'select cause, outcome, result from call order by start_time',
  )

describe('an answered call', () => {
  it('follows the flow of its task, and its record has what came of it', async () => {
    const phones = createControlledPhones()
    const app = await openApp(phones)
    await publish(app, { successWhen: 'digits.confirm == "1"', maxDialCount: 1 })
    const id = await phones.callTo(NUMBER)
    phones.answer(id)
    await phones.until(id, 'play 1')
    phones.press(id, '1')
    await phones.until(id, 'play 2')
    phones.played(id)
    await eventually(async () => expect(await ended(app)).toHaveLength(1))
    expect(phones.calls.get(id)?.did).toEqual(['play 1', 'stop 1', 'play 2'])
    expect(await ended(app)).toEqual([
      {
        cause: 'answered',
        outcome: 1,
        result: {
          digits: { confirm: '1' },
          step: 'thanks',
          version: 1,
          path: [
            ['confirm', 0, 'keys:1'],
            ['thanks', expect.any(Number)],
          ],
          verdict: { is: 'person', by: 'detector', how: 'pressed_key', afterMs: expect.any(Number) },
          said: [
            { step: 'confirm', text: 'Hello you, press 1.', offsetMs: 0 },
            { step: 'thanks', text: 'Thank you.', offsetMs: expect.any(Number) },
          ],
          pressed: [{ step: 'confirm', keys: '1', offsetMs: expect.any(Number) }],
        },
      },
    ])
    expect(await app.rows("select outcome, result -> 'digits' as digits from dial")).toEqual([
      { outcome: 1, digits: { confirm: '1' } },
    ])
  })

  it('that does not meet the rule of its task is no success, and the contact is tried again', async () => {
    const phones = createControlledPhones()
    const app = await openApp(phones)
    const taskId = await publish(app, { successWhen: 'digits.confirm == "1"', maxDialCount: 2 })
    for (const cause of ['not_confirmed', 'no_answer']) {
      const id = await phones.callTo(NUMBER)
      if (cause === 'no_answer') {
        phones.finish(id, { cause, talkMs: 0 })
        continue
      }
      phones.answer(id)
      await phones.until(id, 'play 1')
      phones.press(id, '2')
      await phones.until(id, 'play 2')
      phones.finish(id, { cause: 'answered', talkMs: 3000 })
    }
    await eventually(async () => expect(await ended(app)).toHaveLength(2))
    expect((await ended(app)).map(({ cause }) => cause)).toEqual(['not_confirmed', 'no_answer'])
    const statistics = expectSuccess(await app.get<object>(`/api/task/${taskId}/stat`))
    expect(statistics).toMatchObject({ callCount: 2, successCount: 0, failCount: 1, noAnswerCount: 1 })
    // The last call was not answered: the contact keeps what came of the one before.
    expect(await app.rows("select outcome, result -> 'digits' as digits from dial")).toEqual([
      { outcome: 2, digits: { confirm: '2' } },
    ])
  })

  it('that asks for another call makes the contact wait until then', async () => {
    const phones = createControlledPhones()
    const app = await openApp(phones)
    const flow: Flow = { steps: [{ id: 'later', type: 'set', field: 'callbackTime', value: '+2h' }] }
    await publish(app, { flow })
    const before = Date.now()
    phones.answer(await phones.callTo(NUMBER))
    await eventually(async () => expect(await ended(app)).toMatchObject([{ cause: 'callback', outcome: 3 }]))
    const after = Date.now()
    const [dial] = await app.rows<{ due_at: Date; outcome: null }>('select due_at, outcome from dial')
    // Two hours after the step ran, however long that took.
    const askedMs = (dial?.due_at.getTime() ?? 0) - 7_200_000
    expect(askedMs).toBeGreaterThanOrEqual(before)
    expect(askedMs).toBeLessThanOrEqual(after)
  })

  it('that opts out puts the number on the list, and it is not called again', async () => {
    const phones = createControlledPhones()
    const app = await openApp(phones)
    const added = await app.post<{ id: string }>('/api/doNotCall/add', { name: 'opted out', isGlobal: true })
    const { id: listId } = expectSuccess(added)
    const flow: Flow = { steps: [{ id: 'out', type: 'optOut', listId }] }
    await publish(app, { flow, successWhen: 'verdict == "machine"' })
    phones.answer(await phones.callTo(NUMBER))
    await eventually(async () =>
      expect(await app.rows('select cause, due_at from dial')).toEqual([
        { cause: 'not_confirmed', due_at: null },
      ]),
    )
    expect(await app.rows('select phone_number, actor from do_not_call_entry')).toEqual([
      { phone_number: NUMBER, actor: 'call' },
    ])
    expect(phones.calls.size).toBe(1)
  })

  it('goes on with another node at its next step when its node is gone', async () => {
    const phones = createControlledPhones()
    const first = await openApp(phones)
    await publish(first)
    const id = await phones.callTo(NUMBER)
    phones.answer(id)
    await phones.until(id, 'play 1')
    const second = await openApp(phones, { database: first.database })
    await first.stopDialing(0)
    // The first node has asked about its sound if this test runs slowly.
    phones.calls.get(id)?.did.push('node gone')
    await eventually(() => expect(phones.calls.get(id)?.did.at(-1)).toBe('resume'))
    phones.press(id, '1')
    await phones.until(id, 'play 2')
    phones.played(id)
    await eventually(async () =>
      expect(await ended(second)).toMatchObject([
        { cause: 'answered', result: { digits: { confirm: '1' } } },
      ]),
    )
    const plays = phones.calls.get(id)?.did.filter((what) => what.startsWith('play'))
    expect(plays).toEqual(['play 1', 'play 2'])
  })
})

describe('a call of a voice agent', () => {
  const AGENT: Flow = {
    steps: [{ id: 'bot', type: 'stream', url: 'ws://127.0.0.1:9/', failText: 'Goodbye.' }],
  }

  it('is one of at most as many as the task allows, over all nodes', async () => {
    const phones = createControlledPhones()
    const app = await openApp(phones)
    await openApp(phones, { database: app.database })
    const numbers = Array.from({ length: 7 }, (_, index) => `1380013800${index}`)
    await publish(app, { flow: AGENT, maxAgents: 2, maxDialCount: 1 }, numbers)
    for (let done = 0; done < numbers.length; done += 1) {
      const live = await eventually(() => {
        const found = [...phones.calls].filter(([, call]) => !call.end)
        expect(found.length).toBeGreaterThan(0)
        return found
      })
      expect(live.length).toBeLessThanOrEqual(2)
      phones.finish(live[0]?.[0] ?? '', { cause: 'no_answer', talkMs: 0 })
    }
    await eventually(async () => expect(await ended(app)).toHaveLength(numbers.length))
  })

  it('that fails ends politely, and one call at a time is tried', async () => {
    const phones = createControlledPhones()
    const app = await openApp(phones)
    const taskId = await publish(app, { flow: AGENT, maxDialCount: 3, callInterval: 3600 }, [NUMBER])
    const id = await phones.callTo(NUMBER)
    phones.answer(id)
    await phones.until(id, 'play 1')
    phones.played(id)
    await eventually(async () => {
      const [node] = await app.rows<{ waits: object }>('select task_waits as waits from dialer_node')
      expect(node?.waits).toEqual({
        [taskId]: { agent: 'the voice agent ws://127.0.0.1:9/ cannot be reached' },
      })
    })
    const calls = await eventually(async () => {
      const found = await ended(app)
      expect(found).toHaveLength(1)
      return found
    })
    expect(calls[0]?.cause).toBe('agent_failed')
    expect(calls[0]?.result).toMatchObject({ agent: 'refused', said: [{ step: 'bot', text: 'Goodbye.' }] })
  })
})

describe('a word about a call', () => {
  it('is stored as soon as it was taken, with the time after the answer', async () => {
    const secret = 'the secret of the agents in this test'
    const phones = createControlledPhones()
    const app = await openApp(phones, { agents: { secret, timing: {} } })
    await publish(app)
    const id = await phones.callTo(NUMBER)
    phones.answer(id)
    await phones.until(id, 'play 1')
    const path = `/api/agent/${id}`
    const payload = JSON.stringify({ verdict: 'person', fields: { mood: 'good' } })
    const signed = signedHeaders(secret, new Date(), {
      direction: 'callback',
      method: 'POST',
      path,
      body: payload,
    })
    const headers = { 'content-type': 'application/json', ...signed }
    expectSuccess(await app.send({ method: 'POST', url: path, payload, headers }))
    await eventually(async () =>
      expect(await app.rows("select flow_state -> 'result' as result from live_call")).toMatchObject([
        {
          result: {
            fields: { mood: 'good' },
            verdict: { is: 'person', by: 'agent', afterMs: expect.any(Number) },
          },
        },
      ]),
    )
    const [live] = await app.rows<{ after: number }>(
      "select (flow_state -> 'result' -> 'verdict' ->> 'afterMs')::int as after from live_call",
    )
    expect(live?.after).toBeGreaterThan(0)
  })
})

describe('a platform that runs flows itself', () => {
  it('gets the flow with its texts filled in, and its result is the result of the call', async () => {
    const phones = createControlledPhones()
    const app = await openApp(phones, { gateway: phones.gateway({ sendsFlow: 'always' }) })
    const note: FlowStep = {
      id: 'note',
      type: 'set',
      field: 'said',
      value: '{{name|you}} {{digits.confirm|0}}',
    }
    await publish(app, { successWhen: 'person', flow: { steps: [...CONFIRM.steps, note] } })
    const id = await phones.callTo(NUMBER)
    const [first, , last] = phones.calls.get(id)?.request.flow?.steps ?? []
    expect(first).toMatchObject({ text: 'Hello you, press 1.' })
    // What is only known in the call is left to the platform.
    expect(last).toMatchObject({ value: 'you {{digits.confirm|0}}' })
    const verdict = { is: 'machine', by: 'platform', how: 'said so', afterMs: 900 } as const
    phones.finish(id, { cause: 'answered', talkMs: 3000, result: { verdict } })
    await eventually(async () =>
      expect(await ended(app)).toMatchObject([{ cause: 'machine', result: { verdict } }]),
    )
  })
})

describe('a test call', () => {
  it('follows the flow, tells how it went, and counts for no task', async () => {
    const phones = createControlledPhones()
    const app = await openApp(phones)
    const taskId = await app.addTask('task', await app.addDataSource('list'), { flow: CONFIRM })
    const path = `/api/task/${taskId}/testCall`
    const asked = await app.post<{ id: string }>(path, { phoneNumber: NUMBER, fields: { name: 'Ann' } })
    const { id } = expectSuccess(asked)
    expectError(await app.post(path, { phoneNumber: NUMBER }), 409, 'phoneNumber')
    expect(await phones.callTo(NUMBER)).toBe(id)
    phones.answer(id)
    await phones.until(id, 'play 1')
    phones.press(id, '2')
    await phones.until(id, 'play 2')
    phones.played(id)
    await eventually(async () =>
      expect((await app.get(`/api/testCall/${id}`)).body.data).toMatchObject({
        status: 'ended',
        cause: 'answered',
        result: { digits: { confirm: '2' }, said: [{ text: 'Hello Ann, press 1.' }, {}] },
      }),
    )
    expect(await app.rows('select from call_sum')).toEqual([])
    expect(expectSuccess(await app.get<object>(`/api/task/${taskId}/stat`))).toMatchObject({ callCount: 0 })
  })

  it('keeps the tasks from ringing its number', async () => {
    const phones = createControlledPhones()
    const app = await openApp(phones)
    const dataSourceId = await app.addDataSource('list', [NUMBER, '13800138001'])
    const taskId = await app.addTask('task', dataSourceId, { flow: CONFIRM })
    const asked = await app.post<{ id: string }>(`/api/task/${taskId}/testCall`, { phoneNumber: NUMBER })
    const { id } = expectSuccess(asked)
    expectSuccess(await app.post('/api/task/publish', { id: taskId }))
    const other = await phones.callTo('13800138001')
    await phones.callTo(NUMBER)
    expect([...phones.calls.keys()].sort()).toEqual([id, other].sort())
    phones.finish(id, { cause: 'no_answer', talkMs: 0 })
    await eventually(() =>
      expect([...phones.calls.values()].map(({ request }) => request.phoneNumber)).toHaveLength(3),
    )
  })

  it('is refused for emergency numbers, tasks without a flow, and what is no number', async () => {
    const app = await openApp(createControlledPhones())
    const source = await app.addDataSource('list')
    const taskId = await app.addTask('task', source, { flow: CONFIRM })
    const call = (id: string, phoneNumber: string) => app.post(`/api/task/${id}/testCall`, { phoneNumber })
    expectError(await call(taskId, '110'), 400, 'phoneNumber')
    expectError(await call(taskId, 'Ann'), 400, 'phoneNumber')
    expectError(await call(newId(), NUMBER), 404, 'task')
    expectError(await call(await app.addTask('plain', source), NUMBER), 405, 'no call flow')
    expectError(await app.get(`/api/testCall/${newId()}`), 404, 'test call')
  })
})
