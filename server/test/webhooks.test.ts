// Webhooks from one end to the other: added by the API, delivered to a receiver that verifies them with `standardwebhooks`.

import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readHosts } from '../src/kernel/outgoing-address.ts'
import { DEFAULT_WEBHOOKS } from '../src/webhooks/webhook-settings.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { startReceiver, type WebhookReceiver } from './support/webhook-receiver.ts'

interface Shown {
  id: string
  url: string
  isEnabled: boolean
  failingSince: string | null
  waitingCount: number
  failedCount: number
  offReason: string | null
}

interface Delivery {
  id: string
  messageId: string
  event: string
  status: string
  attempts: number
  httpStatus: number | null
  durationMs: number | null
  answer: string | null
  error: string | null
}

export const HERE = {
  ...DEFAULT_WEBHOOKS,
  rules: { ...DEFAULT_WEBHOOKS.rules, hosts: readHosts('WEBHOOK_ALLOW', '127.0.0.0/8') },
}
const FAST = { minPauseMs: 5, pollMs: 50, renewMs: 50 }

let app: TestApp
let receiver: WebhookReceiver

beforeEach(async () => {
  receiver = await startReceiver()
  app = await createTestApp({
    role: 'all',
    gateway: createInstantGateway(),
    webhooks: HERE,
    webhookTiming: FAST,
  })
  app.startWebhooks()
})

afterEach(async () => {
  await app.close()
  await receiver.close()
})

async function addWebhook(fields: object = {}, to = receiver): Promise<Shown> {
  const answer = await app.post<{ webhook: Shown; secret: string }>('/api/webhook/add', {
    url: to.url,
    events: ['call.ended', 'task.status'],
    ...fields,
  })
  const { webhook, secret } = expectSuccess(answer)
  to.verify.push(new Webhook(secret))
  return webhook
}

const deliveries = async (id: string, query = '') =>
  expectSuccess(await app.get<{ total: number; rows: Delivery[] }>(`/api/webhook/${id}/deliveries${query}`))

async function runTask(numbers: string[], settings: object = {}): Promise<string> {
  const dataSourceId = await app.addDataSource(`list ${numbers[0]}`, numbers)
  const taskId = await app.addTask(`task ${numbers[0]}`, dataSourceId, settings)
  expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  return taskId
}

it('delivers the calls and changes of a task in their order, verified, and logs them', async () => {
  const webhook = await addWebhook({ withContactFields: true })
  app.startDialing()
  const taskId = await runTask(['13800138001', '13800138002'])
  await eventually(() => expect(receiver.received).toHaveLength(4))
  expect(receiver.received.map(({ type, data }) => [type, data['operation'] ?? data['phoneNumber']])).toEqual(
    [
      ['task.status', 'publish'],
      ['call.ended', expect.stringMatching(/^1380013800[12]$/)],
      ['call.ended', expect.stringMatching(/^1380013800[12]$/)],
      ['task.status', 'complete'],
    ],
  )
  expect(receiver.received[1]?.data).toMatchObject({
    ...{ taskId, outcome: 1, attempt: 1, isLastAttempt: true, contactFields: {} },
  })
  expect(receiver.refused).toBe(0)
  await eventually(async () => {
    const { total, rows } = await deliveries(webhook.id)
    expect(total).toBe(4)
    expect(rows[3]).toMatchObject({
      ...{ event: 'task.status', status: 'delivered', attempts: 1, httpStatus: 204, answer: '', error: null },
    })
    expect(rows.map(({ messageId }) => messageId).reverse()).toEqual(receiver.received.map(({ id }) => id))
  })
})

it('delivers what came of a call that was asked for, with its id and its fields', async () => {
  await addWebhook({ withContactFields: true })
  app.startDialing()
  const asked = { phoneNumber: '13800138009', fields: { customer: '7' } }
  const { id } = expectSuccess(await app.post<{ id: string }>('/api/call', asked))
  await eventually(() => expect(receiver.received).toHaveLength(1))
  expect(receiver.received[0]).toMatchObject({
    type: 'call.ended',
    data: {
      ...{ id, phoneNumber: '13800138009', isLastAttempt: true, contactFields: { customer: '7' } },
      singleCall: { id, isLast: true, reason: null },
    },
  })
})
