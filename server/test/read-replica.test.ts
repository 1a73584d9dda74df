// Which routes read from DATABASE_READ_URL. Here it leads to a database that knows nothing of what the first one has, so what
// is not found there was read there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabaseProxy, type DatabaseProxy } from './support/database-proxy.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { contactIdsOf } from './support/task-fixtures.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

let app: TestApp
let empty: TestDatabase
let way: DatabaseProxy
let ids: { dataSource: string; contact: string; task: string; list: string }
beforeAll(async () => {
  empty = await createTestDatabase()
  way = await createDatabaseProxy(empty.connection)
  app = await createTestApp({ readConnection: way.connection })
  const dataSource = await app.addDataSource('customers', ['13800138000'])
  const task = await app.addTask('calls', dataSource)
  const [contact = ''] = await contactIdsOf(app, dataSource)
  const list = expectSuccess(await app.post<{ id: string }>('/api/doNotCall/add', { name: 'no calls' })).id
  ids = { dataSource, contact, task, list }
})
afterAll(async () => {
  await app.close()
  await way.close()
  await empty.drop()
})

interface State {
  readReplica: { inUse: boolean; lagSeconds: number | null; reason: string | null } | null
}
const state = async () => expectSuccess(await app.get<State>('/api/system')).readReplica
const metric = async (name: string) => {
  const { payload } = await app.http.inject('/metrics')
  return new RegExp(`^${name} (.*)$`, 'm').exec(payload)?.[1]
}
const statusOf = async (url: string) =>
  (await app.http.inject({ url, headers: { authorization: `Bearer ${TEST_TOKEN}` } })).statusCode

const PERIOD = 'from=2026-03-01%2000:00:00&to=2026-03-02%2000:00:00'
const routes: [string, () => string][] = [
  ['a report', () => `/api/report?${PERIOD}&taskIds=${ids.task}`],
  ['an exported report', () => `/api/report/export?${PERIOD}&taskIds=${ids.task}`],
  ['the chart of a task', () => `/api/task/${ids.task}/history`],
  ['a trend', () => `/api/trend/answered?dataSourceId=${ids.dataSource}`],
  ['the calls of a task', () => `/api/task/${ids.task}/calls?pageNum=1&pageSize=10`],
  ['the calls of a contact', () => `/api/dataSource/${ids.dataSource}/contact/${ids.contact}/calls`],
  ['the results of a task', () => `/api/task/${ids.task}/export`],
  ['exported calls of a task', () => `/api/task/${ids.task}/calls/export`],
  ['exported calls of a data source', () => `/api/dataSource/${ids.dataSource}/calls/export`],
  ['exported contacts', () => `/api/dataSource/${ids.dataSource}/contact/batchExport`],
  ['exported numbers of a do-not-call list', () => `/api/doNotCall/${ids.list}/export`],
]

/** The stand-in is a database of its own: storage-replica.test.ts has a real standby. */
const READ = { inUse: false, lagSeconds: 0, reason: 'no_standby' }

describe('a replica that works', () => {
  beforeAll(() => eventually(async () => expect(await state()).toEqual(READ)))

  it.each(routes)('answers %s', async (_, url) => {
    expect(await statusOf(url())).toBe(404)
  })

  it.each([
    ['a task', () => `/api/task/detail/${ids.task}`],
    ['the contacts of a list', () => `/api/dataSource/${ids.dataSource}/contacts?pageNum=1&pageSize=10`],
  ])('does not answer %s, which a user has just changed', async (_, url) => {
    expect(await statusOf(url())).toBe(200)
  })

  it('is shown as none that is in use if it is no standby', async () => {
    expect(await state()).toEqual(READ)
    expect(await metric('carillon_replica_in_use')).toBe('0')
    expect(await metric('carillon_replica_lag_seconds')).toBe('0')
  })
})

describe('a replica that cannot be reached', () => {
  beforeAll(() => way.cut())
  afterAll(() => way.mend())

  it.each(routes)('leaves %s to the primary', async (_, url) => {
    expect(await statusOf(url())).toBe(200)
  })

  it('is shown', async () => {
    expect(await state()).toEqual({ inUse: false, lagSeconds: null, reason: 'unreachable' })
    expect(await metric('carillon_replica_in_use')).toBe('0')
    expect(await metric('carillon_replica_lag_seconds')).toBeUndefined()
  })
})

it('a replica that works again is used again', async () => {
  await eventually(async () => expect(await state()).toEqual(READ))
})

it('without one, nothing is shown', async () => {
  const plain = await createTestApp({ database: app.database })
  try {
    expect(expectSuccess(await plain.get<State>('/api/system')).readReplica).toBeNull()
    expect((await plain.http.inject('/metrics')).payload).not.toContain('carillon_replica')
  } finally {
    await plain.close()
  }
})
