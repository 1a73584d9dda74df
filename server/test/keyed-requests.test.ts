// POSTs with an Idempotency-Key: the mechanism with handlers that the tests hold and break, and the service as a client sees it.

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OwnedKinds } from '../src/platform/http/access/bounds.ts'
import { defaultHttpSettings } from '../src/platform/http/http-settings.ts'
import {
  createKeyedRequests,
  type KeyedRequests,
} from '../src/platform/http/keyed-requests/keyed-requests.ts'
import { createMetrics } from '../src/platform/http/metrics.ts'
import type { Api } from '../src/platform/http/schemas/route-schema.ts'
import { createServer } from '../src/platform/http/server.ts'
import { permissionsOfScope } from '../src/platform/kernel/access/permissions.ts'
import { NotAllowed } from '../src/platform/kernel/errors.ts'
import { createSilentLog } from '../src/platform/kernel/log/log.ts'
import { DAY_MS } from '../src/platform/kernel/timestamps.ts'
import { DatabaseBusy, DatabaseUnavailable } from '../src/platform/storage/database-errors.ts'
import { eventually } from './support/eventually.ts'
import { createFilesApp, type FilesApp, importPath } from './support/files-app.ts'
import { createManualClock, type ManualClock } from './support/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const LEASE_MS = 15_000
const HOUR_MS = DAY_MS / 24

describe('a request with an Idempotency-Key', () => {
  let database: TestDatabase
  let clock: ManualClock
  let server: Api
  let address: string
  let keyedRequests: KeyedRequests
  /** What the handler does; counted. */
  let work: () => unknown
  let runs = 0

  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    runs = 0
    work = () => ({ run: runs })
    clock = createManualClock('2026-03-02T09:00:00Z')
    const log = createSilentLog()
    keyedRequests = createKeyedRequests({
      ...{ db: database.db, clock, log },
      maxPerToken: 3,
      maxBytesPerToken: 4000,
      maxKeptBytes: 1000,
    })
    server = await createServer({
      ...{ log, keyedRequests, metrics: createMetrics({}), owned: {} as OwnedKinds },
      authenticate: ({ secret }) => ({
        ...{ kind: 'token', id: secret, name: secret, scope: 'write' },
        ...{ permissions: permissionsOfScope('write', false), dataSourceIds: null, assistantMayCall: false },
        ...{ countries: null, addresses: null },
      }),
      recordRead: async () => undefined,
      ...{ rateLimitPerMinute: 0, settings: defaultHttpSettings() },
      now: clock.now,
      tokenWatch: { watch: () => () => undefined, recheck: () => undefined },
    })
    const handler = async () => {
      runs += 1
      return work()
    }
    const config = { needs: 'operate', bound: 'none' } as const
    server.post('/work', { config }, handler)
    server.post('/other', { config }, handler)
    server.get('/work', { config }, handler)
    server.post('/look', { config: { scope: 'read' } }, handler)
    server.post('/open', handler)
    address = await server.listen({ host: '127.0.0.1', port: 0 })
  })
  afterEach(async () => {
    await server.close()
    await database.db.query({ text: 'truncate keyed_request' })
  })

  interface Request {
    key?: string
    path?: string
    method?: string
    token?: string
    body?: object
    signal?: AbortSignal
  }

  async function send({ key, path = '/work', method = 'POST', token = 'crm', body, signal }: Request) {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const { status, headers } = response
    const text = await response.text()
    return {
      ...{ status, text, headers },
      isReplayed: headers.get('idempotent-replayed') === 'true',
      error: status >= 400 ? JSON.parse(text).errors[0] : undefined,
    }
  }

  const storedRows = async () =>
    (await database.db.query<{ key: string }>({ text: 'select key from keyed_request order by key' })).rows

  /** A handler that waits until it is let go. */
  function held() {
    let resolve = () => undefined as unknown
    const promise = new Promise<void>((done) => {
      resolve = done
    })
    work = async () => {
      await promise
      return { run: runs }
    }
    return { begun: () => eventually(() => expect(runs).toBe(1)), letGo: () => resolve() }
  }

  it('is carried out once; a retry gets the same answer and is told so', async () => {
    const first = await send({ key: 'a', body: { name: 'x' } })
    const second = await send({ key: 'a', body: { name: 'x' } })
    expect([first.text, first.isReplayed]).toEqual(['{"run":1}', false])
    expect([second.text, second.isReplayed]).toEqual(['{"run":1}', true])
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect((await send({ key: 'b', body: { name: 'x' } })).text).toBe('{"run":2}')
  })

  it('is 422 with another body, path or query', async () => {
    await send({ key: 'a', body: { name: 'x' } })
    for (const other of [{ body: { name: 'y' } }, {}, { path: '/other' }, { path: '/work?dry=1' }]) {
      const answer = await send({ key: 'a', ...other })
      expect([answer.status, answer.error.code]).toEqual([422, 'key_reused'])
    }
    expect(runs).toBe(1)
  })

  it('has nothing to do with a request of another token', async () => {
    await send({ key: 'a' })
    expect((await send({ key: 'a', token: 'shop' })).text).toBe('{"run":2}')
  })

  it('is 409 with Retry-After while the first is in progress, on every node', async () => {
    const handler = held()
    const first = send({ key: 'a' })
    await handler.begun()
    const second = await send({ key: 'a' })
    expect([second.status, second.headers.get('retry-after')]).toEqual([409, '1'])
    expect(second.error).toMatchObject({ code: 'busy', params: { reason: 'request_in_progress' } })
    handler.letGo()
    await first
    expect((await send({ key: 'a' })).isReplayed).toBe(true)
    expect(runs).toBe(1)
  })

  it('is answered "state unknown" after a crash, and not carried out again', async () => {
    const handler = held()
    const first = send({ key: 'a' })
    await handler.begun()
    // Its node says no more.
    clock.advance(LEASE_MS)
    const second = await send({ key: 'a' })
    expect([second.status, second.error.code]).toEqual([409, 'state_unknown'])
    expect(second.headers.get('retry-after')).toBeNull()
    handler.letGo()
    await first
    expect(runs).toBe(1)
  })

  it('is answered "state unknown" if the database went away in the middle', async () => {
    work = () => {
      throw new DatabaseUnavailable('gone')
    }
    expect((await send({ key: 'a' })).status).toBe(503)
    expect((await send({ key: 'a' })).error.params).toMatchObject({ reason: 'request_in_progress' })
    clock.advance(LEASE_MS)
    expect((await send({ key: 'a' })).error.code).toBe('state_unknown')
    expect(runs).toBe(1)
  })

  it('is carried out to its end for a client that is gone, which then gets the answer', async () => {
    const handler = held()
    const gone = new AbortController()
    const first = send({ key: 'a', signal: gone.signal })
    await handler.begun()
    gone.abort()
    await expect(first).rejects.toThrow('aborted')
    handler.letGo()
    await eventually(async () => expect(await send({ key: 'a' })).toMatchObject({ isReplayed: true }))
    expect(runs).toBe(1)
  })

  it('of which many come at once is carried out once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ key: 'a' })))
    expect(runs).toBe(1)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  })

  it('keeps a refusal by the state of things, with its headers', async () => {
    const params = { operation: 'pause', status: 'DRAFT', allowed: ['RUNNING'] }
    work = () => {
      throw new NotAllowed({ fault: 'not_allowed', params })
    }
    const first = await send({ key: 'a' })
    const second = await send({ key: 'a' })
    expect([first.status, first.isReplayed, second.status, second.isReplayed]).toEqual([
      ...[405, false],
      ...[405, true],
    ])
    expect([second.text, second.headers.get('allow')]).toEqual([first.text, 'POST'])
  })

  it('keeps an error of the service itself', async () => {
    work = () => {
      throw new Error('a bug')
    }
    await send({ key: 'a' })
    const second = await send({ key: 'a' })
    expect([second.status, second.isReplayed, runs]).toEqual([500, true, 1])
  })

  it('that was refused for the moment is carried out when it comes again', async () => {
    work = () => {
      throw new DatabaseBusy('no connection')
    }
    expect((await send({ key: 'a' })).status).toBe(503)
    work = () => ({ run: runs })
    expect(await send({ key: 'a' })).toMatchObject({ status: 200, text: '{"run":2}', isReplayed: false })
  })

  it('keeps an answer that is sent as a stream', async () => {
    work = () => Readable.from(['one ', 'two'])
    const first = await send({ key: 'a' })
    const second = await send({ key: 'a' })
    expect([first.text, second.text, second.isReplayed]).toEqual(['one two', 'one two', true])
  })

  it.each([
    ['text', () => 'x'.repeat(1001)],
    ['a stream', () => Readable.from(['x'.repeat(600), 'x'.repeat(600)])],
  ])(
    'says of an answer that was too long to keep, as %s, that the request was carried out',
    async (_as, long) => {
      work = long
      expect((await send({ key: 'a' })).text.length).toBeGreaterThan(1000)
      const second = await send({ key: 'a' })
      expect([second.status, second.error.code, runs]).toEqual([409, 'answer_not_kept', 1])
    },
  )

  it('is new again after 24 hours, and removed by maintenance', async () => {
    await send({ key: 'a' })
    clock.advance(DAY_MS)
    expect((await send({ key: 'a' })).isReplayed).toBe(true)
    clock.advance(1)
    expect((await send({ key: 'a', body: { name: 'x' } })).text).toBe('{"run":2}')
    await send({ key: 'b', token: 'shop' })
    clock.advance(DAY_MS - 1)
    await keyedRequests.removeOld()
    expect(await storedRows()).toHaveLength(2)
    clock.advance(2)
    await keyedRequests.removeOld()
    expect(await storedRows()).toEqual([])
  })

  it('leaves at most so many keys of each token, the newest', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      await send({ key })
      clock.advance(HOUR_MS)
    }
    await send({ key: 'z', token: 'shop' })
    await keyedRequests.removeOld()
    expect((await storedRows()).map(({ key }) => key)).toEqual(['c', 'd', 'e', 'z'])
  })

  it('leaves at most so many bytes of answers of each token, without waiting for maintenance', async () => {
    work = () => ({ run: runs, text: 'x'.repeat(900) })
    const text = 'select coalesce(sum(octet_length(answer)), 0)::int as bytes from keyed_request'
    const kept = async () => (await database.db.query<{ bytes: number }>({ text })).rows[0]?.bytes
    for (let index = 0; index < 40; index += 1) {
      await send({ key: `key-${index}` })
      clock.advance(1000)
      expect(await kept()).toBeLessThanOrEqual(4000 + 1000)
    }
    // The newest is there.
    expect((await send({ key: 'key-39' })).isReplayed).toBe(true)
  })

  it('that only reads is carried out again, and nothing is kept', async () => {
    for (const run of [1, 2]) expect((await send({ key: 'a', path: '/look' })).text).toBe(`{"run":${run}}`)
    expect(await storedRows()).toEqual([])
  })

  it.each(['', ' ', 'a b', 'x'.repeat(256), 'ä'])('is 400 with the key %j', async (key) => {
    const answer = await send({ key })
    expect([answer.status, answer.error.code]).toEqual([400, 'header_invalid'])
    expect(answer.error).toMatchObject({ field: 'Idempotency-Key', params: { header: 'Idempotency-Key' } })
    expect(runs).toBe(0)
  })

  it.each(['!', 'x'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"'])(
    'may have the key %s',
    async (key) => {
      expect((await send({ key })).status).toBe(200)
    },
  )

  it('means nothing beside a GET, or where no token is needed', async () => {
    for (const request of [{ method: 'GET' }, { path: '/open' }]) {
      await send({ key: 'a', ...request })
      expect((await send({ key: 'a', ...request })).isReplayed).toBe(false)
    }
    expect(await storedRows()).toEqual([])
  })

  it('does not concern requests without it', async () => {
    await send({})
    expect((await send({})).text).toBe('{"run":2}')
    expect(await storedRows()).toEqual([])
  })
})

describe('retries of operations', () => {
  let app: FilesApp

  beforeAll(async () => {
    app = await createFilesApp()
  })
  afterAll(() => app.close())

  const newKey = () => randomUUID()

  async function post(path: string, key: string, body: object | FormData) {
    const isForm = body instanceof FormData
    const response = await app.call(path, {
      method: 'POST',
      headers: { 'idempotency-key': key, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    const isReplayed = response.headers.has('idempotent-replayed')
    return {
      status: response.status,
      isReplayed,
      body: (await response.json()) as { data: { id: string; token: string } },
    }
  }

  function fileOf(text: string): FormData {
    const form = new FormData()
    form.set('file', new Blob([text]), 'contacts.csv')
    return form
  }

  it('add one data source', async () => {
    const key = newKey()
    const first = await post('/api/dataSource/add', key, { dataSourceName: 'once' })
    const second = await post('/api/dataSource/add', key, { dataSourceName: 'once' })
    expect(second).toEqual({ ...first, isReplayed: true })
    expect(first.status).toBe(200)
  })

  it('of an invalid request are judged anew with the same key', async () => {
    const key = newKey()
    expect((await post('/api/dataSource/add', key, { dataSourceName: '' })).status).toBe(400)
    const dataSourceId = '01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e'
    expect((await post('/api/task/add', key, { taskName: 'no list', dataSourceId })).status).toBe(400)
    expect((await post('/api/dataSource/add', key, { dataSourceName: 'corrected' })).status).toBe(200)
  })

  it('upload a file once, whatever its form looks like on the wire', async () => {
    const path = importPath(await app.addDataSource('uploads'))
    const key = newKey()
    const first = await post(path, key, fileOf('phoneNumber\n13800138000\n'))
    const second = await post(path, key, fileOf('phoneNumber\n13800138000\n'))
    expect(first).toMatchObject({ status: 200, body: { data: { successCount: 1 } } })
    expect(second).toEqual({ ...first, isReplayed: true })
    expect((await post(path, key, fileOf('phoneNumber\n13800138001\n'))).status).toBe(422)
  })

  it('start one import job', async () => {
    const id = await app.addDataSource('jobs')
    const key = newKey()
    const start = () => post(`/api/dataSource/${id}/import`, key, fileOf('phoneNumber\n13800138000\n'))
    const first = await start()
    expect(first.status).toBe(200)
    expect((await start()).body.data.id).toBe(first.body.data.id)
  })

  it('recall contacts once, with the same ids', async () => {
    const taskId = await app.addTask('recall', await app.addDataSource('recalled', ['13800138002']))
    await app.post('/api/task/publish', { id: taskId })
    const key = newKey()
    const recall = () => post(`/api/task/${taskId}/recall`, key, {})
    const first = await recall()
    expect(first.status).toBe(200)
    expect(await recall()).toEqual({ ...first, isReplayed: true })
  })

  it('show a new token again, which is stored nowhere', async () => {
    const key = newKey()
    const body = { name: 'shown twice', scope: 'read' }
    const first = await post('/api/token/create', key, body)
    const second = await post('/api/token/create', key, body)
    const { token } = first.body.data
    expect(second.body.data.token).toBe(token)
    const rows = await app.rows<{ answer: Buffer }>('select answer from keyed_request')
    expect(rows.some(({ answer }) => answer.includes(token))).toBe(false)
  })
})
