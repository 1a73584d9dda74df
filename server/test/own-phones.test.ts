// Own phones by the API, and the calls for them: which gateway gets what, and what keeps them apart from numbers. The switch is a stand-in.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { systemClock } from '../src/platform/kernel/clock.ts'
import type { CallRequest } from '../src/telephony/gateway.ts'
import { createOwnPhoneCalls } from '../src/telephony/lines/own-phone-calls.ts'
import { createRegistry } from '../src/telephony/lines/registry.ts'
import type { OwnPhone } from '../src/telephony/own-phones/own-phone.ts'
import type { OwnAsterisk } from '../src/telephony/switches/asterisk/own/own-asterisk.ts'
import { createControlledPhones } from './support/controlled-gateway.ts'
import { addList } from './support/do-not-call.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { silentLog } from './support/silent-log.ts'
import { standInHost } from './support/stand-in-host.ts'
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
/** Of the service. */
let address: string

beforeAll(async () => {
  app = await createTestApp({
    role: 'all',
    gateway({ ownPhones, trunks }) {
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
      const host = {
        ...standInHost(() => numbers.gateway()),
        async applyPhones(all: readonly OwnPhone[]) {
          given = all.map(({ username }) => username)
        },
        asterisk: () => asterisk,
        phones: () => phoneGateway,
      }
      const calls = createOwnPhoneCalls({
        ...{ phones: ownPhones, host },
        sip: { host: undefined, port: 5070 },
        clock: systemClock,
        log: silentLog,
      })
      const simulator = noting(numbers.gateway(), () => dialed)
      const parts = { clock: systemClock, log: silentLog, simulator, ownPhones: calls }
      const gateway = createRegistry({ ...parts, real: { trunks, host } })
      return { gateway, probe: () => undefined, phoneSwitch: calls.phoneSwitch }
    },
  })
  taskId = await app.addTask('Ring me', await app.addDataSource('list'), { flow: FLOW })
  app.startDialing()
  address = await app.http.listen({ host: '127.0.0.1', port: 0 })
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

/** A stand-in for Asterisk's WebSocket, and the port of the service. */
async function openFarEnd() {
  const far = createServer()
  const sockets = new WebSocketServer({ server: far, path: '/ws' })
  const seen: (string | undefined)[] = []
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
  return { sockets, seen }
}

interface Browser extends Account {
  path: string
}

const browserOf = (authorization: string) =>
  app.send<Browser>({ method: 'POST', url: '/api/ownPhone/browser', headers: { authorization } })

function connectPhone({ path, password }: Pick<Browser, 'path' | 'password'>, origin?: string) {
  return new Promise<WebSocket>((resolve, reject) => {
    const url = address.replace('http', 'ws') + path
    const socket = new WebSocket(url, ['sip', `password.${password}`], origin === undefined ? {} : { origin })
    socket.on('open', () => resolve(socket))
    socket.on('error', reject)
    onTestFinished(() => socket.terminate())
  })
}
const whenClosed = (socket: WebSocket) =>
  new Promise<void>((resolve) => socket.once('close', () => resolve()))

it('has a WebSocket that is passed on to Asterisk, for its password only', async () => {
  const { sockets, seen } = await openFarEnd()
  const account = expectSuccess(await app.post<Browser>('/api/ownPhone/browser'))
  await expect(connectPhone({ ...account, password: 'wrong' })).rejects.toThrow('401')
  const socket = await connectPhone(account)
  const answer = new Promise((resolve) => socket.once('message', (data) => resolve(String(data))))
  socket.send('REGISTER')
  expect(await answer).toBe('heard REGISTER')
  expect([socket.protocol, seen]).toEqual(['sip', ['sip']])
  const closed = whenClosed(socket)
  for (const client of sockets.clients) client.terminate()
  await closed
  expectError(await app.get(account.path), 400, 'Upgrade')

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

it('has one WebSocket: another one ends the first', async () => {
  const { sockets } = await openFarEnd()
  const account = expectSuccess(await app.post<Browser>('/api/ownPhone/browser'))
  const first = await connectPhone(account)
  const firstClosed = whenClosed(first)
  const second = await connectPhone(account)
  await firstClosed
  await eventually(async () => expect(sockets.clients.size).toBe(1))
  expect(second.readyState).toBe(WebSocket.OPEN)
})

it('in a browser ends with the token that made it: socket, call and account', async () => {
  const { sockets } = await openFarEnd()
  const made = await app.post<{ token: string; id: string }>('/api/token/create', {
    name: 'visitor',
    scope: 'write',
  })
  const token = expectSuccess(made)
  const asVisitor = `Bearer ${token.token}`
  const account = expectSuccess(await browserOf(asVisitor))
  const other = expectSuccess(await app.post<Browser>('/api/ownPhone/browser'))
  const socket = await connectPhone(account)
  const kept = await connectPhone(other)
  online.add(account.username)
  const call = expectSuccess(await ring({ ownPhone: account.id }))
  await eventually(async () => expect(rung).toMatchObject([{ ownPhone: account.username }]))

  const closed = whenClosed(socket)
  expectSuccess(await app.post('/api/token/revoke', { id: token.id }))
  await closed
  await eventually(async () =>
    expect(expectSuccess(await app.get<object>(`/api/testCall/${call.id}`))).toMatchObject({
      status: 'ended',
    }),
  )
  await eventually(async () => expect(given).toEqual([other.username]))
  await expect(connectPhone(account)).rejects.toThrow('401')
  expectError(await ring({ ownPhone: account.id }), 404)
  expect([kept.readyState, sockets.clients.size]).toEqual([WebSocket.OPEN, 1])
})

it('in a browser expires with its token', async () => {
  const body = { name: 'day visitor', scope: 'write', expiresInDays: 1 }
  const { id, token } = expectSuccess(
    await app.post<{ token: string; id: string }>('/api/token/create', body),
  )
  const [soon] = await app.rows<{ at: Date }>(
    `update access_token set expire_time = now() + interval '5 minutes' where id = '${id}' returning expire_time as at`,
  )
  const phone = expectSuccess(await browserOf(`Bearer ${token}`))
  expect(await app.rows(`select expire_time as at from own_phone where id = '${phone.id}'`)).toEqual([soon])
})

it('cannot be used by the pages of other sites', async () => {
  await openFarEnd()
  const account = expectSuccess(await app.post<Browser>('/api/ownPhone/browser'))
  await expect(connectPhone(account, 'https://evil.example')).rejects.toThrow('403')
  await expect(connectPhone(account, 'null')).rejects.toThrow('403')
  expect((await connectPhone(account, address)).readyState).toBe(WebSocket.OPEN)
})

it('counts wrong passwords as wrong tokens', async () => {
  await openFarEnd()
  const account = expectSuccess(await app.post<Browser>('/api/ownPhone/browser'))
  const wrong = { ...account, password: 'guessed' }
  const answers = new Set<string>()
  for (let tries = 0; tries <= 100; tries += 1)
    await connectPhone(wrong).catch((error: Error) => answers.add(error.message))
  expect([...answers].at(-1)).toContain('429')
  // The right one is taken whatever others have tried.
  expect((await connectPhone(account)).readyState).toBe(WebSocket.OPEN)
})
