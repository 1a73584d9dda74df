// A task that speaks, from its publication on: what is said is made, the calls are placed; and nobody is called if it cannot be made.
import { expect, it, onTestFinished } from 'vitest'
import { writeSound } from '../src/conversations/audio/wav.ts'
import { NO_SPEECH, type SpeechSettings } from '../src/conversations/speech/speech-settings.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { createControlledPhones } from './support/controlled-gateway.ts'
import { expectSuccess } from './support/expectations.ts'
import { createFilesApp, type FilesApp } from './support/files-app.ts'
import { captureLog } from './support/log-capture.ts'
import { testSpeech } from './support/speech-settings.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const NUMBERS = ['13800138000', '13800138001', '13800138002']

interface Line {
  step: string
  sha256: string
}

async function addAudio(app: FilesApp): Promise<string> {
  const form = new FormData()
  const { bytes } = writeSound(Float32Array.from({ length: 800 }, (_, index) => Math.sin(index)))
  form.append('file', new Blob([new Uint8Array(bytes)]), 'recorded.wav')
  const added = await app.call('/api/audio?name=recorded', { method: 'POST', body: form })
  return ((await added.json()) as { data: { id: string } }).data.id
}

/** `addAudio`: what is played after the text. */
async function publish(
  text: string,
  speech: SpeechSettings = testSpeech(),
  addAudio?: (app: FilesApp) => Promise<string>,
): Promise<{ app: FilesApp; taskId: string }> {
  const gateway = createSimulator({
    settings: parseSimulatorSettings('answered=100, no_answer=0, busy=0, ring=0-0.01'),
    clock: systemClock,
  })
  const app = await createFilesApp({ role: 'all', gateway, speech })
  onTestFinished(() => app.close())
  app.startDialing()
  const audio = addAudio && [{ id: 'audio', type: 'play', audioId: await addAudio(app) }]
  const flow = { steps: [{ id: 'say', type: 'say', text }, ...(audio ?? [])] }
  const settings = { flow, maxDialCount: 1, callInterval: 0 }
  const taskId = await app.addTask('Spoken', await app.addDataSource('People', NUMBERS), settings)
  expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  return { app, taskId }
}

const stateOf = async (app: TestApp, taskId: string) =>
  expectSuccess(await app.get<{ state: string; message: string }>(`/api/task/${taskId}/explain`))
const callsOf = (app: TestApp) => app.rows('select cause from call where request is null')

it('is heard by everybody', async () => {
  const { app, taskId } = await publish('Hi {{phoneNumber}}')
  await expect.poll(async () => (await stateOf(app, taskId)).state, { timeout: 60_000 }).toBe('completed')
  expect(await callsOf(app)).toEqual(NUMBERS.map(() => ({ cause: 'answered' })))
  const [{ sounds } = { sounds: 0 }] = await app.rows<{ sounds: number }>(
    'select count(*)::int as sounds from sound where bytes is not null',
  )
  expect(sounds).toBe(NUMBERS.length)
})

it('has the exact text and the hash of the audio of all that it played in its record, and in exports', async () => {
  const { app, taskId } = await publish('Hi {{phoneNumber}}', testSpeech(), addAudio)
  await expect.poll(async () => (await stateOf(app, taskId)).state, { timeout: 60_000 }).toBe('completed')
  const sounds = await app.rows<{ sha256: string }>(
    "select encode(sha256(bytes), 'hex') as sha256 from sound where bytes is not null",
  )
  const known = new Set(sounds.map(({ sha256 }) => sha256))
  const { rows } = expectSuccess(
    await app.get<{ rows: { phoneNumber: string; result: { said: Line[]; played: Line[] } }[] }>(
      `/api/task/${taskId}/calls?pageSize=10`,
    ),
  )
  expect(rows).toHaveLength(NUMBERS.length)
  for (const { phoneNumber, result } of rows) {
    expect(result.said).toMatchObject([{ step: 'say', text: `Hi ${phoneNumber}` }])
    expect(result.played).toMatchObject([{ step: 'audio' }])
  }
  const hashes = rows.flatMap(({ result }) => [...result.said, ...result.played].map(({ sha256 }) => sha256))
  expect(new Set(hashes)).toEqual(known)
  const exported = await app.exportBytes(`/api/task/${taskId}/calls/export?format=csv`)
  for (const hash of known) expect(String(exported)).toContain(`(sha256 ${hash})`)
  for (const number of NUMBERS) expect(String(exported)).toContain(`say: Hi ${number} (sha256`)
})

it('is paused with the reason and rings nobody, if the speech provider fails', async () => {
  const { app, taskId } = await publish('This is broken, {{phoneNumber}}')
  await expect.poll(async () => (await stateOf(app, taskId)).state, { timeout: 60_000 }).toBe('paused')
  expect((await stateOf(app, taskId)).message).toMatch(
    /paused by dialer .*failed with code 3: cannot say that/,
  )
  expect(await callsOf(app)).toEqual([])
})

it('is paused on simulated lines too, if only recorded phrases can be said', async () => {
  const { app, taskId } = await publish('Hello', { ...NO_SPEECH, isChosen: true })
  await expect.poll(async () => (await stateOf(app, taskId)).state, { timeout: 60_000 }).toBe('paused')
  expect((await stateOf(app, taskId)).message).toMatch('no audio is named "Hello"')
  expect(await callsOf(app)).toEqual([])
})

it('is rehearsed on simulated lines without a speech program', async () => {
  const { app, taskId } = await publish('Hi {{phoneNumber}}', NO_SPEECH)
  await expect.poll(async () => (await stateOf(app, taskId)).state, { timeout: 60_000 }).toBe('completed')
  expect(await callsOf(app)).toHaveLength(NUMBERS.length)
})

it('waits for no speech on simulated lines, if the program was only found on the machine', async () => {
  const speech = testSpeech()
  const { app, taskId } = await publish(
    'Hi {{phoneNumber}}',
    speech.kind === 'command' ? { ...speech, isFound: true } : speech,
  )
  await expect.poll(async () => (await stateOf(app, taskId)).state, { timeout: 60_000 }).toBe('completed')
  const [made] = await app.rows<{ sounds: number }>(
    'select count(*)::int as sounds from sound where bytes is not null',
  )
  expect(made?.sounds).toBe(0)
})

it('is paused with the reason after one call, if it fails for a sentence that is made during the call', async () => {
  const phones = createControlledPhones()
  const { log, text: logged } = captureLog()
  const app = await createTestApp({ role: 'all', gateway: phones.gateway(), speech: testSpeech(), log })
  onTestFinished(() => app.close())
  app.startDialing()
  const [number = ''] = NUMBERS
  const flow = {
    steps: [
      { id: 'ask', type: 'gather', text: 'Press a key' },
      { id: 'say', type: 'say', text: 'You pressed the broken key {{digits.ask}}' },
    ],
  }
  const taskId = await app.addTask('Spoken', await app.addDataSource('People', [number]), { flow })
  // The same in a test call pauses nothing, also while the task runs.
  const answer = async () => {
    const id = await phones.callTo(number)
    phones.answer(id)
    await phones.until(id, 'play 1')
    phones.press(id, '1')
    return id
  }
  const asked = await app.post<{ id: string }>(`/api/task/${taskId}/testCall`, { phoneNumber: number })
  const test = expectSuccess(asked).id
  expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  expect(await answer()).toBe(test)
  const tested = async () =>
    expectSuccess(await app.get<{ status: string; reason: string | null }>(`/api/testCall/${test}`))
  await expect.poll(async () => (await tested()).status, { timeout: 60_000 }).toBe('ended')
  expect((await tested()).reason).toMatch('failed with code 3')
  expect((await stateOf(app, taskId)).state).not.toBe('paused')

  const id = await answer()
  await expect.poll(async () => (await stateOf(app, taskId)).state, { timeout: 60_000 }).toBe('paused')
  expect((await stateOf(app, taskId)).message).toMatch(
    /paused by dialer .*failed with code 3: cannot say that/,
  )
  await expect.poll(() => callsOf(app)).toEqual([{ cause: 'gateway_error' }])
  expect(phones.calls.get(id)?.did).toEqual(['play 1', 'stop 1'])
  // It has cost no attempt, and the gateway is not at fault.
  expect(await app.rows('select attempts from dial')).toEqual([{ attempts: 0 }])
  expect(logged()).not.toContain('the gateway failed')
  expect([...phones.calls.keys()]).toEqual([test, id])
})
