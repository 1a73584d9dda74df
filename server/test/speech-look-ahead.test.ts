// Sentences are made before the calls that say them, and a task whose sentences cannot be made is paused with the reason.

import { appendFile, mkdtemp, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createTasks } from '../src/campaigns/tasks/tasks.service.ts'
import type { SpeechSettings } from '../src/conversations/speech/speech-settings.ts'
import { createLookAhead } from '../src/dialing/look-ahead/look-ahead.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { createSilentLog } from '../src/platform/kernel/log/log.ts'
import { actAs, DIALER } from '../src/platform/trail/actor.ts'
import { expectSuccess } from './support/expectations.ts'
import { createManualClock, type ManualClock } from './support/manual-clock.ts'
import { testSpeech } from './support/speech-settings.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

let database: TestDatabase
let app: TestApp
let clock: ManualClock
let ledger: string

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  clock = createManualClock('2026-11-16T02:00:00Z')
  ledger = join(await mkdtemp(join(inject('scratchFolder'), 'speech-')), 'ledger')
  await appendFile(ledger, '')
  await database.db.query({
    text: 'truncate task, audit, dial, task_progress, call_flow, contact, data_source, sound, audio cascade',
  })
})
afterEach(() => app.close())
afterAll(() => database.drop())

const made = async () => (await readFile(ledger, 'utf8')).split('\n').filter(Boolean).sort()

/** The look-ahead of a node, step by step. */
async function openNode(speech: SpeechSettings = testSpeech({ ledger })) {
  app = await createTestApp({ database, clock, speech })
  const tasks = createTasks({ db: app.db, exportDb: app.db, clock })
  return createLookAhead({
    db: app.db,
    clock,
    log: createSilentLog(),
    speech: app.speech,
    isNeeded: () => true,
    pauseTask: async (taskId, reason) => {
      await actAs(DIALER, () => tasks.transition('pause', taskId, { reason }))
    },
  })
}

async function publish(names: string[], steps: object[]): Promise<string> {
  const sourceId = await app.addDataSource('People')
  for (const [index, name] of names.entries())
    expectSuccess(
      await app.post(`/api/dataSource/${sourceId}/contact/add`, {
        phoneNumber: `1380000${1000 + index}`,
        name,
      }),
    )
  const taskId = await app.addTask('Survey', sourceId)
  // Publishing would refuse some of these flows.
  expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  const flowId = newId()
  await app.rows('insert into call_flow (id, document) values ($1, $2)', [flowId, JSON.stringify({ steps })])
  await app.rows('update task set flow_id = $2 where id = $1', [taskId, flowId])
  return taskId
}

const HELLO = [
  { id: 'hello', type: 'say', text: 'Hello {{name}}' },
  { id: 'bye', type: 'say', text: 'Goodbye' },
]

const statusOf = async (taskId: string) =>
  (await app.rows<{ status: number }>('select status from task where id = $1', [taskId]))[0]?.status
const RUNNING = 1
const PAUSED = 2

describe('looking ahead', () => {
  it('makes the sentences of the next contacts, each once', async () => {
    const node = await openNode()
    await publish(['Ann', 'Bo', 'Ann', 'Chen'], HELLO)
    await node.step()
    expect(await made()).toEqual(['Goodbye', 'Hello Ann', 'Hello Bo', 'Hello Chen'])
    await node.step()
    expect(await made()).toHaveLength(4)
  })

  it('goes on where the task has come to, and includes contacts that are called again soon', async () => {
    const node = await openNode()
    const names = ['Ann', 'Bo', 'Chen', 'Dora']
    const taskId = await publish(names, HELLO.slice(0, 1))
    await app.rows('insert into task_progress (task_id, cursor, started_count) values ($1, 3, 3)', [taskId])
    const due = `insert into dial (task_id, contact_id, position, phone_number, priority, due_at, update_time)
      select $1, id, position, phone_number, 3, $2::timestamptz + case position when 1 then interval '10 s' else interval '1 hour' end, $2
      from contact where position < 3`
    await app.rows(due, [taskId, clock.now()])
    await node.step()
    expect(await made()).toEqual(['Hello Ann', 'Hello Dora'])
  })

  it('stays some hundred contacts ahead of the calls', async () => {
    const node = await openNode()
    const taskId = await publish([], HELLO.slice(1))
    await app.rows(`insert into contact (id, data_source_id, position, phone_number, phone_key, fields, create_time, update_time)
      select gen_random_uuid(), id, n, n, n, jsonb_build_object('name', n), now(), now()
      from data_source, generate_series(1, 1000) n`)
    await app.rows('update task set list_end = 1000, contact_count = 1000 where id = $1', [taskId])
    let steps = 0
    while ((await node.step()) === 'now') steps += 1
    expect(steps).toBeGreaterThan(3)
    expect(steps).toBeLessThan(10)
    expect(await made()).toEqual(['Goodbye'])
  })
})

describe('a task whose sentences cannot be made', () => {
  async function expectPaused(taskId: string, reason: RegExp) {
    expect(await statusOf(taskId)).toBe(PAUSED)
    const explained = expectSuccess(
      await app.get<{ state: string; message: string; reasons: object[] }>(`/api/task/${taskId}/explain`),
    )
    expect(explained).toMatchObject({
      state: 'paused',
      message: expect.stringMatching(reason),
      reasons: [{ code: 'paused', actor: 'dialer', reason: expect.stringMatching(reason) }],
    })
    const { rows } = expectSuccess(await app.get<{ rows: object[] }>(`/api/task/${taskId}/audit`))
    expect(rows[0]).toMatchObject({
      operation: 'pause',
      actor: 'dialer',
      reason: expect.stringMatching(reason),
    })
  }

  /** The provider is asked three times, some seconds apart. */
  async function stepThrice(node: { step(): Promise<string> }, taskId: string) {
    for (let round = 1; round < 3; round += 1) {
      await node.step()
      expect(await statusOf(taskId)).toBe(RUNNING)
      clock.advance(3000)
    }
    await node.step()
  }

  it('because the command fails is paused with what the command says', async () => {
    const node = await openNode()
    const taskId = await publish(['Ann', 'Bo'], [{ id: 'a', type: 'say', text: 'broken {{name}}' }])
    await stepThrice(node, taskId)
    await expectPaused(taskId, /what the calls say cannot be made: .* failed with code 3: cannot say that/)
    expect(await made()).toHaveLength(6)
  })

  it('goes on if only some of them cannot be made', async () => {
    const node = await openNode()
    const names = ['Ann', 'broken', 'Bo']
    const taskId = await publish(names, HELLO.slice(0, 1))
    for (let round = 0; round < 5; round += 1) {
      await node.step()
      clock.advance(3000)
      await app.rows(
        `insert into contact (id, data_source_id, position, phone_number, phone_key, fields, create_time, update_time)
        select gen_random_uuid(), id, 10 + $1, $1, $1, jsonb_build_object('name', 'Another ' || $1), now(), now() from data_source`,
        [round],
      )
      await app.rows('update task set list_end = 100')
    }
    expect(await statusOf(taskId)).toBe(RUNNING)
    expect(await made()).toContain('Hello Bo')
  })

  it('because an audio is missing is paused at once', async () => {
    const node = await openNode()
    const audioId = newId()
    const taskId = await publish(['Ann'], [{ id: 'a', type: 'play', audioId }])
    await node.step()
    await expectPaused(taskId, new RegExp(`audio "${audioId}" does not exist`))
  })

  it('because nothing can be said but recorded phrases is paused at once', async () => {
    const node = await openNode({ kind: 'none', atOnce: 1, keptDays: 30 })
    const taskId = await publish(['Ann'], HELLO)
    await node.step()
    await expectPaused(taskId, /no audio is named "Hello Ann"/)
  })

  describe('because the HTTP endpoint', () => {
    let server: Server
    let status = 500
    beforeAll(async () => {
      server = createServer((_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: { message: 'The engine is overloaded' } }))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    })
    afterAll(() => new Promise((resolve) => server.close(resolve)))

    it.each([
      [500, 'The engine is overloaded'],
      // Its words may have a part of the key in them.
      [401, 'it does not accept SPEECH_API_KEY'],
    ])('answers %i is paused with the reason', async (answer, reason) => {
      status = answer
      const { port } = server.address() as AddressInfo
      const node = await openNode({
        kind: 'http',
        url: `http://127.0.0.1:${port}/v1/audio/speech`,
        apiKey: 'key',
        model: 'tts-1',
        defaultVoice: 'alloy',
        format: 'wav',
        timeoutMs: 10_000,
        atOnce: 2,
        keptDays: 30,
      })
      const taskId = await publish(['Ann', 'Bo', 'Chen'], HELLO)
      await stepThrice(node, taskId)
      await expectPaused(taskId, new RegExp(`the speech service answered ${answer}: ${reason}`))
    })
  })
})
