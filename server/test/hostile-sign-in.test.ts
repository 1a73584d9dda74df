// Hostile requests against signing in, sessions and invitations: whatever is sent, there is one answer, no error of the service, and no session that
// should not be. Each request comes from a network of its own unless the test is about that, because wrong passwords slow down their network.
import { connect } from 'node:net'
import type { InjectOptions, Response } from 'light-my-request'
import { describe, expect, it } from 'vitest'
import { eventually } from './support/eventually.ts'
import { captureLog } from './support/log-capture.ts'
import { createManualClock } from './support/manual-clock.ts'
import { openForFile } from './support/open-for-file.ts'
import { addPerson, browserOf, CHEAP, cookieIn, invite, ORIGIN, PASSWORD, signIn } from './support/people.ts'
import { createTestApp, TEST_TOKEN } from './support/test-app.ts'

const capture = captureLog()
const clock = createManualClock('2026-03-02T09:00:00Z')
const app = await openForFile(createTestApp({ ...CHEAP, clock, log: capture.log }))
const { port } = new URL(await app.http.listen({ host: '127.0.0.1', port: 0 }))
const ann = await addPerson(app, { name: 'Ann', role: 'admin' })

/** What others have tried keeps nobody out any more. */
const rest = () => clock.advance(61 * 60_000)

let sent = 0
/** Of a network that nobody has been in. */
function freshAddress(): string {
  sent += 1
  return `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`
}

const sessions = async () => (await app.rows('select from session')).length
const reasonOf = ({ body }: Response) => {
  const { code, params } = JSON.parse(body).errors[0]
  return params.reason ?? code
}

/** An envelope whose code is the status, below 500; no cookie unless it succeeded. */
async function ask(options: InjectOptions): Promise<Response> {
  const response = await app.http.inject({ remoteAddress: freshAddress(), ...options })
  const what = `${JSON.stringify(options).slice(0, 300)}: ${response.body.slice(0, 200)}`
  expect(response.statusCode, what).toBeLessThan(500)
  const { code, data } = response.json()
  expect(code === 0 ? 200 : code, what).toBe(response.statusCode)
  if (response.statusCode !== 200) {
    expect(data, what).toBeNull()
    expect(response.headers['set-cookie'], what).toBeUndefined()
  }
  return response
}

const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  ask({ method: 'POST', url, payload: payload as object, headers })

const CREDENTIAL = { credentialId: 'AA', clientData: 'e30' }
const SIGNED = { ...CREDENTIAL, authenticatorData: 'AA', signature: 'AA' }
const ACCOUNT = { cookie: ann.cookie, origin: ORIGIN }
/** By what is asked for: the fields that its body has, of the right form, and what goes with it. */
const TARGETS: [url: string, body: Record<string, string>, headers: Record<string, string>][] = [
  ['/api/session/signIn', { name: 'Ann', password: 'wrong horse battery' }, {}],
  ['/api/invitation/read', { token: 'nothing' }, {}],
  ['/api/invitation/accept', { token: 'nothing', password: 'wrong horse battery' }, {}],
  ['/api/session/confirm', { password: 'wrong horse battery' }, ACCOUNT],
  [
    '/api/session/password',
    { oldPassword: 'wrong horse battery', newPassword: 'another one of mine' },
    ACCOUNT,
  ],
  ['/api/session/end', { id: 'nothing' }, ACCOUNT],
  ['/api/session/signInWithPasskey', SIGNED, { origin: ORIGIN }],
  ['/api/session/confirmWithPasskey', SIGNED, ACCOUNT],
]
const JSON_TYPE = { 'content-type': 'application/json' }

/** In place of a text. */
const VALUES: unknown[] = [
  ...[null, true, false, 0, -1, 1e308, [], {}, ['Ann'], [['Ann']], { $ne: null }, { $gt: '' }],
  ...[{ toString: 'Ann' }, { length: 5 }, { 0: 'A' }, '', ' ', '\u0000', 'Ann\u0000', '\u0000Ann'],
  ...["' or '1'='1", "Ann'; drop table person; --", '%', '_nn', '../../etc/passwd', '{{7*7}}'],
  ...['Ann\r\nSet-Cookie: carillon_session=x', '\u202eAnn', 'x'.repeat(1001), '💣'.repeat(1001), '\uffff'],
]

/** In place of a whole body: what is no object, or cannot be read. */
const BODIES: (string | Buffer)[] = [
  ...['null', '[]', '"Ann"', '1', 'true', '', ' ', '{', '}', '{"name":', 'name=Ann&password=x', '<a/>'],
  ...['{"__proto__":{"name":"Ann"}}', '{"constructor":{"prototype":{"name":"Ann"}}}', '\ufeff{}', "{'a':1}"],
  ...['{"name":"\\ud800","password":"\\udc00","token":"\\ud800","id":"\\ud800"}', '{"name":1e999}'],
  ...['['.repeat(8000), `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`, 'x'.repeat(17_000)],
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
]

describe('what is no name, password or link', () => {
  it.each(TARGETS)('%s: in a field', async (url, body, headers) => {
    const before = await sessions()
    for (const field of Object.keys(body))
      for (const value of VALUES) {
        const { statusCode } = await post(url, { ...body, [field]: value }, headers)
        expect([400, 401, 403, 404, 429]).toContain(statusCode)
        clock.advance(61_000)
      }
    expect(await sessions()).toBe(before)
  })

  it.each(TARGETS)('%s: as a whole body', async (url, _body, headers) => {
    for (const payload of BODIES)
      expect([400, 413]).toContain((await post(url, payload, { ...headers, ...JSON_TYPE })).statusCode)
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'x',
    ])
      expect((await post(url, '{}', { ...headers, 'content-type': type })).statusCode).toBe(415)
    const more = { ...TARGETS.find(([each]) => each === url)?.[1], role: 'admin', isAdmin: true }
    const refused = await post(url, more, headers)
    expect([refused.statusCode, reasonOf(refused)]).toEqual([400, 'field_unknown'])
  })
})

describe('a name that only looks like another one', () => {
  const ALIKE = [
    'Аnn',
    'An\u200bn',
    'Ann\u200e',
    '\u202dAnn',
    'Ann\u0301',
    'A n n',
    'Ann\u00ad',
    'ann\u034f',
    'Ａnn\u2060',
  ]

  it.each(ALIKE)('does not sign in: %j', async (name) => {
    expect([400, 401]).toContain((await post('/api/session/signIn', { name, password: PASSWORD })).statusCode)
  })

  it.each(ALIKE.filter((name) => /\p{C}|\u034f/u.test(name)))(
    'is nobody’s, of a person or a token: %j',
    async (name) => {
      const headers = { authorization: `Bearer ${TEST_TOKEN}` }
      for (const [url, rest] of [
        ['/api/person/invite', { role: 'viewer' }],
        ['/api/token/create', { scope: 'read' }],
      ] as const) {
        const refused = await post(url, { name, ...rest }, headers)
        expect([refused.statusCode, reasonOf(refused)]).toEqual([400, 'hidden_character'])
      }
    },
  )

  it('is the same name in other letters of the same kind, for signing in and for being taken', async () => {
    rest()
    for (const name of ['ANN', ' Ann ', 'Ａｎｎ']) {
      expect((await post('/api/session/signIn', { name, password: PASSWORD })).statusCode).toBe(200)
      const taken = await app.post('/api/person/invite', { name, role: 'viewer' })
      expect(taken.status).toBe(409)
    }
  })
})

describe('a cookie', () => {
  const me = (cookie: string, headers: Record<string, string> = {}) =>
    ask({ url: '/api/session/me', headers: { cookie, ...headers } })
  const [name = '', secret = ''] = ann.cookie.split('=')

  it('that was changed in any way is nobody’s', async () => {
    const flip = (at: number) =>
      `${secret.slice(0, at)}${secret[at] === 'A' ? 'B' : 'A'}${secret.slice(at + 1)}`
    const values = [
      ...Array.from({ length: secret.length - 1 }, (_, at) => flip(at)),
      ...[
        secret.slice(1),
        `${secret}A`,
        `"${secret}"`,
        `${secret}=`,
        secret.toLowerCase(),
        encodeURIComponent(`${secret}\n`),
      ],
      ...['', 'null', 'undefined', '0'.repeat(43), 'x'.repeat(6000), '%00', '../../x', `${secret} ${secret}`],
    ]
    for (const value of values) expect((await me(`${name}=${value}`)).statusCode).toBe(401)
    expect((await me(ann.cookie)).statusCode).toBe(200)
  })

  it('counts once, under its own name, and not beside a token', async () => {
    const wrong = `${name}=${'A'.repeat(43)}`
    for (const cookie of [
      ...[`${ann.cookie}; ${wrong}`, `${wrong}; ${ann.cookie}`, `${ann.cookie}; ${ann.cookie}`],
      ...[
        `__Host-carillon=${secret}`,
        `${name.toUpperCase()}=${secret}`,
        `x${ann.cookie}`,
        `$Version=1,${ann.cookie}`,
      ],
      ...[`a="${ann.cookie}"`, secret, `${name} =${secret}`, `${name}%3D${secret}`],
    ])
      expect((await me(cookie)).statusCode).toBe(401)
    for (const authorization of [
      'Bearer x',
      'Bearer',
      'Basic x',
      '',
      `Bearer ${secret}`,
      `Session ${secret}`,
    ])
      expect((await me(ann.cookie, { authorization })).statusCode).toBe(401)
    const many = Array.from({ length: 200 }, (_, each) => `c${each}=x`).join('; ')
    expect((await me(`${many}; ${ann.cookie}`)).statusCode).toBe(200)
    for (const query of [`?cookie=${secret}`, `?${ann.cookie}`, `?access_token=${secret}`])
      expect((await ask({ url: `/api/session/me${query}` })).statusCode).toBe(401)
  })

  it('that somebody planted before signing in is not the one afterwards', async () => {
    rest()
    const planted = `${name}=${Buffer.alloc(32, 7).toString('base64url')}`
    const answer = await post('/api/session/signIn', { name: 'Ann', password: PASSWORD }, { cookie: planted })
    expect(answer.statusCode).toBe(200)
    expect(cookieIn(answer)).not.toBe(planted)
    expect(cookieIn(answer)).not.toBe(ann.cookie)
    expect((await me(planted)).statusCode).toBe(401)
    expect((await me(cookieIn(answer))).statusCode).toBe(200)
    const second = await post(
      '/api/session/signIn',
      { name: 'Ann', password: PASSWORD },
      { cookie: cookieIn(answer) },
    )
    expect(cookieIn(second)).not.toBe(cookieIn(answer))
  })

  it('of somebody else ends no session of yours', async () => {
    const ben = await addPerson(app, { name: 'Ben', role: 'viewer' })
    const rows = await app.rows<{ id: string }>('select id from session where person_id = $1', [ann.id])
    for (const { id } of rows) expect((await ben.post('/api/session/end', { id })).statusCode).toBe(404)
    expect((await ben.get('/api/session/list')).body).not.toContain(ann.id)
  })
})

describe('another site', () => {
  const ORIGINS = [
    ...[
      undefined,
      'null',
      '',
      'http://evil.example',
      'https://localhost:8443',
      'http://localhost:8080',
      'http://localhost.',
    ],
    ...[
      'http://localhost.evil.example',
      'http://evil-localhost',
      'http://localhost@evil.example',
      'http://127.0.0.1',
    ],
    ...[
      'HTTP://LOCALHOST/',
      'http://localhost/',
      'http://localhost, http://evil.example',
      'localhost',
      'file://',
    ],
    ...[
      'http://localhost\t',
      'chrome-extension://x',
      'http://[::1]',
      'javascript:1',
      'http://loc\u0430lhost',
    ],
  ]
  const before = { url: '/api/dataSource/add', payload: { dataSourceName: 'of another site' } }

  it.each(ORIGINS)('does nothing with the cookie of a browser: Origin %j', async (origin) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const headers = {
        cookie: ann.cookie,
        ...(origin !== undefined && { origin: Buffer.from(origin).toString('latin1') }),
      }
      const { statusCode } = await ask({ method, ...before, headers })
      expect([method, statusCode]).toEqual([method, method === 'POST' ? 403 : 405])
      const forwarded = { ...headers, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
      expect((await ask({ method, ...before, headers: forwarded })).statusCode).toBeGreaterThanOrEqual(403)
    }
    if (origin === undefined) return
    for (const [url, body] of TARGETS.slice(0, 3).filter(([url]) => url !== '/api/invitation/read')) {
      const refused = await post(url, body, { origin: Buffer.from(origin).toString('latin1') })
      expect(refused.statusCode).toBe(403)
    }
  })

  it('has added nothing', async () => {
    expect(await app.rows('select from data_source')).toEqual([])
  })

  it('is not read by a page: no answer allows another origin', async () => {
    const headers = { cookie: ann.cookie, origin: 'http://evil.example' }
    const answer = await ask({ url: '/api/session/me', headers })
    expect(Object.keys(answer.headers).filter((header) => header.startsWith('access-control'))).toEqual([])
  })
})

describe('an invitation', () => {
  const accept = (token: string, password = PASSWORD) => post('/api/invitation/accept', { token, password })
  const read = (token: string) => post('/api/invitation/read', { token })

  it('is good once, however many accept it at once', async () => {
    const { token, id } = await invite(app, { name: 'Cid', role: 'viewer' })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, each) => accept(token, `${PASSWORD} ${each}`)),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(11).fill(403)])
    expect(await app.rows('select from session where person_id = $1', [id])).toHaveLength(1)
    expect((await read(token)).statusCode).toBe(403)
    expect((await accept(token)).statusCode).toBe(403)
    const right = answers.findIndex(({ statusCode }) => statusCode === 200)
    expect((await signIn(app, 'Cid', `${PASSWORD} ${right}`)).statusCode).toBe(200)
  })

  it('is nothing when it was changed, used, replaced, is over, or its person is disabled', async () => {
    const { token, id } = await invite(app, { name: 'Dan', role: 'viewer' })
    for (const bad of [
      `${token}x`,
      token.slice(1),
      token.toLowerCase(),
      `${token}\u0000`,
      `${token}%00`,
      `'${token}'`,
      token.repeat(2),
    ])
      for (const use of [read, accept]) expect([400, 403]).toContain((await use(bad)).statusCode)
    const next = (await app.post<{ token: string }>('/api/person/reset', { id })).body.data.token
    const other = (await invite(app, { name: 'Eve', role: 'viewer' })).token
    expect((await accept(token)).statusCode).toBe(403)
    await app.post('/api/person/disable', { id })
    expect((await accept(next)).statusCode).toBe(403)
    await app.post('/api/person/enable', { id })
    expect((await accept(next)).statusCode).toBe(403)
    clock.advance(7 * 24 * 3_600_000)
    expect((await accept(other)).statusCode).toBe(403)
    expect(await app.rows('select from session where person_id = $1', [id])).toEqual([])
  })

  it('gives no more than was meant: name, role and rights are not of whoever accepts it', async () => {
    const { token, id } = await invite(app, { name: 'Fay', role: 'monitor' })
    const more = { role: 'admin', name: 'Ann', permissions: ['export'], id: ann.id }
    for (const [field, value] of Object.entries(more))
      expect(
        (await post('/api/invitation/accept', { token, password: PASSWORD, [field]: value })).statusCode,
      ).toBe(400)
    const fay = browserOf(app, cookieIn(await accept(token)), id)
    expect((await fay.get('/api/session/me')).json().data).toMatchObject({ id, name: 'Fay', role: 'monitor' })
    for (const [url, body] of [
      ['/api/person/invite', { name: 'Gus', role: 'admin' }],
      ['/api/person/update', { id, name: 'Fay', role: 'admin' }],
      ['/api/person/reset', { id: ann.id }],
      ['/api/token/create', { name: 'mine', scope: 'admin' }],
      ['/api/token/create', { name: 'mine', scope: 'read' }],
    ] as const)
      expect((await fay.post(url, body)).statusCode).toBe(403)
  })
})

describe('guesses', () => {
  it('are answered alike for whom there is, is not, was disabled, or has no password yet', async () => {
    await invite(app, { name: 'Hal', role: 'viewer' })
    const ida = await addPerson(app, { name: 'Ida', role: 'viewer' })
    await app.post('/api/person/disable', { id: ida.id })
    const answers = []
    for (const name of ['Ann', 'Nobody', 'Hal', 'Ida']) {
      const { statusCode, body, headers } = await post('/api/session/signIn', {
        name,
        password: 'wrong horse',
      })
      const { 'x-request-id': _, date: __, ...rest } = headers
      answers.push(JSON.stringify([statusCode, body, rest]))
    }
    expect(new Set(answers).size).toBe(1)
    expect(JSON.parse(answers[0] ?? '')[0]).toBe(401)
    // With the right one as well.
    expect((await post('/api/session/signIn', { name: 'Ida', password: PASSWORD })).statusCode).toBe(401)
  })

  it('take as long for a name that nobody has', async () => {
    const slow = await createTestApp({ database: app.database, passwordCost: 14 })
    const time = async (name: string) => {
      const start = performance.now()
      const remoteAddress = freshAddress()
      await signIn(slow, name, 'wrong horse', { remoteAddress })
      return performance.now() - start
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let time_ = 0; time_ < 8; time_ += 1) {
      known.push(await time(`Ann`))
      unknown.push(await time(`nobody ${time_}`))
    }
    await slow.close()
    // Without a hash to compare with, it would be some milliseconds.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2)
  })

  it('by many at once keep nobody out who comes from where she was before', async () => {
    expect((await signIn(app, 'Ann', PASSWORD, { remoteAddress: '198.51.100.7' })).statusCode).toBe(200)
    const tries = Array.from({ length: 60 }, () =>
      post('/api/session/signIn', { name: 'Ann', password: 'wrong horse' }),
    )
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect((await signIn(app, 'Ann', PASSWORD, { remoteAddress: freshAddress() })).statusCode).toBe(429)
    expect((await signIn(app, 'Ann', PASSWORD, { remoteAddress: '198.51.100.7' })).statusCode).toBe(200)
    rest()
  })
})

describe('bytes that no client sends', () => {
  /** All that is answered until the connection is closed. */
  const bytes = (text: string) =>
    new Promise<string>((resolve) => {
      sent += 1
      const socket = connect(Number(port), '127.0.0.1')
      let answered = ''
      socket.setEncoding('latin1')
      socket.on('data', (part) => {
        answered += part
      })
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(answered))
      socket.write(text, 'latin1')
    })
  const body = JSON.stringify({ name: 'Ann', password: 'wrong horse' })
  const head = (lines: string[], line = 'POST /api/session/signIn HTTP/1.1') =>
    `${[line, 'Host: localhost', 'Connection: close', ...lines].join('\r\n')}\r\n\r\n`
  const typed = ['Content-Type: application/json', `Content-Length: ${body.length}`]

  it.each([
    ['two lengths', head([...typed, 'Content-Length: 1']) + body],
    ['a length and chunks', head([...typed, 'Transfer-Encoding: chunked']) + body],
    ['a NUL in a header', head([...typed, 'Cookie: a=\u0000b']) + body],
    ['a line break in a header', head([...typed, 'Cookie: a=b\n c=d']) + body],
    ['a header without a name', head([...typed, ': x']) + body],
    ['a space before the colon', head([...typed, 'Cookie : a=b']) + body],
    ['a cookie of 100 kB', head([...typed, `Cookie: a=${'x'.repeat(100_000)}`]) + body],
    ['a browser of 100 kB', head([...typed, `User-Agent: ${'x'.repeat(100_000)}`]) + body],
    ['two hosts', head([...typed, 'Host: evil.example']) + body],
    ['another protocol', head(typed, 'POST /api/session/signIn HTTP/9.9') + body],
    ['a path with a NUL', head(typed, 'POST /api/session/signIn%00 HTTP/1.1') + body],
  ])('%s: one answer, and no session', async (_what, text) => {
    const before = await sessions()
    const answered = await bytes(text)
    expect(answered.match(/^HTTP\/1\.1 /gm)).toHaveLength(1)
    expect(Number(answered.slice(9, 12))).toBeGreaterThanOrEqual(400)
    expect(Number(answered.slice(9, 12))).toBeLessThan(500)
    expect(answered.toLowerCase()).not.toContain('set-cookie')
    expect(await sessions()).toBe(before)
  })

  it('two headers Cookie are one too many', async () => {
    const lines = [`Cookie: ${ann.cookie}`, `Cookie: ${ann.cookie}`]
    expect((await bytes(head(lines, 'GET /api/session/me HTTP/1.1'))).slice(9, 12)).toBe('401')
  })
})

describe('after all of that', () => {
  it('more than 200 were sent, no request failed, and the service answers', async () => {
    expect(sent).toBeGreaterThan(200)
    expect(capture.lines.filter((line) => line['msg'] === 'request failed')).toEqual([])
    expect((await app.http.inject('/healthz')).statusCode).toBe(200)
    await eventually(async () =>
      expect((await signIn(app, 'Ann', PASSWORD, { remoteAddress: '198.51.100.7' })).statusCode).toBe(200),
    )
  })

  it('no password, link or cookie is in the log or on record', async () => {
    const kept = capture.text() + JSON.stringify(await app.rows('select * from audit'))
    for (const secret of [PASSWORD, ann.cookie.split('=')[1] ?? '', 'wrong horse'])
      expect(kept).not.toContain(secret)
  })
})
