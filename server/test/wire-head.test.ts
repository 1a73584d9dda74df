// HEAD wherever there is GET: the same status and headers, no body, and no work that only a body would need.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactIdsOf } from './support/task-fixtures.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

let app: TestApp
let address: string
let dataSourceId: string
let taskId: string
let contactId: string

beforeAll(async () => {
  app = await createTestApp()
  address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const numbers = Array.from({ length: 120 }, (_, index) => String(1000 + index))
  dataSourceId = await app.addDataSource('customers', numbers)
  taskId = await app.addTask('spring', dataSourceId)
  contactId = (await contactIdsOf(app, dataSourceId))[0] ?? ''
})
afterAll(() => app.close())

const headers = { authorization: `Bearer ${TEST_TOKEN}` }

/** What is there of an answer besides its body; what differs with each answer is only known to be there. */
async function ask(method: 'GET' | 'HEAD', path: string) {
  const leaving = new AbortController()
  const response = await fetch(`${address}${path}`, { method, headers, signal: leaving.signal })
  const isEndless = method === 'GET' && path === '/api/events'
  const text = isEndless ? '' : await response.text()
  if (isEndless) leaving.abort()
  const seen = Object.fromEntries(response.headers)
  for (const name of ['date', 'x-request-id']) seen[name] = String(seen[name] !== undefined)
  // Of the connection alone, or of a body that is not there.
  for (const name of ['connection', 'keep-alive', 'transfer-encoding']) delete seen[name]
  const { 'content-disposition': file = '', ...rest } = seen
  return { text, status: response.status, headers: { ...rest, file: file.replace(/\d{14}/, 'TIME') } }
}

describe('HEAD', () => {
  it.each([
    () => '/api/task/list',
    () => `/api/task/detail/${taskId}`,
    () => `/api/task/${taskId}/stat`,
    () => `/api/task/${taskId}/calls`,
    () => `/api/task/${taskId}/audit`,
    () => `/api/task/${taskId}/export?format=csv`,
    () => `/api/task/${taskId}/export`,
    () => '/api/task/no-id/export',
    () => '/api/dataSource/list',
    () => `/api/dataSource/detail/${dataSourceId}`,
    () => `/api/dataSource/${dataSourceId}/contacts`,
    () => `/api/dataSource/${dataSourceId}/contacts?pageSize=1000`,
    () => `/api/dataSource/${dataSourceId}/contacts?pageSize=0`,
    () => `/api/dataSource/${dataSourceId}/contact/batchExport`,
    () => `/api/dataSource/${dataSourceId}/contact/batchExport?format=csv`,
    () => `/api/dataSource/${dataSourceId}/contact/${contactId}/calls`,
    () => '/api/dialer/limits',
    () => '/api/token/list',
    () => '/api/history?from=2026-03-02%2009:00:00&to=2026-03-02%2010:00:00',
    () => '/api/events',
    () => '/healthz',
    () => '/openapi.json',
  ])('answers as GET does, without a body: %s', async (path) => {
    const got = await ask('GET', path())
    const head = await ask('HEAD', path())
    expect(head).toEqual({ ...got, text: '' })
  })

  it('needs a token where GET does', async () => {
    const response = await fetch(`${address}/api/task/list`, { method: 'HEAD' })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })

  it('is nowhere where GET is not', async () => {
    const response = await fetch(`${address}/api/task/add`, { method: 'HEAD', headers })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('of an export reads no contacts', async () => {
    await app.database.db.transaction(async (tx) => {
      await tx.query({ text: 'lock table contact in access exclusive mode' })
      for (const format of ['csv', 'excel']) {
        const file = await ask('HEAD', `/api/dataSource/${dataSourceId}/contact/batchExport?format=${format}`)
        expect(file.status).toBe(200)
        const outcomes = await ask('HEAD', `/api/task/${taskId}/export?format=${format}`)
        expect(outcomes.status).toBe(200)
      }
    })
  })
})
