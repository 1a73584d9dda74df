// Every operation of the API, asked by everybody who can ask, about the own and about a foreign data source: generated from openapi.json, so that an
// operation that is added is asked as well, or fails this test until it can be. What `x-needs` and `x-bound` say is what happens; whoever is bound
// finds nothing of the foreign data source in any answer, and a monitor finds no phone number in any.
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { InjectOptions } from 'light-my-request'
import { describe, expect, it } from 'vitest'
import { CASES, type CanaryCase, NEVER_DONE, PUBLIC } from './support/canary-cases.ts'
import {
  addCanaries,
  CANARY_FLOW,
  type CanaryIds,
  FOREIGN,
  hasNumberOf,
  KINDS,
  OWN,
} from './support/canary-world.ts'
import { createControlledPhones } from './support/controlled-gateway.ts'
import { addList } from './support/do-not-call.ts'
import { UNKNOWN_ID } from './support/expectations.ts'
import { multipart } from './support/multipart.ts'
import { openForFile } from './support/open-for-file.ts'
import { type ListedOperation, operationsOf, readDocument } from './support/openapi-document.ts'
import { addPerson, CHEAP, cookieIn, invite, ORIGIN, signIn } from './support/people.ts'
import { makeWav } from './support/recording-switch.ts'
import { createTestApp, TEST_TOKEN } from './support/test-app.ts'

const SIGNING = { secret: 'secret', path: '/api/gateway/http/callback' }
const app = await openForFile(
  createTestApp({
    ...{ ...CHEAP, role: 'all', gateway: createControlledPhones().gateway() },
    ...{ callbackSigning: SIGNING, agents: { secret: SIGNING.secret, timing: {} } },
  }),
)
const address = await app.http.listen({ host: '127.0.0.1', port: 0 })

const own = await addCanaries(app, OWN)
const foreign = await addCanaries(app, FOREIGN)
const unknown = Object.fromEntries(KINDS.map((kind) => [kind, UNKNOWN_ID])) as CanaryIds

interface Asker {
  name: string
  /** What it may do, said here once more and not read from the service. */
  may: string[]
  isBound?: boolean
  /** Of a person. */
  role?: string
  /** Of a token. */
  token?: string
}

const READ = ['see', 'seeNumbers', 'export']
const WRITE = [...READ, 'operate', 'call', 'hear', 'listen']
const OPERATOR = ['see', 'seeNumbers', 'operate', 'call', 'hear']
const ALL_EXTRAS = ['export', 'call', 'hear', 'listen']
const bound = { dataSourceIds: [own.dataSource] }

async function tokenOf(name: string, rights: object): Promise<string> {
  const { body } = await app.post<{ token: string }>('/api/token/create', { name, ...rights })
  return body.data.token
}

const people = {
  monitor: { role: 'monitor' },
  'bound monitor': { role: 'monitor', ...bound },
  viewer: { role: 'viewer' },
  operator: { role: 'operator' },
  'bound operator': { role: 'operator', permissions: ALL_EXTRAS, ...bound },
  admin: { role: 'admin' },
}
const cookies: Record<string, string> = {}
for (const [name, rights] of Object.entries(people))
  cookies[name] = (await addPerson(app, { name, ...rights })).cookie

const ASKERS: Asker[] = [
  { name: 'monitor', role: 'monitor', may: ['see'] },
  { name: 'bound monitor', role: 'monitor', may: ['see'], isBound: true },
  { name: 'viewer', role: 'viewer', may: ['see', 'seeNumbers'] },
  {
    name: 'bound operator',
    role: 'operator',
    may: ['see', 'seeNumbers', 'operate', ...ALL_EXTRAS],
    isBound: true,
  },
  { name: 'operator', role: 'operator', may: OPERATOR },
  { name: 'token read', token: await tokenOf('reads', { scope: 'read' }), may: READ },
  {
    name: 'bound token',
    token: await tokenOf('bound', { scope: 'write', mayListen: true, ...bound }),
    may: WRITE,
    isBound: true,
  },
  {
    name: 'token write',
    token: await tokenOf('writes', { scope: 'write', mayListen: true }),
    may: WRITE,
  },
  {
    name: 'token admin',
    token: await tokenOf('rules', { scope: 'admin', mayListen: true }),
    may: [...WRITE, 'administer'],
  },
  { name: 'admin', role: 'admin', may: [...READ, 'operate', 'call', 'hear', 'administer'] },
  { name: 'nobody', may: [] },
]

const PEOPLE_ONLY = [
  ...['signOut', 'confirmPassword', 'changePassword', 'listPasskeys', 'startAddingPasskey', 'addPasskey'],
  ...['updatePasskey', 'deletePasskey', 'startConfirm', 'confirmWithPasskey'],
]
const PEOPLE_OR_ADMIN = [...PEOPLE_ONLY, 'listSessions', 'endSession']
const OWNED = ['dataSource', 'task', 'call', 'liveCall', 'recording', 'import'] as const
const ownedKind = (bound: string | undefined) => OWNED.find((each) => each === bound)

interface Listed extends ListedOperation {
  needs: string | undefined
  bound: string | undefined
}
const operations: Listed[] = operationsOf(await readDocument()).map((each) => {
  const { 'x-needs': needs, 'x-bound': bound } = each.operation as { 'x-needs'?: string; 'x-bound'?: string }
  return { ...each, needs, bound }
})

/** What it takes to ask for it about these things. */
async function caseOf(listed: Listed, ids: CanaryIds, asker: Asker): Promise<CanaryCase> {
  const { id, path, operation, bound } = listed
  const kind = ownedKind(bound)
  const given = CASES[id]?.({ ids, fresh: `n${randomUUID()}`, own: await ownThings(id, asker) })
  const params = { ...(kind && { id: ids[kind] }), ...given?.params }
  const open = [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => !(name in params))
  const isBodyMissing = operation.requestBody?.required && !given?.body && !given?.form
  if (open.length > 0 || isBodyMissing)
    throw new Error(`${id} cannot be asked (${open}): give it a case in support/canary-cases.ts`)
  return { ...given, params }
}

const cached = new Map<string, string>()
/** Things of the service that no data source has. They are made when an operation needs them. */
async function ownThings(id: string, asker: Asker) {
  const fresh = () => `n${randomUUID()}`
  const add = async (kind: string, path: string, body: object) => {
    const isSpent = /^(revoke|delete|disable|enable|reset|updatePerson)/.test(id)
    const known = cached.get(kind)
    if (known !== undefined && !isSpent) return known
    const made = (await app.post<{ id: string }>(path, body)).body.data.id
    cached.set(kind, made)
    return made
  }
  const isAbout = (pattern: RegExp) => pattern.test(id)
  return {
    session: id === 'endSession' ? await newSession(asker) : '',
    token: isAbout(/Token/) ? await add('token', '/api/token/create', { name: fresh(), scope: 'read' }) : '',
    person: isAbout(/Person/) ? (await invite(app, { name: fresh(), role: 'viewer' })).id : '',
    calendar: isAbout(/Calendar/) ? await add('calendar', '/api/calendar/add', { name: fresh() }) : '',
    trunk: isAbout(/Trunk/)
      ? await add('trunk', '/api/trunk/add', { name: fresh(), host: 'sip.example.com' })
      : '',
    audio: isAbout(/Audio/) ? await addAudioOnce() : '',
    list: isAbout(/deleteDoNotCallList/) ? await addList(app, [], { name: fresh() }) : '',
  }
}

const audios: string[] = []
async function addAudioOnce(): Promise<string> {
  if (audios.length === 0) audios[0] = await addAudio()
  return audios[0] ?? ''
}

/** Another one of the person who asks, who ends it. */
async function newSession({ name, role }: Asker): Promise<string> {
  if (!role) return UNKNOWN_ID
  await signIn(app, name)
  const [row] = await app.rows<{ id: string }>(
    'select s.id from session s join person p on p.id = s.person_id where p.name = $1 order by s.create_time desc limit 1',
    [name],
  )
  return row?.id ?? ''
}

async function addAudio(): Promise<string> {
  const request = { method: 'POST', url: `/api/audio?name=n${randomUUID()}` } as const
  const response = await app.http.inject({
    ...request,
    ...multipart('x.wav', makeWav(1), `Bearer ${TEST_TOKEN}`),
  })
  return response.json().data.id
}

/** What ends sessions is asked with one that was made for it. */
async function headersOf({ name, token, role }: Asker, id: string): Promise<Record<string, string>> {
  const found = token ?? ASKERS.find((each) => each.name === name)?.token
  if (found) return { authorization: `Bearer ${found}` }
  if (!role) return {}
  const isSpent = PEOPLE_ONLY.includes(id)
  const cookie = isSpent ? cookieIn(await signIn(app, name)) : cookies[name]
  return { cookie: cookie ?? '', origin: ORIGIN }
}

interface Asked {
  status: number
  text: string
  reason: string | undefined
}

async function ask(listed: Listed, asker: Asker, given: CanaryCase): Promise<Asked> {
  const { method, path, id } = listed
  const url = `${path.replaceAll(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(given.params?.[name] ?? ''))}${given.query ?? ''}`
  const headers = await headersOf(asker, id)
  if (listed.operation.responses['200']?.content?.['text/event-stream']) return followed(url, headers)
  const form = given.form && multipart(given.form.name, given.form.content)
  const payload = form?.payload ?? given.body
  const response = await app.http.inject({
    ...{ method, url, headers: { ...headers, ...form?.headers } },
    ...(payload && { payload }),
  } as InjectOptions)
  return asked(response.statusCode, response.body)
}

function asked(status: number, text: string): Asked {
  const { errors } = status < 400 ? { errors: [] } : JSON.parse(text)
  return { status, text, reason: errors[0]?.params.reason ?? errors[0]?.code }
}

/** A stream that ends by itself is read to its end; of others, whether they begin. */
async function followed(url: string, headers: Record<string, string>): Promise<Asked> {
  const closing = new AbortController()
  const response = await fetch(address + url, {
    headers: { ...headers, ...(headers['origin'] && { origin: address }) },
    signal: closing.signal,
  })
  const isEndless = response.status === 200 && url.startsWith('/api/events')
  const text = isEndless ? '' : await response.text()
  closing.abort()
  return asked(response.status, text)
}

const done = new Set<string>()

/** What must be answered by what the document says; undefined: it may be done. */
function refusalOf({ id, needs = '', bound }: Listed, asker: Asker, isForeign: boolean): number | undefined {
  if (asker.name === 'nobody') return 401
  if (!asker.may.includes(needs)) return 403
  if (asker.isBound && bound === 'all') return 403
  if (asker.isBound && isForeign && ownedKind(bound)) return 404
  const isForPeople =
    PEOPLE_ONLY.includes(id) || (PEOPLE_OR_ADMIN.includes(id) && !asker.may.includes('administer'))
  return isForPeople && !asker.role ? 403 : undefined
}

/** Beside what is refused by right: only who has uploaded a file starts or cancels its import, and nothing was asked of the browser. */
const STATES = ['import_of_another', 'passkey_stale']
const REFUSED = /^(permission_missing|scope_missing|bound_to_data_sources|for_people|may_not_listen)$/

/** Throws if anything of it is in an answer that must not have it. */
function search(asker: Asker, text: string): void {
  const found: string[] = []
  if (asker.isBound) {
    if (text.includes(FOREIGN.word) || text.includes(FOREIGN.secret)) found.push('a foreign word')
    if (hasNumberOf(FOREIGN, text)) found.push('a foreign number')
  }
  if (!asker.may.includes('seeNumbers')) {
    if (hasNumberOf(FOREIGN, text) || hasNumberOf(OWN, text)) found.push('a number')
    if (text.includes(FOREIGN.secret) || text.includes(OWN.secret)) found.push('what belongs to a person')
  }
  expect(found.length === 0 ? '' : `${found.join(', ')} in ${text}`).toBe('')
}

/** The order of the cases: what is not there reads, and comes first. */
const order = Object.keys(CASES)
const guarded = operations
  .filter(({ needs }) => needs !== undefined)
  .toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))

describe('what is not in the document', () => {
  const headers = async (name: string): Promise<Record<string, string>> => ({
    ...(await headersOf({ ...(ASKERS.find((each) => each.name === name) as Asker) }, '')),
    accept: 'application/json, text/event-stream',
  })
  const call = async (name: string, method: string, params: object) =>
    app.http.inject({
      ...{ method: 'POST', url: '/mcp', headers: await headers(name) },
      payload: { jsonrpc: '2.0', id: 1, method, params },
    })

  it('assistants find nothing of a foreign data source with any tool', async () => {
    const { result } = (await call('bound token', 'tools/list', {})).json()
    const tools: { name: string; inputSchema: { properties: Record<string, unknown> } }[] = result.tools
    expect(tools.length).toBeGreaterThan(10)
    for (const { name, inputSchema } of tools)
      for (const ids of [own, foreign]) {
        const known: Record<string, unknown> = {
          ...{ taskId: ids.task, dataSourceId: ids.dataSource, phoneNumber: ids.number, taskIds: ids.task },
          ...{ from: '2020-01-01 00:00:00', to: '2040-01-01 00:00:00', taskName: randomUUID() },
          ...{ flow: CANARY_FLOW, content: 'phoneNumber\n+4930901820\n' },
        }
        const given = Object.entries(known).filter(([key]) => key in inputSchema.properties)
        // Without a part of a name, lists are whole.
        const rest = name.startsWith('list_') ? [] : given
        const response = await call('bound token', 'tools/call', {
          name,
          arguments: Object.fromEntries(rest),
        })
        expect([name, response.statusCode]).toEqual([name, 200])
        const ownNumber = ids === foreign ? response.body.replaceAll(foreign.number, '') : response.body
        search({ name: 'bound token', may: READ, isBound: true }, ownNumber)
      }
  })

  it('tools are for tokens: nobody who has signed in has them', async () => {
    for (const { name, role } of ASKERS)
      if (role) expect((await call(name, 'tools/list', {})).statusCode).toBe(403)
    expect((await app.http.inject({ method: 'POST', url: '/mcp', payload: {} })).statusCode).toBe(401)
  })

  it('a WebSocket is opened by the password of a phone alone, and by no other page', async () => {
    const { hostname, port } = new URL(address)
    const upgrade = (path: string, rest: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const asked = request({
          ...{ hostname, port, path },
          headers: {
            ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
            ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', ...rest },
          },
        })
        asked.on('response', (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        })
        asked.on('upgrade', (_response, socket) => {
          socket.destroy()
          resolve(101)
        })
        asked.on('error', reject)
        asked.end()
      })
    for (const { name } of ASKERS) {
      const { origin: _, ...rights } = await headers(name)
      expect([name, await upgrade('/api/phone/ws', rights)]).toEqual([name, 401])
      for (const origin of ['http://evil.example', 'null'])
        expect([name, await upgrade('/api/phone/ws', { ...rights, origin })]).toEqual([name, 403])
    }
    // Where there is no WebSocket, the offer is ignored, and the request is one like any other.
    expect(await upgrade('/api/events', {})).toBe(401)
    expect(await upgrade(`/api/call/${own.liveCall}/audio`, await headers('monitor'))).toBe(403)
    expect(await upgrade(`/api/call/${foreign.liveCall}/audio`, await headers('bound token'))).toBe(404)
  })
})

describe('what the document says about rights is what happens', () => {
  it.each(guarded)('$id', async (listed) => {
    for (const asker of ASKERS)
      for (const [ids, isForeign] of [
        [own, false],
        [foreign, true],
      ] as const) {
        const given = await caseOf(listed, ids, asker)
        if (isForeign && isSame(given, await caseOf(listed, own, asker))) continue
        const answer = await ask(listed, asker, given)
        const what = `${asker.name}, ${isForeign ? 'foreign' : 'own'}`
        const refusal = refusalOf(listed, asker, isForeign)
        if (refusal !== undefined) {
          expect([what, answer.status, answer.text]).toEqual([what, refusal, answer.text])
          if (refusal === 403) expect([what, answer.reason]).toEqual([what, expect.stringMatching(REFUSED)])
        } else {
          if (answer.status === 200) done.add(listed.id)
          if (answer.status === 403) expect(STATES).toContain(answer.reason)
          const accepted =
            asker.isBound && isForeign ? [200, 400, 404, ...(given.also ?? [])] : [200, ...(given.also ?? [])]
          expect([what, accepted.includes(answer.status), answer.status === 200 ? '' : answer.text]).toEqual([
            what,
            true,
            answer.status === 200 ? '' : expect.anything(),
          ])
        }
        search(asker, answer.text)
        if (asker.isBound && isForeign) await isLikeUnknown(listed, asker, given, answer)
      }
  })

  /** A foreign id is answered as one that nobody has; so is one beside an id of the own data source. */
  async function isLikeUnknown(
    listed: Listed,
    asker: Asker,
    given: CanaryCase,
    answer: Asked,
  ): Promise<void> {
    const nobodys = await caseOf(listed, unknown, asker)
    if (isSame(nobodys, given)) return
    const plain = ({ status, text }: Asked) => [
      status,
      KINDS.reduce(
        (all, kind) =>
          all.replaceAll(foreign[kind], UNKNOWN_ID).replaceAll(encodeURIComponent(foreign[kind]), UNKNOWN_ID),
        text,
      ),
    ]
    expect(plain(answer)).toEqual(plain(await ask(listed, asker, nobodys)))
    const kind = ownedKind(listed.bound)
    if (!kind) return
    const beside = async (ids: CanaryIds) => {
      const mixed = await caseOf(listed, { ...ids, [kind]: own[kind] }, asker)
      return { mixed, answer: await ask(listed, asker, mixed) }
    }
    const theirs = await caseOf(listed, { ...foreign, [kind]: own[kind] }, asker)
    const ours = await caseOf(listed, { ...unknown, [kind]: own[kind] }, asker)
    if (isSame(theirs, ours)) return
    const mixed = await beside(foreign)
    search(asker, mixed.answer.text)
    expect(plain(mixed.answer)).toEqual(plain((await beside(unknown)).answer))
  }

  /** Whether it is asked for the same thing. */
  function isSame(one: CanaryCase, other: CanaryCase): boolean {
    const plain = ({ params, query, body }: CanaryCase) =>
      JSON.stringify({ params, query, body }).replaceAll(/n[0-9a-f-]{36}/g, 'fresh')
    return plain(one) === plain(other)
  }

  it('all of it was asked for with success, but for a few with their reasons', () => {
    const never = guarded.filter(({ id }) => !done.has(id)).map(({ id }) => id)
    expect(never.toSorted()).toEqual(Object.keys(NEVER_DONE).toSorted())
    expect(Object.keys(CASES).filter((id) => !guarded.some((each) => each.id === id))).toEqual([])
  })
})

describe('what nobody has to be signed in for', () => {
  const open = operations.filter(({ needs }) => needs === undefined)
  it.each(open)('$id has nothing of anybody', async ({ id, method, path }) => {
    const known = PUBLIC[id]
    if (!known) throw new Error(`${id} has no case in support/canary-cases.ts`)
    const url = path.replaceAll(/\{\w+\}/g, own.call)
    const response = await app.http.inject({ method, url, ...(known.body && { payload: known.body }) })
    expect([response.statusCode, 404]).toContain(known.status)
    search({ name: 'nobody', may: [], isBound: true }, response.body)
  })
})

it('a monitor cannot search, sort or filter by what it may not see', () => {
  const seen = operations.filter(({ needs }) => needs === 'see')
  const names = seen.flatMap(({ id, operation }) =>
    (operation.parameters ?? []).map(({ name }) => `${id}: ${name}`),
  )
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => /: .*(phone|number|said|result|callerId|cell)/i.test(name))).toEqual([])
})
