// Audios that are recorded by phone, on phones that do what the test says and on the simulator.

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { withWavHeader } from '../src/conversations/audio/wav.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { type ControlledPhones, createControlledPhones } from './support/controlled-gateway.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess, ID, TIMESTAMP } from './support/expectations.ts'
import { makeWav } from './support/recording-switch.ts'
import { testSpeech } from './support/speech-settings.ts'
import { createTestApp, TEST_TOKEN, type TestApp, type TestAppOptions } from './support/test-app.ts'
import { createTestDatabase } from './support/test-database.ts'

interface AudioRecording {
  id: string
  status: string
  audioId: string | null
  failure: string | null
  cause: string | null
  reason: string | null
}

interface Audio {
  id: string
  name: string
  durationSeconds: number
  actor: string
}

const phones = createControlledPhones()
let app: TestApp
beforeAll(async () => {
  app = await openApp(phones)
})
afterAll(() => app.close())

/** Each test has a number and a name of its own. */
let [number, name] = ['', '']
let tests = 0
beforeEach(() => {
  tests += 1
  number = `1380013${8000 + tests}`
  name = `Welcome ${tests}`
})

async function openApp(to: ControlledPhones, more: TestAppOptions = {}): Promise<TestApp> {
  const opened = await createTestApp({ role: 'all', gateway: to.gateway(), ...more })
  opened.startDialing()
  return opened
}

async function anotherApp(to: ControlledPhones, more: TestAppOptions): Promise<TestApp> {
  const opened = await openApp(to, more)
  onTestFinished(() => opened.close())
  return opened
}

const ask = (more: object = {}, of = app) =>
  of.post<AudioRecording>('/api/audio/record', { name, phoneNumber: number, ...more })
const stateOf = async (id: string, of = app) =>
  expectSuccess(await of.get<AudioRecording>(`/api/audio/record/${id}`))
const until = (id: string, status: string) =>
  eventually(async () => {
    const now = await stateOf(id)
    expect(now.status).toBe(status)
    return now
  })
const audiosNamed = async (wanted: string, of = app) =>
  expectSuccess(await of.get<{ rows: Audio[] }>('/api/audio/list')).rows.filter(
    (each) => each.name === wanted,
  )
const recordingsOf = (callId: string) => app.rows('select from recording where call_id = $1', [callId])

async function hear(id: string | null) {
  const authorization = `Bearer ${TEST_TOKEN}`
  const answer = await app.http.inject({ url: `/api/audio/${id}/file`, headers: { authorization } })
  return { headers: answer.headers, body: answer.rawPayload }
}

/** Asks for an audio, answers the call and waits for the tone. */
async function reachTone(more: object = {}, of = app, on = phones): Promise<string> {
  const { id } = expectSuccess(await ask(more, of))
  expect(await on.callTo(number)).toBe(id)
  on.answer(id)
  await on.until(id, 'record message')
  return id
}

describe('an audio that is recorded by phone', () => {
  it('is kept under its name, without the silence around it, and tells how it goes', async () => {
    const asked = expectSuccess(await ask())
    const { id } = asked
    expect(asked).toEqual({
      id: expect.stringMatching(ID),
      name,
      phoneNumber: number,
      status: 'ringing',
      audioId: null,
      failure: null,
      cause: null,
      reason: null,
      createTime: expect.stringMatching(TIMESTAMP),
    })
    await phones.callTo(number)
    phones.answer(id)
    await phones.until(id, 'record message')
    await until(id, 'recording')
    phones.press(id, '#')
    await phones.until(id, 'stop recording')
    const spoken = Buffer.from(makeWav(2)).subarray(44)
    phones.recorded(id, withWavHeader(Buffer.concat([spoken, Buffer.alloc(8000 * 2 * 4)]), 8000))
    const { audioId, cause } = await until(id, 'kept')
    expect(cause).toBe('answered')
    expect(phones.calls.get(id)?.did).toEqual(['record message', 'stop recording'])
    expect(await audiosNamed(name)).toMatchObject([
      { id: audioId, name, durationSeconds: 2.2, actor: 'ACCESS_TOKEN' },
    ])
    const { headers, body } = await hear(audioId)
    expect(headers['content-type']).toBe('audio/wav')
    expect(body).toHaveLength(44 + 2.2 * 16_000)
    // It is an audio now, and neither a recording nor a call.
    await eventually(() => expect(phones.recordings.size).toBe(0))
    await eventually(async () => expect(await recordingsOf(id)).toEqual([]))
    expect(await app.rows('select from call_sum')).toEqual([])
    expectSuccess(await app.post('/api/audio/delete', { id: audioId }))
    expectError(await app.get(`/api/audio/record/${id}`), 404, id)
  })

  it('says a sentence before the tone where the service can speak, otherwise there is only the tone', async () => {
    const text = 'Speak after the tone'
    const silent = await reachTone({ text, language: 'en-US' })
    expect(phones.calls.get(silent)?.did).toEqual(['record message'])

    const others = createControlledPhones()
    const speaking = await anotherApp(others, { speech: testSpeech() })
    const { id } = expectSuccess(await ask({ text, language: 'en-US' }, speaking))
    others.answer(await others.callTo(number))
    await others.until(id, 'play 1')
    others.played(id)
    await others.until(id, 'record message')
    others.finish(id, { cause: 'answered', talkMs: 1000 })
    // Nor is anything said if the speech provider fails.
    number = '13800139999'
    const broken = await reachTone({ name: 'Another', text: 'This is broken' }, speaking, others)
    expect(others.calls.get(broken)?.did).toEqual(['record message'])
  })

  it('is kept by another node if its node has stopped', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const shared = createControlledPhones()
    const first = await openApp(shared, { database })
    const id = await reachTone({}, first, shared)
    await first.close()
    shared.recorded(id, makeWav(1))
    const second = await openApp(shared, { database })
    try {
      await second.rows("update recording set next_look = now() - interval '1 minute'")
      await eventually(async () => {
        second.startRecordings()
        expect((await stateOf(id, second)).status).toBe('kept')
      })
      expect(await audiosNamed(name, second)).toMatchObject([{ durationSeconds: 1 }])
    } finally {
      await second.close()
    }
  })

  it('works on the simulator', async () => {
    const settings =
      'answered=100, no_answer=0, busy=0, machine=0, screening=0, silence=0, leave=0, ring=0-0.01'
    const gateway = createSimulator({ settings: parseSimulatorSettings(settings), clock: systemClock })
    const simulated = await anotherApp(phones, { gateway })
    const { id } = expectSuccess(await ask({}, simulated))
    await expect.poll(async () => (await stateOf(id, simulated)).status, { timeout: 60_000 }).toBe('kept')
    const [audio] = await audiosNamed(name, simulated)
    expect(audio?.durationSeconds).toBeGreaterThan(1)
  })
})

describe('no audio comes of', () => {
  it('a call that nobody answers', async () => {
    const { id } = expectSuccess(await ask())
    await phones.callTo(number)
    phones.finish(id, { cause: 'busy', talkMs: 0 })
    expect(await until(id, 'failed')).toMatchObject({
      failure: 'not_answered',
      cause: 'busy',
      reason: 'the call ended with busy before anything was recorded',
    })
    // The name is free again.
    expectSuccess(await ask())
  })

  it.each([
    ['silence', withWavHeader(Buffer.alloc(48_000), 8000), 'nothing_recorded', 'nothing was said'],
    ['a WAV file of another form', withWavHeader(Buffer.alloc(48_000), 1), 'unreadable', 'sample rate'],
  ])('%s', async (_, message, failure, reason) => {
    const id = await reachTone()
    phones.recorded(id, message)
    expect(await until(id, 'failed')).toMatchObject({ failure, reason: expect.stringContaining(reason) })
    await eventually(async () => expect(await recordingsOf(id)).toEqual([]))
    expect(await audiosNamed(name)).toEqual([])
  })

  it('a message whose name another audio gets meanwhile', async () => {
    const id = await reachTone()
    await app.rows(
      `with made as (insert into sound (key, bytes, duration_ms, create_time, use_time)
        values ('other', '', 1, now(), now()) returning key)
      insert into audio (id, name, sound_key, duration_ms, size, actor, create_time)
      select gen_random_uuid(), $1, key, 1, 1, '', now() from made`,
      [name],
    )
    phones.recorded(id, makeWav(1))
    expect(await until(id, 'failed')).toMatchObject({
      failure: 'name_taken',
      reason: `name "${name}" already exists`,
    })
  })

  it('a message that the gateway does not deliver', async () => {
    const id = await reachTone()
    phones.finish(id, { cause: 'answered', talkMs: 1000 })
    await until(id, 'saving')
    await app.rows(
      `update call set start_time = start_time - interval '2 minutes',
      end_time = end_time - interval '2 minutes' where id = $1`,
      [id],
    )
    expect(await stateOf(id)).toMatchObject({ status: 'failed', failure: 'not_delivered' })
  })
})

describe('is refused', () => {
  it('a name that is taken, what is no number, and numbers that may not be called', async () => {
    const id = await reachTone()
    const flows = () => app.rows('select id from call_flow order by id')
    const before = await flows()
    expectError(await ask({ name: 'Goodbye' }), 409, 'phoneNumber')
    phones.recorded(id, makeWav(1))
    await until(id, 'kept')
    expectError(await ask(), 409, 'name')
    expectError(await ask({ name: ' ' }), 400, 'name')
    expectError(await ask({ name: 'Goodbye', phoneNumber: 'Ann' }), 400, 'phoneNumber')
    expectError(await ask({ name: 'Goodbye', phoneNumber: '110' }), 400, 'phoneNumber')
    expectError(await app.get(`/api/audio/record/${newId()}`), 404, 'recording')
    expectError(await app.get('/api/audio/record/x'), 404, 'recording')
    // Nothing is left behind by what was refused.
    const wanted = await app.rows('select wanted_name from audio where wanted_name in ($1, $2)', [
      name,
      'Goodbye',
    ])
    expect(wanted).toEqual([{ wanted_name: name }])
    expect(await flows()).toEqual(before)
  })

  it('a gateway that cannot record, or that keeps what it records', async () => {
    for (const [gatewayKind, more] of [
      ['http', {}],
      ['asterisk', { control: { ...phones.control, abilities: new Set(['play'] as const) } }],
    ] as const) {
      const other = await anotherApp(phones, { gatewayKind, gateway: phones.gateway(more) })
      const answer = await ask({}, other)
      expectError(answer, 400, `phoneNumber needs a gateway that can record; ${gatewayKind} cannot`)
      expect(answer.body).toMatchObject({ errors: [{ code: 'gateway_lacks', field: 'phoneNumber' }] })
    }
  })

  it('a token of scope read', async () => {
    const { token } = await app.tokens.create({ name: 'reader', scope: 'read' })
    const request = { method: 'POST', url: '/api/audio/record', payload: {} } as const
    const refused = await app.send({ ...request, headers: { authorization: `Bearer ${token}` } })
    expectError(refused, 403, 'scope write')
  })
})
