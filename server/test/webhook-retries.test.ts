// What happens to events that a receiver does not take, by a clock that the test moves.

import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createManualClock, type ManualClock } from './support/manual-clock.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { startReceiver, type WebhookReceiver } from './support/webhook-receiver.ts'
import { FAST, HERE } from './support/webhooks.ts'

interface Delivery {
  id: string
  status: string
  attempts: number
  httpStatus: number | null
  error: string | null
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** With the longest jitter. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR].map(
  (ms) => ms * 1.2,
)

let app: TestApp
let clock: ManualClock
let receiver: WebhookReceiver
let webhookId: string
/** Tasks whose events are refused; and what arrived of each, with those that were refused. */
let refused: Set<string>
let arrived: [name: string, operation: string][]
let isDown: boolean

beforeEach(async () => {
  receiver = await startReceiver()
  // The receiver compares the time of an attempt with its own.
  clock = createManualClock(new Date().toISOString())
  app = await createTestApp({ clock, webhooks: HERE, webhookTiming: FAST })
  app.startWebhooks()
  refused = new Set()
  arrived = []
  isDown = false
  webhookId = await addWebhook(receiver)
  receiver.answer = ({ data }, response) => {
    arrived.push([String(data['taskId']), String(data['operation'])])
    response.writeHead(isDown || refused.has(String(data['taskId'])) ? 500 : 204).end()
  }
})

afterEach(async () => {
  await app.close()
  await receiver.close()
})

async function addWebhook(to: WebhookReceiver): Promise<string> {
  const added = await app.post<{ webhook: { id: string }; secret: string }>('/api/webhook/add', {
    ...{ url: to.url, events: ['task.status'] },
  })
  const { webhook, secret } = expectSuccess(added)
  const verifier = new Webhook(secret)
  // Its clock is not ours.
  to.verify.push({
    verify(body: string, headers: Record<string, string>) {
      const time = new Date(Number(headers['webhook-timestamp']) * 1000)
      expect(headers['webhook-signature']).toBe(verifier.sign(headers['webhook-id'] ?? '', time, body))
      return JSON.parse(body)
    },
  } as unknown as Webhook)
  return webhook.id
}

async function publish(name: string): Promise<string> {
  const id = await app.addTask(name, await app.addDataSource(name, ['13800138001']))
  expectSuccess(await app.post('/api/task/publish', { id }))
  return id
}

const deliveries = async (query = '') =>
  expectSuccess(await app.get<{ rows: Delivery[] }>(`/api/webhook/${webhookId}/deliveries${query}`)).rows

const shown = async () =>
  expectSuccess(await app.get<{ rows: Record<string, unknown>[] }>('/api/webhook/list')).rows.find(
    ({ id }) => id === webhookId,
  )

it('repeats an event after 5 s, 5 min, 30 min, 2, 5, 10 and 10 hours, and then gives it up until a person sends it again', async () => {
  isDown = true
  await publish('one')
  for (const [index, pause] of PAUSES.entries()) {
    await eventually(async () =>
      expect((await deliveries())[0]).toMatchObject({
        attempts: index + 1,
        status: 'waiting',
        httpStatus: 500,
      }),
    )
    expect(arrived).toHaveLength(index + 1)
    clock.advance(pause)
  }
  await eventually(async () =>
    expect((await deliveries())[0]).toMatchObject({ attempts: 8, status: 'failed' }),
  )
  expect(await shown()).toMatchObject({ failedCount: 1, waitingCount: 0, failingSince: expect.any(String) })
  const [{ id: deliveryId } = { id: '' }] = await deliveries('?status=failed')
  isDown = false
  const again = await app.post<{ count: number }>('/api/webhook/sendAgain', { id: webhookId, deliveryId })
  expect(expectSuccess(again)).toEqual({ count: 1 })
  await eventually(async () =>
    expect((await deliveries())[0]).toMatchObject({ attempts: 1, status: 'delivered' }),
  )
  await eventually(async () => expect(await shown()).toMatchObject({ failedCount: 0, failingSince: null }))
  expectError(
    await app.post('/api/webhook/sendAgain', { id: webhookId, deliveryId }),
    404,
    /^failed delivery/,
  )
})

it('holds back the later events of the same task only, and keeps their order', async () => {
  const slow = await publish('slow')
  const [first] = [slow]
  refused.add(first)
  await eventually(() => expect(arrived).toContainEqual([slow, 'publish']))
  expectSuccess(await app.post('/api/task/pause', { id: slow }))
  expectSuccess(await app.post('/api/task/resume', { id: slow }))
  const other = await publish('other')
  await eventually(() => expect(arrived).toContainEqual([other, 'publish']))
  await eventually(async () => expect(await shown()).toMatchObject({ waitingCount: expect.any(Number) }))
  refused.clear()
  clock.advance(PAUSES[0] ?? 0)
  await eventually(() => expect(arrived).toContainEqual([slow, 'resume']))
  const ofSlow = arrived.filter(([task]) => task === slow).map(([, operation]) => operation)
  expect(ofSlow.slice(-3)).toEqual(ofSlow.length > 3 ? ['publish', 'pause', 'resume'] : ofSlow)
})

it('sends again all that have failed', async () => {
  isDown = true
  for (const name of ['a', 'b', 'c']) await publish(name)
  await eventually(async () => expect(await deliveries()).toHaveLength(3))
  await app.rows(`update webhook_delivery set status = 'failed'`)
  isDown = false
  const again = await app.post<{ count: number }>('/api/webhook/sendAgain', { id: webhookId })
  expect(expectSuccess(again)).toEqual({ count: 3 })
  clock.advance(HOUR)
  await eventually(async () => {
    expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
  })
})

it('switches a webhook off that failed for five days, says so on the overview, and continues when it is switched on', async () => {
  isDown = true
  await publish('one')
  await eventually(async () => expect(await shown()).toMatchObject({ failingSince: expect.any(String) }))
  clock.advance(4.9 * 24 * HOUR)
  await eventually(async () => expect((await deliveries())[0]).toMatchObject({ attempts: 2 }))
  expect(await shown()).toMatchObject({ isEnabled: true })
  clock.advance(24 * HOUR)
  await eventually(async () =>
    expect(await shown()).toMatchObject({ isEnabled: false, offReason: 'failing' }),
  )
  const { problems } = expectSuccess(
    await app.get<{ problems: { code: string; message: string }[] }>('/api/system'),
  )
  const host = new URL(receiver.url).host
  expect(problems).toContainEqual(
    expect.objectContaining({
      code: 'webhook_off',
      message: expect.stringContaining(`The webhook ${host} was switched off`),
    }),
  )
  await publish('two')
  const before = arrived.length
  isDown = false
  expectSuccess(await app.post('/api/webhook/update', { id: webhookId, isEnabled: true }))
  clock.advance(24 * HOUR)
  await eventually(() => expect(arrived.length).toBe(before + 2))
  expect(await shown()).toMatchObject({ isEnabled: true, offReason: null, failingSince: null })
})

it('reads no more events while too many wait, and loses none', async () => {
  isDown = true
  const id = await publish('one')
  await eventually(() => expect(arrived).toHaveLength(1))
  for (let each = 0; each < 30; each += 1)
    await app.rows(
      `insert into audit (task_id, at, actor, operation, status)
       select $1, now(), 'tests', 'pause', 2 from generate_series(1, 50)`,
      [id],
    )
  const count = async () =>
    (await app.rows<{ total: number }>('select count(*)::int as total from webhook_delivery'))[0]?.total
  await eventually(async () => expect(await count()).toBeGreaterThanOrEqual(100))
  expect(await count()).toBeLessThanOrEqual(500)
  isDown = false
  clock.advance(10 * SECOND)
  while (arrived.length < 1502) {
    const before = arrived.length
    clock.advance(SECOND)
    await eventually(() => expect(arrived.length).toBeGreaterThan(before))
  }
  expect(arrived).toHaveLength(1502)
})

it('is not slowed down by another webhook whose receiver hangs', async () => {
  const hanging = await startReceiver()
  onTestFinished(hanging.close)
  let asked = 0
  hanging.answer = () => {
    asked += 1
  }
  await addWebhook(hanging)
  for (let each = 0; each < 20; each += 1) await publish(`task ${each}`)
  clock.advance(SECOND)
  await eventually(() => expect(arrived.length).toBeGreaterThanOrEqual(12))
  expect(asked).toBeLessThanOrEqual(8)
})
