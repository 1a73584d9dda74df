// Signing in through an OpenID Connect provider: against oidc-provider, and against answers that no provider should give.
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UnsecuredJWT } from 'jose'
import type { InjectOptions, Response } from 'light-my-request'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OidcSettings } from '../src/access/people/oidc/oidc-settings.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createManualClock, type ManualClock } from './support/manual-clock.ts'
import {
  CLIENT_ID,
  createProviderBrowser,
  type ProviderOptions,
  type StandInProvider,
  startProvider,
} from './support/oidc-provider.ts'
import { addPerson, type Browser, browserOf, CHEAP, ORIGIN, signIn } from './support/people.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './support/test-app.ts'

const HOUR = 3_600_000
const ADMINS = { claim: 'groups', contains: 'calls-admins', role: 'admin' }
const OPERATORS = { claim: 'groups', contains: 'callers', role: 'operator' }

interface World {
  app: TestApp
  provider: StandInProvider
  clock: ManualClock
}

interface Options {
  rules?: object[]
  settings?: Partial<OidcSettings>
  provider?: Partial<ProviderOptions>
  app?: TestAppOptions
}

async function world({ rules = [ADMINS, OPERATORS], ...options }: Options = {}): Promise<World> {
  const provider = await startProvider({ origin: () => ORIGIN, ...options.provider })
  onTestFinished(provider.close)
  const clock = createManualClock(new Date().toISOString())
  const oidc = provider.settings(rules, options.settings)
  const app = await createTestApp({ ...CHEAP, clock, oidc, ...options.app })
  onTestFinished(app.close)
  return { app, provider, clock }
}

const cookiesOf = (response: Response) => [response.headers['set-cookie'] ?? []].flat().map(String)
const cookieNamed = (response: Response, name: string) =>
  cookiesOf(response)
    .find((each) => each.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''
const ask = (app: TestApp, url: string, headers: object = {}, more: InjectOptions = {}) =>
  app.http.inject({ url, headers: headers as never, ...more })

/** To the provider: its address, and the cookie of the way. */
async function start(app: TestApp, query = '', cookie = '') {
  const response = await ask(app, `/oidc/start${query}`, { cookie })
  expect([response.statusCode, response.headers['cache-control']]).toEqual([303, 'no-store'])
  return {
    to: new URL(response.headers.location ?? '', ORIGIN),
    flow: cookieNamed(response, 'carillon_oidc'),
    response,
  }
}

const pathOf = (address: string) => new URL(address).pathname + new URL(address).search

/** All of the way, and where it ends. */
async function travel(
  { app }: World,
  login: string,
  { query = '', cookie = '', at = createProviderBrowser() } = {},
) {
  const { to, flow } = await start(app, query, cookie)
  const back = await at.signIn(to.href, login)
  const response = await ask(app, pathOf(back), { cookie: [cookie, flow].filter(Boolean).join('; ') })
  return { response, location: response.headers.location ?? '', back, flow }
}

async function signInAs(given: World, login: string): Promise<Browser> {
  const { response, location } = await travel(given, login)
  expect(location).toBe('/sign-in#done=%2F')
  return browserOf(given.app, cookieNamed(response, 'carillon_session'))
}

const me = async (browser: Browser) => JSON.parse((await browser.get('/api/session/me')).body).data
const refusals = (app: TestApp) => app.rows(`select 1 from audit where operation = 'session.refuse'`)

describe('a person who comes from the provider', () => {
  it('is added with the rights of the claims, and known by issuer and subject alone', async () => {
    const all = await world()
    const { app, provider } = all
    const ann = await addPerson(app, { name: 'Ann Lee', role: 'viewer' })
    provider.say('u-1', { name: 'Ann Lee', email: 'ann@example.com', groups: ['staff', 'callers'] })
    const browser = await signInAs(all, 'u-1')
    const first = await me(browser)
    expect(first).toMatchObject({
      kind: 'person',
      name: 'Ann Lee 2',
      role: 'operator',
      signsInBy: 'provider',
    })
    expect(first).toMatchObject({
      permissions: ['see', 'seeNumbers', 'operate', 'call', 'hear'],
      dataSourceIds: null,
    })
    expect(first.id).not.toBe(ann.id)
    // Another subject with the same name and address is another person; the same subject is the same.
    provider.say('u-2', { name: 'Ann Lee', email: 'ann@example.com' })
    expect(await me(await signInAs(all, 'u-2'))).toMatchObject({
      name: 'Ann Lee 3',
      role: 'monitor',
      permissions: ['see'],
    })
    provider.say('u-1', { name: 'Somebody else', groups: ['callers'] })
    expect((await me(await signInAs(all, 'u-1'))).id).toBe(first.id)
    const { rows } = expectSuccess(await app.get<{ rows: object[] }>('/api/person/list'))
    expect(rows).toMatchObject([
      { name: 'Ann Lee', hasPassword: true, issuer: null },
      { id: first.id, hasPassword: false, issuer: provider.issuer },
      { name: 'Ann Lee 3' },
    ])
    const done = await app.rows(`select operation, actor from audit where subject_id = $1 order by id`, [
      first.id,
    ])
    expect(done).toEqual([
      { operation: 'person.add', actor: 'service' },
      { operation: 'session.signIn', actor: 'Ann Lee 2' },
      { operation: 'session.signIn', actor: 'Ann Lee 2' },
    ])
  })

  it('loses what a group gave with the next sign-in, in all sessions and for tokens', async () => {
    const all = await world()
    const { app, provider } = all
    provider.say('u-1', { name: 'Ann', groups: ['calls-admins'] })
    const before = await signInAs(all, 'u-1')
    const made = JSON.parse(
      (await before.post('/api/token/create', { name: 'crm', scope: 'admin' })).body,
    ).data
    const byToken = () => ask(app, '/api/person/list', { authorization: `Bearer ${made.token}` })
    expect((await byToken()).statusCode).toBe(200)
    provider.say('u-1', { name: 'Ann', groups: ['callers'] })
    await signInAs(all, 'u-1')
    expect(await me(before)).toMatchObject({ role: 'operator' })
    expect((await before.get('/api/person/list')).statusCode).toBe(403)
    await expect.poll(async () => (await byToken()).statusCode).toBe(403)
    const changes = await app.rows(`select actor, changes from audit where operation = 'person.update'`)
    expect(changes).toMatchObject([
      { actor: 'service', changes: [{ field: 'role', before: 'admin', after: 'operator' }, {}] },
    ])
  })

  it('sees the data sources of the rules with the strongest role', async () => {
    const app = await createTestApp(CHEAP)
    onTestFinished(app.close)
    const [berlin, paris, rome] = [
      await app.addDataSource('berlin'),
      await app.addDataSource('paris'),
      await app.addDataSource('rome'),
    ]
    const rules = [
      { claim: 'groups', contains: 'everybody', role: 'monitor' },
      {
        claim: 'groups',
        contains: 'berlin',
        role: 'operator',
        dataSources: [berlin],
        permissions: ['export'],
      },
      { claim: 'realm_access.roles', contains: 'paris', role: 'operator', dataSources: [paris] },
      { claim: 'groups', contains: 'rome', role: 'viewer', dataSources: [rome] },
    ]
    const all = await world({ rules, app: { database: app.database } })
    all.provider.say('u-1', { groups: ['everybody', 'berlin', 'rome'], realm_access: { roles: ['paris'] } })
    const browser = await signInAs(all, 'u-1')
    expect(await me(browser)).toMatchObject({
      name: 'u-1',
      role: 'operator',
      dataSourceIds: [berlin, paris].sort(),
    })
    expect((await me(browser)).permissions.sort()).toEqual([
      'call',
      'export',
      'hear',
      'operate',
      'see',
      'seeNumbers',
    ])
    const list = JSON.parse((await browser.get('/api/dataSource/list')).body).data.rows
    expect(list.map(({ dataSourceName }: { dataSourceName: string }) => dataSourceName).sort()).toEqual([
      'berlin',
      'paris',
    ])
  })

  it('is asked for again after 12 hours, however much the session is used; so are tokens', async () => {
    const all = await world()
    const { app, provider, clock } = all
    provider.say('u-1', { groups: ['calls-admins'] })
    const browser = await signInAs(all, 'u-1')
    const made = JSON.parse(
      (await browser.post('/api/token/create', { name: 'crm', scope: 'read' })).body,
    ).data
    const byToken = async () =>
      (await ask(app, '/api/session/me', { authorization: `Bearer ${made.token}` })).statusCode
    for (let hours = 0; hours < 11; hours += 1) {
      clock.advance(HOUR)
      expect([(await browser.get('/api/session/me')).statusCode, await byToken()]).toEqual([200, 200])
    }
    clock.advance(HOUR)
    expect([(await browser.get('/api/session/me')).statusCode, await byToken()]).toEqual([401, 401])
    await signInAs(all, 'u-1')
    await expect.poll(byToken).toBe(200)
  })

  it('may have the groups only where the provider is asked about the person', async () => {
    const all = await world({ provider: { isThin: true } })
    all.provider.say('u-1', { name: 'Ann', groups: ['callers'] })
    expect(await me(await signInAs(all, 'u-1'))).toMatchObject({ name: 'Ann', role: 'operator' })
  })

  it('is not let in without a rule where the service says so, and loses what there was', async () => {
    const all = await world({ settings: { letsOthersIn: false } })
    const { app, provider } = all
    provider.say('u-1', { groups: [] })
    expect((await travel(all, 'u-1')).location).toBe('/sign-in#failed=noRights')
    expect(await app.rows('select from person')).toEqual([])
    provider.say('u-1', { groups: ['calls-admins'] })
    const browser = await signInAs(all, 'u-1')
    const made = JSON.parse(
      (await browser.post('/api/token/create', { name: 'crm', scope: 'read' })).body,
    ).data
    provider.say('u-1', {})
    expect((await travel(all, 'u-1')).location).toBe('/sign-in#failed=noRights')
    expect((await browser.get('/api/session/me')).statusCode).toBe(401)
    await expect
      .poll(
        async () => (await ask(app, '/api/session/me', { authorization: `Bearer ${made.token}` })).statusCode,
      )
      .toBe(401)
    expect(await refusals(app)).not.toEqual([])
  })

  it('who is disabled stays so, and has neither a password nor other rights', async () => {
    const all = await world()
    const { app, provider } = all
    provider.say('u-1', { name: 'Ann', groups: ['calls-admins'] })
    const browser = await signInAs(all, 'u-1')
    const { id } = await me(browser)
    expectError(await app.post('/api/person/reset', { id }), 405, /provider/)
    expectError(await app.post('/api/person/update', { id, name: 'Ann', role: 'viewer' }), 405, /provider/)
    expect(
      expectSuccess(await app.post('/api/person/update', { id, name: 'Ann Lee', role: 'admin' })),
    ).toMatchObject({ name: 'Ann Lee' })
    expect((await browser.post('/api/session/confirm', { password: 'x' })).statusCode).toBe(405)
    const change = { oldPassword: 'x', newPassword: 'correct horse battery' }
    expect((await browser.post('/api/session/password', change)).statusCode).toBe(405)
    expect((await signIn(app, 'Ann Lee')).statusCode).toBe(401)
    expectSuccess(await app.post('/api/person/disable', { id }))
    expect((await browser.get('/api/session/me')).statusCode).toBe(401)
    expect((await travel(all, 'u-1')).location).toBe('/sign-in#failed=disabled')
    expect(await app.rows('select from session')).toEqual([])
  })

  it('is no local administrator: the last of those remains', async () => {
    const all = await world()
    const { app, provider } = all
    provider.say('u-1', { groups: ['calls-admins'] })
    await signInAs(all, 'u-1')
    const ben = await addPerson(app, { name: 'Ben', role: 'admin' })
    expectError(await app.post('/api/person/disable', { id: ben.id }), 409, /last administrator/)
    expectError(await app.post('/api/person/update', { id: ben.id, name: 'Ben', role: 'viewer' }), 409)
  })
})

describe('the way to the provider and back', () => {
  it('asks with PKCE, a nonce and a state, and leads back to a path of the console', async () => {
    const all = await world()
    const { app, provider } = all
    const { to, response } = await start(app, '?return=/tasks%3Fpage%3D2')
    expect(to.origin).toBe(provider.issuer)
    const asked = Object.fromEntries(to.searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: `${ORIGIN}/oidc/callback`,
      code_challenge_method: 'S256',
    })
    for (const each of ['state', 'nonce', 'code_challenge']) expect(asked[each]).toMatch(/^[\w-]{43}$/)
    expect(cookiesOf(response)).toEqual([
      expect.stringMatching(/^carillon_oidc=[^;]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/),
    ])
    provider.say('u-1', {})
    expect((await travel(all, 'u-1', { query: '?return=/tasks%3Fpage%3D2' })).location).toBe(
      '/sign-in#done=%2Ftasks%3Fpage%3D2',
    )
    for (const bad of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'tasks',
      '/\r\na:b',
      `/${'x'.repeat(2000)}`,
    ])
      expect((await travel(all, 'u-1', { query: `?return=${encodeURIComponent(bad)}` })).location).toBe(
        '/sign-in#done=%2F',
      )
  })

  it('has cookies that are bound to the host where TLS is', async () => {
    const origin = 'https://calls.example'
    const all = await world({
      provider: { origin: () => origin },
      app: { http: { trustProxy: ['loopback'] } },
    })
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'calls.example' }
    const began = await ask(all.app, '/oidc/start', forwarded)
    expect(cookiesOf(began)[0]).toMatch(
      /^__Host-carillon-oidc=[^;]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    )
    const back = await createProviderBrowser().signIn(began.headers.location ?? '', 'u-1')
    const ended = await ask(all.app, pathOf(back), {
      ...forwarded,
      cookie: cookieNamed(began, '__Host-carillon-oidc'),
    })
    expect(ended.headers.location).toBe('/sign-in#done=%2F')
    expect(cookieNamed(ended, '__Host-carillon')).toMatch(/^__Host-carillon=[\w-]{43}$/)
    expect(cookiesOf(ended)).toContainEqual(
      expect.stringMatching(/^__Host-carillon-oidc=; Path=\/; Max-Age=0;/),
    )
  })

  it('is refused in another browser, with another state, late, and the second time', async () => {
    const all = await world()
    const { app } = all
    const { to, flow } = await start(app)
    const back = await createProviderBrowser().signIn(to.href, 'u-1')
    const other = await start(app)
    const failed = '/sign-in#failed=stale'
    const come = async (path: string, cookie: string) => (await ask(app, path, { cookie })).headers.location
    expect(await come(pathOf(back), '')).toBe(failed)
    expect(await come(pathOf(back), other.flow)).toBe(failed)
    expect(await come(pathOf(back).replace(/state=[^&]+/, 'state=guessed'), flow)).toBe(failed)
    expect(await come(pathOf(back), flow.replace(/\.s\./, '.p.'))).toBe(failed)
    expect(await come('/oidc/callback', flow)).toBe(failed)
    const [, started = ''] = flow.split('.')
    expect(await come(pathOf(back), flow.replace(started, String(Number(started) - 11 * 60_000)))).toBe(
      failed,
    )
    const both = await Promise.all([come(pathOf(back), flow), come(pathOf(back), flow)])
    expect(both.sort()).toEqual(['/sign-in#done=%2F', failed])
    expect(await refusals(app)).toHaveLength(1)
    expect(
      await app.rows(`select changes #>> '{0,after}' as count from audit where operation = 'session.refuse'`),
    ).toEqual([{ count: '7' }])
  })

  it('is refused with a code that was asked for with another secret of PKCE', async () => {
    const all = await world()
    const { to, flow } = await start(all.app)
    to.searchParams.set('code_challenge', 'x'.repeat(43))
    const back = await createProviderBrowser().signIn(to.href, 'u-1')
    expect((await ask(all.app, pathOf(back), { cookie: flow })).headers.location).toBe(
      '/sign-in#failed=invalid',
    )
  })

  it('says so if the provider refuses, or cannot be reached', async () => {
    const all = await world()
    const { to, flow } = await start(all.app)
    const state = to.searchParams.get('state')
    const denied = `/oidc/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(all.provider.issuer)}`
    expect((await ask(all.app, denied, { cookie: flow })).headers.location).toBe('/sign-in#failed=refused')
    for (const settings of [
      { issuer: 'http://127.0.0.1:1' },
      // Its address is inside the own network, and no setting names it.
      { rules: { setting: 'OIDC_ALLOW', hosts: [], allowsUnencrypted: false } },
    ]) {
      const other = await world({ settings })
      expect((await ask(other.app, '/oidc/start')).headers.location).toBe('/sign-in#failed=unreachable')
    }
  })

  it('slows down who comes with wrong answers', async () => {
    const all = await world()
    const come = async () => (await ask(all.app, '/oidc/callback')).headers.location
    for (let time = 0; time < 60; time += 1) expect(await come()).toBe('/sign-in#failed=stale')
    expect(await come()).toBe('/sign-in#failed=slowed')
  })

  it('is not there without a provider', async () => {
    const app = await createTestApp(CHEAP)
    onTestFinished(app.close)
    for (const path of ['/oidc/start', '/oidc/callback']) expect((await ask(app, path)).statusCode).toBe(404)
  })
})

describe('signing out', () => {
  const signOut = async (browser: Browser) => {
    const response = await browser.post('/api/session/signOut')
    expect([response.statusCode, (await browser.get('/api/session/me')).statusCode]).toEqual([200, 401])
    return response.json().data.continueAt as string | null
  }

  it('goes on at the provider, and comes back to the console', async () => {
    const all = await world()
    const at = createProviderBrowser()
    const { response } = await travel(all, 'u-1', { at })
    const continueAt = await signOut(browserOf(all.app, cookieNamed(response, 'carillon_session')))
    const url = new URL(continueAt ?? '')
    expect(url.origin + url.pathname).toBe(`${all.provider.issuer}/session/end`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: CLIENT_ID,
      post_logout_redirect_uri: `${ORIGIN}/`,
    })
    expect(await at.signOut(url.href)).toBe(`${ORIGIN}/`)
  })

  it('is over here alone for people with a password, and where the provider offers no more', async () => {
    const plain = await world({ provider: { endsNone: true } })
    expect(await signOut(await signInAs(plain, 'u-1'))).toBeNull()
    expect(await signOut(await addPerson(plain.app, { name: 'Ann', role: 'viewer' }))).toBeNull()
  })
})

describe('a token of the provider', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

  it('is taken only if it is whole, for this service, in time and signed', async () => {
    const all = await world()
    const { app, provider } = all
    async function attempt(change: object, make = (payload: object) => provider.sign(payload as never)) {
      const { to, flow } = await start(app)
      const good = {
        iss: provider.issuer,
        aud: CLIENT_ID,
        sub: 'u-9',
        iat: now(),
        exp: now() + 60,
        nonce: to.searchParams.get('nonce'),
      }
      provider.forge(async () => ({
        access_token: 'a',
        token_type: 'Bearer',
        id_token: await make({ ...good, ...change, groups: [] }),
      }))
      const query = new URLSearchParams({
        code: 'c',
        state: to.searchParams.get('state') ?? '',
        iss: provider.issuer,
      })
      return (await ask(app, `/oidc/callback?${query}`, { cookie: flow })).headers.location
    }
    for (const bad of [
      ...[
        { aud: 'somebody-else' },
        { iss: 'https://evil.example' },
        { exp: now() - 120 },
        { nonce: 'guessed' },
      ],
      ...[
        { nonce: undefined },
        { sub: undefined },
        { nbf: now() + 600 },
        { aud: [CLIENT_ID, 'other'], azp: 'other' },
      ],
    ])
      expect([bad, await attempt(bad)]).toEqual([bad, '/sign-in#failed=invalid'])
    expect(await attempt({}, (payload) => Promise.resolve(new UnsecuredJWT(payload as never).encode()))).toBe(
      '/sign-in#failed=invalid',
    )
    expect(await attempt({}, (payload) => provider.sign(payload as never, 'JWT', stranger))).toBe(
      '/sign-in#failed=invalid',
    )
    expect(await app.rows('select from person')).toEqual([])
    expect(await attempt({})).toBe('/sign-in#done=%2F')
  })

  it('that says that a session ended ends it, with what it has open', async () => {
    const all = await world()
    const { app, provider } = all
    provider.say('u-1', { groups: ['callers'] })
    const [one, two] = [await signInAs(all, 'u-1'), await signInAs(all, 'u-1')]
    provider.say('u-2', {})
    const other = await signInAs(all, 'u-2')
    const [row] = await app.rows<{ sid: string }>(
      'select provider_session as sid from session order by create_time, id limit 1',
    )
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const good = { iss: provider.issuer, aud: CLIENT_ID, iat: now(), jti: 'one', sid: row?.sid, events }
    const tell = async (payload: object, typ = 'logout+jwt', key?: typeof stranger) => {
      const token = await provider.sign(payload as never, typ, key)
      return send(new URLSearchParams({ logout_token: token }).toString())
    }
    const send = (payload: string) =>
      ask(
        app,
        '/oidc/backchannel',
        { 'content-type': 'application/x-www-form-urlencoded' },
        { method: 'POST', payload },
      )
    for (const bad of [
      ...[
        { aud: 'other' },
        { iss: 'https://evil.example' },
        { iat: now() - 600 },
        { jti: undefined },
        { events: undefined },
      ],
      ...[{ events: {} }, { nonce: 'x' }, { sid: undefined }, { exp: now() - 120 }],
    ]) {
      const answer = await tell({ ...good, jti: randomUUID(), ...bad })
      expect([bad, answer.statusCode, answer.json()]).toEqual([bad, 400, { error: 'invalid_request' }])
    }
    expect((await tell({ ...good, jti: randomUUID() }, 'at+jwt')).statusCode).toBe(400)
    expect((await tell({ ...good, jti: randomUUID() }, 'logout+jwt', stranger)).statusCode).toBe(400)
    for (const bad of ['', 'logout_token=x', 'a=b']) expect((await send(bad)).statusCode).toBe(400)
    expect(
      (await ask(app, '/oidc/backchannel', {}, { method: 'POST', payload: { logout_token: 'x' } }))
        .statusCode,
    ).toBe(415)
    expect((await one.get('/api/session/me')).statusCode).toBe(200)

    await app.http.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.http.server.address() as AddressInfo
    const request = get({ port, host: '127.0.0.1', path: '/api/events', headers: { cookie: one.cookie } })
    const [stream] = await once(request, 'response')
    expect(stream.statusCode).toBe(200)
    stream.resume()
    const cut = once(stream, 'close')
    stream.on('error', () => undefined)
    const answer = await tell(good)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    await cut
    const stillIn = async () =>
      Promise.all([one, two, other].map(async (each) => (await each.get('/api/session/me')).statusCode))
    expect(await stillIn()).toEqual([401, 200, 200])
    expect((await tell(good)).statusCode).toBe(400)
    expect((await tell({ ...good, jti: 'two', sid: undefined, sub: 'u-1' })).statusCode).toBe(200)
    expect(await stillIn()).toEqual([401, 401, 200])
    const ended = await app.rows(`select actor from audit where operation = 'session.end'`)
    expect(ended).toEqual([{ actor: 'service' }, { actor: 'service' }])
  })
})

describe('a recent proof', () => {
  it('is given at the provider, by the same person', async () => {
    const all = await world()
    const { app, provider, clock } = all
    provider.say('u-1', { groups: ['calls-admins'] })
    const browser = await signInAs(all, 'u-1')
    const create = (name: string) => browser.post('/api/token/create', { name, scope: 'read' })
    expect((await create('one')).statusCode).toBe(200)
    clock.advance(15 * 60_000 + 1)
    expect((await create('two')).statusCode).toBe(403)
    const query = '?prove=yes&return=/settings/tokens'
    const { to } = await start(app, query, browser.cookie)
    expect(Object.fromEntries(to.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
    expect((await travel(all, 'u-2', { query, cookie: browser.cookie })).location).toBe(
      '/sign-in#failed=otherPerson',
    )
    expect((await travel(all, 'u-1', { query })).location).toBe('/sign-in#failed=stale')
    expect((await create('two')).statusCode).toBe(403)
    const { location, response } = await travel(all, 'u-1', { query, cookie: browser.cookie })
    expect(location).toBe('/sign-in#done=%2Fsettings%2Ftokens')
    expect(cookieNamed(response, 'carillon_session')).toBe('')
    expect((await create('two')).statusCode).toBe(200)
    expect(await app.rows(`select from audit where operation = 'session.prove'`)).toHaveLength(1)
    // The provider was asked, so the session lasts 12 hours from now.
    clock.advance(12 * HOUR - 1)
    expect((await browser.get('/api/session/me')).statusCode).toBe(200)
    clock.advance(1)
    expect((await browser.get('/api/session/me')).statusCode).toBe(401)
  })

  it('is not an old sign-in at the provider, nor one of which it does not say when it was', async () => {
    const all = await world()
    const { app, provider } = all
    provider.say('u-1', { groups: ['calls-admins'] })
    const browser = await signInAs(all, 'u-1')
    const now = Math.floor(Date.now() / 1000)
    for (const auth_time of [undefined, now - 120]) {
      const { to, flow } = await start(app, '?prove=yes', browser.cookie)
      const payload = {
        iss: provider.issuer,
        aud: CLIENT_ID,
        sub: 'u-1',
        iat: now,
        exp: now + 60,
        nonce: to.searchParams.get('nonce') ?? '',
      }
      const id_token = await provider.sign({
        ...payload,
        ...(auth_time && { auth_time }),
        groups: ['calls-admins'],
      })
      provider.forge(async () => ({ access_token: 'a', token_type: 'Bearer', id_token }))
      const query = new URLSearchParams({
        code: 'c',
        state: to.searchParams.get('state') ?? '',
        iss: provider.issuer,
      })
      const answer = await ask(app, `/oidc/callback?${query}`, { cookie: `${browser.cookie}; ${flow}` })
      expect(answer.headers.location).toBe('/sign-in#failed=notProved')
    }
  })

  it('is as old as the sign-in at the provider', async () => {
    const all = await world()
    const { app, provider } = all
    const now = Math.floor(Date.now() / 1000)
    for (const [auth_time, status] of [
      [now - 20 * 60, 403],
      [undefined, 403],
      [now - 10 * 60, 200],
    ] as const) {
      const { to, flow } = await start(app)
      const payload = {
        iss: provider.issuer,
        aud: CLIENT_ID,
        sub: 'u-1',
        iat: now,
        exp: now + 60,
        nonce: to.searchParams.get('nonce') ?? '',
      }
      const id_token = await provider.sign({
        ...payload,
        ...(auth_time && { auth_time }),
        groups: ['calls-admins'],
      })
      provider.forge(async () => ({ access_token: 'a', token_type: 'Bearer', id_token }))
      const query = new URLSearchParams({
        code: 'c',
        state: to.searchParams.get('state') ?? '',
        iss: provider.issuer,
      })
      const answer = await ask(app, `/oidc/callback?${query}`, { cookie: flow })
      const browser = browserOf(app, cookieNamed(answer, 'carillon_session'))
      expect([
        auth_time,
        (await browser.post('/api/token/create', { name: `t${auth_time}`, scope: 'read' })).statusCode,
      ]).toEqual([auth_time, status])
    }
  })
})
