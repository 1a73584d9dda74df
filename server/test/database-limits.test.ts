// What requests and exports may take of the database, and what a caller hears who takes too long.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultHttpSettings } from '../src/platform/http/http-settings.ts'
import { untilHeldUp, whileLocked } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

const CONNECTIONS = 10
const EXPORTS = 30
/** The connections that exports have. */
const EXPORT_CONNECTIONS = 4

let app: TestApp
let dataSourceId: string
let taskId: string
beforeAll(async () => {
  const workLimits = {
    ...defaultHttpSettings().workLimits,
    exports: { perToken: EXPORTS, total: EXPORTS },
  }
  app = await createTestApp({ maxConnections: CONNECTIONS, http: { workLimits } })
  dataSourceId = await app.addDataSource('customers', ['13800138001', '13800138002'])
  taskId = await app.addTask('calls', dataSourceId)
})
afterAll(() => app.close())

const exportOf = (url: string) =>
  app.http.inject({ method: 'GET', url, headers: { authorization: `Bearer ${TEST_TOKEN}` } })

describe('exports', () => {
  it.each([
    { what: 'a data source', url: () => `/api/dataSource/${dataSourceId}/contact/batchExport?format=csv` },
    { what: 'a task', url: () => `/api/task/${taskId}/export?format=csv` },
  ])('of $what, thirty of them that take for ever, leave other requests alone', async ({ url }) => {
    const exports = await app.database.db.transaction(async (tx) => {
      // Every read of a contact waits, and keeps its connection meanwhile.
      await tx.query({ text: 'lock table contact in access exclusive mode' })
      const waiting = Array.from({ length: EXPORTS }, () => exportOf(url()))
      await untilHeldUp(app.database.db, EXPORT_CONNECTIONS)
      for (let i = 0; i < CONNECTIONS; i += 1) expectSuccess(await app.get('/api/task/list'))
      return waiting
    })
    for (const { statusCode, body } of await Promise.all(exports)) {
      expect(statusCode).toBe(200)
      expect(body).toContain('13800138002')
    }
  })
})

describe('a request', () => {
  it('has a limit on its statements and on its silence', async () => {
    const { rows } = await app.db.query<{ statement: string; silence: string }>({
      text: `select current_setting('statement_timeout') as statement,
               current_setting('idle_in_transaction_session_timeout') as silence`,
    })
    expect(rows).toEqual([{ statement: '30s', silence: '5s' }])
  })

  it('answers 503 when its statement is cancelled for taking too long', async () => {
    const answer = await whileLocked(app.database.db, 'data_source', dataSourceId, async () => {
      const waiting = app.post(`/api/dataSource/${dataSourceId}/contact/add`, { phoneNumber: '13800138009' })
      await untilHeldUp(app.database.db)
      await app.rows(`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return waiting
    })
    expectError(answer, 503, /took too long/)
    expect(answer.headers['retry-after']).toBe('1')
  })
})
