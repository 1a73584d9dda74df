// What every answer carries, whether it is a success, an error or a refusal of the framework.

import { describe, expect, it } from 'vitest'
import { ID } from './support/expectations.ts'
import { openForFile } from './support/open-for-file.ts'
import { createTestApp, TEST_TOKEN } from './support/test-app.ts'

const app = await openForFile(createTestApp())

const headers = { authorization: `Bearer ${TEST_TOKEN}` }
const json = { ...headers, 'content-type': 'application/json' }
const tooLong = JSON.stringify({ text: 'x'.repeat(2 * 1024 * 1024) })

const requests = [
  { status: 200, method: 'GET', url: '/api/task/list', headers },
  { status: 200, method: 'GET', url: '/healthz' },
  { status: 200, method: 'GET', url: '/metrics' },
  { status: 200, method: 'GET', url: '/openapi.json' },
  { status: 400, method: 'GET', url: '/api/task/list?pageNum=x', headers },
  { status: 400, method: 'GET', url: '/api/task/detail/%zz', headers },
  { status: 400, method: 'POST', url: '/api/task/add', headers: json, payload: '{' },
  { status: 401, method: 'GET', url: '/api/task/list' },
  { status: 404, method: 'GET', url: '/api/task/detail/x', headers },
  { status: 404, method: 'GET', url: '/api/nothing', headers },
  { status: 405, method: 'PUT', url: '/api/task/list', headers },
  { status: 413, method: 'POST', url: '/api/task/add', headers: json, payload: tooLong },
  {
    status: 415,
    method: 'POST',
    url: '/api/task/add',
    headers: { ...json, 'content-type': 'text/plain' },
    payload: 'x',
  },
] as const

describe.each(requests)('$method $url, $status', ({ status, ...request }) => {
  it('carries the security headers and the id of the request', async () => {
    const response = await app.http.inject(request)
    expect(response.statusCode).toBe(status)
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'x-request-id': expect.stringMatching(ID),
    })
    expect(response.headers['x-powered-by']).toBeUndefined()
    expect(response.headers['server']).toBeUndefined()
  })

  it('has a request id of its own', async () => {
    const first = await app.http.inject(request)
    const second = await app.http.inject(request)
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id'])
  })
})

describe('answers', () => {
  it('about data are not to be stored', async () => {
    const response = await app.http.inject({ method: 'GET', url: '/api/task/list', headers })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('in JSON say so, and in UTF-8', async () => {
    for (const url of ['/api/task/list', '/api/task/detail/x', '/api/nothing', '/healthz']) {
      const response = await app.http.inject({ method: 'GET', url, headers })
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })

  it('take no request id from outside', async () => {
    const response = await app.http.inject({
      method: 'GET',
      url: '/healthz',
      headers: { 'x-request-id': 'forged', 'request-id': 'forged' },
    })
    expect(response.headers['x-request-id']).toMatch(ID)
  })
})
