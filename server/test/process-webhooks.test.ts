// Webhooks while everything dies: two nodes that dial and deliver, and a receiver built only with `standardwebhooks`, are killed in turn.
// The receiver is slow, answers 500 or nothing at random, and forgets to say that it has taken an event. Every event arrives, verified,
// in order per task; one that comes again has the same id.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import {
  jsonBody,
  type RunningCommand,
  runProgram,
  type Service,
  startService,
} from './support/carillon-process.ts'
import { databaseUrl } from './support/database-url.ts'
import { eventually } from './support/eventually.ts'
import { freePort } from './support/free-port.ts'
import { CHAOS_SEED, createSeededRandom } from './support/seeded-random.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestDatabase } from './support/test-database.ts'

const TASKS = 3
const CONTACTS = 30
const STRIKES = 3
const TOKEN = 'token-of-the-webhooks-of-this-test-only'
const RECEIVER = fileURLToPath(new URL('./support/webhook-receiver.script.mjs', import.meta.url))

interface Note {
  message: string
  type: string
  taskId: string
  id?: string
  operation?: string
  wrong?: string
}

it(`every event arrives in order, whoever is killed (seed ${CHAOS_SEED})`, async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const folder = await temporaryFolder()
  const random = createSeededRandom(CHAOS_SEED)
  const rows = async <Row>(text: string, values: unknown[] = []) =>
    (await database.db.query<Row>({ text, values })).rows
  const startNode = () =>
    startService({
      dataDir: folder,
      env: {
        ...{ DATABASE_URL: databaseUrl(database.connection), ACCESS_TOKEN: TOKEN, STOP_WAIT: '2' },
        ...{ WEBHOOK_ALLOW: '127.0.0.0/8', WEBHOOK_RATE: '1000', LINES: '20', CALLS_PER_SECOND: '0' },
        SIMULATOR: 'ring=0-0.2, talk=0-0.2, timeout=0.1, answered=60, busy=30, no_answer=10',
      },
    })
  const nodes: Service[] = [await startNode(), await startNode()]
  const ask = async <Data>(path: string, body: object) => {
    const answer = await nodes[0]?.call<Data>(path, jsonBody(body))
    if (answer?.status !== 200) throw new Error(`${path} failed: ${answer?.status}`)
    return answer.data
  }

  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { secret, ...webhook } = await ask<{ id: string; secret: string }>('/api/webhook/add', {
    ...{ url, events: ['call.ended', 'task.status'] },
  })
  const journal = join(folder, 'notes')
  const startReceiver = () => runProgram(process.execPath, [RECEIVER, String(port), secret, journal])
  let receiver: RunningCommand = startReceiver()
  const notes = () =>
    existsSync(journal)
      ? readFileSync(journal, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Note)
      : []

  const taskIds: string[] = []
  for (let each = 0; each < TASKS; each += 1) {
    const { id: dataSourceId } = await ask<{ id: string }>('/api/dataSource/add', {
      dataSourceName: `list ${each}`,
    })
    const contacts = Array.from({ length: CONTACTS }, (_, index) => ({
      phoneNumber: `1380013${String(each * CONTACTS + index).padStart(4, '0')}`,
    }))
    for (const contact of contacts) await ask(`/api/dataSource/${dataSourceId}/contact/add`, contact)
    const { id } = await ask<{ id: string }>('/api/task/add', {
      ...{ taskName: `task ${each}`, dataSourceId, maxDialCount: 2, callInterval: 1 },
    })
    await ask('/api/task/publish', { id })
    taskIds.push(id)
  }

  /** What waits for minutes or hours is due now, for the node that reads it next. */
  const putForward = () => rows(`update webhook_delivery set next_time = now() where status = 'waiting'`)
  /** The next event of every task failed more than once, and waits for minutes. */
  async function isStuck(): Promise<boolean> {
    const due = await rows(
      `select from (select distinct on (task_id) next_time from webhook_delivery where status = 'waiting' order by task_id, id) next
       where next_time < now() + interval '20 seconds'`,
    )
    return due.length === 0
  }
  /** One after the other, so that the other one continues meanwhile. */
  async function killNodes(): Promise<void> {
    for (const index of random.pick([
      [0, 1],
      [1, 0],
    ])) {
      await nodes[index]?.end('SIGKILL')
      await putForward()
      nodes[index] = await startNode()
    }
  }
  async function killReceiver(): Promise<void> {
    await receiver.end('SIGKILL')
    receiver = startReceiver()
  }

  for (let strike = 0; strike < STRIKES; strike += 1) {
    const before = notes().length
    if (strike % 2 === 1) await killReceiver()
    await killNodes()
    // Something arrives in between, unless all has arrived or waits.
    await eventually(async () => expect(notes().length > before || (await isStuck())).toBe(true))
  }
  await eventually(async () => expect(await rows('select from task where status = 1')).toEqual([]))

  interface Expected {
    key: string
    task_id: string
    event_seq: number
  }
  const expected = await rows<Expected>(
    `select id::text as key, task_id, event_seq from call
     union all select task_id || operation, task_id, event_seq from audit
     where task_id is not null and operation in ('publish', 'complete')
     order by event_seq`,
  )
  const keyOf = ({ type, id, taskId, operation }: Note) =>
    (type === 'call.ended' ? id : `${taskId}${operation}`) ?? ''
  const isAllThere = () => new Set(notes().map(keyOf)).size >= expected.length
  while (!isAllThere()) {
    const before = notes().length
    await killNodes()
    await eventually(async () => expect(notes().length > before || (await isStuck())).toBe(true))
  }

  const received = notes()
  expect(received.filter(({ wrong }) => wrong !== undefined)).toEqual([])
  expect(new Set(received.map(keyOf))).toEqual(new Set(expected.map(({ key }) => key)))
  expect(expected.length).toBeGreaterThan(TASKS * (CONTACTS + 2))
  const seqOf = new Map(expected.map(({ key, event_seq }) => [key, event_seq]))
  for (const taskId of taskIds) {
    const keys = [...new Set(received.filter((note) => note.taskId === taskId).map(keyOf))]
    const order = keys.map((key) => seqOf.get(key) ?? 0)
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect([keys[0], keys.at(-1)]).toEqual([`${taskId}publish`, `${taskId}complete`])
  }
  // An event has one id, and an id one event.
  const ids = new Map<string, Set<string>>()
  for (const note of received) ids.set(keyOf(note), (ids.get(keyOf(note)) ?? new Set()).add(note.message))
  expect([...ids.values()].filter((each) => each.size !== 1)).toEqual([])
  expect(new Set(received.map(({ message }) => message)).size).toBe(expected.length)
  // It was not for nothing: some came again.
  expect(received.length).toBeGreaterThan(expected.length)
  expect(webhook.id).toBeTruthy()
})
