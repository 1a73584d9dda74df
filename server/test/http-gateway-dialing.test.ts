// Tasks dialed through the HTTP gateway, from the API to the voice platform and back.

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { causeByLastDigit } from '../src/telephony/switches/simulator/simulator-settings.ts'
import {
  addDataSource,
  jsonBody,
  runCarillon,
  type Service,
  startService,
} from './support/carillon-process.ts'
import { databaseUrl } from './support/database-url.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createHttpGatewayApp, type HttpGatewayApp } from './support/http-gateway-app.ts'
import { createManualClock } from './support/manual-clock.ts'
import { createTestDatabase } from './support/test-database.ts'
import { PLATFORM_SECRET, startVoicePlatform, type VoicePlatform } from './support/voice-platform.ts'

const digits = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `+49301${from + index}`)
const lastDigit = (phoneNumber: string) => Number(phoneNumber.at(-1))

let platform: VoicePlatform
beforeEach(async () => {
  platform = await startVoicePlatform()
})

async function publish(app: HttpGatewayApp, phoneNumbers: string[], settings: object = {}): Promise<string> {
  const dataSourceId = await app.addDataSource('list', phoneNumbers)
  const id = await app.addTask('task', dataSourceId, { maxDialCount: 1, ...settings })
  expectSuccess(await app.post('/api/task/publish', { id }))
  return id
}

interface CallRow {
  phone_number: string
  cause: string
  attempt: number
  talk_ms: number
}

const readCalls = (app: HttpGatewayApp) =>
  app.rows<CallRow>('select phone_number, cause, attempt, talk_ms from call order by phone_number')

async function untilCompleted(app: HttpGatewayApp, id: string): Promise<void> {
  await eventually(async () => {
    const { status } = expectSuccess(await app.get<{ status: number }>(`/api/task/detail/${id}`))
    expect(status).toBe(4)
  })
}

describe('a task of every outcome', () => {
  it('ends with the statistics and the records of what the far ends did', async () => {
    const app = await createHttpGatewayApp({ platform })
    const id = await publish(app, digits(10, 20))
    app.startDialing()
    await eventually(() => expect(platform.posts).toHaveLength(10))
    expect(platform.posts[0]).toMatchObject({ task: { id, name: 'task' } })
    await platform.pass(20_000)
    await untilCompleted(app, id)
    expect(expectSuccess(await app.get(`/api/task/${id}/stat`))).toMatchObject({
      callCount: 10,
      successCount: 2,
      failCount: 5,
      noAnswerCount: 3,
    })
    expect(await readCalls(app)).toEqual(
      digits(10, 20).map((phone_number) => {
        const cause = causeByLastDigit[lastDigit(phone_number)]
        return { phone_number, cause, attempt: 1, talk_ms: cause === 'answered' ? 4000 : 0 }
      }),
    )
  })
})

describe('a platform that goes away in the middle', () => {
  it('costs no contact an attempt; explain says what is wrong, and dialing resumes by itself', async () => {
    const app = await createHttpGatewayApp({ platform })
    await app.limits.change({ lines: 4, callsPerSecond: undefined })
    const id = await publish(app, digits(10, 22))
    app.startDialing()
    await eventually(() => expect(platform.posts).toHaveLength(4))
    await platform.stop()
    // What is up ends all the same, and the lines that become free find nobody.
    await platform.pass(20_000)
    await eventually(async () => {
      const explained = expectSuccess(await app.get<object>(`/api/task/${id}/explain`))
      expect(JSON.stringify(explained)).toContain('the voice platform cannot be reached (ECONNREFUSED)')
    })
    expect(platform.posts).toHaveLength(4)
    expect(await readCalls(app)).toHaveLength(4)

    await platform.start()
    await eventually(async () => {
      await platform.pass(20_000)
      expect(await readCalls(app)).toHaveLength(12)
    })
    await untilCompleted(app, id)
    expect((await readCalls(app)).map(({ cause, attempt }) => ({ cause, attempt }))).toEqual(
      digits(10, 22).map((number) => ({ cause: causeByLastDigit[lastDigit(number)], attempt: 1 })),
    )
    expect(new Set(platform.posts.map(({ phoneNumber }) => phoneNumber)).size).toBe(12)
    expect(platform.posts).toHaveLength(12)
  })

  it('breaking off its answers: nothing is posted twice, and each call ends as it did', async () => {
    const app = await createHttpGatewayApp({ platform })
    platform.breakAnswers(true)
    const id = await publish(app, ['+49301', '+49302'])
    app.startDialing()
    await eventually(() => expect(platform.posts).toHaveLength(2))
    platform.breakAnswers(false)
    await platform.pass(20_000)
    await untilCompleted(app, id)
    expect((await readCalls(app)).map(({ cause }) => cause)).toEqual(['busy', 'invalid_number'])
    expect(platform.posts).toHaveLength(2)
  })
})

describe('a number that the platform never takes', () => {
  const POISON = '+49301999'

  it.each([
    ['400', { status: 400 }, {}],
    ['429', { status: 429 }, {}],
    ['500, and it can be asked', { status: 500 }, { answersQuestions: true }],
  ])('(%s) is posted a few times, holds nobody up, and is done in the end', async (_, answer, settings) => {
    const clock = createManualClock(new Date().toISOString())
    const app = await createHttpGatewayApp({ platform, settings, clock })
    let posts = 0
    platform.refuse(({ phoneNumber }) => {
      if (phoneNumber !== POISON) return undefined
      posts += 1
      return answer
    })
    const others = digits(10, 30)
    const id = await publish(app, [POISON, ...others])
    app.startDialing()
    await eventually(async () => {
      await platform.pass(20_000)
      expect(await readCalls(app)).toHaveLength(others.length)
    })
    // Long before the platform has refused it for the last time.
    expect(posts).toBeLessThan(5)

    await eventually(async () => {
      // The clock must not outrun the dialer: with a fault that lasts for a minute, the task would fail.
      const [node] = await app.rows<{ gateway_fault: string | null; heartbeat_time: Date }>(
        'select gateway_fault, heartbeat_time from dialer_node',
      )
      const isBehind = !node || clock.now().getTime() - node.heartbeat_time.getTime() > 1500
      if (app.gateway.health().isUp && !isBehind) clock.advance(node.gateway_fault === null ? 500 : 50)
      const { status } = expectSuccess(await app.get<{ status: number }>(`/api/task/detail/${id}`))
      expect(status).toBe(4)
    })
    expect(posts).toBe(5)
    expect((await readCalls(app)).map(({ phone_number }) => phone_number)).toEqual(others)
    expect(app.gateway.health()).toEqual({ isUp: true })
  })
})

describe('a platform that never reports', () => {
  it('frees its line: the call is lost, and the contact dialed again', async () => {
    const app = await createHttpGatewayApp({ platform, settings: { answerWithinSeconds: 0.2 } })
    platform.beSilent(true)
    const id = await publish(app, ['+49300'], { maxDialCount: 2, callInterval: 0 })
    app.startDialing()
    await untilCompleted(app, id)
    expect((await readCalls(app)).map(({ cause, attempt }) => [cause, attempt])).toEqual([
      ['lost', 1],
      ['lost', 2],
    ])
    expect(platform.posts).toHaveLength(2)
    expect(expectSuccess(await app.get(`/api/task/${id}/stat`))).toMatchObject({ callCount: 2, failCount: 2 })
  })
})

describe('a dialing process that is killed', () => {
  it('has its calls taken over; what was reported meanwhile to another node is not lost, and nobody is called twice', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const common = {
      PORT: '0',
      DATABASE_URL: databaseUrl(database.connection),
      ACCESS_TOKEN: 'token-of-the-nodes-of-this-test-only',
      GATEWAY: 'http',
      HTTP_GATEWAY_URL: platform.url,
      HTTP_GATEWAY_SECRET: PLATFORM_SECRET,
      PUBLIC_URL: 'http://127.0.0.1:1',
      LOG_LEVEL: 'warn',
    }
    const api = await startService({ env: common, args: ['--role', 'api'] })
    const env = { ...common, PUBLIC_URL: api.address }
    const startDialer = () => runCarillon(['serve', '--role', 'dialer'], { env })
    const first = startDialer()
    const phoneNumbers = digits(10, 20)
    const taskId = await publishThrough(api, phoneNumbers)
    await eventually(() => expect(platform.posts).toHaveLength(10))
    await first.end('SIGKILL')

    // While nobody dials: those that were refused at once report their ends, the others only that they ring.
    await platform.pass(1500)
    expect(platform.reports.filter(({ status }) => status === 'ended')).toHaveLength(7)
    const second = startDialer()
    const callsWritten = async () => (await database.db.query({ text: 'select 1 from call' })).rowCount
    await eventually(async () => expect(await callsWritten()).toBe(7))
    // And the rest while the other one watches.
    await platform.pass(20_000)
    await eventually(async () => {
      const answer = await api.call<{ status: number }>(`/api/task/detail/${taskId}`)
      expect(answer?.data.status).toBe(4)
    })
    const { rows } = await database.db.query<CallRow>({
      text: 'select phone_number, cause, attempt from call order by phone_number',
    })
    expect(rows).toEqual(
      phoneNumbers.map((phone_number) => ({
        phone_number,
        cause: causeByLastDigit[lastDigit(phone_number)],
        attempt: 1,
      })),
    )
    expect(platform.posts).toHaveLength(10)
    expect((await second.end('SIGTERM')).code).toBe(0)
    expect(second.stderr() + api.stderr()).not.toContain(PLATFORM_SECRET)
  })
})

async function publishThrough(service: Service, phoneNumbers: string[]): Promise<string> {
  const dataSourceId = await addDataSource(service, 'list')
  for (const phoneNumber of phoneNumbers)
    await service.call(`/api/dataSource/${dataSourceId}/contact/add`, jsonBody({ phoneNumber }))
  const task = { taskName: 'task', dataSourceId, maxDialCount: 1 }
  const added = await service.call<{ id: string }>('/api/task/add', jsonBody(task))
  const id = added?.data.id ?? ''
  expect((await service.call('/api/task/publish', jsonBody({ id })))?.status).toBe(200)
  return id
}
