// Whether it is alive, whether it can serve, its figures; and what callers see while the database is away.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { describeError } from '../src/platform/http/errors.ts'
import { DatabaseBusy } from '../src/platform/storage/database-errors.ts'
import { createDatabaseProxy, type DatabaseProxy } from './support/database-proxy.ts'
import { eventually, untilHeldUp, whileLocked } from './support/eventually.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

let database: TestDatabase
let proxy: DatabaseProxy
let app: TestApp

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await createDatabaseProxy(database.connection)
  app = await createTestApp({ database, connection: proxy.connection })
})
afterAll(async () => {
  await app.close()
  await proxy.close()
  await database.drop()
})

const open = (url: string) => app.send({ method: 'GET', url, headers: {} })

describe('with its database', () => {
  it('is alive and ready', async () => {
    expect(expectSuccess(await open('/healthz'))).toEqual({ status: 'ok' })
    expect(expectSuccess(await open('/readyz'))).toEqual({ status: 'ready' })
  })

  it('has figures in the text format of Prometheus', async () => {
    expectSuccess(await app.get('/api/task/list'))
    const response = await app.http.inject({ method: 'GET', url: '/metrics' })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(response.body).toMatch(
      /^carillon_http_request_duration_seconds_count\{method="GET",route="\/api\/task\/list",status="200"\} \d+$/m,
    )
    expect(response.body).toMatch(/^carillon_database_connections\{pool="requests",state="idle"\} \d+$/m)
  })

  it('has no figures for each id or unknown path', async () => {
    await app.get(`/api/task/detail/${UNKNOWN_ID}`)
    await app.get('/api/unheard-of')
    const { body } = await app.http.inject({ method: 'GET', url: '/metrics' })
    expect(body).toContain('route="/api/task/detail/:id"')
    expect(body).not.toContain(UNKNOWN_ID)
    expect(body).not.toContain('unheard-of')
  })
})

describe('without its database', () => {
  afterEach(async () => {
    await proxy.cut()
    await proxy.mend()
    await eventually(async () => expectSuccess(await open('/readyz')))
  })

  it('is alive but not ready', async () => {
    await proxy.cut()
    expectSuccess(await open('/healthz'))
    expectError(
      await open('/readyz'),
      503,
      /^the service is not ready: the database cannot be reached at the moment$/,
    )
  })

  it('answers 503 in the envelope, and when to come back', async () => {
    await proxy.cut()
    const answers = [
      await app.get('/api/task/list'),
      await app.get(`/api/task/detail/${UNKNOWN_ID}`),
      await app.post('/api/dataSource/add', { dataSourceName: 'x' }),
      await app.post(`/api/dataSource/${UNKNOWN_ID}/contact/add`, { phoneNumber: '101' }),
      await app.post('/api/task/publish', { id: UNKNOWN_ID }),
      await app.post(`/api/task/${UNKNOWN_ID}/recall`),
      await app.send({
        method: 'GET',
        url: '/api/task/list',
        headers: { authorization: 'Bearer of-somebody' },
      }),
    ]
    for (const answer of answers) {
      expectError(answer, 503, /^the database cannot be reached at the moment$/)
      expect(answer.headers['retry-after']).toBe('1')
    }
  })

  it('still refuses what is malformed', async () => {
    await proxy.cut()
    expectError(await app.post('/api/dataSource/add', {}), 400)
    expectError(await app.get('/api/task/detail/no-id'), 404)
  })

  it('serves again as soon as it is back', async () => {
    await proxy.cut()
    expectError(await app.get('/api/task/list'), 503)
    await proxy.mend()
    expectSuccess(await app.get('/api/task/list'))
    await proxy.cut()
  })

  it('answers 503 when the connection is lost in the middle of a change, and the change is undone', async () => {
    const id = await app.addDataSource(`customers ${Math.random()}`)
    // Holds the change up until the connection is gone.
    await whileLocked(database.db, 'data_source', id, async () => {
      const answer = app.post(`/api/dataSource/${id}/contact/add`, { phoneNumber: '101' })
      await untilHeldUp(database.db)
      await proxy.cut()
      expectError(await answer, 503)
    })
    await proxy.mend()
    const detail = () => app.get(`/api/dataSource/detail/${id}`)
    // The first request may get a connection whose end is not noticed yet.
    await expect.poll(async () => (await detail()).status).toBe(200)
    expect(expectSuccess(await detail())).toMatchObject({ contactCount: 0 })
    await proxy.cut()
  })

  it('never answers 500 when the server ends all connections', async () => {
    await Promise.all(Array.from({ length: 10 }, () => app.get('/api/task/list')))
    await app.rows(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    const answers = await Promise.all(Array.from({ length: 30 }, () => app.get('/api/task/list')))
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  })
})

describe('without a free connection', () => {
  it('answers 503 and says so', () => {
    // As the pool tells it after a wait of ten seconds; storage has a test of that.
    const error = Object.assign(new DatabaseBusy('all in use'), { code: '' })
    expect(describeError(error)).toEqual({
      status: 503,
      message: 'all connections to the database are in use at the moment',
      detail: { fault: 'database_busy' },
      retryAfterSeconds: 1,
    })
  })
})

describe('without a database of that name', () => {
  it('is alive but not ready', async () => {
    const lost = await createTestApp()
    await lost.database.drop()
    expectSuccess(await lost.get('/healthz'))
    expectError(await lost.get('/readyz'), 503)
    // The first may find a connection that was ended under it, the second finds no database to connect to.
    for (let i = 0; i < 2; i += 1)
      expectError(await lost.get('/api/task/list'), 503, 'the database cannot be reached at the moment')
    await lost.close()
  })
})
