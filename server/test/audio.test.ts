// Uploaded audios over the network. What is made of which file is tested beside the converter.
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { withWavHeader } from '../src/conversations/audio/wav.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { expectError, expectSuccess, ID, TIMESTAMP, UNKNOWN_ID } from './support/expectations.ts'
import { createFilesApp } from './support/files-app.ts'
import { openForFile } from './support/open-for-file.ts'
import { testSpeech } from './support/speech-settings.ts'
import { type Answer, createTestApp } from './support/test-app.ts'

interface Audio {
  id: string
  name: string
  durationSeconds: number
  size: number
  actor: string
  createTime: string
}

const app = await openForFile(createFilesApp())

const wav = (seconds: number, rate = 16_000) => withWavHeader(Buffer.alloc(rate * 2 * seconds, 1), rate)
const corpus = (name: string) => readFile(new URL(`./corpus/audio/${name}`, import.meta.url))

async function upload(name: string, content: Buffer, query = `?name=${encodeURIComponent(name)}`) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), 'audio.wav')
  const response = await app.call(`/api/audio${query}`, { method: 'POST', body: form })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: (await response.json()) as Answer<Audio>['body'],
  }
}

async function addTask(name: string, flow: object): Promise<string> {
  const flowId = newId()
  const taskId = await app.addTask(name, await app.addDataSource(name))
  await app.rows('insert into call_flow (id, document) values ($1, $2)', [flowId, JSON.stringify(flow)])
  await app.rows('update task set flow_id = $2 where id = $1', [taskId, flowId])
  return taskId
}

describe('an upload', () => {
  it('is listed, shown and heard as a telephone plays it', async () => {
    const file = wav(2)
    const audio = expectSuccess(await upload('Welcome', file))
    expect(audio).toEqual({
      id: expect.stringMatching(ID),
      name: 'Welcome',
      durationSeconds: 2,
      size: file.length,
      actor: 'ACCESS_TOKEN',
      createTime: expect.stringMatching(TIMESTAMP),
    })
    expect(expectSuccess(await app.get(`/api/audio/${audio.id}`))).toEqual(audio)
    expect(expectSuccess(await app.get('/api/audio/list?name=WELC'))).toEqual({ total: 1, rows: [audio] })
    const heard = await app.call(`/api/audio/${audio.id}/file`)
    expect([heard.status, heard.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    expect((await heard.arrayBuffer()).byteLength).toBe(44 + 2 * 8000 * 2)
  })

  it.each(['tone.mp3', 'tone-vorbis.ogg', 'tone-opus.ogg'])('may be %s', async (name) => {
    const { durationSeconds } = expectSuccess(await upload(name, await corpus(name)))
    expect(durationSeconds).toBeCloseTo(0.6, 1)
  })

  it('is played by calls, on every node', async () => {
    const { id } = expectSuccess(await upload('On every node', wav(1)))
    const other = await createTestApp({ database: app.database, mediaUrl: 'http://other.test' })
    try {
      const [sound] = await other.speech.ready([{ audioId: id }])
      expect(sound?.durationMs).toBe(1000)
      const path = (sound?.url ?? '').replace('http://other.test', '')
      expect((await other.http.inject(path)).rawPayload).toHaveLength(44 + 8000 * 2)
      expect((await app.http.inject(path)).rawPayload).toHaveLength(44 + 8000 * 2)
    } finally {
      await other.close()
    }
  })

  it('with a name that is taken is a 409, and without a name a 400', async () => {
    expectSuccess(await upload('Taken', wav(1)))
    expectError(await upload('Taken', wav(1)), 409, /^name "Taken" already exists$/)
    expectError(await upload('', wav(1), ''), 400, /^name is required$/)
  })

  it.each<[string, Buffer, number, RegExp]>([
    ['text', Buffer.from('Hello'), 400, /^The file is neither WAV, MP3 nor OGG$/],
    ['a cut WAV', wav(1).subarray(0, 30), 400, /^The audio cannot be read: /],
    ['11 minutes', wav(660, 8000), 413, /^The audio is longer than 10 minutes$/],
    ['more than 64 MiB', Buffer.alloc(64 * 1024 * 1024 + 1), 413, /^The file is larger than 64 MiB$/],
  ])('of %s is refused, and says why', async (name, content, status, message) => {
    expectError(await upload(name, content), status, message)
    expect(expectSuccess(await app.get<{ total: number }>(`/api/audio/list?name=${name}`)).total).toBe(0)
  })

  it('blocks nobody else while it is converted', async () => {
    let isOver = false
    const uploading = upload('Long', wav(120, 22_050)).finally(() => {
      isOver = true
    })
    let answered = 0
    while (!isOver) {
      expectSuccess(await app.get('/api/audio/list'))
      answered += 1
    }
    expect(expectSuccess(await uploading).durationSeconds).toBe(120)
    expect(answered).toBeGreaterThan(10)
  })
})

describe('deleting', () => {
  it('removes the audio; its sound stays for a while for calls that are under way', async () => {
    const { id } = expectSuccess(await upload('Old', wav(3)))
    expectSuccess(await app.post('/api/audio/delete', { id }))
    expectError(await app.get(`/api/audio/${id}`), 404, `^audio "${id}" does not exist$`)
    expectError(await app.post('/api/audio/delete', { id }), 404)
    await expect(app.speech.ready([{ audioId: id }])).rejects.toThrow(`audio "${id}" does not exist`)
  })

  it('is refused while a task that can still dial plays it', async () => {
    const { id } = expectSuccess(await upload('Needed', wav(1)))
    const taskId = await addTask('Survey', { steps: [{ id: 'a', type: 'play', audioId: id }] })
    expectError(
      await app.post('/api/audio/delete', { id }),
      409,
      /^audio "Needed" is used by tasks that have not ended: "Survey"$/,
    )
    expectSuccess(await app.post('/api/task/close', { id: taskId }))
    expectSuccess(await app.post('/api/audio/delete', { id }))
  })

  it('is refused for a phrase that a task says, where only recorded phrases are said', async () => {
    const { id } = expectSuccess(await upload('Good morning', wav(1)))
    await addTask('Greeting', { steps: [{ id: 'a', type: 'say', text: 'Good morning' }] })
    expectError(await app.post('/api/audio/delete', { id }), 409, /"Greeting"$/)
    const speaking = await createTestApp({ database: app.database, speech: testSpeech() })
    expectSuccess(await speaking.post('/api/audio/delete', { id }).finally(speaking.close))
  })

  it.each(['no-id', UNKNOWN_ID])('of what does not exist (%s) is a 404', async (id) => {
    expectError(await app.post('/api/audio/delete', { id }), 404, `^audio "${id}" does not exist$`)
    expect((await app.call(`/api/audio/${id}/file`)).status).toBe(404)
  })
})
