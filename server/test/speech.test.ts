// Sentences become sounds that gateways fetch, each made once over all nodes.
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { SpeechFailed } from '../src/conversations/flow-parts.ts'
import { expectError } from './support/expectations.ts'
import { testSpeech } from './support/speech-settings.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let ledger: string
beforeAll(async () => {
  ledger = join(await mkdtemp(join(inject('scratchFolder'), 'speech-')), 'ledger')
  app = await createTestApp({ speech: testSpeech({ ledger }), mediaUrl: 'http://carillon.test' })
})
afterAll(() => app.close())

const madeTimes = async (text: string) =>
  (await readFile(ledger, 'utf8')).split('\n').filter((line) => line === text).length

async function fetchSound(url: string, method: 'GET' | 'HEAD' = 'GET') {
  return app.http.inject({ method, url: url.replace('http://carillon.test', '') })
}

describe('a sentence', () => {
  it('is fetched without a token as a WAV file of 8 kHz, 16 bit, mono, and may be cached for ever', async () => {
    const [sound] = await app.speech.ready([{ text: 'Hello there' }])
    expect(sound?.url).toMatch(/^http:\/\/carillon\.test\/media\/[0-9a-f]{32}\/[0-9a-f]{64}\.wav$/)
    // 11 characters, 50 ms each.
    expect(sound?.durationMs).toBe(550)
    const answer = await fetchSound(sound?.url ?? '')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': String(44 + 4400 * 2),
      'cache-control': 'private, max-age=31536000, immutable',
    })
    const file = answer.rawPayload
    expect([
      file.readUInt16LE(20),
      file.readUInt16LE(22),
      file.readUInt32LE(24),
      file.readUInt16LE(34),
    ]).toEqual([1, 1, 8000, 16])
    expect(file.length).toBe(44 + 4400 * 2)
  })

  it('answers HEAD with the same headers', async () => {
    const [sound] = await app.speech.ready([{ text: 'Hello there' }])
    const answer = await fetchSound(sound?.url ?? '', 'HEAD')
    expect([answer.statusCode, answer.headers['content-length'], answer.body]).toEqual([200, '8844', ''])
  })

  it('is not found with another signature or another name', async () => {
    const [sound] = await app.speech.ready([{ text: 'Hello there' }])
    const path = (sound?.url ?? '').replace('http://carillon.test', '')
    const forged = path.replace(/media\/./, (text) => `media/${text.endsWith('0') ? '1' : '0'}`)
    for (const url of [forged, path.replace('.wav', ''), path.replace('.wav', '.mp3'), '/media/a/b.wav'])
      expectError(await app.send({ method: 'GET', url, headers: {} }), 404, /^sound ".*" does not exist$/)
  })

  it('is made once, whoever asks at the same time and on whatever node', async () => {
    const other = await createTestApp({ database: app.database, speech: testSpeech({ ledger }) })
    try {
      const parts = [{ text: 'Only once' }, { text: 'Only once' }]
      const nodes = [app, other, app, other]
      const answers = await Promise.all(nodes.map((node) => node.speech.ready(parts)))
      const keys = answers.flat().map(({ url }) => url.replace(/.*\//, ''))
      expect(new Set(keys).size).toBe(1)
      expect(await madeTimes('Only once')).toBe(1)
    } finally {
      await other.close()
    }
  })

  it('differs by voice and language', async () => {
    const text = 'In two voices'
    const sounds = await app.speech.ready([
      { text },
      { text, voice: 'b' },
      { text, language: 'de-DE' },
      { text },
    ])
    expect(new Set(sounds.map(({ url }) => url)).size).toBe(3)
  })

  it('of nothing that can be said is a short silence', async () => {
    const [sound] = await app.speech.ready([{ text: ' - ' }])
    expect(sound?.durationMs).toBe(100)
    expect(await madeTimes(' - ')).toBe(0)
  })

  it('that cannot be made is refused with the reason of the program, and is tried again later', async () => {
    const failing = app.speech.ready([{ text: 'Fine' }, { text: 'A broken one' }])
    await expect(failing).rejects.toThrow(SpeechFailed)
    await expect(failing).rejects.toThrow(/failed with code 3: cannot say that$/)
    // The other one is still being made.
    await expect.poll(() => app.rows('select key from sound where bytes is null')).toEqual([])
  })

  it('that begins like an option is said, and a voice that does is refused', async () => {
    await expect(app.speech.ready([{ text: '--help' }])).resolves.toHaveLength(1)
    await expect(app.speech.ready([{ text: 'Hello', voice: '-x' }])).rejects.toThrow(
      'voice "-x" is not a name',
    )
    await expect(app.speech.ready([{ text: 'Hello', voice: '../../x' }])).rejects.toThrow(/is not a name/)
  })
})
