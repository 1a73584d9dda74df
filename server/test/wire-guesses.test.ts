// Tokens that are tried at random: what that costs the service, and what it must not cost others.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTokens } from '../src/access/tokens/tokens.service.ts'
import { createSilentLog } from '../src/platform/kernel/log/log.ts'
import type { Database } from '../src/platform/storage/database.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { captureLog } from './support/log-capture.ts'
import { createManualClock } from './support/manual-clock.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const LIMIT = 5
const capture = captureLog()
let app: TestApp
let lastAddress = 0
/** Of its own for each test. */
let remoteAddress: string

beforeAll(async () => {
  app = await createTestApp({
    log: capture.log,
    http: { authFailuresPerMinute: LIMIT, trustProxy: ['10.0.0.0/8'] },
  })
})
afterAll(() => app.close())
beforeEach(() => {
  lastAddress += 1
  remoteAddress = `192.0.2.${lastAddress}`
})

const use = (token: string, from = remoteAddress, headers: Record<string, string> = {}) =>
  app.send({
    method: 'GET',
    url: '/api/task/list',
    remoteAddress: from,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })

async function guess(times: number, from?: string, headers?: Record<string, string>) {
  const answers = []
  for (let time = 0; time < times; time += 1) answers.push(await use(`guess-${time}`, from, headers))
  return answers.map(({ status }) => status)
}

const freshToken = async () =>
  (await app.tokens.create({ name: `crm ${Math.random()}`, scope: 'read' })).token

describe('guesses', () => {
  it('are answered with 429 past the limit, and when to come back', async () => {
    expect(await guess(LIMIT)).toEqual(Array(LIMIT).fill(401))
    const answer = await use('one-guess-more')
    expectError(answer, 429, /^too many requests from this address with an access token that is unknown/)
    const seconds = Number(answer.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  it('never make a good token be refused, whether it is remembered or not', async () => {
    const remembered = await freshToken()
    expectSuccess(await use(remembered))
    expect((await guess(LIMIT + 1)).at(-1)).toBe(429)
    expectSuccess(await use(remembered))
    expectSuccess(await use(await freshToken()))
    expect(await guess(1)).toEqual([429])
  })

  it('count for their own address', async () => {
    expect((await guess(LIMIT + 1)).at(-1)).toBe(429)
    expect(await guess(1, '198.51.100.1')).toEqual([401])
  })

  it('count for 64 bits of an IPv6 address together', async () => {
    const statuses = await Promise.all(
      Array.from({ length: LIMIT + 1 }, (_, host) => use(`guess-${host}`, `2001:db8:0:1::${host + 1}`)),
    )
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(1)
    expect(await guess(1, '2001:db8:0:2::1')).toEqual([401])
  })

  it('behind a trusted proxy count for the address that it names', async () => {
    const proxy = '10.1.2.3'
    const from = (address: string) => ({ 'x-forwarded-for': address })
    expect((await guess(LIMIT + 1, proxy, from('203.0.113.1'))).at(-1)).toBe(429)
    expect(await guess(1, proxy, from('203.0.113.2'))).toEqual([401])
    // What a client wrote itself stands before what the proxy added.
    expect(await guess(1, proxy, from('203.0.113.9, 203.0.113.1'))).toEqual([429])
  })

  it('cannot hide behind a proxy that nobody trusts', async () => {
    for (let time = 0; time < LIMIT; time += 1)
      expectError(await use('guess', remoteAddress, { 'x-forwarded-for': `203.0.113.${time + 100}` }), 401)
    expectError(await use('guess', remoteAddress, { 'x-forwarded-for': '203.0.113.99' }), 429)
  })

  it('are no guesses without a token', async () => {
    for (let time = 0; time < LIMIT + 2; time += 1) {
      const request = { method: 'GET', url: '/api/task/list', remoteAddress } as const
      expectError(await app.send({ ...request, headers: {} }), 401)
      expectError(await app.send({ ...request, headers: { authorization: 'Basic x' } }), 401)
    }
  })
})

describe('the log line of a request', () => {
  const lineOf = (answer: { headers: Record<string, unknown> }) =>
    capture.lines.find((line) => line['reqId'] === answer.headers['x-request-id'])

  it('names the token by its id, and the address', async () => {
    const { token, details } = await app.tokens.create({ name: `crm ${Math.random()}`, scope: 'read' })
    expect(lineOf(await use(token))).toMatchObject({ address: remoteAddress, token: details.id })
    const forbidden = await app.send({
      method: 'GET',
      url: '/api/token/list',
      headers: { authorization: `Bearer ${token}` },
    })
    expectError(forbidden, 403)
    expect(lineOf(forbidden)).toMatchObject({ address: '127.0.0.1', token: details.id })
    expect(capture.text()).not.toContain(token)
  })

  it('names the preset token, and none where none is good', async () => {
    expect(lineOf(await app.get('/api/task/list'))).toMatchObject({ token: 'preset' })
    const line = lineOf(await use('a-guess'))
    expect(line).toMatchObject({ address: remoteAddress, status: 401 })
    expect(line).not.toHaveProperty('token')
  })

  it('has the address that a trusted proxy gives, if it is one', async () => {
    const from = (address: string) => use('a-guess', '10.1.2.3', { 'x-forwarded-for': address })
    expect(lineOf(await from('203.0.113.7'))).toMatchObject({ address: '203.0.113.7' })
    expect(lineOf(await from('::ffff:203.0.113.8'))).toMatchObject({ address: '203.0.113.8' })
    expect(lineOf(await from('13800138000'))).toMatchObject({ address: '10.1.2.3' })
  })
})

describe('the database', () => {
  function counting(hearsChanges: boolean) {
    let queries = 0
    const db: Database = {
      ...app.database.db,
      query(statement) {
        queries += 1
        return app.database.db.query(statement)
      },
    }
    const clock = createManualClock('2026-03-02T01:30:00Z')
    const tokens = createTokens({
      db,
      clock,
      log: createSilentLog(),
      presetToken: undefined,
      unknownDataSource: async () => undefined,
      hearsChanges: () => hearsChanges,
    })
    return { tokens, queries: () => queries }
  }

  it.each([true, false])(
    'is asked about many unknown tokens at a time (hears of changes: %s)',
    async (hears) => {
      const { tokens, queries } = counting(hears)
      const tries = Array.from({ length: 500 }, (_, guess) => tokens.authenticate(`guess-${guess}`))
      expect(new Set(await Promise.all(tries))).toEqual(new Set([undefined]))
      expect(queries()).toBeLessThan(10)
    },
  )

  it('is asked once about an unknown token that is tried again and again', async () => {
    const { tokens, queries } = counting(true)
    for (let time = 0; time < 20; time += 1) expect(await tokens.authenticate('guess')).toBeUndefined()
    expect(queries()).toBe(1)
  })

  it('is asked again once tokens have changed', async () => {
    const { tokens, queries } = counting(true)
    await tokens.authenticate('guess')
    tokens.forget()
    await tokens.authenticate('guess')
    expect(queries()).toBe(2)
  })
})
