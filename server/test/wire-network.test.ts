// Over a real socket: what is not HTTP at all, and what Node would rather answer by itself.

import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areKnownErrors } from './support/expectations.ts'
import { sendBytes } from './support/raw-http.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

let app: TestApp
let port: number

beforeAll(async () => {
  app = await createTestApp()
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  port = (app.http.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const authorization = `Authorization: Bearer ${TEST_TOKEN}`
const lines = (...parts: string[]) => `${parts.join('\r\n')}\r\n\r\n`

async function expectEnvelope(bytes: string | Buffer, status: number, message: RegExp): Promise<void> {
  const answer = await sendBytes(port, bytes)
  expect(answer?.status).toBe(status)
  expect(answer?.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(JSON.parse(answer?.text ?? '')).toEqual({
    code: status,
    message: expect.stringMatching(message),
    data: null,
    errors: expect.toSatisfy(areKnownErrors),
  })
}

describe('what is not HTTP', () => {
  it.each([
    ['words', 'hello there\r\n\r\n'],
    ['a broken request line', 'GET\r\n\r\n'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['TLS', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
    ['NULs', Buffer.alloc(64)],
    ['an unknown version', 'GET / HTTP/9.9\r\n\r\n'],
    ['a header without a colon', lines('GET /healthz HTTP/1.1', 'Host: x', 'nonsense')],
    ['a length that is no number', lines('POST /api/task/add HTTP/1.1', 'Host: x', 'Content-Length: ten')],
    [
      'two ways to say the length',
      lines('POST /api/task/add HTTP/1.1', 'Host: x', 'Content-Length: 3', 'Transfer-Encoding: chunked'),
    ],
    ['a path that is no path', lines('GET task/list HTTP/1.1', 'Host: x')],
  ])('%s is answered with 400 in the envelope', async (_name, bytes) => {
    await expectEnvelope(bytes, 400, /^this is not a valid HTTP request$/)
  })

  it('headers without an end are answered with 431 in the envelope', async () => {
    const bytes = lines('GET /healthz HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(20_000)}`)
    await expectEnvelope(bytes, 431, /^the request headers are too large$/)
  })

  it('the server goes on afterwards', async () => {
    const answer = await sendBytes(port, lines('GET /healthz HTTP/1.1', 'Host: x', 'Connection: close'))
    expect(answer?.status).toBe(200)
  })
})

describe('what Node would answer by itself', () => {
  it('a request without a host is 400 in the envelope', async () => {
    await expectEnvelope(
      lines('GET /healthz HTTP/1.1', 'Connection: close'),
      400,
      /^the Host header is missing$/,
    )
  })

  it('HTTP/1.0 needs no host', async () => {
    expect((await sendBytes(port, lines('GET /healthz HTTP/1.0')))?.status).toBe(200)
  })

  it('an unknown expectation is passed over', async () => {
    const bytes = lines('GET /healthz HTTP/1.1', 'Host: x', 'Expect: miracles', 'Connection: close')
    const answer = await sendBytes(port, bytes)
    expect([answer?.status, JSON.parse(answer?.text ?? '')]).toMatchObject([200, { code: 0 }])
  })

  it('an upgrade that is not offered is passed over, and the connection is closed as asked', async () => {
    const bytes = lines(
      'GET /healthz HTTP/1.1',
      'Host: x',
      'Upgrade: websocket',
      'Connection: Upgrade, close',
    )
    const answer = await sendBytes(port, bytes)
    expect([answer?.status, answer?.headers.connection]).toEqual([200, 'close'])
  })
})

describe('a body over the network', () => {
  const post = (path: string, headers: string[], body: string) =>
    `${lines(`POST ${path} HTTP/1.1`, 'Host: x', authorization, 'Connection: close', ...headers)}${body}`
  const json = 'Content-Type: application/json'

  it('that says it is too long is refused before it is sent', async () => {
    const bytes = post('/api/dataSource/add', [json, 'Content-Length: 10000000'], '{')
    await expectEnvelope(bytes, 413, /^the request body is larger than 1 MiB$/)
  })

  it('that turns out to be too long is refused', async () => {
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`
    const bytes = post(
      '/api/dataSource/add',
      [json, 'Transfer-Encoding: chunked'],
      `${chunk}${chunk}0\r\n\r\n`,
    )
    await expectEnvelope(bytes, 413, /^the request body is larger than 1 MiB$/)
  })

  it('is not waited for by an unknown path', async () => {
    await expectEnvelope(
      post('/api/nothing', [json, 'Content-Length: 1000'], '{'),
      404,
      /^there is nothing at/,
    )
  })

  it('is not waited for without a token', async () => {
    const head = lines(
      'POST /api/dataSource/add HTTP/1.1',
      'Host: x',
      json,
      'Content-Length: 9',
      'Connection: close',
    )
    await expectEnvelope(head, 401, /^the Authorization header is missing/)
  })
})
