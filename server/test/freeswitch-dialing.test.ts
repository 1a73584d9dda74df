// Tasks dialed through FreeSWITCH, from the API to the event socket and back.

import { describe, expect, it, onTestFinished } from 'vitest'
import { type EslServer, startEslServer } from './support/esl-server.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { connectFreeswitch } from './support/freeswitch-gateway.ts'
import { testSpeech } from './support/speech-settings.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './support/test-app.ts'
import type { TestDatabase } from './support/test-database.ts'

const CAUSES = [
  'answered',
  'busy',
  'invalid_number',
  'no_answer',
  'congestion',
  'answered',
  'rejected',
  'unreachable',
  'unreachable',
  'network_error',
]
const digits = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `+49301${from + index}`)
const causeOf = (phoneNumber: string) => CAUSES[Number(phoneNumber.at(-1))]

interface Node extends TestApp {
  untilUp(): Promise<void>
}

async function openNode(
  server: EslServer,
  database?: TestDatabase,
  more: TestAppOptions = {},
): Promise<Node> {
  const { gateway } = connectFreeswitch(server, {
    settings: { callerIds: ['4930100'] },
    timing: { reconnectAfterMs: 20, maxReconnectAfterMs: 50, eventDelayMs: 50, checkEveryMs: 50 },
  })
  const app = await createTestApp({
    role: 'all',
    gateway,
    gatewayKind: 'freeswitch',
    ...(database && { database }),
    ...more,
  })
  onTestFinished(() => app.close())
  const untilUp = () => eventually(() => expect(gateway.health()).toEqual({ isUp: true }))
  await untilUp()
  return { ...app, untilUp }
}

async function publish(app: TestApp, phoneNumbers: string[]): Promise<string> {
  const dataSourceId = await app.addDataSource('list', phoneNumbers)
  const id = await app.addTask('task', dataSourceId, { maxDialCount: 1 })
  expectSuccess(await app.post('/api/task/publish', { id }))
  return id
}

async function untilCompleted(app: TestApp, id: string): Promise<void> {
  await eventually(async () => {
    const { status } = expectSuccess(await app.get<{ status: number }>(`/api/task/detail/${id}`))
    expect(status).toBe(4)
  })
}

const readCalls = (app: TestApp) =>
  app.rows<{ phone_number: string; cause: string; attempt: number }>(
    'select phone_number, cause, attempt from call order by phone_number',
  )

const everyOutcome = (phoneNumbers: string[]) =>
  phoneNumbers.map((phone_number) => ({ phone_number, cause: causeOf(phone_number), attempt: 1 }))

describe('a task of every outcome', () => {
  it('ends with the statistics and the records of what the far ends did', async () => {
    const server = await startEslServer()
    const app = await openNode(server)
    const id = await publish(app, digits(10, 20))
    app.startDialing()
    await eventually(() => expect(server.originates).toHaveLength(10))
    expect(server.originates[0]?.variables).toMatchObject({
      carillon_task_name: 'task',
      carillon_task_id: id,
    })
    await server.pass(20_000)
    await untilCompleted(app, id)
    expect(expectSuccess(await app.get(`/api/task/${id}/stat`))).toMatchObject({
      callCount: 10,
      successCount: 2,
      failCount: 5,
      noAnswerCount: 3,
    })
    expect(await readCalls(app)).toEqual(everyOutcome(digits(10, 20)))
    expect(await app.rows('select distinct talk_ms from call where cause = $1', ['answered'])).toEqual([
      { talk_ms: 4000 },
    ])
    const statuses = await app.rows<{ sip_status: number | null }>(
      'select sip_status from call order by phone_number',
    )
    expect(statuses.map(({ sip_status }) => sip_status)).toEqual([
      ...[null, 486, 404, null, 500],
      ...[null, 603, 480, null, 505],
    ])
  })
})

describe('a trunk that refuses every call', () => {
  it('uses up no contact: nothing is recorded, and explain says what to change', async () => {
    const server = await startEslServer()
    server.bar('403')
    const app = await openNode(server)
    const id = await publish(
      app,
      Array.from({ length: 30 }, (_, index) => `+4930${100 + index}9`),
    )
    app.startDialing()
    await eventually(async () => {
      await server.pass(5000)
      const explained = JSON.stringify(expectSuccess(await app.get<object>(`/api/task/${id}/explain`)))
      expect(explained).toMatch(/SIP 403: the carrier does not accept this caller ID/)
    })
    await server.pass(5000)
    expect(await readCalls(app)).toEqual([])
    expect(await app.rows('select 1 from dial where attempts > 0 or outcome is not null')).toEqual([])
    expect(expectSuccess(await app.get(`/api/task/detail/${id}`))).toMatchObject({ status: 1 })
  })
})

describe('in the middle of a task', () => {
  async function openBusyNode() {
    const server = await startEslServer()
    const app = await openNode(server)
    await app.limits.change({ lines: 4, callsPerSecond: undefined }, 'test')
    const id = await publish(app, digits(10, 22))
    app.startDialing()
    await eventually(() => expect(server.originates).toHaveLength(4))
    const explained = async () =>
      JSON.stringify(expectSuccess(await app.get<object>(`/api/task/${id}/explain`)))
    const finish = async () => {
      await eventually(async () => {
        await server.pass(20_000)
        expect(await readCalls(app)).toHaveLength(12)
      })
      await untilCompleted(app, id)
    }
    return { server, app, explained, finish }
  }

  it('the trunk goes down and comes back: no contact pays, and explain says what was wrong', async () => {
    const { server, app, explained, finish } = await openBusyNode()
    server.setTrunk('down')
    await server.pass(20_000)
    await eventually(async () => expect(await explained()).toContain('the trunk trunk is down'))
    expect(server.originates).toHaveLength(4)
    server.setTrunk('up')
    await finish()
    expect(await readCalls(app)).toEqual(everyOutcome(digits(10, 22)))
    expect(server.originates).toHaveLength(12)
  })

  it('the connection is cut and comes back: calls that went on are followed, none is placed twice', async () => {
    const { server, app, explained, finish } = await openBusyNode()
    await server.stop()
    await eventually(async () => expect(await explained()).toContain('cannot be reached'))
    await server.start()
    await app.untilUp()
    await finish()
    expect(await readCalls(app)).toEqual(everyOutcome(digits(10, 22)))
    expect(server.originates).toHaveLength(12)
  })

  it('FreeSWITCH crashes and comes back: its calls are lost, the others go on', async () => {
    const { server, app, explained, finish } = await openBusyNode()
    const first = server.originates.map(({ number }) => number).sort()
    await server.stop()
    server.forgetChannels()
    await eventually(async () => expect(await explained()).toContain('cannot be reached'))
    await server.start()
    await app.untilUp()
    await finish()
    const calls = await readCalls(app)
    const lost = calls.filter(({ cause }) => cause === 'lost')
    expect(lost.map(({ phone_number }) => phone_number)).toEqual(first)
    expect(server.originates).toHaveLength(12)
  })
})

describe('a node that is gone', () => {
  it('leaves its calls to another, which hears their ends', async () => {
    const server = await startEslServer()
    const first = await openNode(server)
    const phoneNumbers = ['+49300', '+49303', '+49305']
    const id = await publish(first, phoneNumbers)
    first.startDialing()
    await eventually(() => expect(server.originates).toHaveLength(3))
    await first.stopDialing(0)
    const second = await openNode(server, first.database)
    second.startDialing()
    await eventually(async () =>
      expect(
        await second.rows('select 1 from live_call l join dialer_node n on n.id = l.node_id'),
      ).toHaveLength(3),
    )
    await server.pass(20_000)
    await untilCompleted(second, id)
    expect(await readCalls(second)).toEqual(everyOutcome(phoneNumbers))
    expect(server.originates).toHaveLength(3)
  })
})

it('a flow is run on FreeSWITCH: sounds, keys and what came of it', async () => {
  const server = await startEslServer()
  const app = await openNode(server, undefined, { speech: testSpeech(), mediaUrl: 'http://carillon.test' })
  const dataSourceId = await app.addDataSource('list', ['+4930100'])
  const flow = {
    steps: [
      { id: 'confirm', type: 'gather', text: 'Press 1.' },
      { id: 'thanks', type: 'say', text: 'Thank you.' },
    ],
  }
  const successWhen = 'digits.confirm == "1"'
  const id = await app.addTask('task', dataSourceId, { maxDialCount: 1, flow, successWhen })
  expectSuccess(await app.post('/api/task/publish', { id }))
  app.startDialing()
  await eventually(() => expect(server.channels()).toHaveLength(1))
  const [call = ''] = server.channels()
  await server.pass(1000)
  await eventually(() => expect(server.played(call)).toHaveLength(1))
  expect(server.played(call)[0]).toMatch(/^http:\/\/carillon\.test\/media\/.*\.wav$/)
  server.press(call, '1')
  await eventually(() => expect(server.played(call)).toHaveLength(2))
  await server.pass(1000)
  await untilCompleted(app, id)
  expect(server.channels()).toEqual([])
  expect(await app.rows('select cause, result from call')).toEqual([
    {
      cause: 'answered',
      result: {
        digits: { confirm: '1' },
        verdict: { is: 'person', how: 'pressed_key', by: 'detector', afterMs: expect.any(Number) },
        step: 'thanks',
        said: [
          { step: 'confirm', text: 'Press 1.', offsetMs: expect.any(Number) },
          { step: 'thanks', text: 'Thank you.', offsetMs: expect.any(Number) },
        ],
        pressed: [{ step: 'confirm', keys: '1', offsetMs: expect.any(Number) }],
        path: [
          ['confirm', expect.any(Number), 'keys:1'],
          ['thanks', expect.any(Number)],
        ],
        version: 1,
      },
    },
  ])
})

it('a flow that FreeSWITCH cannot run is refused before anybody is called', async () => {
  const app = await openNode(await startEslServer())
  const dataSourceId = await app.addDataSource('list', ['+4930100'])
  const flow = { steps: [{ id: 'bot', type: 'stream', url: 'wss://bot.example.com' }] }
  const id = await app.addTask('task', dataSourceId, { flow })
  expectError(await app.post('/api/task/publish', { id }), 400, /bot/)
})
