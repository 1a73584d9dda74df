// What makes speech of text: an HTTP endpoint, a command on standard input and output, recorded phrases; and hearing it over the API.
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { withWavHeader, writeSound } from '../src/conversations/audio/wav.ts'
import { createCommandProvider } from '../src/conversations/speech/command-provider.ts'
import { createHttpProvider } from '../src/conversations/speech/http-provider.ts'
import type { SpeechSettings } from '../src/conversations/speech/speech-settings.ts'
import { expectError, expectSuccess, TIMESTAMP } from './support/expectations.ts'
import { captureLog } from './support/log-capture.ts'
import { testSpeech } from './support/speech-settings.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function openApp(speech: SpeechSettings, log?: Logger): Promise<TestApp> {
  const app = await createTestApp({ database, speech, ...(log && { log }) })
  onTestFinished(() => app.close())
  return app
}

/** An endpoint that remembers what it was asked for. */
async function openEndpoint(answer: Buffer) {
  const requests: { authorization: string | undefined; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    requests.push({ authorization: request.headers.authorization, body: JSON.parse(text) })
    response.end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/audio/speech`
  return { url, requests }
}

const httpSpeech = (url: string, format: 'wav' | 'pcm' = 'wav'): SpeechSettings => ({
  kind: 'http',
  url,
  apiKey: 'key-of-the-test',
  model: 'tts-1',
  defaultVoice: 'alloy',
  format,
  timeoutMs: 20_000,
  atOnce: 2,
  keptDays: 30,
})
const say = (app: TestApp, body: object) =>
  app.http.inject({
    method: 'POST',
    url: '/api/speech/say',
    headers: { authorization: 'Bearer token-of-the-tests-and-of-nothing-else' },
    payload: body,
  })

describe('an OpenAI-compatible endpoint', () => {
  it('is asked with model, voice and text, and its WAV is said', async () => {
    const { url, requests } = await openEndpoint(withWavHeader(Buffer.alloc(24_000 * 2), 24_000))
    const app = await openApp(httpSpeech(url))
    const heard = await say(app, { text: 'Hello Ann' })
    expect([heard.statusCode, heard.headers['content-type']]).toEqual([200, 'audio/wav'])
    expect(heard.rawPayload).toHaveLength(44 + 8000 * 2)
    await say(app, { text: 'Hello Ann', voice: 'nova' })
    const body = { model: 'tts-1', input: 'Hello Ann', response_format: 'wav' }
    expect(requests).toEqual([
      { authorization: 'Bearer key-of-the-test', body: { ...body, voice: 'alloy' } },
      { authorization: 'Bearer key-of-the-test', body: { ...body, voice: 'nova' } },
    ])
    expect(expectSuccess(await app.get('/api/speech'))).toEqual({
      provider: 'http',
      voice: 'alloy',
      voices: null,
      isWorking: true,
      reason: null,
      failTime: null,
    })
  })

  it('is asked anew by everybody who listens until a call says the sentence: what was only heard is not kept', async () => {
    const { url, requests } = await openEndpoint(withWavHeader(Buffer.alloc(24_000 * 2), 24_000))
    const app = await openApp(httpSpeech(url))
    const hear = async () => (await say(app, { text: 'Hello Ann' })).statusCode
    const sounds = async () => (await app.rows('select key from sound')).length
    const before = await sounds()
    const kept = async () => (await sounds()) - before
    expect([await hear(), await hear()]).toEqual([200, 200])
    expect([requests.length, await kept()]).toEqual([2, 0])
    await app.speech.ready([{ text: 'Hello Ann' }])
    expect([requests.length, await kept()]).toEqual([3, 1])
    expect([await hear(), requests.length]).toEqual([200, 3])
  })

  it('lets a token hear 60 sentences a minute', async () => {
    const app = await openApp(httpSpeech('http://127.0.0.1:9/v1/audio/speech'))
    const { token } = await app.tokens.create({ name: 'listener', scope: 'write' })
    const hear = (bearer: string) =>
      app.http.inject({
        method: 'POST',
        url: '/api/speech/say',
        headers: { authorization: `Bearer ${bearer}` },
        payload: { text: '…' },
      })
    const statuses = []
    for (let time = 0; time < 60; time += 1) statuses.push((await hear(token)).statusCode)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const refused = await hear(token)
    expect(refused.statusCode).toBe(429)
    expect(refused.json().message).toMatch(
      /^this token has heard 60 sentences in a minute; try again in \d+ s/,
    )
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await say(app, { text: '…' })).statusCode).toBe(200)
  })

  it('may answer with raw samples of 24 kHz, or with MP3', async () => {
    const raw = await openEndpoint(Buffer.alloc(12_000 * 2))
    const [half] = await (await openApp(httpSpeech(raw.url, 'pcm'))).speech.ready([{ text: 'Half a second' }])
    expect(half?.durationMs).toBe(500)
    const mp3 = await openEndpoint(await readFile(new URL('./corpus/audio/tone.mp3', import.meta.url)))
    const [tone] = await (await openApp(httpSpeech(mp3.url))).speech.ready([{ text: 'A tone' }])
    expect(tone?.durationMs).toBeGreaterThan(500)
  })

  it('that answers nonsense, or not at all, fails with the reason', async () => {
    const { url } = await openEndpoint(Buffer.from('<html>'))
    const app = await openApp(httpSpeech(url))
    expectError(
      await app.post('/api/speech/say', { text: 'Nonsense' }),
      409,
      /^The text cannot be spoken: The file is neither WAV, MP3 nor OGG$/,
    )
    expect(expectSuccess(await app.get('/api/speech'))).toMatchObject({
      isWorking: false,
      reason: 'The file is neither WAV, MP3 nor OGG',
      failTime: expect.stringMatching(TIMESTAMP),
    })
    const nobody = await openApp(httpSpeech('http://127.0.0.1:9/v1/audio/speech'))
    await expect(nobody.speech.ready([{ text: 'Nobody' }])).rejects.toThrow(
      /^the speech service cannot be reached: /,
    )
  })
})

describe('an endpoint that fails', () => {
  const KEY = 'sk-proj-0123456789abcdef'
  async function failure(status: number, body: string, headers: Record<string, string> = {}) {
    const paths: string[] = []
    const server = createServer((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(status, headers).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/speech?key=query-secret-1`
    const capture = captureLog()
    const app = await openApp({ ...httpSpeech(url), apiKey: KEY } as SpeechSettings, capture.log)
    const { body: heard } = await app.post('/api/speech/say', { text: 'Hello' })
    const { reason } = expectSuccess(await app.get<{ reason: string }>('/api/speech'))
    for (const text of [heard.message, reason, capture.text()]) {
      expect(text).not.toContain('sk-proj-0')
      expect(text).not.toContain('query-secret')
    }
    expect(heard.message).toBe(`The text cannot be spoken: ${reason}`)
    expect(capture.text()).toContain(reason)
    return { reason, paths }
  }

  it('does not show its key to anybody, whole or in part', async () => {
    const complaint = JSON.stringify({
      error: { message: `Incorrect API key provided: ${KEY.slice(0, 12)}****` },
    })
    expect((await failure(401, complaint)).reason).toBe(
      'the speech service answered 401: it does not accept SPEECH_API_KEY',
    )
    const echo = `no voice x for Bearer ${KEY} at /speech?key=query-secret-1`
    expect((await failure(400, echo)).reason).toBe(
      'the speech service answered 400: no voice x for Bearer [hidden] at [hidden]',
    )
    // Not even where the answer is cut.
    expect((await failure(500, `${'x '.repeat(147)}${KEY}`)).reason).toMatch(/x \[hidde$/)
  })

  it('sends nobody elsewhere', async () => {
    const { reason, paths } = await failure(302, '', { location: '/elsewhere' })
    expect(reason).toBe(
      'the speech service answered 302: redirects are not followed; give the final address as SPEECH',
    )
    expect(paths).toEqual(['/speech?key=query-secret-1'])
  })
})

describe('a command', () => {
  const copy = 'process.stdin.pipe(process.stdout)'
  const script = (code: string) => testSpeech({ words: [process.execPath, '-e', code] })

  it('without {text} and {file} gets the text on standard input, and writes the audio to standard output', async () => {
    const { bytes } = writeSound(new Float32Array(4000))
    const code = `const text = require('fs').readFileSync(0, 'utf8'); process.stdout.write(text === 'Say it' ? Buffer.from('${Buffer.from(bytes).toString('base64')}', 'base64') : '')`
    const [sound] = await (await openApp(script(code))).speech.ready([{ text: 'Say it' }])
    expect(sound?.durationMs).toBe(500)
  })

  it.each<[string, SpeechSettings, RegExp]>([
    [
      'that does not exist',
      testSpeech({ words: ['no-such-program', '{file}'] }),
      /^no-such-program is not installed$/,
    ],
    ['that writes no audio', script(copy), /^The file is neither WAV, MP3 nor OGG$/],
    ['that writes nothing', script(''), /made no sound$/],
    [
      'that hangs',
      { ...script('setInterval(() => {}, 1000)'), timeoutMs: 500 } as SpeechSettings,
      /was ended by SIGKILL after at most 0.5 s$/,
    ],
  ])('%s fails', async (text, speech, reason) => {
    await expect((await openApp(speech)).speech.ready([{ text }])).rejects.toThrow(reason)
  })

  it('sees none of the secrets of the service', async () => {
    const code = `process.exit(Object.keys(process.env).some((name) => /DATABASE|TOKEN/.test(name)) ? 1 : 0)`
    await expect((await openApp(script(code))).speech.ready([{ text: 'Env' }])).rejects.toThrow(
      /made no sound$/,
    )
  })
})

describe('the voices', () => {
  const voicesOf = async (settings: SpeechSettings) =>
    expectSuccess(await (await openApp(settings)).get<{ voices: string[] | null }>('/api/speech')).voices

  async function espeak(script: string): Promise<SpeechSettings> {
    const program = join(await mkdtemp(join(inject('scratchFolder'), 'voices-')), 'espeak-ng')
    await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    return testSpeech({ words: [program, '{text}'], environment: { PATH: process.env.PATH ?? '' } })
  }

  it('are those that espeak-ng lists, by the names that it takes', async () => {
    const rows = [
      'Pty Language       Age/Gender VoiceName          File                 Other Languages',
      ' 5  cmn             --/M      Chinese_(Mandarin,_latin_as_English) sit/cmn (zh-cmn 5)(zh 5)',
      ' 2  en-us           --/M      English_(America)  gmw/en-US            (en 3)',
      ' 5  yue             --/M      Chinese_(Cantonese) sit/yue             (zh 8)',
      ' 6  yue             --/M      Chinese_(Cantonese,_latin_as_Jyutping) sit/yue-Latn-jyutping (zh 8)',
    ]
    const lists = await espeak(`[ "$*" = --voices ] && cat <<'END'\n${rows.join('\n')}\nEND`)
    expect(await voicesOf(lists)).toEqual(['cmn', 'en-us', 'yue'])
  })

  it('are those of the settings, if they have some', async () => {
    expect(await voicesOf({ ...(await espeak('exit 1')), voices: ['Ann', 'Bo'] })).toEqual(['Ann', 'Bo'])
  })

  it('are not known if the program fails', async () => {
    expect(await voicesOf(await espeak('exit 1'))).toBeNull()
  })

  it('of OpenAI are known by name, those of other endpoints and programs are not', async () => {
    const settings = { apiKey: undefined, model: 'tts-1', defaultVoice: 'alloy', timeoutMs: 1000 }
    const endpoint = (url: string) => createHttpProvider({ ...settings, url, format: 'wav' }).voices()
    expect(await endpoint('https://api.openai.com/v1/audio/speech')).toContain('nova')
    expect(await endpoint('https://speech.example.com/v1/audio/speech')).toBeUndefined()
    const program = { words: ['say'], defaultVoice: 'en', environment: {}, timeoutMs: 1000 }
    expect(await createCommandProvider(program).voices()).toBeUndefined()
  })
})

describe('recorded phrases only', () => {
  it('says an uploaded audio whose name is the sentence', async () => {
    const app = await openApp({ kind: 'none', atOnce: 1, keptDays: 30, voices: ['Ann'] })
    const speech = expectSuccess(await app.get('/api/speech'))
    expect(speech).toMatchObject({ provider: 'none', voice: null, voices: null })
    expectError(await app.post('/api/speech/say', { text: 'Good day' }), 409, /no audio is named "Good day"/)
    await app.rows(
      `insert into sound (key, bytes, duration_ms, create_time, use_time) values ('k', '\\x00', 700, now(), now())`,
    )
    await app.rows(`insert into audio values ($1, 'Good day', 'k', 700, 1, 'me', now())`, [
      crypto.randomUUID(),
    ])
    const [sound] = await app.speech.ready([{ text: ' Good  day ' }])
    expect(sound?.durationMs).toBe(700)
  })
})

it('sentences that nobody has said for long are removed, audios are not', async () => {
  const app = await openApp(testSpeech())
  await app.speech.ready([{ text: 'Old words' }, { text: 'New words' }])
  await app.rows(`update sound set use_time = now() - interval '40 days'
    where key in (select key from sound where bytes is not null order by create_time limit 1000)`)
  await app.rows(
    `update sound set use_time = now() where duration_ms = 450 and key = (select max(key) from sound where duration_ms = 450)`,
  )
  const { createSounds } = await import('../src/conversations/audio/sounds.service.ts')
  const sounds = createSounds({ db: app.db, clock: { now: () => new Date(), elapsedMs: () => 0 } })
  const monthAgo = new Date(Date.now() - 30 * 86_400_000)
  expect(await sounds.removeUnused(monthAgo, 1000)).toBeGreaterThan(0)
  const left = await app.rows<{ key: string }>('select key from sound')
  const recorded = await app.rows<{ sound_key: string }>('select distinct sound_key from audio')
  expect(left.map(({ key }) => key).sort()).toEqual(
    expect.arrayContaining(recorded.map(({ sound_key }) => sound_key)),
  )
  expect(left.length).toBe(recorded.length + 1)
})
