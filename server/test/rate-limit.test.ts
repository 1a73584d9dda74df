import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

const LIMIT = 5
let app: TestApp
let unlimited: TestApp

beforeAll(async () => {
  app = await createTestApp({ rateLimitPerMinute: LIMIT })
  unlimited = await createTestApp()
})
afterAll(() => Promise.all([app.close(), unlimited.close()]))

const list = (token: string) =>
  app.send({ method: 'GET', url: '/api/task/list', headers: { authorization: `Bearer ${token}` } })
const freshToken = async () =>
  (await app.tokens.create({ name: `crm ${Math.random()}`, scope: 'write' })).token

async function useUp(token: string): Promise<void> {
  for (let request = 0; request < LIMIT; request += 1) expectSuccess(await list(token))
}

describe('a rate limit', () => {
  it('answers 429 in the envelope, and when to come back', async () => {
    const token = await freshToken()
    await useUp(token)
    const answer = await list(token)
    expectError(answer, 429, /^too many requests for this token; try again in /)
    const seconds = Number(answer.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  it('counts all operations of a token together', async () => {
    const token = await freshToken()
    await useUp(token)
    const headers = { authorization: `Bearer ${token}` }
    const payload = { dataSourceName: 'x' }
    expectError(await app.send({ method: 'POST', url: '/api/dataSource/add', headers, payload }), 429)
  })

  it('is each token’s own', async () => {
    const token = await freshToken()
    await useUp(token)
    expectError(await list(token), 429)
    expectSuccess(await list(await freshToken()))
  })

  it('cannot be used up by strangers', async () => {
    for (let request = 0; request < LIMIT + 2; request += 1) expectError(await list('unknown'), 401)
    expectSuccess(await list(await freshToken()))
  })

  it('does not hold for open paths and unknown ones', async () => {
    await useUp(TEST_TOKEN)
    expectError(await list(TEST_TOKEN), 429)
    for (let request = 0; request < LIMIT + 2; request += 1) {
      expectSuccess(await app.get('/healthz'))
      expectError(await app.get('/api/nothing'), 404)
    }
  })

  it('is off unless it is set', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => unlimited.get('/api/task/list')))
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
    expect(answers[0]?.headers).not.toHaveProperty('x-ratelimit-limit')
  })
})
