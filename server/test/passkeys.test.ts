// Passkeys: adding them, signing in and proving with them, and what is refused: another origin, another host, what was asked before, of another browser or
// too long ago, of somebody else, without the person, a copy, and garbage.
import type { Response } from 'light-my-request'
import { describe, expect, it } from 'vitest'
import { createSoftPasskey, ONLY_PRESENT, type SoftPasskey } from './support/authenticator.ts'
import { expectSuccess } from './support/expectations.ts'
import { captureLog } from './support/log-capture.ts'
import { createManualClock } from './support/manual-clock.ts'
import { openForFile } from './support/open-for-file.ts'
import {
  addPerson,
  type Browser,
  browserOf,
  CHEAP,
  cookieIn,
  ORIGIN,
  PASSWORD,
  signIn,
} from './support/people.ts'
import { createTestApp } from './support/test-app.ts'

const MINUTE = 60_000
const capture = captureLog()
const clock = createManualClock('2026-03-02T09:00:00Z')
const app = await openForFile(createTestApp({ ...CHEAP, clock, log: capture.log }))

const reasonOf = ({ body }: Response) => {
  const { code, params } = JSON.parse(body).errors[0]
  return params.reason ?? code
}
const cookiesIn = (response: Response) =>
  [response.headers['set-cookie'] ?? []].flat().map((each) => String(each).split(';')[0] ?? '')
function dataOf<Data>(response: Response): Data {
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json().data
}
const found = (cookies: string[], name: string) => cookies.find((each) => each.startsWith(`${name}=`)) ?? ''

let people = 0
async function newPerson(role = 'operator'): Promise<Browser & { name: string }> {
  people += 1
  const name = `Person ${people}`
  return { ...(await addPerson(app, { name, role })), name }
}

let networks = 0
function freshNetwork(): string {
  networks += 1
  return `10.1.${networks >> 8}.${networks & 255}`
}

interface Asked {
  challenge: string
  rpId: string
  allowCredentials: { id: string }[]
}

/** As a browser that is signed in, with the cookie of what it was asked. */
async function start<Options>(browser: Browser, url: string) {
  const response = await browser.post(url)
  const options = dataOf<Options>(response)
  const cookie = `${browser.cookie}; ${found(cookiesIn(response), 'carillon_passkey')}`
  return { options, cookie }
}

async function add(browser: Browser, passkey: SoftPasskey, name = 'Phone'): Promise<Response> {
  const { options, cookie } = await start<{ challenge: string; rp: { id: string } }>(
    browser,
    '/api/passkey/start',
  )
  const payload = { name, ...passkey.create(options) }
  return browser.send({ method: 'POST', url: '/api/passkey/add', payload, headers: { cookie } })
}

async function startSignIn(headers: Record<string, string> = {}) {
  const response = await app.http.inject({
    ...{ method: 'POST', url: '/api/session/startPasskey', remoteAddress: freshNetwork() },
    headers: { origin: ORIGIN, ...headers },
  })
  return {
    response,
    options: response.json().data as Asked,
    cookie: found(cookiesIn(response), 'carillon_passkey'),
  }
}

const answer = (payload: object, cookie: string, headers: Record<string, string> = {}) =>
  app.http.inject({
    ...{ method: 'POST', url: '/api/session/signInWithPasskey', payload, remoteAddress: freshNetwork() },
    headers: { origin: ORIGIN, cookie, ...headers },
  })

async function withPasskey(role?: string) {
  const person = await newPerson(role)
  const passkey = createSoftPasskey()
  const added = dataOf<{ id: string }>(await add(person, passkey))
  return { person, passkey, id: added.id }
}

const rowsOf = (name: string) =>
  app.rows<{ operation: string; changes: unknown }>(
    `select operation, changes from audit where actor = '${name}' order by id`,
  )

describe('a passkey', () => {
  it('is added, listed, renamed, and signs in without a name', async () => {
    const { person, passkey, id } = await withPasskey()
    const list = async () => dataOf<{ rows: object[] }>(await person.get('/api/passkey/list')).rows
    expect(await list()).toMatchObject([{ id, name: 'Phone', host: 'localhost', usedTime: null }])
    dataOf(await person.post('/api/passkey/update', { id, name: ' Laptop ' }))

    const { options, cookie } = await startSignIn()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const signedIn = await answer(passkey.sign(options), cookie)
    expect(signedIn.statusCode).toBe(200)
    const cookies = cookiesIn(signedIn)
    expect(found(cookies, 'carillon_passkey')).toBe('carillon_passkey=')
    const browser = browserOf(app, found(cookies, 'carillon_session'))
    expect(dataOf(await browser.get('/api/session/me'))).toMatchObject({ name: person.name })
    expect(await list()).toMatchObject([{ name: 'Laptop', usedTime: '2026-03-02 17:00:00' }])
    // With it, what asks for a recent proof is done at once.
    dataOf(await browser.post('/api/passkey/delete', { id }))
    expect(await list()).toEqual([])
    const again = await startSignIn()
    expect(reasonOf(await answer(passkey.sign(again.options), again.cookie))).toBe('passkey_refused')
    const rows = await rowsOf(person.name)
    expect(rows.map(({ operation }) => operation)).toEqual([
      ...['person.choosePassword', 'session.signIn', 'passkey.add', 'passkey.update'],
      ...['session.signIn', 'passkey.delete'],
    ])
    expect(rows[4]?.changes).toEqual([{ field: 'passkey', before: null, after: 'Laptop' }])
  })

  it('proves again who somebody is, in place of the password', async () => {
    const { person, passkey, id } = await withPasskey()
    clock.advance(16 * MINUTE)
    expect(reasonOf(await person.post('/api/passkey/delete', { id }))).toBe('password_needed')
    const { options, cookie } = await start<Asked>(person, '/api/session/startConfirm')
    expect(options.allowCredentials).toEqual([{ id: passkey.credentialId, type: 'public-key' }])
    const confirm = (payload: object) =>
      person.send({ method: 'POST', url: '/api/session/confirmWithPasskey', payload, headers: { cookie } })
    const signed = passkey.sign(options)
    expect((await confirm(signed)).statusCode).toBe(200)
    expect(reasonOf(await confirm(signed))).toBe('passkey_stale')
    expect((await person.post('/api/passkey/delete', { id })).statusCode).toBe(200)
  })

  it('goes with a link to a new password, and does nothing for a person who is disabled', async () => {
    const { person, passkey } = await withPasskey()
    const tries = async () => {
      const { options, cookie } = await startSignIn()
      return (await answer(passkey.sign(options), cookie)).statusCode
    }
    expectSuccess(await app.post('/api/person/disable', { id: person.id }))
    expect(await tries()).toBe(403)
    expectSuccess(await app.post('/api/person/enable', { id: person.id }))
    expect(await tries()).toBe(200)
    const { token } = expectSuccess(await app.post<{ token: string }>('/api/person/reset', { id: person.id }))
    expect(await tries()).toBe(200)
    const payload = { token, password: 'another good one' }
    await app.http.inject({ method: 'POST', url: '/api/invitation/accept', payload })
    expect(await tries()).toBe(403)
  })

  it('is not added twice, and a person has 20 at most', async () => {
    const { person, passkey } = await withPasskey()
    expect((await add(await newPerson(), passkey)).statusCode).toBe(409)
    for (let count = 1; count < 20; count += 1)
      expect((await add(person, createSoftPasskey())).statusCode).toBe(200)
    const response = await person.post('/api/passkey/start')
    expect([response.statusCode, reasonOf(response)]).toEqual([400, 'too_many_passkeys'])
  })

  it('is nobody else’s to rename or remove, and not for tokens', async () => {
    const { id } = await withPasskey()
    const other = await newPerson('admin')
    expect((await other.post('/api/passkey/update', { id, name: 'Mine' })).statusCode).toBe(404)
    expect((await other.post('/api/passkey/delete', { id })).statusCode).toBe(404)
    for (const url of ['/api/passkey/start', '/api/session/startConfirm'])
      expect((await app.post(url, {})).status).toBe(403)
  })
})

describe('where browsers have no passkeys', () => {
  it.each([
    ['http://calls.example', 'calls.example'],
    ['http://127.0.0.1:3000', '127.0.0.1:3000'],
    ['https://192.0.2.7', '192.0.2.7'],
    ['https://[2001:db8::7]', '[2001:db8::7]'],
  ])('%s is refused', async (origin, host) => {
    const { response } = await startSignIn({ origin, host })
    expect([response.statusCode, reasonOf(response)]).toEqual([405, 'passkeys_not_here'])
  })

  it('another site, and no site', async () => {
    expect((await startSignIn({ origin: 'https://evil.example' })).response.statusCode).toBe(403)
    const bare = await app.http.inject({ method: 'POST', url: '/api/session/startPasskey' })
    expect(reasonOf(bare)).toBe('passkeys_not_here')
  })

  it('behind a proxy with TLS, the name of the proxy is the one', async () => {
    const { response } = await startSignIn({ origin: 'https://calls.example', host: 'calls.example' })
    expect(response.json().data.rpId).toBe('calls.example')
  })
})

describe('what is refused', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the same host without its port', { origin: 'http://localhost:8080' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'bm90aGluZw' }],
    ['an answer of another kind', { type: 'webauthn.create' }],
    ['without the check that it is the person', { flags: ONLY_PRESENT }],
    ['nobody present', { flags: 0 }],
  ])('%s', async (_what, said) => {
    const { passkey } = await withPasskey()
    const { options, cookie } = await startSignIn()
    const response = await answer(passkey.sign(options, said), cookie)
    expect([response.statusCode, reasonOf(response)]).toEqual([403, 'passkey_refused'])
    expect(found(cookiesIn(response), 'carillon_session')).toBe('')
    // What was asked is used up, although it came to nothing.
    expect(reasonOf(await answer(passkey.sign(options), cookie))).toBe('passkey_stale')
  })

  it('a replay, another browser, too late, another purpose, and a cookie that was made up', async () => {
    const { person, passkey } = await withPasskey()
    const refusedAs = async (payload: object, cookie: string) => reasonOf(await answer(payload, cookie))
    const first = await startSignIn()
    const signed = passkey.sign(first.options)
    const [one, two] = await Promise.all([answer(signed, first.cookie), answer(signed, first.cookie)])
    expect([one.statusCode, two.statusCode].sort()).toEqual([200, 403])
    const mine = await startSignIn()
    const other = await startSignIn()
    expect(await refusedAs(passkey.sign(mine.options), other.cookie)).toBe('passkey_refused')
    expect(await refusedAs(passkey.sign(mine.options), '')).toBe('passkey_stale')
    const late = await startSignIn()
    clock.advance(10 * MINUTE)
    expect(await refusedAs(passkey.sign(late.options), late.cookie)).toBe('passkey_stale')
    expect(await refusedAs(passkey.sign(late.options), `carillon_passkey=${'A'.repeat(43)}`)).toBe(
      'passkey_stale',
    )
    const confirming = await start<Asked>(person, '/api/session/startConfirm')
    expect(await refusedAs(passkey.sign(confirming.options), confirming.cookie)).toBe('passkey_stale')
  })

  it('that of somebody else, as a proof and as one’s own', async () => {
    const { passkey } = await withPasskey()
    const other = await newPerson()
    const { options, cookie } = await start<Asked>(other, '/api/session/startConfirm')
    const payload = passkey.sign(options)
    const url = '/api/session/confirmWithPasskey'
    const response = await other.send({ method: 'POST', url, payload, headers: { cookie } })
    expect(reasonOf(response)).toBe('passkey_refused')
    // What another person was asked to add.
    const asked = await start<{ challenge: string; rp: { id: string } }>(other, '/api/passkey/start')
    const person = await newPerson()
    const [, ofPasskey = ''] = asked.cookie.split('; ')
    const stolen = await person.send({
      ...{ method: 'POST', url: '/api/passkey/add' },
      payload: { name: 'x', ...createSoftPasskey().create(asked.options) },
      headers: { cookie: `${person.cookie}; ${ofPasskey}` },
    })
    expect(reasonOf(stolen)).toBe('passkey_stale')
  })

  it('a copy, whose counter does not rise', async () => {
    const { passkey } = await withPasskey()
    const asked = await startSignIn()
    expect((await answer(passkey.sign(asked.options, { counter: 9 }), asked.cookie)).statusCode).toBe(200)
    const again = await startSignIn()
    expect((await answer(passkey.sign(again.options, { counter: 9 }), again.cookie)).statusCode).toBe(403)
  })

  it('under another name of the service', async () => {
    const { passkey } = await withPasskey()
    const at = { origin: 'https://calls.example', host: 'calls.example' }
    const { options, cookie } = await startSignIn(at)
    const signed = passkey.sign(options, { origin: at.origin })
    // The cookie is bound to the host of the proxy.
    const plain = cookie.replace('__Host-carillon-passkey', 'carillon_passkey')
    expect(reasonOf(await answer(signed, plain, at))).toBe('passkey_refused')
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['an answer of another kind', { type: 'webauthn.get' }],
    ['without the check that it is the person', { flags: ONLY_PRESENT }],
  ])('a new one from %s', async (_what, said) => {
    const person = await newPerson()
    const url = '/api/passkey/start'
    const { options, cookie } = await start<{ challenge: string; rp: { id: string } }>(person, url)
    const payload = { name: 'Phone', ...createSoftPasskey().create(options, said) }
    const headers = { cookie }
    const response = await person.send({ method: 'POST', url: '/api/passkey/add', payload, headers })
    expect([response.statusCode, reasonOf(response)]).toEqual([403, 'passkey_refused'])
    expect(dataOf(await person.get('/api/passkey/list'))).toEqual({ total: 0, rows: [] })
  })

  it('garbage in every field, signed or made', async () => {
    const { person, passkey } = await withPasskey()
    const garbage = ['AA', '_'.repeat(1000), Buffer.from('{"type":1}').toString('base64url'), 'oA', 'v____w']
    for (const field of ['credentialId', 'clientData', 'authenticatorData', 'signature'])
      for (const value of garbage) {
        const { options, cookie } = await startSignIn()
        const response = await answer({ ...passkey.sign(options), [field]: value }, cookie)
        expect([field, value.slice(0, 9), response.statusCode]).toEqual([field, value.slice(0, 9), 403])
      }
    for (const value of ['', ' ', 'a+b', 'ü', null, 7, {}, 'A'.repeat(9000)]) {
      const { options, cookie } = await startSignIn()
      expect((await answer({ ...passkey.sign(options), signature: value }, cookie)).statusCode).toBe(400)
    }
    for (const field of ['credentialId', 'clientData', 'attestationObject'])
      for (const value of garbage) {
        const asked = await start<{ challenge: string; rp: { id: string } }>(person, '/api/passkey/start')
        const payload = { name: 'x', ...createSoftPasskey().create(asked.options), [field]: value }
        const headers = { cookie: asked.cookie }
        const response = await person.send({ method: 'POST', url: '/api/passkey/add', payload, headers })
        expect([field, response.statusCode]).toEqual([field, 403])
      }
    expect(capture.lines.filter((line) => line['msg'] === 'request failed')).toEqual([])
  })

  it('a proof without a password for long: nobody adds or removes one', async () => {
    const { person, id } = await withPasskey()
    clock.advance(16 * MINUTE)
    for (const [url, body] of [
      ['/api/passkey/start', {}],
      ['/api/passkey/delete', { id }],
    ] as const)
      expect(reasonOf(await person.post(url, body))).toBe('password_needed')
  })
})

describe('failed ones', () => {
  it('are on record, slow down their network, and keep no password out', async () => {
    const { person, passkey } = await withPasskey()
    const from = { remoteAddress: '198.51.100.9' }
    const attempt = async (said?: object) => {
      const { options, cookie } = await startSignIn()
      return app.http.inject({
        ...{ method: 'POST', url: '/api/session/signInWithPasskey', ...from },
        payload: passkey.sign(options, said),
        headers: { origin: ORIGIN, cookie },
      })
    }
    const before = clock.now()
    for (let tries = 0; tries < 60; tries += 1)
      expect((await attempt({ rpId: 'evil.example' })).statusCode).toBe(403)
    const slowed = await attempt()
    expect([slowed.statusCode, reasonOf(slowed)]).toEqual([429, 'sign_ins_slowed'])
    const rows = await app.rows<{ subject_name: string; changes: { after: number }[] }>(
      `select subject_name, changes from audit where operation = 'session.refuse' and address = '198.51.100.9'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.subject_name).toBe(person.name)
    expect(clock.now()).toEqual(before)
    expect((await signIn(app, person.name, PASSWORD, from)).statusCode).toBe(200)
    clock.advance(2000)
    expect((await attempt()).statusCode).toBe(200)
  })

  it('one network is not asked more than 120 times a minute', async () => {
    const ask = () =>
      app.http.inject({
        ...{ method: 'POST', url: '/api/session/startPasskey', remoteAddress: '198.51.100.77' },
        headers: { origin: ORIGIN },
      })
    const all = await Promise.all(Array.from({ length: 125 }, ask))
    expect(all.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5)
  })
})

it('keeps what was asked for ten minutes at most', async () => {
  await startSignIn()
  clock.advance(10 * MINUTE)
  await startSignIn()
  expect(await app.rows('select from passkey_challenge')).toHaveLength(1)
})

it('stores no cookie, and logs nothing that a passkey was', async () => {
  const { passkey } = await withPasskey()
  const { options, cookie } = await startSignIn()
  await answer(passkey.sign(options, { origin: 'https://evil.example' }), cookie)
  const secret = cookieIn({ headers: { 'set-cookie': cookie } } as unknown as Response).split('=')[1] ?? ''
  const stored = JSON.stringify(await app.rows(`select *, encode(hash, 'escape') from passkey_challenge`))
  expect(secret).toHaveLength(43)
  expect(stored + capture.text()).not.toContain(secret)
})
