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
  messageId: string
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
  const added = await app.post<{ id: string; secret: string }>('/api/webhook/add', {
    ...{ url: to.url, events: ['task.status'] },
  })
  const { id, secret } = expectSuccess(added)
  const verifier = new Webhook(secret)
  // Its clock is not ours.
  to.verify.push({
    verify(body: string, headers: Record<string, string>) {
      const time = new Date(Number(headers['webhook-timestamp']) * 1000)
      expect(headers['webhook-signature']).toBe(verifier.sign(headers['webhook-id'] ?? '', time, body))
      return JSON.parse(body)
    },
  } as unknown as Webhook)
  return id
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
  // Something waits all the time, so it is tried every few hours.
  for (let day = 1; day <= 4; day += 1) {
    clock.advance(23 * HOUR)
    await eventually(async () => expect((await deliveries())[0]).toMatchObject({ attempts: day + 1 }))
  }
  expect(await shown()).toMatchObject({ isEnabled: true })
  clock.advance(23 * HOUR)
  await eventually(async () => expect((await deliveries())[0]).toMatchObject({ attempts: 6 }))
  clock.advance(23 * HOUR)
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

it('counts five days of failing anew after a silence: one failure then switches nothing off', async () => {
  isDown = true
  await publish('one')
  for (const [index, pause] of PAUSES.entries()) {
    await eventually(async () => expect((await deliveries())[0]).toMatchObject({ attempts: index + 1 }))
    clock.advance(pause)
  }
  await eventually(async () => expect((await deliveries())[0]).toMatchObject({ status: 'failed' }))
  const since = (await shown())?.['failingSince']
  clock.advance(6 * 24 * HOUR)
  await publish('two')
  await eventually(async () => {
    expect(await shown()).toMatchObject({ isEnabled: true, failingSince: expect.any(String) })
    expect((await shown())?.['failingSince']).not.toBe(since)
  })
})

it('is switched off also if the database does not take it at once, and works when it is switched on again', async () => {
  // What fails leaves nothing in the database but the next number of a sequence.
  await app.rows('create sequence tried')
  await app.rows(`create function refuse() returns trigger language plpgsql as $$
    begin perform nextval('tried'); raise 'the disk is full' using errcode = 'disk_full'; end $$`)
  await app.rows(
    `create trigger refuse before update of is_enabled on webhook for each row execute function refuse()`,
  )
  const answer = receiver.answer
  receiver.answer = (_event, response) => response.writeHead(410).end()
  await publish('one')
  await eventually(async () =>
    expect(await app.rows('select is_called from tried')).toEqual([{ is_called: true }]),
  )
  expect(await shown()).toMatchObject({ isEnabled: true })
  await app.rows('drop trigger refuse on webhook')
  await eventually(async () => expect(await shown()).toMatchObject({ isEnabled: false, offReason: 'gone' }))
  receiver.answer = answer
  expectSuccess(await app.post('/api/webhook/update', { id: webhookId, isEnabled: true }))
  clock.advance(HOUR)
  await eventually(() => expect(arrived.map(([, operation]) => operation)).toEqual(['publish']))
})

it('sends what was answered once, also if the table is read before the answer is written there', async () => {
  await app.close()
  app = await createTestApp({ clock, webhooks: HERE, webhookTiming: { ...FAST, writeMs: 3_600_000 } })
  webhookId = await addWebhook(receiver)
  app.startWebhooks()
  // The first answer is written at once, the next ones are not.
  const tasks = [await publish('first')]
  await eventually(async () => expect((await deliveries())[0]).toMatchObject({ status: 'delivered' }))
  for (const name of ['second', 'third', 'fourth']) {
    tasks.push(await publish(name))
    await eventually(() => expect(arrived.map(([task]) => task)).toContain(tasks.at(-1)))
    expectSuccess(await app.post('/api/webhook/update', { id: webhookId, description: name }))
  }
  expect(arrived.map(([task]) => task)).toEqual(tasks)
})

it('has ids that never come again, also if the numbers in the database do', async () => {
  await publish('one')
  await eventually(async () => expect((await deliveries())[0]).toMatchObject({ status: 'delivered' }))
  const [before] = await deliveries()
  // As after a restore of a backup from before the event.
  await app.rows('truncate webhook_delivery restart identity')
  await publish('two')
  await eventually(async () => expect((await deliveries())[0]).toMatchObject({ status: 'delivered' }))
  const [after] = await deliveries()
  expect(after?.id).toBe(before?.id)
  expect(after?.messageId).not.toBe(before?.messageId)
  expect(after?.messageId).toMatch(/^msg_[0-9a-f-]{36}$/)
})

it('sends what waits at once: one delivery with those before it, all of a webhook, or all', async () => {
  isDown = true
  const [a, b] = [await publish('a'), await publish('b')]
  const untilTried = (id: string) =>
    eventually(async () => {
      const rows = (await deliveries('?status=waiting')) as (Delivery & { taskId: string })[]
      expect(rows.filter(({ taskId }) => taskId === id).map(({ attempts }) => attempts)).toContain(1)
    })
  await untilTried(a)
  await untilTried(b)
  expectSuccess(await app.post('/api/task/pause', { id: a }))
  await eventually(async () => expect(await deliveries('?status=waiting')).toHaveLength(3))
  isDown = false
  const sendNow = async (body: object) => app.post<{ count: number }>('/api/webhook/sendNow', body)
  const [last] = await deliveries()
  const one = { id: webhookId, deliveryId: last?.id }
  expect(expectSuccess(await sendNow(one))).toEqual({ count: 2 })
  await eventually(() => expect(arrived).toContainEqual([a, 'pause']))
  expect(arrived.filter(([task]) => task === b)).toHaveLength(1)
  await eventually(async () => expect(await deliveries('?status=waiting')).toHaveLength(1))
  expectError(await sendNow(one), 404, /^waiting delivery/)
  expectError(await sendNow({ deliveryId: last?.id }), 400, 'id is required with deliveryId')
  expect(expectSuccess(await sendNow({}))).toEqual({ count: 1 })
  await eventually(async () => expect(await deliveries('?status=waiting')).toHaveLength(0))
  expect(expectSuccess(await sendNow({ id: webhookId }))).toEqual({ count: 0 })
  expectSuccess(await app.post('/api/webhook/update', { id: webhookId, isEnabled: false }))
  expectError(await sendNow({ id: webhookId }), 405, 'The webhook is off')
})

it('reads no more events while too many wait, loses none, and sends each once and in order', async () => {
  isDown = true
  const answer = receiver.answer
  const reasons: number[] = []
  receiver.answer = (event, response) => {
    if (event.data['operation'] === 'pause') reasons.push(Number(event.data['reason']))
    answer?.(event, response)
  }
  const id = await publish('one')
  await eventually(() => expect(arrived).toHaveLength(1))
  for (let each = 0; each < 30; each += 1)
    await app.rows(
      `insert into audit (task_id, at, actor, operation, status, reason)
       select $1, now(), 'tests', 'pause', 2, $2::integer * 50 + place from generate_series(1, 50) place`,
      [id, each],
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
  expect(reasons).toEqual(Array.from({ length: 1500 }, (_, index) => index + 1))
})

it('is not slowed down by another webhook whose receiver hangs', async () => {
  const hanging = await startReceiver()
  onTestFinished(hanging.close)
  let [open, most] = [0, 0]
  hanging.answer = (_event, response) => {
    open += 1
    most = Math.max(most, open)
    response.once('close', () => {
      open -= 1
    })
  }
  await addWebhook(hanging)
  for (let each = 0; each < 20; each += 1) await publish(`task ${each}`)
  await eventually(() => {
    // How much is sent per second goes by the clock.
    clock.advance(10)
    expect(arrived.length).toBeGreaterThanOrEqual(12)
  })
  expect(most).toBeLessThanOrEqual(8)
})
