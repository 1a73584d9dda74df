// What a voice platform reports: who is believed, and what a report changes, in whatever order they come.

import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Flow } from '../src/conversations/flows/flow.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { type Message, sign } from '../src/platform/kernel/secrets/signature.ts'
import { createHttpCalls, type HttpCalls } from '../src/telephony/switches/http/http-calls.ts'
import { namesIn } from '../src/telephony/switches/http/platform-result.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { captureLog } from './support/log-capture.ts'
import { createManualClock } from './support/manual-clock.ts'
import { sendBytes } from './support/raw-http.ts'
import { createSeededRandom } from './support/seeded-random.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const SECRET = 'secret-of-the-voice-platform'
const PATH = '/api/gateway/http/callback'
const SIGNING = { secret: SECRET, path: PATH }
const clock = createManualClock('2026-06-10T08:00:00Z')
const capture = captureLog('trace')
let app: TestApp
let calls: HttpCalls

beforeAll(async () => {
  app = await createTestApp({ clock, callbackSigning: SIGNING, log: capture.log })
  calls = createHttpCalls({ db: app.db, clock })
})
afterAll(() => app.close())

const nowSeconds = () => Math.floor(clock.now().getTime() / 1000)

interface Signing {
  secret?: string
  timestamp?: string
  headers?: Record<string, string>
  /** Signed instead of what is sent. */
  signed?: Partial<Message>
}

function signedHeadersOf(body: string, signing: Signing): Record<string, string> {
  const { secret = SECRET, timestamp = String(nowSeconds()) } = signing
  const message = { direction: 'callback', method: 'POST', path: PATH, body, ...signing.signed } as const
  return {
    'content-type': 'application/json',
    'x-carillon-timestamp': timestamp,
    'x-carillon-signature': sign(secret, timestamp, message),
    ...signing.headers,
  }
}

function send(body: string, signing: Signing = {}, to: TestApp = app) {
  return to.send({ method: 'POST', url: PATH, headers: signedHeadersOf(body, signing), payload: body })
}

const report = (attemptId: string, status: string, more: object = {}) =>
  send(JSON.stringify({ attemptId, status, ...more }))

async function begin(flow?: Flow): Promise<string> {
  const attemptId = newId()
  expect(await calls.begin(attemptId, flow && namesIn(flow))).toBe(true)
  return attemptId
}

async function read(attemptId: string) {
  const [call] = await calls.readOrRefuse([attemptId])
  return call
}

const sample = JSON.stringify({ attemptId: UNKNOWN_ID, status: 'ringing' })

describe('a report is believed', () => {
  it('if it is signed with the secret, without any token', async () => {
    const attemptId = await begin()
    expect(expectSuccess(await report(attemptId, 'ringing'))).toBeNull()
    expect(await read(attemptId)).toMatchObject({ hasRung: true, hasAnswered: false, end: undefined })
  })

  it.each([-300, 300])('if its time is %i seconds off', async (seconds) => {
    const timestamp = String(nowSeconds() + seconds)
    expectError(await send(sample, { timestamp }), 404)
  })

  it('if it is signed for the path that the platform was given, whatever a proxy made of it', async () => {
    const path = `/carillon${PATH}`
    const behindProxy = await createTestApp({
      clock,
      callbackSigning: { secret: SECRET, path },
      database: app.database,
    })
    try {
      expectError(await send(sample, { signed: { path } }, behindProxy), 404)
      expectError(await send(sample, {}, behindProxy), 401, /does not fit/)
    } finally {
      await behindProxy.close()
    }
  })

  it('byte for byte: the signature is over what was sent, not over what it means', async () => {
    const attemptId = await begin()
    const text = `{ "status":"ringing",\n "attemptId":"${attemptId}", "result": { "fields": { "city": "Zürich" } } }`
    expectSuccess(await send(text))
    expect(await read(attemptId)).toMatchObject({ hasRung: true })
  })
})

describe('a report is refused with 401', () => {
  it.each<[string, Signing, RegExp]>([
    ['signed with another secret', { secret: `${SECRET}x` }, /does not fit/],
    ['signed for another body', { signed: { body: sample.replace('ringing', 'ended') } }, /does not fit/],
    ['signed for another method', { signed: { method: 'DELETE' } }, /does not fit/],
    ['signed for another path', { signed: { path: '/calls' } }, /does not fit/],
    ['signed as a request of our own', { signed: { direction: 'request' } }, /does not fit/],
    ['with the signature of another time', { headers: { 'x-carillon-timestamp': '1' } }, /minutes off/],
    ['too old', { timestamp: String(1_781_078_400 - 301) }, /more than 5 minutes off/],
    ['from the future', { timestamp: String(1_781_078_400 + 301) }, /more than 5 minutes off/],
    ['with a time that is none', { timestamp: 'today' }, /seconds since 1970/],
    ['with a signature that is none', { headers: { 'x-carillon-signature': '' } }, /64 hexadecimal digits/],
    ['with a shorter signature', { headers: { 'x-carillon-signature': 'v2=00' } }, /64 hexadecimal digits/],
  ])('if it is %s', async (_, signing, message) => {
    expect(clock.now().getTime() / 1000).toBe(1_781_078_400)
    expectError(await send(sample, signing), 401, message)
  })

  it('if it is not signed at all', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await app.send({ method: 'POST', url: PATH, headers, payload: sample })
    expectError(answer, 401, /x-carillon-timestamp header is missing/)
  })

  it('if there is a token and no signature', async () => {
    expectError(await app.post(PATH, { attemptId: UNKNOWN_ID, status: 'ringing' }), 401)
  })

  it.each<[string, Signing, RegExp]>([
    ['too old', { timestamp: '1' }, /minutes off/],
    ['not signed', { headers: { 'x-carillon-signature': 'none' } }, /64 hexadecimal digits/],
  ])('before its body is read, if it is %s', async (_, signing, message) => {
    await app.http.listen({ host: '127.0.0.1', port: 0 }).catch(() => undefined) // it may listen already
    const { port } = app.http.server.address() as AddressInfo
    const headers = signedHeadersOf(sample, signing)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    // A body is announced and never comes.
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n${lines.join('')}\r\n`
    const answer = await sendBytes(port, head)
    expect(answer?.status).toBe(401)
    expect(answer?.text).toMatch(message)
  })
})

it('a report is refused with 413 if it is larger than 4 KiB', async () => {
  const body = (length: number) => {
    const text = JSON.stringify({ attemptId: UNKNOWN_ID, status: 'ringing' })
    return text.padEnd(length)
  }
  expectError(await send(body(4096)), 404)
  expectError(await send(body(4097)), 413, 'the request body is larger than 4 KiB')
})

it('without the HTTP gateway there is nowhere to report to', async () => {
  const other = await createTestApp({ clock, database: app.database })
  try {
    expectError(await send(sample, {}, other), 404, `there is nothing at ${PATH}`)
    expect(await other.get('/openapi.json')).not.toHaveProperty(['body', 'paths', PATH])
  } finally {
    await other.close()
  }
})

describe('a report is refused with 400', () => {
  it.each([
    ['{', /not valid JSON/],
    ['{}', /attemptId/],
    [JSON.stringify({ attemptId: UNKNOWN_ID, status: 'gone' }), /status/],
    [JSON.stringify({ attemptId: UNKNOWN_ID, status: 'ended' }), /cause is needed/],
    [JSON.stringify({ attemptId: UNKNOWN_ID, status: 'ended', cause: 'lost' }), /cause/],
    [
      JSON.stringify({ attemptId: UNKNOWN_ID, status: 'ended', cause: 'busy', talkSeconds: -1 }),
      /talkSeconds/,
    ],
  ])('if it reads %s', async (body, message) => {
    expectError(await send(body), 400, message)
  })
})

it('a report of an attempt that nobody has begun is 404, and leaves nothing behind', async () => {
  const attemptId = newId()
  expectError(await report(attemptId, 'ended', { cause: 'busy' }), 404, attemptId)
  expect(await calls.begin(attemptId)).toBe(true)
})

describe('reports', () => {
  it('add up: talk time is from the answer to the end, if nobody says otherwise', async () => {
    const attemptId = await begin()
    await report(attemptId, 'ringing')
    clock.advance(5000)
    await report(attemptId, 'answered')
    clock.advance(12_500)
    await report(attemptId, 'ended', { cause: 'answered' })
    expect(await read(attemptId)).toMatchObject({
      hasRung: true,
      hasAnswered: true,
      end: { cause: 'answered', talkMs: 12_500 },
    })
    clock.set('2026-06-10T08:00:00Z')
  })

  it('give the talk time themselves where they can', async () => {
    const attemptId = await begin()
    await report(attemptId, 'answered')
    await report(attemptId, 'ended', { cause: 'answered', talkSeconds: 61.234 })
    expect((await read(attemptId))?.end).toEqual({ cause: 'answered', talkMs: 61_234 })
  })

  it('of an answer count more than the cause of the end', async () => {
    const attemptId = await begin()
    await report(attemptId, 'answered')
    await report(attemptId, 'ended', { cause: 'network_error', talkSeconds: 3 })
    expect((await read(attemptId))?.end).toEqual({ cause: 'answered', talkMs: 3000 })
  })

  it('of voicemail count more than the answer, which was a machine', async () => {
    const attemptId = await begin()
    await report(attemptId, 'answered')
    await report(attemptId, 'ended', { cause: 'voicemail', talkSeconds: 3 })
    expect((await read(attemptId))?.end).toEqual({ cause: 'voicemail', talkMs: 0 })
  })

  it('of calls that were not answered have no talk time', async () => {
    const attemptId = await begin()
    await report(attemptId, 'ended', { cause: 'busy', talkSeconds: 3 })
    expect((await read(attemptId))?.end).toEqual({ cause: 'busy', talkMs: 0 })
  })

  it('may have the SIP status that ended a call; an answered call has none', async () => {
    const busy = await begin()
    await report(busy, 'ended', { cause: 'busy', sipStatus: 486 })
    expect((await read(busy))?.end).toEqual({ cause: 'busy', talkMs: 0, sipStatus: 486 })
    const answered = await begin()
    await report(answered, 'answered')
    await report(answered, 'ended', { cause: 'network_error', sipStatus: 503, talkSeconds: 3 })
    expect((await read(answered))?.end).toEqual({ cause: 'answered', talkMs: 3000 })
  })

  it('that come after the end change nothing, and are welcome', async () => {
    const attemptId = await begin()
    expectSuccess(await report(attemptId, 'ended', { cause: 'no_answer' }))
    const ended = await read(attemptId)
    expectSuccess(await report(attemptId, 'ringing'))
    expectSuccess(await report(attemptId, 'answered'))
    expectSuccess(await report(attemptId, 'ended', { cause: 'answered', talkSeconds: 9 }))
    expect(await read(attemptId)).toEqual(ended)
  })

  it('of a call that was promised not to be placed change nothing', async () => {
    const attemptId = newId()
    expect(await read(attemptId)).toMatchObject({ isRefused: true })
    expectSuccess(await report(attemptId, 'ended', { cause: 'busy' }))
    expect(await read(attemptId)).toMatchObject({ isRefused: true, end: undefined })
  })

  it('may come in any order, all at once, more than once, to any node: one end stands', async () => {
    const other = await createTestApp({ clock, callbackSigning: SIGNING, database: app.database })
    const random = createSeededRandom(7)
    try {
      const ids = await Promise.all(Array.from({ length: 40 }, () => begin()))
      const bodies = ids.flatMap((attemptId) =>
        [
          { attemptId, status: 'ringing' },
          { attemptId, status: 'ringing' },
          { attemptId, status: 'answered' },
          { attemptId, status: 'ended', cause: 'answered', talkSeconds: 8 },
          { attemptId, status: 'ended', cause: 'answered', talkSeconds: 8 },
        ].map((body) => ({ body: JSON.stringify(body), place: random.below(1_000_000) })),
      )
      bodies.sort((a, b) => a.place - b.place)
      const answers = await Promise.all(
        bodies.map(({ body }, index) => send(body, {}, index % 2 ? app : other)),
      )
      for (const answer of answers) expectSuccess(answer)
      for (const id of ids) expect((await read(id))?.end).toEqual({ cause: 'answered', talkMs: 8000 })
    } finally {
      await other.close()
    }
  })

  it('leave neither the secret nor a signature in the log', async () => {
    const attemptId = await begin()
    await report(attemptId, 'ringing')
    await send(sample, { secret: 'another-secret-of-strangers' })
    expect(capture.text()).toContain(PATH)
    expect(capture.text()).not.toContain(SECRET)
    expect(capture.text()).not.toMatch(/v2=[0-9a-f]{8}/)
  })
})

describe('the result of a call', () => {
  const LIST = newId()
  const flow: Flow = {
    steps: [
      { id: 'confirm', type: 'gather', text: 'Press 1.' },
      { id: 'stop', type: 'optOut', listId: LIST },
    ],
  }

  it('comes with the end', async () => {
    const attemptId = await begin(flow)
    const result = {
      verdict: { is: 'person', how: 'amd', afterMs: 2100 },
      digits: { confirm: '1' },
      fields: { mood: '好' },
      transfer: { to: 'sip:desk@example.com', result: 'no_answer' },
      optOut: LIST,
      callbackTime: '2026-06-10T17:00:00+02:00',
      recordingUrl: 'https://voice.example.com/1.wav',
      said: [{ step: 'confirm', text: 'Press 1.' }],
      agent: 'done',
      step: 'stop',
    }
    expectSuccess(await report(attemptId, 'ended', { cause: 'answered', talkSeconds: 9, result }))
    expect((await read(attemptId))?.end).toEqual({
      cause: 'answered',
      talkMs: 9000,
      result: {
        verdict: { is: 'person', by: 'platform', how: 'amd', afterMs: 2100 },
        digits: { confirm: '1' },
        fields: { mood: '好', recordingUrl: 'https://voice.example.com/1.wav' },
        transfer: { to: 'sip:desk@example.com', result: 'no_answer' },
        optOut: LIST,
        callbackTime: '2026-06-10T15:00:00.000Z',
        said: [{ step: 'confirm', text: 'Press 1.' }],
        agent: 'done',
        step: 'stop',
      },
    })
  })

  it('adds up over reports: later words count, digits and fields by name; nothing changes after the end', async () => {
    const attemptId = await begin()
    const say = (result: object) => report(attemptId, 'answered', { result })
    await say({ verdict: { is: 'machine' }, digits: { a: '1' }, step: 'one' })
    await say({ verdict: { is: 'person' }, digits: { b: '2#' }, fields: { x: '1', y: '1' } })
    await say({ fields: { x: '2' } })
    await report(attemptId, 'ended', { cause: 'answered', result: { digits: { a: '9' } } })
    await say({ fields: { x: 'late' } })
    expect((await read(attemptId))?.end?.result).toEqual({
      verdict: { is: 'person', by: 'platform', how: 'reported', afterMs: 0 },
      digits: { a: '9', b: '2#' },
      fields: { x: '2', y: '1' },
      step: 'one',
    })
  })

  it('adds up in the same way if the reports come at once', async () => {
    const attemptId = await begin()
    const results = [{ digits: { a: '1' } }, { fields: { x: '1' } }, { digits: { b: '2' } }]
    await Promise.all(results.map((result) => report(attemptId, 'answered', { result })))
    await report(attemptId, 'ended', { cause: 'answered' })
    expect((await read(attemptId))?.end?.result).toEqual({ digits: { a: '1', b: '2' }, fields: { x: '1' } })
  })

  it('is dropped if nobody answered, and kept if a machine did', async () => {
    const [busy, machine] = [await begin(), await begin()]
    const result = { verdict: { is: 'machine' } }
    await report(busy, 'ended', { cause: 'busy', result })
    await report(machine, 'ended', { cause: 'voicemail', result })
    expect((await read(busy))?.end).toEqual({ cause: 'busy', talkMs: 0 })
    expect((await read(machine))?.end).toMatchObject({
      cause: 'voicemail',
      result: { verdict: { is: 'machine' } },
    })
  })

  it.each<[object, RegExp]>([
    [{ verdict: 'person' }, /result\.verdict must be/],
    [{ verdict: {} }, /result\.verdict\.is is required/],
    [{ verdict: { is: 'dog' } }, /result\.verdict\.is must be one of person, machine/],
    [{ verdict: { is: 'person', afterMs: -1 } }, /result\.verdict\.afterMs/],
    [{ digits: { confirm: 1 } }, /result\.digits\.confirm must be/],
    [{ digits: { confirm: 'one' } }, /result\.digits\.confirm/],
    [{ digits: { confrim: '1' } }, /result\.digits\.confrim is not the id of a gather step of the flow/],
    [{ fields: { x: 'x'.repeat(1001) } }, /result\.fields\.x must have/],
    [{ fields: { x: 'a\u0000b' } }, /result\.fields\.x must not contain a NUL/],
    [{ fields: { '': 'x' } }, /1 to 64 characters/],
    [{ transfer: { to: 'sip:a@b', result: 'maybe' } }, /result\.transfer\.result must be one of answered/],
    [{ transfer: { result: 'busy' } }, /result\.transfer\.to is required/],
    [{ optOut: UNKNOWN_ID }, /result\.optOut must be the listId of an optOut step/],
    [{ callbackTime: '17:00' }, /result\.callbackTime must be a time with its zone/],
    [{ recordingUrl: 'file:///etc/passwd' }, /result\.recordingUrl must be a URL/],
    [{ said: [{ step: 'confirm' }] }, /result\.said\[0\]\.text is required/],
    [{ agent: 'sleepy' }, /result\.agent must be one of/],
    [{ verdicts: {} }, /result must have only the fields verdict, digits/],
  ])('%j is refused with the name of the field, and the report changes nothing', async (result, message) => {
    const attemptId = await begin(flow)
    expectError(await report(attemptId, 'ended', { cause: 'answered', result }), 400, message)
    expect(await read(attemptId)).toMatchObject({ hasAnswered: false, end: undefined })
  })

  it('without a flow has names of its own, but nothing to opt out of', async () => {
    const attemptId = await begin()
    expectError(await report(attemptId, 'answered', { result: { optOut: LIST } }), 400, /result\.optOut/)
    expectSuccess(await report(attemptId, 'answered', { result: { digits: { anything: '5' } } }))
    expectError(await report(newId(), 'answered', { result: { digits: { anything: '5' } } }), 404)
  })
})
