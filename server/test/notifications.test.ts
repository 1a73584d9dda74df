// Alerts and the morning report by e-mail and chat, to a mail server and a chat on this machine.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Alert } from '../src/insight/notifications/alerts.ts'
import { createDeliver } from '../src/insight/notifications/deliver.ts'
import { createNotifier, HOLD_MS } from '../src/insight/notifications/notifier.ts'
import { createMailer } from '../src/insight/notifications/send-mail.ts'
import { createReports } from '../src/insight/reports/reports.service.ts'
import { createSender } from '../src/insight/webhooks/send-webhook.ts'
import { createTimestamps } from '../src/platform/kernel/timestamps.ts'
import { endCall } from './support/call-fixtures.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { createManualClock } from './support/manual-clock.ts'
import { silentLog } from './support/silent-log.ts'
import { contactIdsOf, moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { HERE } from './support/webhooks.ts'

const clock = createManualClock('2026-03-02T01:30:00Z')
const FROM = 'calls@example.com'

let mail: MailServer
let chat: { url: string; texts: string[]; status: number; close(): Promise<void> }
let app: TestApp
let alerts: Alert[] = []

beforeAll(async () => {
  mail = await startMailServer()
  chat = await startChat()
  app = await createTestApp({
    clock,
    webhooks: HERE,
    mail: { url: mail.url, from: `Carillon <${FROM}>`, needsTls: false },
  })
})
afterAll(async () => {
  await app.close()
  await chat.close()
  await mail.close()
})
beforeEach(async () => {
  alerts = []
  mail.received.length = 0
  mail.isRefusing = false
  chat.texts.length = 0
  chat.status = 200
  await app.rows('delete from notified_alert')
  await app.rows(
    "update notification set settings = '{}', report_day = null, lease_owner = null, lease_until = null",
  )
})

async function startChat() {
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    texts.push(JSON.parse(Buffer.concat(chunks).toString()).text)
    expect(request.headers['webhook-signature']).toBeUndefined()
    response.writeHead(chat.status).end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}/hook/secret`, texts, status: 200, close }
}

/** A node. */
function notifier() {
  const timestamps = createTimestamps('Asia/Shanghai')
  return createNotifier({
    ...{ db: app.db, clock, log: silentLog, timestamps, reports: createReports({ db: app.db, clock }) },
    deliver: createDeliver({
      clock,
      sendMail: createMailer({ url: mail.url, from: FROM, needsTls: false }),
      createSender: () => createSender({ rules: HERE.rules, clock, timeoutMs: 5000 }),
    }),
    readAlerts: async () => alerts,
  })
}

interface Settings {
  addresses: string[]
  chatUrls: string[]
  alerts: string[]
  reportHour: number | null
  language: string
  canMail: boolean
  error: string | null
}
const change = (body: object) => app.post<Settings>('/api/notification/settings', body)
const read = async () => expectSuccess(await app.get<Settings>('/api/notification/settings'))
const toAll = () => ({ addresses: ['desk@example.com', 'boss@example.com'], chatUrls: [chat.url] })
const subjects = () => mail.received.map(({ headers }) => headers['subject'])

const trunkDown: Alert = { key: 'trunk:1:down', kind: 'trunk', message: 'Trunk “Main”: Not reachable.' }
const taskFailed: Alert = { key: 'task:1:failed', kind: 'task', message: 'Task “Spring”: It has failed.' }

describe('the settings', () => {
  it('are read and changed, one by one, and the trail has no secret of a chat', async () => {
    expect(await read()).toMatchObject({
      ...{ addresses: [], chatUrls: [], reportHour: null, language: 'en', canMail: true, error: null },
      alerts: ['trunk', 'task', 'upkeep', 'webhook', 'service'],
    })
    expectSuccess(await change({ ...toAll(), alerts: ['task'], language: 'zh' }))
    expect(expectSuccess(await change({ reportHour: 7 }))).toMatchObject({
      ...toAll(),
      ...{ alerts: ['task'], language: 'zh', reportHour: 7 },
    })
    expect(expectSuccess(await change({ reportHour: null })).reportHour).toBeNull()
    const rows = await app.rows<{ changes: object }>(
      "select changes from audit where operation = 'notification.change'",
    )
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toContain('secret')
    expect(JSON.stringify(rows)).toContain('127.0.0.1')
  })

  it('are refused if nothing could be sent there', async () => {
    for (const body of [
      ...[{ addresses: ['nobody'] }, { addresses: ['a@b.c, d@e.f'] }, { addresses: ['a@b.c\nBcc: d@e.f'] }],
      ...[{ chatUrls: ['ftp://chat.example.com'] }, { chatUrls: ['http://169.254.169.254/'] }],
      ...[{ chatUrls: ['https://user:secret@chat.example.com/'] }, { reportHour: 24 }, { alerts: ['all'] }],
    ])
      expectError(await change(body), 400)
  })

  it('are tried with a test, which says who has not taken it', async () => {
    expectSuccess(await change(toAll()))
    chat.status = 500
    const { rows } = expectSuccess(
      await app.post<{ rows: { to: string; error: string | null }[] }>('/api/notification/test', {}),
    )
    expect(rows).toEqual([
      { to: 'desk@example.com', error: null },
      { to: 'boss@example.com', error: null },
      { to: new URL(chat.url).host, error: 'answered with 500' },
    ])
    expect(mail.received.map(({ from, to }) => [from, to])).toEqual(
      expect.arrayContaining([
        [FROM, ['desk@example.com']],
        [FROM, ['boss@example.com']],
      ]),
    )
    expect(mail.received[0]).toMatchObject({
      headers: { subject: 'Carillon: a test', from: `Carillon <${FROM}>` },
      text: 'Alerts and reports of Carillon arrive here.',
    })
  })
})

describe('an alert', () => {
  it('is told once when it has held for a while, and once when it is over', async () => {
    expectSuccess(await change(toAll()))
    const node = notifier()
    alerts = [trunkDown, taskFailed]
    await node.run()
    expect(mail.received).toEqual([])
    clock.advance(HOLD_MS)
    await node.run()
    await node.run()
    expect(subjects()).toEqual(Array(2).fill('Carillon: 2 things need attention'))
    const text = `Needs attention:\n- ${taskFailed.message}\n- ${trunkDown.message}`
    expect(mail.received[0]?.text).toBe(text)
    expect(chat.texts).toEqual([`Carillon: 2 things need attention\n${text}`])
    alerts = [taskFailed]
    await node.run()
    await node.run()
    expect(subjects().slice(2)).toEqual(Array(2).fill('Carillon: 1 thing is over'))
    expect(mail.received[2]?.text).toBe(`Over:\n- ${trunkDown.message}`)
  })

  it('that comes and goes is not told', async () => {
    expectSuccess(await change(toAll()))
    const node = notifier()
    for (let each = 0; each < 4; each += 1) {
      alerts = each % 2 === 0 ? [trunkDown] : []
      await node.run()
      clock.advance(HOLD_MS)
    }
    expect(mail.received).toEqual([])
  })

  it('of a kind that is not wanted is not told', async () => {
    expectSuccess(await change({ ...toAll(), alerts: ['task'] }))
    const node = notifier()
    alerts = [trunkDown]
    await node.run()
    clock.advance(HOLD_MS)
    await node.run()
    expect(mail.received).toEqual([])
  })

  it('that nobody has taken is tried again later, and what one has taken is not', async () => {
    expectSuccess(await change({ addresses: ['desk@example.com'] }))
    const node = notifier()
    alerts = [trunkDown]
    await node.run()
    clock.advance(HOLD_MS)
    mail.isRefusing = true
    await node.run()
    expect((await read()).error).toMatch(/^desk@example\.com: .*550/)
    mail.isRefusing = false
    await node.run()
    expect(mail.received).toEqual([])
    clock.advance(300_000)
    await node.run()
    expect(mail.received).toHaveLength(1)
    expect((await read()).error).toBeNull()

    expectSuccess(await change(toAll()))
    alerts = [trunkDown, taskFailed]
    await node.run()
    clock.advance(HOLD_MS)
    chat.status = 500
    await node.run()
    await node.run()
    expect(chat.texts).toHaveLength(1)
    expect((await read()).error).toBe(`${new URL(chat.url).host}: answered with 500`)
  })

  it('is told by one node, and by another one when the first is gone', async () => {
    expectSuccess(await change({ addresses: ['desk@example.com'] }))
    const [first, second] = [notifier(), notifier()]
    alerts = [trunkDown]
    await first.run()
    clock.advance(HOLD_MS)
    await Promise.all([second.run(), first.run()])
    expect(mail.received).toHaveLength(1)
    alerts = []
    await second.run()
    expect(mail.received).toHaveLength(1)
    await app.rows("update notification set lease_until = now() - interval '1 second'")
    await second.run()
    expect(mail.received).toHaveLength(2)
  })
})

describe('the morning report', () => {
  it('is sent once a day at its hour, with people reached, calls and what worked, for each task', async () => {
    const numbers = Array.from({ length: 4 }, (_none, index) => `1380013800${index}`)
    const dataSourceId = await app.addDataSource('spring', numbers)
    const taskId = await app.addTask('Spring', dataSourceId)
    await moveTo(app, taskId, 'RUNNING')
    const contacts = await contactIdsOf(app, dataSourceId)
    const at = clock.now().toISOString()
    for (const [index, contactId] of contacts.entries())
      await endCall(app, {
        ...{ taskId, contactId, dataSourceId, phoneNumber: numbers[index] ?? '', start: at, end: at },
        outcome: ([1, 1, 2, 3] as const)[index] ?? 1,
      })
    const node = notifier()
    // The hour of today has passed.
    expectSuccess(await change({ addresses: ['desk@example.com'], reportHour: 7 }))
    await node.run()
    expect(mail.received).toEqual([])
    clock.set('2026-03-02T22:59:00Z')
    await node.run()
    expect(mail.received).toEqual([])
    clock.set('2026-03-02T23:00:00Z')
    await node.run()
    await node.run()
    await notifier().run()
    expect(mail.received).toHaveLength(1)
    expect(mail.received[0]).toMatchObject({
      headers: { subject: 'Carillon, 2026-03-02: 2 reached, 2 successful' },
      text: [
        ...['People reached: 2', 'Calls: 4', 'Successful: 2 (50% of the calls)', ''],
        ...['Tasks:', '- Spring: 4 calls, 2 reached, 2 successful'],
      ].join('\n'),
    })
    clock.set('2026-03-03T23:00:00Z')
    await node.run()
    expect(subjects()[1]).toBe('Carillon, 2026-03-03: no calls')
  })
})
