// Who may do what: tokens on every operation that needs one.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeApi } from '../src/app/app.ts'
import { ask } from './support/ask.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

type Method = 'GET' | 'POST'
const document = (await describeApi()) as { paths: Record<string, Record<string, { security?: object[] }>> }
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    // Signed reports of a voice platform are another matter.
    .filter(([, { security }]) => !security?.some((scheme) => 'gatewaySignature' in scheme))
    .map(([method, { security }]) => ({
      method: method.toUpperCase() as Method,
      path: path.replace('{id}', UNKNOWN_ID),
      isOpen: security?.length === 0,
    })),
)
const guarded = operations.filter(({ isOpen }) => !isOpen)

/** For whoever has signed in: a token has no account. */
const OF_PEOPLE = /^\/api\/(session\/(?!me$)|passkey\/)/

const DAY_MS = 24 * 60 * 60 * 1000
const clock = createManualClock('2026-03-02T01:30:00Z')
let app: TestApp
let address: string

beforeAll(async () => {
  app = await createTestApp({ clock })
  address = await app.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const send = (method: Method, url: string, authorization?: string) =>
  app.send({ method, url, headers: authorization === undefined ? {} : { authorization } })

async function tokenOf(scope: 'read' | 'write' | 'admin', expiresInDays?: number) {
  const { token, details } = await app.tokens.create({
    name: `${scope} ${Math.random()}`,
    scope,
    expiresInDays,
    mayListen: true,
  })
  return { authorization: `Bearer ${token}`, id: details.id }
}

describe('without a token', () => {
  it.each(guarded)('$method $path is 401', async ({ method, path }) => {
    const answer = await send(method, path)
    expectError(answer, 401, /^the Authorization header is missing/)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })

  it.each(operations.filter(({ isOpen }) => isOpen))('$method $path is open', async ({ method, path }) => {
    const answer = await send(method, path)
    // Only a browser begins to sign in with a passkey.
    if (path === '/api/session/startPasskey') expectError(answer, 405)
    else if (method === 'POST') expectError(answer, 400)
    else expectSuccess(answer)
  })

  it('leaves nothing else open', () => {
    const open = operations.filter(({ isOpen }) => isOpen).map(({ path }) => path)
    expect(open.sort()).toEqual([
      ...['/api/invitation/accept', '/api/invitation/read', '/api/session/signIn'],
      ...['/api/session/signInWithPasskey', '/api/session/startPasskey', '/healthz', '/readyz'],
    ])
  })
})

describe('a header that is no bearer token', () => {
  it.each([
    'Bearer',
    'Bearer ',
    TEST_TOKEN,
    `Basic ${TEST_TOKEN}`,
    `Token ${TEST_TOKEN}`,
    `Bearer ${TEST_TOKEN} x`,
    `Bearer${TEST_TOKEN}`,
    `Bearer\t${TEST_TOKEN}`,
    `"Bearer ${TEST_TOKEN}"`,
  ])('%j is 401', async (authorization) => {
    const answer = await send('GET', '/api/task/list', authorization)
    expectError(answer, 401, /^the Authorization header must read "Bearer <token>"$/)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })

  it.each([`bearer ${TEST_TOKEN}`, `BEARER ${TEST_TOKEN}`, `Bearer   ${TEST_TOKEN}`])(
    '%j is one all the same',
    async (authorization) => {
      expectSuccess(await send('GET', '/api/task/list', authorization))
    },
  )
})

describe('a token that is not valid', () => {
  async function expectUnauthorized(authorization: string): Promise<void> {
    for (const { method, path } of [guarded[0], guarded.at(-1)].filter((each) => each !== undefined)) {
      const answer = await send(method, path, authorization)
      expectError(answer, 401, /^The access token is unknown, expired or revoked$/)
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
  }

  it.each([
    'x',
    TEST_TOKEN.slice(0, -1),
    `${TEST_TOKEN}x`,
    TEST_TOKEN.toUpperCase(),
    'carillon_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'x'.repeat(10_000),
    "'or'1'='1",
    'ü€😀',
  ])('because it is unknown is 401: %s', async (token) => {
    await expectUnauthorized(`Bearer ${token}`)
  })

  it('because it expired is 401, from that moment on', async () => {
    const { authorization } = await tokenOf('admin', 1)
    clock.advance(DAY_MS - 1)
    expectSuccess(await send('GET', '/api/task/list', authorization))
    clock.advance(1)
    await expectUnauthorized(authorization)
  })

  it('because it was revoked is 401 at once', async () => {
    const { authorization, id } = await tokenOf('admin')
    expectSuccess(await send('GET', '/api/task/list', authorization))
    expectSuccess(await app.post('/api/token/revoke', { id }))
    await expectUnauthorized(authorization)
  })
})

describe('a scope', () => {
  /** What an operation needs: reading, writing, or running the service itself. */
  const neededBy = ({ method, path }: { method: Method; path: string }) => {
    if (/^\/api\/(token|person|audit|webhook|erasure|notification)(\/|$)/.test(path)) return 'admin'
    if (/^\/api\/(dialer|permission|retention|system\/country)(\/|$)/.test(path) && method === 'POST')
      return 'admin'
    if (/^\/api\/(trunk|ownPhone)\/(add|update|delete)$/.test(path)) return 'admin'
    // What people said is not for everybody who may see numbers.
    if (/^\/api\/(recording\/[^/]+\/file|call\/[^/]+\/audio)$/.test(path)) return 'write'
    // These change nothing; what they judge is too long for an address.
    if (/^\/api\/(flow\/(check|preview)|trunk\/check)$/.test(path)) return 'read'
    return method === 'GET' ? 'read' : 'write'
  }
  const ranks = ['read', 'write', 'admin'] as const

  describe.each(ranks)('%s', (scope) => {
    const ofScopes = guarded.filter(({ path }) => !OF_PEOPLE.test(path))
    const allowed = ofScopes.filter((each) => ranks.indexOf(neededBy(each)) <= ranks.indexOf(scope))
    const forbidden = ofScopes.filter((each) => !allowed.includes(each))

    it.each(allowed)('may $method $path', async ({ method, path }) => {
      const { authorization } = await tokenOf(scope)
      const { status } = await ask(address, { method, url: path, headers: { authorization } })
      expect([401, 403]).not.toContain(status)
    })

    it.runIf(forbidden.length > 0).each(forbidden)(
      'must not $method $path: 403',
      async ({ method, path }) => {
        const { authorization } = await tokenOf(scope)
        const needed = neededBy({ method, path })
        const answer = await send(method, path, authorization)
        expectError(answer, 403, `^This needs a token with scope ${needed}; yours has scope ${scope}$`)
      },
    )
  })
})
