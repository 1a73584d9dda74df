// Somebody listens in on a live call.

import { once } from 'node:events'
import { request } from 'node:http'
import { hostname } from 'node:os'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { streamOf } from '../src/dialing/calls/listening.service.ts'
import { type ControlledPhones, createControlledPhones } from './support/controlled-gateway.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const flow = { steps: [{ id: 'confirm', type: 'gather', text: 'Hello, press 1.', keys: '12' }] }

/** What a test lets a listener hear. */
function createEar() {
  let hear: (audio: Uint8Array) => void = () => undefined
  let end = () => undefined as unknown
  const ear = {
    isClosed: false,
    say: (audio: Uint8Array) => hear(audio),
    end: () => end(),
    heard: {
      onAudio: (listener: typeof hear) => {
        hear = listener
      },
      onClose: (listener: () => void) => {
        end = listener
      },
      close: () => {
        ear.isClosed = true
      },
    },
  }
  return ear
}

let app: TestApp
let address: string
let phones: ControlledPhones
let ears: Map<string, ReturnType<typeof createEar>>
beforeAll(async () => {
  phones = createControlledPhones()
  ears = new Map()
  const overhear = async (id: string) => {
    const ear = createEar()
    ears.set(id, ear)
    return ear.heard
  }
  const control = { ...phones.control, overhear }
  app = await createTestApp({ role: 'all', gateway: phones.gateway({ control }) })
  app.startDialing()
  address = await app.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

let tokens = 0
async function tokenOf(fields: object): Promise<{ headers: { authorization: string } }> {
  tokens += 1
  const name = `ear ${tokens}`
  const created = await app.post<{ token: string }>('/api/token/create', { name, scope: 'write', ...fields })
  return { headers: { authorization: `Bearer ${expectSuccess(created).token}` } }
}

let lists = 0
async function answer(settings: object = {}): Promise<string> {
  lists += 1
  const number = `138001391${10 + lists}`
  const dataSourceId = await app.addDataSource(`list ${lists}`, [number])
  const id = await app.addTask(`task ${lists}`, dataSourceId, { flow, maxDialCount: 1, ...settings })
  expectSuccess(await app.post('/api/task/publish', { id }))
  const callId = await phones.callTo(number)
  phones.answer(callId)
  await phones.until(callId, 'play 1')
  return callId
}

const earOf = (id: string) =>
  eventually(() => {
    const ear = ears.get(id)
    if (!ear) throw new Error('nobody listens')
    return ear
  })

it('hears the call as it is, until it ends, and that is on record', async () => {
  const id = await answer()
  const { headers } = await tokenOf({ mayListen: true })
  const listener = request(`${address}/api/call/${id}/audio`, { headers })
  listener.end()
  const said = Buffer.from(Array.from({ length: 160 }, (_, index) => index))
  const ear = await earOf(id)
  // The head of the answer comes with the first audio.
  ear.say(said)
  const [response] = await once(listener, 'response')
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'audio/basic'])
  const heard: Buffer[] = []
  response.on('data', (audio: Buffer) => heard.push(audio))
  await eventually(() => expect(Buffer.concat(heard)).toEqual(said))
  ear.end()
  await once(response, 'end')
  const { rows } = expectSuccess(await app.get<{ rows: object[] }>('/api/audit/list'))
  expect(rows[0]).toMatchObject({ operation: 'call.listen', subjectId: id, actor: `ear ${tokens}` })
  await eventually(() => expect(ear.isClosed).toBe(true))
})

it('leaves nothing behind when the listener goes away', async () => {
  const id = await answer()
  const { headers } = await tokenOf({ mayListen: true })
  const listener = request(`${address}/api/call/${id}/audio`, { headers })
  listener.on('error', () => undefined)
  listener.end()
  const ear = await earOf(id)
  ear.say(new Uint8Array(160))
  await once(listener, 'response')
  expect(ear.isClosed).toBe(false)
  listener.destroy()
  await eventually(() => expect(ear.isClosed).toBe(true))
})

it('needs a token that was made for it, and an answered call', async () => {
  const id = await answer()
  const path = `/api/call/${id}/audio`
  const ask = (url: string, { headers }: Awaited<ReturnType<typeof tokenOf>>) =>
    app.send({ method: 'GET', url, headers })
  expectError(await ask(path, await tokenOf({})), 403)
  const may = await tokenOf({ mayListen: true })
  expectError(await ask('/api/call/00000000-0000-7000-8000-000000000000/audio', may), 404)
  const number = '13800139199'
  const dataSourceId = await app.addDataSource('rings', [number])
  const taskId = await app.addTask('rings', dataSourceId, { flow, maxDialCount: 1 })
  expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  expectError(await ask(`/api/call/${await phones.callTo(number)}/audio`, may), 405)
  expect(ears.has(id)).toBe(false)
})

it.each(['api', 'all'] as const)(
  'names the node of a call that cannot be heard here: a node with the role %s',
  async (role) => {
    const id = await answer()
    const unreachable = { ...phones.control, overhear: () => Promise.reject(new Error('no such channel')) }
    const gateway = createControlledPhones().gateway({ control: unreachable })
    const other = await createTestApp({ role, gateway, database: app.database })
    onTestFinished(other.close)
    const may = await tokenOf({ mayListen: true })
    const answered = await other.send({ method: 'GET', url: `/api/call/${id}/audio`, ...may })
    const node = `${hostname()} ${process.pid}`
    expectError(answered, 405, `the node "${node}"`)
    expect(answered.body).toMatchObject({
      errors: [{ code: 'not_applicable', params: { reason: 'call_elsewhere', node } }],
    })
  },
)

it('says that it is not supported, of a call whose line gives no audio', async () => {
  const id = await answer()
  const gateway = createControlledPhones().gateway()
  const other = await createTestApp({ role: 'all', gateway, database: app.database })
  onTestFinished(other.close)
  const may = await tokenOf({ mayListen: true })
  const answered = await other.send({ method: 'GET', url: `/api/call/${id}/audio`, ...may })
  expectError(answered, 405)
  expect(answered.body).toMatchObject({
    errors: [{ code: 'not_applicable', params: { reason: 'listening_missing' } }],
  })
})

it('is announced where the task says so: without speech nobody listens', async () => {
  const id = await answer({ listenNotice: 'Somebody is listening.' })
  const may = await tokenOf({ mayListen: true })
  expectError(await app.send({ method: 'GET', url: `/api/call/${id}/audio`, ...may }), 409)
  expect(ears.has(id)).toBe(false)
})

it('a listener who is slow misses some of it instead of hearing it late, and one who takes nothing is gone', async () => {
  const ear = createEar()
  const audio = streamOf(ear.heard)
  for (let frame = 0; frame < 400; frame += 1) ear.say(new Uint8Array(160))
  expect(audio.readableLength).toBeLessThanOrEqual(800)
  expect(ear.isClosed).toBe(false)
  for (let frame = 0; frame < 400; frame += 1) ear.say(new Uint8Array(160))
  await once(audio, 'close')
  expect(ear.isClosed).toBe(true)
})
