// What is asked for: paths, methods and ids of every shape, answered in the envelope.

import { describe, expect, it } from 'vitest'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { openForFile } from './support/open-for-file.ts'
import { createTestApp, TEST_TOKEN } from './support/test-app.ts'

const app = await openForFile(createTestApp())

const authorization = `Bearer ${TEST_TOKEN}`

describe('an unknown path', () => {
  it.each([
    '/',
    '/api',
    '/api/task',
    '/api/task/',
    '/api/task/list/',
    '/API/task/list',
    '/api/nothing',
    '/%F0%9F%98%80',
    '//',
    '/api/task/list%00',
  ])('GET %s is 404', async (path) => {
    expectError(await app.get(path), 404, /^there is nothing at \//)
  })

  it('is 404 with a token and without', async () => {
    expectError(await app.send({ method: 'GET', url: '/api/nothing', headers: {} }), 404)
  })

  it.each([
    ['text/plain', 'hello'],
    ['application/json', '{not json'],
    ['application/json', JSON.stringify({ text: 'x'.repeat(2 * 1024 * 1024) })],
  ])('is 404 whatever the body, here of %s', async (type, payload) => {
    const headers = { authorization, 'content-type': type }
    expectError(await app.send({ method: 'POST', url: '/api/nothing', headers, payload }), 404)
  })

  it('is not repeated at any length', async () => {
    const answer = await app.get(`/${'x'.repeat(8000)}`)
    expectError(answer, 404)
    expect(answer.body.message.length).toBeLessThan(300)
  })
})

describe('a path with another method', () => {
  it.each([
    ['POST', '/api/task/list', 'GET, HEAD'],
    ['GET', '/api/task/add', 'POST'],
    ['PUT', '/api/task/update', 'POST'],
    ['PATCH', '/api/task/update', 'POST'],
    ['DELETE', `/api/task/detail/${UNKNOWN_ID}`, 'GET, HEAD'],
    ['GET', `/api/task/${UNKNOWN_ID}/recall`, 'POST'],
    ['GET', `/api/dataSource/${UNKNOWN_ID}/contact/delete`, 'POST'],
    ['HEAD', '/api/task/add', 'POST'],
    ['OPTIONS', '/api/dataSource/add', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
  ] as const)('%s %s is 405 with Allow: %s', async (method, url, allow) => {
    const response = await app.http.inject({ method, url, headers: { authorization } })
    expect([response.statusCode, response.headers.allow]).toEqual([405, allow])
    if (method !== 'HEAD') {
      expect(response.json()).toEqual({
        code: 405,
        message: `${method} is not served here; use ${allow}`,
        data: null,
        errors: [{ field: null, code: 'method_not_served', params: { method, allowed: allow.split(', ') } }],
      })
    }
  })

  it('is 405 whatever the body', async () => {
    const headers = { authorization, 'content-type': 'text/plain' }
    expectError(await app.send({ method: 'PUT', url: '/api/task/add', headers, payload: 'x' }), 405)
  })
})

describe('an id of any shape', () => {
  const ids = [
    '%00',
    'a%00b',
    'x'.repeat(5000),
    '..%2F..%2Fetc%2Fpasswd',
    '..',
    '%2e%2e',
    '%E2%82%AC%F0%9F%98%80',
    UNKNOWN_ID.toUpperCase(),
    `${UNKNOWN_ID} `.replace(' ', '%20'),
    `%7B${UNKNOWN_ID}%7D`,
    UNKNOWN_ID.replaceAll('-', ''),
    "1'%20or%20'1'='1",
    '1;drop%20table%20task;--',
    '-1',
    '0',
    '1e9',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    '%25',
    '*',
    ':id',
    '%0d%0aSet-Cookie:%20x=y',
  ]
  it.each(ids)('%s names nothing: 404', async (id) => {
    expectError(await app.get(`/api/task/detail/${id}`), 404)
    expectError(await app.get(`/api/task/${id}/stat`), 404)
    expectError(await app.post(`/api/task/${id}/recall`, {}), 404)
    expectError(await app.get(`/api/dataSource/detail/${id}`), 404)
    expectError(await app.get(`/api/dataSource/${id}/contacts`), 404)
    expectError(await app.post(`/api/dataSource/${id}/contact/add`, { phoneNumber: '101' }), 404)
  })

  it.each(['', ' ', '\t', 'x'.repeat(100_000), '😀', UNKNOWN_ID.toUpperCase(), "'; --", '../..'])(
    '%j in a body names nothing: 404',
    async (id) => {
      const dataSourceId = await app.addDataSource(`customers ${Math.random()}`)
      const answers = [
        await app.post('/api/task/publish', { id }),
        await app.post('/api/task/update', { id }),
        await app.post('/api/dataSource/update', { id }),
        await app.post('/api/token/revoke', { id }),
        await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId: id }),
        await app.post(`/api/dataSource/${dataSourceId}/contact/update`, { contactId: id }),
      ]
      for (const answer of answers) {
        expectError(answer, 404, /does not exist$/)
        expect(answer.body.message.length).toBeLessThan(200)
      }
    },
  )

  it.each(['%', '%z', '%zz', '%E0%A4%A', '%C3%28', '%ff'])(
    'with the bad percent-encoding %s is 400',
    async (id) => {
      expectError(
        await app.get(`/api/task/detail/${id}`),
        400,
        /^the path of the request is not a valid URL$/,
      )
    },
  )
})

describe('a query string', () => {
  it.each([
    '?',
    '?&&&',
    '?=',
    '?x=1&y=%20',
    '?__proto__=1',
    '?constructor=1',
    '?pageNum=1#fragment',
    '?taskName=%ff',
  ])('%s does no harm', async (query) => {
    expect(expectSuccess(await app.get(`/api/task/list${query}`))).toEqual({ total: 0, rows: [] })
  })

  it.each(['?taskName=a%00b', '?x%00y=1', '?taskName=x&other=%00'])('%s is 400', async (query) => {
    expectError(await app.get(`/api/task/list${query}`), 400, /must not contain a NUL character$/)
  })
})
