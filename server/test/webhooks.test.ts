// Webhooks from one end to the other: added by the API, delivered to a receiver that verifies them with `standardwebhooks`.

import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { keepRecording } from '../src/conversations/recordings/recordings.queries.ts'
import { createSender } from '../src/insight/webhooks/send-webhook.ts'
import { createWebhooks } from '../src/insight/webhooks/webhooks.service.ts'
import { lockList, putEntries } from '../src/lists/do-not-call/write-entries.ts'
import { endJob } from '../src/lists/imports/imports.queries.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { OPEN_BOX } from '../src/platform/kernel/secrets/secret-box.ts'
import { addList } from './support/do-not-call.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { startReceiver, type WebhookReceiver } from './support/webhook-receiver.ts'
import { FAST, HERE } from './support/webhooks.ts'

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

const forgetting = {
  rules: HERE.rules,
  createSender: () => createSender({ rules: HERE.rules, clock: systemClock, timeoutMs: 1 }),
}

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
  const answer = await app.post<Shown & { secret: string }>('/api/webhook/add', {
    url: to.url,
    events: ['call.ended', 'task.status'],
    ...fields,
  })
  const { secret, ...webhook } = expectSuccess(answer)
  to.verify.push(new Webhook(secret))
  return webhook
}

const shown = async (id: string) =>
  expectSuccess(await app.get<{ rows: Shown[] }>('/api/webhook/list')).rows.find((each) => each.id === id)

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
      ...{
        id,
        taskId: null,
        phoneNumber: '13800138009',
        isLastAttempt: true,
        contactFields: { customer: '7' },
      },
      singleCall: { id, isLast: true, reason: null },
    },
  })
})

it('sends nothing to a webhook of other tasks, and sends a contact when it is done', async () => {
  const done = await startReceiver()
  onTestFinished(done.close)
  const other = await app.addTask('other', await app.addDataSource('others'))
  await addWebhook({ taskIds: [other] })
  await addWebhook({ events: ['contact.done'] }, done)
  app.startDialing()
  const taskId = await runTask(['13800138001'], { maxDialCount: 3 })
  await eventually(() => expect(done.received).toHaveLength(1))
  expect(done.received[0]).toMatchObject({
    type: 'contact.done',
    data: { taskId, phoneNumber: '13800138001', state: 'success', attempts: 1 },
  })
  expect(receiver.received).toEqual([])
})

it('tells of opt-outs, of finished imports and of recordings', async () => {
  await addWebhook({ events: ['doNotCall.added', 'import.finished', 'recording.ready'] })
  const listId = await addList(app, ['13800138001'])
  const dataSourceId = await app.addDataSource('imported')
  const ids = [newId(), newId()]
  await app.rows(
    `insert into import_job (id, data_source_id, status, actor, file_name, file_size, file_digest, reading, create_time)
     values ($1, $2, 'running', 'tests', 'a.csv', 1, '', '{}', now())`,
    [ids[0], dataSourceId],
  )
  await endJob(app.db, [ids[0], ['running'], 'failed', null, new Date(), null])
  await app.rows(
    `insert into recording (id, call_id, task_id, contact_id, phone_number, phone_key, what, file, create_time)
     values ($1, $1, $1, $1, '1', '1', 'call', 'a.wav', now())`,
    [ids[1]],
  )
  await keepRecording(app.db, [ids[1] ?? '', 'folder', 100, 2, new Date()])
  await eventually(() => expect(receiver.received).toHaveLength(3))
  const dataOf = (event: string) => receiver.received.find(({ type }) => type === event)?.data
  expect(dataOf('doNotCall.added')).toMatchObject({
    listId,
    phoneNumber: '13800138001',
    actor: 'ACCESS_TOKEN',
  })
  expect(dataOf('import.finished')).toMatchObject({ id: ids[0], status: 'failed', dataSourceId })
  expect(dataOf('recording.ready')).toMatchObject({ id: ids[1], taskId: null, status: 'kept', seconds: 2 })
})

it('tells of the numbers that a file puts on a do-not-call list once, with their count', async () => {
  const listId = await addList(app)
  const importing = { actor: 'tests', now: new Date(), isImport: true }
  const phone = { text: '13800138001', key: '13800138001' }
  await addWebhook({ events: ['doNotCall.added'] })
  await app.db.transaction(async (tx) => {
    await putEntries(tx, await lockList(tx, listId), [{ phone, note: '', expireTime: null }], importing)
  })
  const importId = newId()
  await app.rows(
    `insert into import_job (id, do_not_call_list_id, status, actor, file_name, file_size, file_digest, reading, create_time, read_rows, added_count)
     values ($1, $2, 'running', 'tests', 'a.csv', 1, '', '{}', now(), 1, 1)`,
    [importId, listId],
  )
  await endJob(app.db, [importId, ['running'], 'canceled', null, new Date(), null])
  expectSuccess(await app.post(`/api/doNotCall/${listId}/entry/add`, { phoneNumbers: ['13800138002'] }))
  await eventually(() => expect(receiver.received).toHaveLength(2))
  expect(receiver.received.map(({ data }) => [data['count'], data['importId'], data['phoneNumber']])).toEqual(
    [
      [1, importId, undefined],
      [1, null, '13800138002'],
    ],
  )
})

it('tells of contacts that are done without a call', async () => {
  await addWebhook({ events: ['contact.done'], withContactFields: true })
  await addList(app, ['13800138001'], { isGlobal: true })
  app.startDialing()
  await runTask(['13800138001', '13800138002'])
  await eventually(() => expect(receiver.received).toHaveLength(2))
  const told = receiver.received.map(({ data }) => [data['phoneNumber'], data['state'], data['cause']])
  expect(told.sort()).toEqual([
    ['13800138001', 'skipped', 'do_not_call'],
    ['13800138002', 'success', 'answered'],
  ])
  expect(receiver.received[0]?.data['contactFields']).toEqual({})
})

describe('of a contact that is withdrawn after a call', () => {
  const busy = createInstantGateway(() => 'busy')

  it('the call is not the last attempt, and it is done once, however late this is read', async () => {
    await app.close()
    app = await createTestApp({ role: 'all', gateway: busy, webhooks: HERE, webhookTiming: FAST })
    app.startWebhooks()
    const { id } = await addWebhook({ events: ['call.ended', 'contact.done'], isEnabled: false })
    app.startDialing()
    const taskId = await runTask(['13800138001'], { maxDialCount: 3, callInterval: 3600 })
    const [task] = await app.rows<{ data_source_id: string }>(
      'select data_source_id from task where id = $1',
      [taskId],
    )
    await eventually(async () => expect(await app.rows('select from call')).toHaveLength(1))
    const withdrawn = { phoneNumber: '13800138001' }
    expectSuccess(await app.post(`/api/dataSource/${task?.data_source_id}/contact/withdraw`, withdrawn))
    expectSuccess(await app.post('/api/webhook/update', { id, isEnabled: true }))
    await eventually(() => expect(receiver.received).toHaveLength(2))
    expect(receiver.received.map(({ type, data }) => [type, data['isLastAttempt'] ?? data['state']])).toEqual(
      [
        ['call.ended', false],
        ['contact.done', 'failed'],
      ],
    )
  })
})

describe('of a contact that waits when the goal of its task is met', () => {
  const oneAnswers = createInstantGateway(({ phoneNumber }) =>
    phoneNumber === '13800138009' ? 'answered' : 'busy',
  )

  it.each([true, false])('it is done, once; read at once: %s', async (isReadAtOnce) => {
    await app.close()
    app = await createTestApp({ role: 'all', gateway: oneAnswers, webhooks: HERE, webhookTiming: FAST })
    app.startWebhooks()
    await app.limits.change({ lines: 1, callsPerSecond: 0 })
    const { id } = await addWebhook({ events: ['call.ended', 'contact.done'], isEnabled: isReadAtOnce })
    app.startDialing()
    const settings = { maxDialCount: 3, callInterval: 3600, stopWhen: { successes: 1 } }
    const taskId = await runTask(['13800138001', '13800138009', '13800138002'], settings)
    await eventually(async () =>
      expect(await app.rows('select from task where id = $1 and is_drained', [taskId])).toHaveLength(1),
    )
    if (!isReadAtOnce) expectSuccess(await app.post('/api/webhook/update', { id, isEnabled: true }))
    await eventually(() => expect(receiver.received).toHaveLength(4))
    const told = receiver.received.map(({ type, data }) => [
      ...[type, data['phoneNumber'], data['isLastAttempt'] ?? data['state']],
    ])
    expect(told).toEqual([
      ['call.ended', '13800138001', false],
      ['call.ended', '13800138009', true],
      ['contact.done', '13800138009', 'success'],
      ['contact.done', '13800138001', 'failed'],
    ])
  })
})

it('tells of a task that needs attention, once', async () => {
  const taskId = await runTask(['13800138001'])
  await addWebhook({ events: ['task.attention'] })
  // Nobody dials.
  await eventually(() => expect(receiver.received).toHaveLength(1))
  expect(receiver.received[0]).toMatchObject({
    type: 'task.attention',
    data: { taskId, taskName: 'task 13800138001', status: 1, code: 'no_dialer' },
  })
  const attention = expectSuccess(await app.get<{ attention: object[] }>('/api/system')).attention
  expect(Object.keys(receiver.received[0]?.data ?? {}).sort()).toEqual(Object.keys(attention[0] ?? {}).sort())
})

it('signs with both secrets for a day after a rotation', async () => {
  const { id } = await addWebhook()
  const [old] = receiver.verify as [Webhook]
  const { secret, previousSecretUntil } = expectSuccess(
    await app.post<{ secret: string; previousSecretUntil: string }>('/api/webhook/rotateSecret', { id }),
  )
  expect(previousSecretUntil).toMatch(/^\d{4}-/)
  for (const webhook of [old, new Webhook(secret)]) {
    receiver.verify = [webhook]
    expect(expectSuccess(await app.post<Delivery>('/api/webhook/test', { id }))).toMatchObject({
      ...{ event: 'webhook.test', status: 'delivered', httpStatus: 204 },
    })
  }
  await app.rows('update webhook set previous_until = now()')
  receiver.verify = [old]
  expect(expectSuccess(await app.post<Delivery>('/api/webhook/test', { id }))).toMatchObject({
    ...{ status: 'failed', httpStatus: 401, answer: 'wrong signature' },
  })
})

it('has no previous secret after a restore without secrets, nor after the rotation that follows', async () => {
  const { id } = await addWebhook()
  const rotate = async () =>
    expectSuccess(await app.post<{ previousSecretUntil: string | null }>('/api/webhook/rotateSecret', { id }))
  const shown = async () =>
    expectSuccess(await app.get<{ rows: object[] }>('/api/webhook/list')).rows.filter((row) =>
      JSON.stringify(row).includes(id),
    )
  expect((await rotate()).previousSecretUntil).not.toBeNull()
  await app.rows('update webhook set secret = null, previous_secret = null')
  expect(await shown()).toMatchObject([{ hasSecret: false, previousSecretUntil: null }])
  expect((await rotate()).previousSecretUntil).toBeNull()
  expect(await shown()).toMatchObject([{ hasSecret: true, previousSecretUntil: null }])
})

it('shows secrets only once, and keeps them out of lists and of the audit trail', async () => {
  const answer = await app.post<{ secret: string }>('/api/webhook/add', {
    url: receiver.url,
    events: ['call.ended'],
  })
  const { secret } = expectSuccess(answer)
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const seen = JSON.stringify([await app.get('/api/webhook/list'), await app.get('/api/audit/list')])
  expect(seen).toContain('webhook.add')
  expect(seen).not.toContain(secret)
})

it('reads little of a long answer, and does not follow redirects', async () => {
  const { id } = await addWebhook()
  let written = 0
  receiver.answer = (_event, response) => {
    const chunk = Buffer.alloc(65_536, 'a')
    const write = () => {
      while (written < 100_000_000 && !response.destroyed) {
        written += chunk.length
        if (!response.write(chunk)) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  }
  const long = expectSuccess(await app.post<Delivery>('/api/webhook/test', { id }))
  expect(long).toMatchObject({ status: 'delivered', httpStatus: 200, answer: 'a'.repeat(1024) })
  expect(written).toBeLessThan(20_000_000)
  const { url } = receiver
  receiver.answer = (_event, response) => response.writeHead(302, { location: url }).end()
  expect(expectSuccess(await app.post<Delivery>('/api/webhook/test', { id }))).toMatchObject({
    ...{ status: 'failed', httpStatus: 302 },
  })
})

it('switches a webhook off whose receiver says that it is gone', async () => {
  const { id } = await addWebhook()
  receiver.answer = (_event, response) => response.writeHead(410).end()
  await runTask(['13800138001'])
  await eventually(async () => expect(await shown(id)).toMatchObject({ isEnabled: false, offReason: 'gone' }))
})

it('another node continues when one has stopped without a word', async () => {
  await addWebhook()
  // As a node that is gone: its lease is not released.
  await eventually(async () => {
    await app.rows(
      `update webhook set lease_owner = $1, lease_until = clock_timestamp() + interval '2 seconds'`,
      [newId()],
    )
  })
  await runTask(['13800138001'])
  await eventually(() => expect(receiver.received).toHaveLength(1))
})

describe('an address', () => {
  it.each([
    ['http://10.0.0.1/', /^url is at 10\.0\.0\.1, inside your own network: WEBHOOK_ALLOW must name it$/],
    ['https://192.168.1.1/', /WEBHOOK_ALLOW must name it$/],
    ['https://[fd00::1]/', /WEBHOOK_ALLOW must name it$/],
    ['https://100.64.0.1/', /WEBHOOK_ALLOW must name it$/],
    ['https://[::ffff:10.0.0.1]/', /WEBHOOK_ALLOW must name it$/],
    ['https://[::1]/', /WEBHOOK_ALLOW must name it$/],
    ['https://169.254.169.254/latest', /never called$/],
    ['https://0.0.0.0/', /never called$/],
    ['https://224.0.0.1/', /never called$/],
    ['http://hooks.example.com/', /^url must begin with https:/],
    ['https://user:word@hooks.example.com/', /^url has a user name or a password in it/],
    ['ftp://hooks.example.com/', /^url must be an address that begins with https:\/\/ or http:\/\/$/],
    ['hooks.example.com', /^url must be an address/],
  ])('is refused: %s', async (url, message) => {
    const answer = await app.post('/api/webhook/add', { url, events: ['call.ended'] })
    expectError(answer, 400, message)
    expect((answer.body as unknown as { errors: { field: string }[] }).errors[0]?.field).toBe('url')
  })

  it('is refused by what its name resolves to, also if that changes later', async () => {
    const refused = await app.post('/api/webhook/add', { url: 'https://localhost6/', events: ['call.ended'] })
    // Not every machine knows the name.
    if (refused.status !== 200) expectError(refused, 400, /^url is at ::1, inside/)
    const { id } = await addWebhook()
    await app.rows(`update webhook set url = 'http://localhost:1/'`)
    const other = await createTestApp({ database: app.database })
    onTestFinished(other.close)
    const { error } = expectSuccess(await other.post<Delivery>('/api/webhook/test', { id }))
    expect(error).toMatch(/^localhost is at (127\.0\.0\.1|::1), inside your own network/)
  })
})

it.each([
  [{ events: [] }, /^events/],
  [{ events: ['call.started'] }, /^events/],
  [{ taskIds: [UNKNOWN_ID] }, /^taskIds names the task .* which does not exist$/],
  [{ taskIds: ['x'] }, /^taskIds names the task "x", which does not exist$/],
  [{ url: '' }, /^url/],
])('refuses %j', async (fields, message) => {
  expectError(
    await app.post('/api/webhook/add', { url: receiver.url, events: ['call.ended'], ...fields }),
    400,
    message,
  )
})

it.each(['update', 'delete', 'rotateSecret', 'test', 'sendAgain'])(
  'knows no other webhook: %s',
  async (operation) => {
    for (const id of [UNKNOWN_ID, 'x'])
      expectError(await app.post(`/api/webhook/${operation}`, { id }), 404, /^webhook .* does not exist$/)
  },
)

it('deletes what was sent to a webhook with it', async () => {
  const { id } = await addWebhook()
  expectSuccess(await app.post('/api/webhook/test', { id }))
  const kept = await addWebhook()
  expectSuccess(await app.post('/api/webhook/test', { id: kept.id }))
  expectSuccess(await app.post('/api/webhook/delete', { id }))
  const forget = createWebhooks({
    ...{ ...forgetting, db: app.db, clock: systemClock, secrets: OPEN_BOX },
  }).forgetOrphans
  await forget()
  expect(await app.rows('select webhook_id from webhook_delivery')).toEqual([{ webhook_id: kept.id }])
})
