// What the log says of requests, and what it must never say.

import { describe, expect, it } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { captureLog } from './support/log-capture.ts'
import { openForFile } from './support/open-for-file.ts'
import { createTestApp, TEST_TOKEN } from './support/test-app.ts'

const capture = captureLog()
const app = await openForFile(createTestApp({ log: capture.log }))

describe('the log', () => {
  it('has one line for each request, with the id that the caller was told', async () => {
    const answer = await app.get('/api/task/list?pageSize=1')
    const lines = capture.lines.filter((line) => line['reqId'] === answer.headers['x-request-id'])
    expect(lines).toEqual([
      expect.objectContaining({
        level: 30,
        msg: 'request',
        method: 'GET',
        path: '/api/task/list',
        status: 200,
        ms: expect.any(Number),
      }),
    ])
  })

  it('holds no token and no phone number', async () => {
    const phoneNumber = '13800138000'
    const dataSourceId = await app.addDataSource('customers', [phoneNumber])
    const contacts = `/api/dataSource/${dataSourceId}`
    const { token } = expectSuccess(
      await app.post<{ token: string }>('/api/token/create', { name: 'crm', scope: 'read' }),
    )
    const send = (authorization: string) =>
      app.send({ method: 'GET', url: '/api/task/list', headers: { authorization } })
    expectSuccess(await send(`Bearer ${token}`))
    expectError(await send('Bearer unknown-token-of-somebody'), 401)
    expectError(await send('unknown-token-of-somebody'), 401)
    expectSuccess(await app.get(`${contacts}/contacts?phoneNumber=${phoneNumber}`))
    expectError(await app.post(`${contacts}/contact/add`, { phoneNumber }), 409)
    expectError(await app.post(`${contacts}/contact/add`, { phoneNumber: `${phoneNumber}x` }), 400)
    expectError(await app.post(`${contacts}/contact/add`, { phoneNumber: 13800138000 }), 400)
    expectError(await app.post(`${contacts}/contact/delete`, { contactId: phoneNumber }), 404)
    expectError(await app.get(`${contacts}/contact/${phoneNumber}/calls`), 404)
    expectError(await app.get(`/api/contact/${phoneNumber}?phoneNumber=${phoneNumber}`), 404)
    const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' }
    const url = `${contacts}/contact/add`
    expectError(
      await app.send({ method: 'POST', url, headers, payload: `{"phoneNumber": "${phoneNumber}"` }),
      400,
    )

    const text = capture.text()
    expect(text).toContain(`${contacts}/contact/add`)
    for (const secret of [TEST_TOKEN, token, 'unknown-token-of-somebody', phoneNumber])
      expect(text).not.toContain(secret)
  })

  it('holds no phone number when the database refuses a row', async () => {
    // A rule that the service knows nothing of, so that it is an error of its own.
    await app.rows(`alter table contact add constraint surprise check (phone_number <> '13900139000')`)
    const id = await app.addDataSource('surprised')
    const answer = await app.post(`/api/dataSource/${id}/contact/add`, { phoneNumber: '13900139000' })
    expectError(answer, 500, /^internal error$/)
    const [error] = capture.lines.filter(
      (line) => line['reqId'] === answer.headers['x-request-id'] && line['level'] === 50,
    )
    expect(error).toMatchObject({ msg: 'request failed', err: { constraint: 'surprise' } })
    expect(capture.text()).not.toContain('13900139000')
  })

  it('holds no phone number when the database refuses what the dialer writes', async () => {
    const node = await createTestApp({
      database: app.database,
      log: capture.log,
      role: 'all',
      gateway: createSimulator({
        settings: parseSimulatorSettings('seed=5, answered=100, ring=0-0, talk=0-0'),
        clock: systemClock,
      }),
    })
    try {
      await app.rows(`alter table call add constraint dialer_surprise check (phone_number <> '13700137000')`)
      const dataSourceId = await app.addDataSource('dialed', ['13700137000'])
      const id = await app.addTask('dialed', dataSourceId)
      expectSuccess(await app.post('/api/task/publish', { id }))
      node.startDialing()
      await expect.poll(() => capture.text()).toContain('"constraint":"dialer_surprise"')
      expect(capture.text()).not.toContain('13700137000')
    } finally {
      await node.close()
    }
  })

  it('says nothing about refused requests beyond their line', async () => {
    const before = capture.lines.length
    expectError(await app.get('/api/task/detail/x'), 404)
    expectError(await app.post('/api/task/add', { taskName: '' }), 400)
    expect(capture.lines.slice(before).map((line) => [line['level'], line['status']])).toEqual([
      [30, 404],
      [30, 400],
    ])
  })
})
