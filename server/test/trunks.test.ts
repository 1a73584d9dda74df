// Trunks over the API: what is accepted and refused, who may change them, and that a password never comes out again.

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess, ID, TIMESTAMP, UNKNOWN_ID } from './support/expectations.ts'
import { listen } from './support/listen.ts'
import { captureLog } from './support/log-capture.ts'
import { openForFile } from './support/open-for-file.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestApp } from './support/test-app.ts'

interface Trunk extends Record<string, unknown> {
  id: string
  name: string
}
interface List {
  total: number
  rows: Trunk[]
}

const SECRET = 'pa;ss"w0rd-of-the-trunk'
const logged = captureLog('trace')
const app = await openForFile(createTestApp({ log: logged.log }))
beforeEach(() => app.rows('truncate trunk, audit'))

const add = (fields: object = {}) =>
  app.post<Trunk>('/api/trunk/add', { name: 'Main', host: 'sip.example.com', ...fields })
const update = (fields: object) => app.post<Trunk>('/api/trunk/update', fields)
const remove = (id: string) => app.post('/api/trunk/delete', { id })
const list = async () => expectSuccess(await app.get<List>('/api/trunk/list'))
const detail = async (id: string) => expectSuccess(await app.get<Trunk>(`/api/trunk/${id}`))

const DEFAULTS = {
  kind: 'sip',
  isEnabled: true,
  port: null,
  transport: 'udp',
  username: null,
  authName: null,
  registers: false,
  fromUser: null,
  fromDomain: null,
  outboundProxy: null,
  sendsOptions: true,
  sendsIdentity: false,
  sendsRemotePartyId: false,
  hidesCallerId: false,
  srtp: null,
  keys: 'auto',
  codecs: ['ulaw', 'alaw'],
  numberForm: 'plus',
  prefixRules: [],
  callerIds: [],
  callerIdChoice: 'inTurn',
  callerIdDailyLimit: null,
  lines: null,
  callsPerSecond: null,
  priority: 1,
  nodes: [],
  prices: [],
  currency: null,
  billing: { firstSeconds: 1, stepSeconds: 1 },
  inbound: null,
}
const FULL = {
  isEnabled: false,
  host: '2001:db8::1',
  port: 5061,
  transport: 'tls',
  username: 'user+1@carrier',
  registers: true,
  fromUser: '4930901820',
  fromDomain: 'carrier.example',
  authName: 'auth-1',
  outboundProxy: '[2001:db8::2]:5080',
  sendsOptions: false,
  sendsIdentity: true,
  sendsRemotePartyId: true,
  hidesCallerId: true,
  srtp: 'demanded',
  keys: 'info',
  codecs: ['alaw', 'g722'],
  numberForm: 'doubleZero',
  prefixRules: [{ match: '0049', strip: 4, add: '*31#0' }],
  callerIds: ['+4930901820'],
  callerIdChoice: 'local',
  callerIdDailyLimit: 100,
  lines: 30,
  callsPerSecond: 5,
  priority: 2,
  nodes: ['dialer-1'],
}

describe('a trunk', () => {
  it('needs a name and a host; all else has a default', async () => {
    const { warnings, ...added } = expectSuccess(await add())
    expect(warnings).toEqual([])
    expect(added).toEqual({
      id: expect.stringMatching(ID),
      name: 'Main',
      host: 'sip.example.com',
      ...DEFAULTS,
      hasPassword: false,
      createTime: expect.stringMatching(TIMESTAMP),
      updateTime: expect.stringMatching(TIMESTAMP),
    })
    expect(await detail(added.id)).toEqual(added)
    expect(await list()).toEqual({ total: 1, rows: [added] })
  })

  it('has all its settings from the start', async () => {
    const { warnings: _, ...added } = expectSuccess(
      await add({ ...FULL, host: '[2001:db8::1]', password: SECRET }),
    )
    expect(added).toMatchObject({ ...FULL, hasPassword: true })
    expect(await detail(added.id)).toEqual(added)
  })

  it('is changed field by field; null removes what may be missing, and is as if left out elsewhere', async () => {
    const { id } = expectSuccess(await add({ ...FULL, password: SECRET }))
    const changed = expectSuccess(
      await update({ id, name: ' Second ', lines: null, codecs: null, port: 5070 }),
    )
    expect(changed).toMatchObject({ ...FULL, name: 'Second', lines: null, port: 5070, hasPassword: true })
    const anonymous = { username: null, authName: null, password: null, registers: false }
    expect(expectSuccess(await update({ id, ...anonymous }))).toMatchObject({
      username: null,
      registers: false,
      hasPassword: false,
    })
    expect(await detail(id)).toMatchObject({ host: FULL.host, callerIds: FULL.callerIds })
  })

  it('that was stored before a setting existed has the default', async () => {
    const { id } = expectSuccess(await add(FULL))
    expectError(await update({ id, isEnabled: true }), 400, /^password is required with registers$/)
    await app.rows(`update trunk set settings = '{"host": "old.example"}'`)
    expect(await detail(id)).toMatchObject({ ...DEFAULTS, host: 'old.example' })
    expectSuccess(await update({ id, lines: 3 }))
    expect(await detail(id)).toMatchObject({ ...DEFAULTS, host: 'old.example', lines: 3 })
  })

  it.each(['sip.example.com', 'a', '192.0.2.1', '2001:db8::1', '3com.example', 'sip-1.4you'])(
    'may be at the host %s',
    async (host) => {
      expect(expectSuccess(await add({ host }))).toMatchObject({ host })
    },
  )

  it('has caller IDs without separators and codecs, each once', async () => {
    const callerIds = ['+49 (0)30 901820', '+4930901820', 'tel:+49-30-901821']
    const added = expectSuccess(await add({ callerIds, codecs: ['alaw', 'ulaw', 'alaw'] }))
    expect(added).toMatchObject({ callerIds: ['+4930901820', '+4930901821'], codecs: ['alaw', 'ulaw'] })
  })

  it('is listed by its priority, then the oldest first', async () => {
    for (const [name, priority] of [
      ['c', 2],
      ['a', 2],
      ['b', 1],
    ])
      expectSuccess(await add({ name, priority }))
    const { total, rows } = await list()
    expect([total, ...rows.map(({ name }) => name)]).toEqual([3, 'b', 'c', 'a'])
  })

  it('has a name that no other has', async () => {
    const { id } = expectSuccess(await add())
    const message = /^name "Main" already exists$/
    expectError(await add({ name: ' Main ' }), 409, message)
    const other = expectSuccess(await add({ name: 'Second' }))
    expectError(await update({ id: other.id, name: 'Main' }), 409, message)
    expectSuccess(await update({ id, name: 'Main' }))
  })

  it('is deleted', async () => {
    const { id } = expectSuccess(await add())
    expect(expectSuccess(await remove(id))).toBeNull()
    expectError(await app.get(`/api/trunk/${id}`), 404)
    expect(await list()).toEqual({ total: 0, rows: [] })
  })

  it.each(['no-id', UNKNOWN_ID])('that does not exist (%s) is a 404', async (id) => {
    const message = `^trunk "${id}" does not exist$`
    expectError(await app.get(`/api/trunk/${id}`), 404, message)
    expectError(await update({ id, name: 'x' }), 404, message)
    expectError(await remove(id), 404, message)
  })

  it('is one of at most 50, also when they are added at once', async () => {
    const names = Array.from({ length: 53 }, (_, n) => `trunk ${n}`)
    const answers = await Promise.all(names.map((name) => add({ name })))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(3)
    for (const answer of refused)
      expectError(answer, 409, /^There can be at most 50 trunks: delete one first$/)
    const { total, rows } = await list()
    expect(total).toBe(50)
    expectSuccess(await remove(rows[0]?.id ?? ''))
    expectSuccess(await add({ name: 'one more' }))
  })
})

const HOST = 'must be a host name or an IP address, without sip: and without a port'
const ACCOUNT =
  'may contain letters, digits and signs such as + - _ and the dot, but no spaces, quotes, brackets or semicolons'
const PROXY = 'must be a host name or an IP address, with a port such as :5080 if need be, without sip:'
const rule = (fields: object) => ({ prefixRules: [{ match: '0', strip: 1, add: '+49', ...fields }] })

describe('refuses with 400, and names the field:', () => {
  it.each<[object, string]>([
    [{ name: ' ' }, 'name must have from 1 to 100 characters'],
    [{ host: null }, 'host must be a string'],
    [{ host: '' }, 'host must have from 1 to 253 characters'],
    [{ host: 'sip:sip.example.com' }, `host ${HOST}`],
    [{ host: 'sip.example.com:5060' }, `host ${HOST}`],
    [{ host: 'https://sip.example.com' }, `host ${HOST}`],
    [{ host: 'user@sip.example.com' }, `host ${HOST}`],
    [{ host: 'sip.example.com\n[evil]' }, `host ${HOST}`],
    [{ host: 'sip..example.com' }, `host ${HOST}`],
    [{ host: '300.1.2.3' }, `host ${HOST}`],
    [{ host: 'ab..cd' }, `host ${HOST}`],
    [{ host: 'cafe.de:5060' }, `host ${HOST}`],
    [{ host: '192.0.2.1:5060' }, `host ${HOST}`],
    [{ host: '[192.0.2.1]' }, `host ${HOST}`],
    [{ host: '5060' }, `host ${HOST}`],
    [{ host: '[2001:db8::1::2]' }, `host ${HOST}`],
    [{ port: 0 }, 'port must be from 1 to 65535'],
    [{ port: 65_536 }, 'port must be from 1 to 65535'],
    [{ port: '5060' }, 'port must be an integer or null'],
    [{ transport: 'sctp' }, 'transport must be one of udp, tcp, tls'],
    [{ username: 'a b' }, `username ${ACCOUNT}`],
    [{ username: 'a;b' }, `username ${ACCOUNT}`],
    [{ fromUser: 'a@b' }, `fromUser ${ACCOUNT}`],
    [{ fromDomain: 'sip:x' }, `fromDomain ${HOST}`],
    [{ fromDomain: '300.1.2.3' }, `fromDomain ${HOST}`],
    [{ password: 'secret' }, 'username is required with password'],
    [{ registers: true }, 'username is required with registers'],
    [{ registers: true, username: 'a' }, 'password is required with registers'],
    [{ username: 'a', password: '' }, 'password must have from 1 to 128 characters'],
    [
      { username: 'a', password: 'two\nlines' },
      'password may contain only visible ASCII characters, and no spaces',
    ],
    [{ codecs: [] }, 'codecs must have from 1 to 5 items'],
    [{ codecs: ['opus'] }, 'codecs must have one of ulaw, alaw, g722, gsm'],
    [{ codecs: ['mp3'] }, 'codecs[0] must be one of ulaw, alaw, g722, opus, gsm'],
    [{ numberForm: 'e164' }, 'numberForm must be one of plus, digits, doubleZero, asWritten'],
    [rule({ match: '49x' }), 'prefixRules[0].match must be an optional +, then up to 20 digits'],
    [rule({ match: '#' }), 'prefixRules[0].match must be an optional +, then up to 20 digits'],
    [rule({ add: '0;x=y' }), 'prefixRules[0].add must be an optional +, then up to 20 digits, * and #'],
    [{ outboundProxy: 'sip:proxy.example.com' }, `outboundProxy ${PROXY}`],
    [{ outboundProxy: 'proxy.example.com:5080;lr' }, `outboundProxy ${PROXY}`],
    [{ outboundProxy: '300.1.2.3:5080' }, `outboundProxy ${HOST}`],
    [
      { outboundProxy: 'proxy.example.com:70000' },
      'the port of outboundProxy must be between 1 and 65535 (got 70000)',
    ],
    [{ authName: 'a b', username: 'a' }, `authName ${ACCOUNT}`],
    [{ authName: 'auth' }, 'username is required with authName'],
    [{ sendsOptions: 'no' }, 'sendsOptions must be true or false'],
    [{ srtp: 'yes' }, 'srtp must be one of off, offered, demanded'],
    [{ keys: 'rfc2833' }, 'keys must be one of auto, rfc4733, info, inBand'],
    [rule({ strip: -1 }), 'prefixRules[0].strip must be from 0 to 21'],
    [rule({ strip: 2 }), 'prefixRules[0].strip must be at most 1, the length of match'],
    [rule({ more: 1 }), 'prefixRules[0] must have only the fields match, strip, add (got "more")'],
    [
      { prefixRules: Array(51).fill({ match: '', strip: 0, add: '' }) },
      'prefixRules must have at most 50 items',
    ],
    [
      { callerIds: ['+4930901820', 'the clinic'] },
      'callerIds[1] must be an optional +, then 3 to 20 digits, which may be separated by spaces, dashes, dots, slashes or brackets',
    ],
    [{ callerIdChoice: 'any' }, 'callerIdChoice must be one of inTurn, local'],
    [{ callerIdDailyLimit: 0 }, 'callerIdDailyLimit must be from 1 to 1000000'],
    [{ nodes: ['dialer 1'] }, 'nodes[0] must be a host name, made of letters, digits, dots, - and _'],
    [{ callerIds: Array(1001).fill('+4930901820') }, 'callerIds must have at most 1000 items'],
    [{ lines: 0 }, 'lines must be from 1 to 100000'],
    [{ callsPerSecond: 0 }, 'callsPerSecond must be from 1 to 10000'],
    [{ priority: 0 }, 'priority must be from 1 to 100'],
    [{ isEnabled: 'yes' }, 'isEnabled must be true or false'],
  ])('%j', async (fields, message) => {
    const answer = await add(fields)
    expectError(answer, 400)
    expect(answer.body.message).toBe(message)
    expect((await list()).total).toBe(0)
  })

  it('a change after which the settings do not fit together', async () => {
    const { id } = expectSuccess(await add({ username: 'account', password: SECRET, registers: true }))
    expectError(await update({ id, username: null }), 400, /^username is required with registers$/)
    expectError(
      await update({ id, username: null, registers: false }),
      400,
      /^username is required with password$/,
    )
    expect(await detail(id)).toMatchObject({ username: 'account', registers: true, hasPassword: true })
  })
})

describe('the password of a trunk', () => {
  it('is stored, and in no answer, log or audit trail', async () => {
    const answers = [await add({ username: 'account', password: SECRET })]
    const id = answers[0]?.body.data.id ?? ''
    answers.push(await update({ id, password: `${SECRET}-2` }), await update({ id, fromUser: 'x' }))
    const read = [await app.get(`/api/trunk/${id}`), await app.get('/api/trunk/list')]
    const audit = await app.get('/api/audit/list')
    // Requests that fail must not repeat it either.
    const failed = [
      await add({ username: 'account', password: `${SECRET}-3` }),
      await add({ name: 'x', username: 'account', password: `${SECRET} ` }),
      await add({ name: 'x', password: SECRET }),
    ]
    expect(failed.map(({ status }) => status)).toEqual([409, 400, 400])
    const said = JSON.stringify([answers, read, audit, failed]) + logged.text()
    expect(logged.lines.length).toBeGreaterThan(0)
    expect(said).not.toContain('w0rd-of-the-trunk')
    expect(await app.rows('select password from trunk')).toEqual([{ password: `${SECRET}-2` }])
  })

  it('stays when it is left out, and is removed by null', async () => {
    const { id } = expectSuccess(await add({ username: 'account', password: SECRET }))
    expectSuccess(await update({ id, username: 'other' }))
    expect(await app.rows('select password from trunk')).toEqual([{ password: SECRET }])
    expect(expectSuccess(await update({ id, password: null }))).toMatchObject({ hasPassword: false })
    expect(await app.rows('select password from trunk')).toEqual([{ password: null }])
  })

  it('is a word in the audit trail, which says that it was set, replaced and removed', async () => {
    const { id } = expectSuccess(await add({ username: 'account', password: SECRET }))
    expectSuccess(await update({ id, password: `${SECRET}-2` }))
    expectSuccess(await update({ id, password: `${SECRET}-2` }))
    expectSuccess(await update({ id, lines: 4, password: null }))
    expectSuccess(await remove(id))
    const { rows } = expectSuccess(
      await app.get<{ rows: { operation: string; subjectName: string; changes: { field: string }[] }[] }>(
        '/api/audit/list',
      ),
    )
    const [deleted, removed, replaced, added, ...more] = rows
    expect(more).toEqual([])
    expect(deleted).toMatchObject({ operation: 'trunk.delete', subjectName: 'Main', changes: [] })
    expect(removed).toMatchObject({
      operation: 'trunk.update',
      changes: [
        { field: 'lines', before: null, after: 4 },
        { field: 'password', before: 'set', after: null },
      ],
    })
    expect(replaced?.changes).toEqual([{ field: 'password', before: 'set', after: 'replaced' }])
    expect(added?.changes).toContainEqual({ field: 'password', before: null, after: 'set' })
    expect(added?.changes).toContainEqual({ field: 'host', before: null, after: 'sip.example.com' })
  })
})

it('every change is notified, with the id of the trunk', async () => {
  const heard: string[] = []
  const listener = listen({
    connection: app.database.connection,
    channels: ['trunk_changed'],
    onNotify: (_channel, id) => heard.push(id),
    onGap: () => undefined,
    log: silentLog,
  })
  onTestFinished(() => listener.close())
  await listener.ready
  const { id } = expectSuccess(await add())
  expectSuccess(await update({ id, isEnabled: false }))
  expectError(await update({ id, port: 0 }), 400)
  expectSuccess(await remove(id))
  await eventually(() => expect(heard).toEqual([id, id, id]))
})

it('administrators change trunks, and all may read them', async () => {
  const { id } = expectSuccess(await add())
  const { token } = await app.tokens.create({ name: 'writer', scope: 'write' })
  const { token: reading } = await app.tokens.create({ name: 'reader', scope: 'read' })
  const send = (secret: string, path: string, payload?: object) =>
    app.send({
      method: payload ? 'POST' : 'GET',
      url: `/api/trunk/${path}`,
      headers: { authorization: `Bearer ${secret}` },
      ...(payload && { payload }),
    })
  expectError(await send(token, 'add', { name: 'Second', host: 'sip.example.com' }), 403)
  expectError(await send(token, 'update', { id, isEnabled: false }), 403)
  expectError(await send(token, 'delete', { id }), 403)
  for (const path of ['list', id, 'presets']) expectSuccess(await send(reading, path))
})

describe('the presets', () => {
  interface Preset {
    id: string
    name: string
    description: string
    settings: object
    asksFor: string[]
    copies: { field: string; from: string }[]
  }
  const presets = async (query = '') =>
    expectSuccess(await app.get<{ rows: Preset[] }>(`/api/trunk/presets${query}`)).rows

  it('each make a trunk of what they ask for', async () => {
    const filled: Record<string, string> = { host: 'sip.example.com', username: 'account', password: SECRET }
    const made: Record<string, Trunk> = {}
    for (const { id, settings, asksFor, copies } of await presets()) {
      const asked = asksFor.map((field) => [field, filled[field]])
      const copied = copies.map(({ field, from }) => [field, filled[from]])
      made[id] = expectSuccess(
        await add({ name: id, ...settings, ...Object.fromEntries([...asked, ...copied]) }),
      )
    }
    expect(made).toMatchObject({
      ip: { username: null, hasPassword: false, registers: false, fromUser: null },
      digest: { username: 'account', hasPassword: true, registers: false, fromUser: null },
      registered: { username: 'account', hasPassword: true, registers: true, fromUser: null },
      fromAccount: {
        registers: true,
        fromUser: 'account',
        fromDomain: 'sip.example.com',
        sendsIdentity: true,
      },
    })
  })

  it('are described in both languages', async () => {
    const [english, chinese] = [await presets(), await presets('?language=zh')]
    expect(english.map(({ id }) => id)).toEqual(chinese.map(({ id }) => id))
    for (const { name, description } of english) expect(name + description).toMatch(/^[ -~]+$/)
    for (const { name, description } of chinese)
      for (const text of [name, description]) expect(text).toMatch(/\p{Script=Han}/u)
    expectError(await app.get('/api/trunk/presets?language=de'), 400, /^language must be one of en, zh$/)
  })
})
