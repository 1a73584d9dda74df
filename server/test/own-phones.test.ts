// Own phones by the API, and the calls for them: which gateway gets what, and what keeps them apart from numbers. The switch is a stand-in.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { CallRequest } from '../src/dialer/gateway.ts'
import type { OwnAsterisk } from '../src/gateways/asterisk/own/own-asterisk.ts'
import { createOwnPhoneGateway } from '../src/gateways/trunks/own-phone-gateway.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createControlledPhones } from './support/controlled-gateway.ts'
import { addList } from './support/do-not-call.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

interface Account {
  id: string
  name: string
  username: string
  password: string
  host: string
  port: number
}

const FLOW = { steps: [{ id: 'end', type: 'hangup' }] }
const numbers = createControlledPhones()
const phones = createControlledPhones()
let app: TestApp
let taskId: string
/** Requests for numbers, and for own phones. */
let dialed: CallRequest[]
let rung: CallRequest[]
let online: Set<string>
let given: string[]
let fault: string | undefined
let socketUrl = 'http://127.0.0.1:1/ari'

beforeAll(async () => {
  app = await createTestApp({
    role: 'all',
    gateway({ ownPhones, onPhoneSwitch }) {
      const asterisk = {
        access: {
          get url() {
            return socketUrl
          },
        },
        hasAll: () => fault === undefined,
        state: () =>
          fault === undefined ? { kind: 'running' } : { kind: 'waiting', reason: fault, retryInMs: 1 },
        onlineEndpoints: async () => online,
      } as unknown as OwnAsterisk
      const noting = (inner: ReturnType<typeof phones.gateway>, requests: () => CallRequest[]) => ({
        ...inner,
        async originate(request: CallRequest) {
          requests().push(request)
          await inner.originate(request)
        },
      })
      const phoneGateway = noting(phones.gateway(), () => rung)
      const own = createOwnPhoneGateway({
        gateway: noting(numbers.gateway(), () => dialed),
        phones: ownPhones,
        phoneHost: {
          async applyPhones(all) {
            given = all.map(({ username }) => username)
          },
          asterisk: () => asterisk,
          phoneGateway: () => phoneGateway,
        },
        sip: { host: undefined, port: 5070 },
        clock: systemClock,
        log: silentLog,
      })
      onPhoneSwitch(own.phoneSwitch)
      return own.gateway
    },
  })
  taskId = await app.addTask('Ring me', await app.addDataSource('list'), { flow: FLOW })
  app.startDialing()
})
beforeEach(async () => {
  dialed = []
  rung = []
  online = new Set()
  fault = undefined
  await app.rows('delete from own_phone')
})
afterAll(() => app.close())

const add = async (name: string) => expectSuccess(await app.post<Account>('/api/ownPhone/add', { name }))
const list = async () =>
  expectSuccess(await app.get<{ rows: Record<string, unknown>[] }>('/api/ownPhone/list')).rows
const ring = (body: object) => app.post<{ id: string }>(`/api/task/${taskId}/testCall`, body)

it('is added with an account for a SIP app, listed without its password, and deleted', async () => {
  const { password, ...account } = await add(' Reception ')
  expect(account).toMatchObject({
    name: 'Reception',
    username: expect.stringMatching(/^000\d{7}$/),
    port: 5070,
  })
  expect(password).toMatch(/^[a-z2-9]{20}$/)
  expectError(await app.post('/api/ownPhone/add', { name: 'Reception' }), 409, 'Reception')
  expectError(await app.post('/api/ownPhone/add', { name: ' ' }), 400, 'name')
  await eventually(async () => expect(given).toEqual([account.username]))
  const { id, name, username } = account
  expect(await list()).toEqual([
    { id, name, username, hasPassword: true, isRegistered: false, createTime: expect.any(String) },
  ])
  online.add(username)
  expect(await list()).toMatchObject([{ isRegistered: true }])
  expect(JSON.stringify(await app.rows('select * from audit'))).not.toContain(password)

  expectSuccess(await app.post('/api/ownPhone/delete', { id }))
  expectError(await app.post('/api/ownPhone/delete', { id }), 404, 'own phone')
  await eventually(async () => expect(given).toEqual([]))
  expect(await list()).toEqual([])
})

it('is called as soon as it is registered, whatever the rules say, and no number is dialed', async () => {
  const { id, username } = await add('Desk')
  await addList(app, [username], { isGlobal: true })
  const call = expectSuccess(await ring({ ownPhone: id }))
  const status = async () => expectSuccess(await app.get<object>(`/api/testCall/${call.id}`))
  expect(await status()).toMatchObject({ status: 'waiting', phoneNumber: 'phone:Desk' })
  expectError(await ring({ ownPhone: id }), 409, 'ownPhone')
  online.add(username)
  await eventually(async () => expect(rung).toMatchObject([{ phoneNumber: username, ownPhone: username }]))
  phones.answer(call.id)
  await eventually(async () => expect(await status()).toMatchObject({ status: 'ended', cause: 'answered' }))
  expect(dialed).toEqual([])
})

it('cannot be reached by the number of a contact, even if that is its username', async () => {
  const { id, username } = await add('Kitchen')
  online.add(username)
  for (const phoneNumber of [`phone:${id}`, 'phone:Kitchen', `sip:${username}@127.0.0.1`])
    expectError(await ring({ phoneNumber }), 400, 'phoneNumber')
  const dataSourceId = await app.addDataSource('tricky', [username])
  for (const phoneNumber of [`phone:${id}`, 'phone:Kitchen'])
    expectError(await app.post(`/api/dataSource/${dataSourceId}/contact/add`, { phoneNumber }), 400)
  await app.rows('delete from do_not_call_entry')
  const task = await app.addTask('tricky', dataSourceId, { flow: FLOW, maxDialCount: 1 })
  expectSuccess(await app.post('/api/task/publish', { id: task }))
  await eventually(async () => expect(dialed).toMatchObject([{ phoneNumber: username }]))
  expect(dialed[0]?.ownPhone).toBeUndefined()
  numbers.answer(dialed[0]?.attemptId ?? '')
  expect(rung).toEqual([])
})

it('is refused with the field that is wrong', async () => {
  expectError(await ring({}), 400, 'phoneNumber')
  expectError(await ring({ ownPhone: UNKNOWN_ID }), 404, 'own phone')
  expectError(await ring({ ownPhone: UNKNOWN_ID, phoneNumber: '13800138000' }), 400, 'ownPhone')
})

it('is in a browser for an hour, and says why it cannot be', async () => {
  fault = 'install it'
  const refused = await app.post('/api/ownPhone/browser')
  expectError(refused, 405, 'install it')
  expectError(await app.post('/api/ownPhone/add', { name: 'Cellar' }), 405, 'install it')
  expect(await app.rows('select from own_phone')).toEqual([])
  fault = undefined
  const { id, username } = expectSuccess(await app.post<Account>('/api/ownPhone/browser'))
  // It is in no list, and can be called.
  expect(await list()).toEqual([])
  online.add(username)
  expectSuccess(await ring({ ownPhone: id }))
  await eventually(async () => expect(rung).toMatchObject([{ ownPhone: username }]))
  phones.answer(rung[0]?.attemptId ?? '')
  await app.rows(`update own_phone set expire_time = now() - interval '1 second'`)
  expectError(await ring({ ownPhone: id }), 404)
})

it('has a WebSocket that is passed on to Asterisk, for its password only', async () => {
  const far = createServer()
  const seen: (string | undefined)[] = []
  const sockets = new WebSocketServer({ server: far, path: '/ws' })
  sockets.on('connection', (socket, { headers }) => {
    seen.push(headers['sec-websocket-protocol'])
    socket.on('message', (message) => socket.send(`heard ${message}`))
  })
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    sockets.close()
    far.closeAllConnections()
    far.close()
  })
  socketUrl = `http://127.0.0.1:${(far.address() as AddressInfo).port}/ari`
  const account = expectSuccess(await app.post<Account & { path: string }>('/api/ownPhone/browser'))
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const open = (password: string) =>
    new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(address.replace('http', 'ws') + account.path, [
        'sip',
        `password.${password}`,
      ])
      socket.on('open', () => resolve(socket))
      socket.on('error', reject)
    })

  await expect(open('wrong')).rejects.toThrow('401')
  const socket = await open(account.password)
  const answer = new Promise((resolve) => socket.once('message', (data) => resolve(String(data))))
  socket.send('REGISTER')
  expect(await answer).toBe('heard REGISTER')
  expect([socket.protocol, seen]).toEqual(['sip', ['sip']])
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const client of sockets.clients) client.terminate()
  await closed

  // Offers of other protocols are no reason not to answer.
  const { request } = await import('node:http')
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${address}/api/ownPhone/add`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TEST_TOKEN}`,
        'content-type': 'application/json',
        connection: 'Upgrade, HTTP2-Settings',
        upgrade: 'h2c',
        'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
      },
    })
    sent.on('response', (response) => resolve(response.resume().statusCode))
    sent.on('error', reject)
    sent.end('{"name":"Upgraded"}')
  })
  expect(status).toBe(200)
})
