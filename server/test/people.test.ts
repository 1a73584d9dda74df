// People: invitations, signing in, sessions, what ends them, and the last administrator.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createManualClock, type ManualClock } from './support/manual-clock.ts'
import {
  addPerson,
  type Browser,
  browserOf,
  CHEAP,
  cookieIn,
  invite,
  PASSWORD,
  signIn,
} from './support/people.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let clock: ManualClock
beforeEach(async () => {
  clock = createManualClock('2026-03-02T09:00:00Z')
  app = await createTestApp({ ...CHEAP, clock })
})
afterEach(() => app.close())

const HOUR = 3_600_000
const reasonOf = (body: string) => {
  const { code, params } = JSON.parse(body).errors[0]
  return params.reason ?? code
}
const me = async (browser: Browser) => JSON.parse((await browser.get('/api/session/me')).body).data

describe('an invitation', () => {
  it('lets the person choose a password, once, and signs in', async () => {
    const { token, id } = await invite(app, { name: 'Ann', role: 'operator' })
    const read = () => app.http.inject({ method: 'POST', url: '/api/invitation/read', payload: { token } })
    expect(JSON.parse((await read()).body).data).toEqual({ name: 'Ann', role: 'operator' })
    const accept = (password: string) =>
      app.http.inject({ method: 'POST', url: '/api/invitation/accept', payload: { token, password } })
    for (const bad of ['short', 'x'.repeat(201)]) expect((await accept(bad)).statusCode).toBe(400)
    const [first, second] = await Promise.all([accept(PASSWORD), accept(PASSWORD)])
    expect([first.statusCode, second.statusCode].sort()).toEqual([200, 403])
    const cookie = cookieIn(first.statusCode === 200 ? first : second)
    expect(await me(browserOf(app, cookie))).toMatchObject({
      ...{ kind: 'person', id, name: 'Ann', role: 'operator', scope: null, dataSourceIds: null },
      permissions: ['see', 'seeNumbers', 'operate', 'call', 'hear'],
    })
    expect(reasonOf((await read()).body)).toBe('link_over')
    expect((await signIn(app, 'aNN')).statusCode).toBe(200)
  })

  it('is over after 7 days, and when there is a new one', async () => {
    const { token, id } = await invite(app, { name: 'Ann', role: 'viewer' })
    const read = (given: string) =>
      app.http.inject({ method: 'POST', url: '/api/invitation/read', payload: { token: given } })
    const next = expectSuccess(await app.post<{ token: string }>('/api/person/reset', { id })).token
    expect((await read(token)).statusCode).toBe(403)
    clock.advance(7 * 24 * HOUR - 1)
    expect((await read(next)).statusCode).toBe(200)
    clock.advance(1)
    expect((await read(next)).statusCode).toBe(403)
  })

  it('is stored as a hash, like the cookie', async () => {
    const { token } = await invite(app, { name: 'Ann', role: 'viewer' })
    const ben = await addPerson(app, { name: 'Ben', role: 'viewer' })
    const stored = JSON.stringify([
      await app.rows('select * from person_link'),
      await app.rows(`select *, encode(hash, 'escape') from session`),
      await app.rows('select * from person'),
      await app.rows('select * from audit'),
    ])
    for (const secret of [token, ben.cookie.split('=')[1] ?? '', PASSWORD])
      expect(stored).not.toContain(secret)
  })
})

describe('a session', () => {
  it('slides for 12 hours, and ends after 30 days', async () => {
    const ann = await addPerson(app, { name: 'Ann', role: 'viewer' })
    for (let hours = 0; hours + 11 < 30 * 24; hours += 11) {
      clock.advance(11 * HOUR)
      expect((await ann.get('/api/session/me')).statusCode).toBe(200)
    }
    clock.advance(11 * HOUR)
    expect(reasonOf((await ann.get('/api/session/me')).body)).toBe('session_over')
    const again = browserOf(app, cookieIn(await signIn(app, 'Ann')))
    expect((await again.get('/api/session/me')).statusCode).toBe(200)
    clock.advance(12 * HOUR)
    expect((await again.get('/api/session/me')).statusCode).toBe(401)
  })

  it('needs the Origin of the service for what changes something; a token ignores the cookie', async () => {
    const ann = await addPerson(app, { name: 'Ann', role: 'admin' })
    const end = { method: 'POST', url: '/api/dataSource/add' } as const
    const add = (headers: Record<string, string>, name: string) =>
      app.http.inject({
        ...end,
        payload: { dataSourceName: name },
        headers: { cookie: ann.cookie, ...headers },
      })
    expect(reasonOf((await add({}, 'a')).body)).toBe('origin_missing')
    for (const origin of ['http://evil.example', 'null', 'https://localhost:8443', 'localhost:80', ''])
      expect(reasonOf((await add({ origin }, 'a')).body)).toBe('other_site')
    expect((await add({ origin: 'http://localhost' }, 'a')).statusCode).toBe(200)
    const authorization = 'Bearer nobody'
    expect(reasonOf((await add({ origin: 'http://localhost', authorization }, 'b')).body)).toBe(
      'token_invalid',
    )
    expect(
      (await app.http.inject({ url: '/api/session/me', headers: { cookie: ann.cookie } })).statusCode,
    ).toBe(200)
  })

  it('ends when it is signed out, ended, with the password, and with the person', async () => {
    const ann = await addPerson(app, { name: 'Ann', role: 'viewer' })
    const other = browserOf(app, cookieIn(await signIn(app, 'Ann')))
    const third = browserOf(app, cookieIn(await signIn(app, 'Ann')))
    const rows = JSON.parse((await other.get('/api/session/list')).body).data.rows
    expect(rows.filter(({ isThis }: { isThis: boolean }) => isThis)).toHaveLength(1)
    expect(rows).toHaveLength(3)
    expect((await ann.post('/api/session/signOut')).statusCode).toBe(200)
    expect((await ann.get('/api/session/me')).statusCode).toBe(401)
    const [, mine] = await Promise.all([other.get('/api/session/me'), me(third)])
    expect((await other.post('/api/session/end', { id: mine.sessionId })).statusCode).toBe(200)
    expect((await third.get('/api/session/me')).statusCode).toBe(401)
    const wrong = { oldPassword: 'not the password', newPassword: 'another good one' }
    expect(reasonOf((await other.post('/api/session/password', wrong)).body)).toBe('password_wrong')
    const changed = await other.post('/api/session/password', { ...wrong, oldPassword: PASSWORD })
    expect((await other.get('/api/session/me')).statusCode).toBe(401)
    const fresh = browserOf(app, cookieIn(changed), ann.id)
    expect((await fresh.get('/api/session/me')).statusCode).toBe(200)
    expect((await signIn(app, 'Ann')).statusCode).toBe(401)
    expectSuccess(await app.post('/api/person/disable', { id: ann.id }))
    expect((await fresh.get('/api/session/me')).statusCode).toBe(401)
    expect((await signIn(app, 'Ann', 'another good one')).statusCode).toBe(401)
  })

  it('has a cookie that is bound to the host where TLS is', async () => {
    const secure = await createTestApp({
      ...CHEAP,
      database: app.database,
      http: { trustProxy: ['loopback'] },
    })
    await addPerson(app, { name: 'Ann', role: 'viewer' })
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'calls.example' }
    const answer = await signIn(secure, 'Ann', PASSWORD, {
      headers: { ...forwarded, origin: 'https://calls.example' },
    })
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-carillon=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    )
    const plain = await signIn(secure, 'Ann', PASSWORD, {
      headers: { ...forwarded, origin: 'http://calls.example' },
    })
    expect(plain.statusCode).toBe(403)
    const { cookie, ...headers } = { cookie: cookieIn(answer), ...forwarded }
    const ask = (given: object) => secure.http.inject({ url: '/api/session/me', headers: given as never })
    expect((await ask({ cookie, ...headers })).statusCode).toBe(200)
    // The same without TLS has another name, so it is no cookie of ours.
    expect((await ask({ cookie })).statusCode).toBe(401)
    await secure.close()
    expect((await signIn(app, 'Ann')).headers['set-cookie']).toMatch(
      /^carillon_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
  })
})

describe('wrong passwords', () => {
  it('say nothing about the name, and slow down only those who give them', async () => {
    await addPerson(app, { name: 'Ann', role: 'viewer' })
    const from = (remoteAddress: string) => ({ remoteAddress })
    // From here she has signed in before.
    expect((await signIn(app, 'Ann', PASSWORD, from('198.51.100.7'))).statusCode).toBe(200)
    const wrong = await signIn(app, 'Ann', 'wrong', from('203.0.113.9'))
    const nobody = await signIn(app, 'Nobody', 'wrong', from('203.0.113.9'))
    expect([wrong.statusCode, wrong.body]).toEqual([nobody.statusCode, nobody.body])
    expect(wrong.statusCode).toBe(401)
    const statuses: number[] = []
    for (let time = 0; time < 30; time += 1)
      statuses.push((await signIn(app, 'Ann', 'wrong', from(`203.0.${time}.9`))).statusCode)
    expect(statuses.at(-1)).toBe(429)
    const slowed = await signIn(app, 'Ann', PASSWORD, from('192.0.2.200'))
    expect(slowed.statusCode).toBe(429)
    expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0)
    expect((await signIn(app, 'Ann', PASSWORD, from('198.51.100.7'))).statusCode).toBe(200)
    for (let time = 0; time < 40; time += 1) await signIn(app, 'Ann', 'wrong', from('198.51.100.7'))
    expect((await signIn(app, 'Ann', PASSWORD, from('198.51.100.7'))).statusCode).toBe(429)
    clock.advance(60_000)
    expect((await signIn(app, 'Ann', PASSWORD, from('198.51.100.7'))).statusCode).toBe(200)
  })

  it('are asked for again after 15 minutes where it matters; tokens are not', async () => {
    const ann = await addPerson(app, { name: 'Ann', role: 'admin' })
    const create = (name: string) => ann.post('/api/token/create', { name, scope: 'read' })
    expect((await create('one')).statusCode).toBe(200)
    clock.advance(15 * 60_000 + 1)
    expect(reasonOf((await create('two')).body)).toBe('password_needed')
    expect(reasonOf((await ann.post('/api/session/confirm', { password: 'wrong' })).body)).toBe(
      'password_wrong',
    )
    expect((await ann.post('/api/session/confirm', { password: PASSWORD })).statusCode).toBe(200)
    expect((await create('two')).statusCode).toBe(200)
    expectSuccess(await app.post('/api/token/create', { name: 'three', scope: 'read' }))
  })
})

describe('the last administrator', () => {
  it('remains, also of two who change each other at once', async () => {
    const ann = await addPerson(app, { name: 'Ann', role: 'admin' })
    const disable = (id: string) => app.post('/api/person/disable', { id })
    expectError(await disable(ann.id), 409, /last administrator/)
    const update = { id: ann.id, name: 'Ann', role: 'viewer' }
    expectError(await app.post('/api/person/update', update), 409, /last administrator/)
    // Whoever has not chosen a password cannot sign in.
    await invite(app, { name: 'Cid', role: 'admin' })
    expectError(await disable(ann.id), 409)
    const ben = await addPerson(app, { name: 'Ben', role: 'admin' })
    const both = await Promise.all([disable(ann.id), disable(ben.id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('tokens of a person', () => {
  it('have at most the rights of the person, and end with the person after a question', async () => {
    const source = await app.addDataSource('mine')
    await addPerson(app, { name: 'Ann', role: 'admin' })
    const ben = await addPerson(app, { name: 'Ben', role: 'admin' })
    const made = JSON.parse((await ben.post('/api/token/create', { name: 'crm', scope: 'write' })).body).data
    expect(made).toMatchObject({ ownerId: ben.id, dataSourceIds: null })
    const ask = async () => {
      const headers = { authorization: `Bearer ${made.token}` }
      return JSON.parse((await app.http.inject({ url: '/api/session/me', headers })).body).data
    }
    expect(await ask()).toMatchObject({ scope: 'write', dataSourceIds: null })
    expect((await ask()).permissions).not.toContain('administer')
    const update = { id: ben.id, name: 'Ben', role: 'viewer', dataSourceIds: [source] }
    expectSuccess(await app.post('/api/person/update', update))
    await expect.poll(async () => (await ask()).permissions).toEqual(['see', 'seeNumbers'])
    expect((await ask()).dataSourceIds).toEqual([source])
    const refusal = await app.post('/api/person/disable', { id: ben.id })
    expect([refusal.status, JSON.stringify(refusal.body)]).toEqual([
      409,
      expect.stringContaining('"count":1'),
    ])
    expectSuccess(await app.post('/api/person/disable', { id: ben.id, tokens: 'end' }))
    await expect.poll(ask).toBe(null)
  })

  it('can be handed over to the service, with no more data sources', async () => {
    const source = await app.addDataSource('mine')
    await addPerson(app, { name: 'Ann', role: 'admin' })
    const ben = await addPerson(app, { name: 'Ben', role: 'admin' })
    const made = JSON.parse((await ben.post('/api/token/create', { name: 'crm', scope: 'write' })).body).data
    const update = { id: ben.id, name: 'Ben', role: 'operator', dataSourceIds: [source] }
    expectSuccess(await app.post('/api/person/update', update))
    expectSuccess(await app.post('/api/person/disable', { id: ben.id, tokens: 'handOver' }))
    const { rows } = expectSuccess(await app.get<{ rows: object[] }>('/api/token/list'))
    expect(rows).toMatchObject([{ id: made.id, ownerId: null, dataSourceIds: [source], revokeTime: null }])
  })
})

it('knows who asks, of a token too, and is for people where it is about an account', async () => {
  const admin = expectSuccess(await app.get('/api/session/me'))
  expect(admin).toMatchObject({ kind: 'token', role: null, scope: 'admin', hasPeople: false })
  expectError(await app.post('/api/session/signOut', undefined), 403)
  expectError(await app.post('/api/session/confirm', { password: PASSWORD }), 403)
  const ann = await addPerson(app, { name: 'Ann', role: 'operator' })
  const tools = await ann.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  expect(reasonOf(tools.body)).toBe('for_tokens')
})

it('refuses names that are taken or reserved, and rights that do not go together', async () => {
  const source = await app.addDataSource('mine')
  await invite(app, { name: 'Ann', role: 'viewer' })
  const attempt = (rights: object) =>
    app.post('/api/person/invite', { name: 'Ben', role: 'viewer', ...rights })
  expectError(await attempt({ name: 'ANN' }), 409, /ANN/)
  for (const bad of [
    ...[{ name: 'service' }, { name: ' ' }, { role: 'owner' }, { permissions: ['operate'] }, { more: 1 }],
    ...[
      { role: 'monitor', permissions: ['export'] },
      { role: 'admin', dataSourceIds: [source] },
    ],
    ...[{ dataSourceIds: ['nothing'] }, { dataSourceIds: [] }],
  ])
    expectError(await attempt(bad), 400)
})
