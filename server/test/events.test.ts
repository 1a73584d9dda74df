// What happens, as it happens: over the network, from any node, without loss or repetition.

import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { NO_TASK } from '../src/platform/kernel/task-of-call.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { endCall } from './support/call-fixtures.ts'
import { type EventReader, openEvents } from './support/event-reader.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess, ID, TIMESTAMP, UNKNOWN_ID } from './support/expectations.ts'
import { createFilesApp, type FilesApp } from './support/files-app.ts'
import { listen } from './support/listen.ts'
import { createSeededRandom } from './support/seeded-random.ts'
import { silentLog } from './support/silent-log.ts'
import { contactIdsOf } from './support/task-fixtures.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

let app: FilesApp
let dataSourceId: string
let contactId: string
const readers: EventReader[] = []

beforeAll(async () => {
  app = await createFilesApp()
  dataSourceId = await app.addDataSource('customers', ['13800138000'])
  contactId = (await contactIdsOf(app, dataSourceId))[0] ?? ''
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})
afterAll(() => app.close())

async function follow(
  options: { query?: string; lastEventId?: string; token?: string; address?: string } = {},
): Promise<EventReader> {
  const { query = '', lastEventId, token = TEST_TOKEN, address = app.address } = options
  const types = query.includes('types=') ? '' : 'types=task,call&'
  const reader = await openEvents(`${address}/api/events?${types}${query}`, {
    authorization: `Bearer ${token}`,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  })
  readers.push(reader)
  // Until it has said where it begins.
  if (reader.status === 200) await reader.nextComment()
  return reader
}

let taskCount = 0
const addTask = (on: TestApp = app) => on.addTask(`task ${taskCount++}`, dataSourceId)
const end = (taskId: string, facts: object = {}) =>
  endCall(app, { taskId, contactId, dataSourceId, ...facts })
/** Calls in one transaction. */
const insertCalls = (taskId: string, count: number) =>
  app.rows(
    `insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause,
       start_time, end_time, talk_ms)
     select gen_random_uuid(), $1, $2, $3, n, n, 1, 1, 1, 'answered', now(), now(), 0 from generate_series(1, $4::int) n`,
    [taskId, contactId, dataSourceId, count],
  )
const change = async (operation: string, body: object, on: TestApp = app) =>
  expectSuccess(await on.post(`/api/task/${operation}`, body))

describe('the stream', () => {
  it('is one of server-sent events, not to be kept or held back by anybody', async () => {
    const { status, headers, lastEventId } = await follow()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(lastEventId()).toMatch(/^\d+$/)
  })

  it('hears of every change of a task at once, not only when it looks by itself', async () => {
    const heard: string[] = []
    const listener = listen({
      connection: app.database.connection,
      channels: ['task_changed'],
      onNotify: (_channel, id) => heard.push(id),
      onGap: () => undefined,
      log: silentLog,
    })
    onTestFinished(() => listener.close())
    await listener.ready
    const id = await addTask()
    await eventually(() => expect(heard).toEqual([id]))
    await change('update', { id, priority: 1 })
    await eventually(() => expect(heard).toEqual([id, id]))
    await change('publish', { id })
    await eventually(() => expect(heard).toEqual([id, id, id]))
  })

  it('tells of tasks, with the fields of the audit trail', async () => {
    const reader = await follow()
    const id = await addTask()
    await change('publish', { id })
    await change('stop', { id, reason: 'line\nbreak' })
    const [added, published, stopped] = await reader.take(3)
    expect(added).toEqual({
      id: expect.stringMatching(/^\d+-task-\d+$/),
      event: 'task',
      data: {
        taskId: id,
        operation: 'add',
        status: 0,
        statusName: 'DRAFT',
        time: expect.stringMatching(TIMESTAMP),
        actor: 'ACCESS_TOKEN',
        reason: null,
      },
    })
    expect(published?.data).toMatchObject({ operation: 'publish', status: 1, statusName: 'RUNNING' })
    expect(stopped?.data).toMatchObject({ operation: 'stop', status: 3, reason: 'line\nbreak' })
  })

  it('tells of calls that ended, as the list of calls shows them', async () => {
    const taskId = await addTask()
    const reader = await follow()
    const id = await end(taskId, {
      talkMs: 1500,
      start: '2026-07-01T10:00:00Z',
      answer: '2026-07-01T10:00:03Z',
    })
    const [event] = await reader.take(1)
    expect(event).toMatchObject({ id: expect.stringMatching(/^\d+-call-/), event: 'call' })
    const { rows } = expectSuccess(await app.get<{ rows: object[] }>(`/api/task/${taskId}/calls`))
    expect(event?.data).toEqual(rows[0])
    expect(event?.data).toMatchObject({ id, taskId, contactId, startTime: '2026-07-01 18:00:00' })
    expect(event?.data['id']).toMatch(ID)
  })

  it('tells of calls from outside, also those who listen to the task that had called the number', async () => {
    const [taskId, other] = [await addTask(), await addTask()]
    const all = await follow()
    const ofTask = await follow({ query: `taskId=${taskId}` })
    const ofOther = await follow({ query: `taskId=${other}` })
    await app.rows(
      `with ended as (
         insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause, start_time, end_time,
           talk_ms, request)
         values ($1, $2, $1, $2, '13800138000', '13800138000', 1, 1, 2, 'busy', now(), now(), 0, $3)
       )
       select pg_notify('call_ended', '')`,
      [newId(), NO_TASK, { purpose: 'inbound', actor: 'caller', taskId, contactId }],
    )
    const last = await end(other)
    expect((await ofOther.take(1))[0]?.data).toMatchObject({ id: last })
    for (const reader of [all, ofTask, await follow({ query: `taskId=${taskId}`, lastEventId: '0' })]) {
      const events = await reader.take(1)
      while (events.at(-1)?.event !== 'call') events.push(...(await reader.take(1)))
      expect(events.at(-1)?.data).toMatchObject({ direction: 'inbound', taskId, contactId })
    }
  })

  it('begins now', async () => {
    const before = await addTask()
    const reader = await follow()
    const after = await addTask()
    expect((await reader.take(1))[0]?.data).toMatchObject({ taskId: after })
    expect(before).not.toBe(after)
  })

  it('tells everybody who listens', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => follow()))
    const taskId = await addTask()
    for (const reader of all) expect((await reader.take(1))[0]?.data).toMatchObject({ taskId })
  })

  it('tells what happens at other nodes', async () => {
    const other = await createTestApp({ database: app.database })
    try {
      const reader = await follow()
      const id = await addTask(other)
      await change('publish', { id }, other)
      expect((await reader.take(2)).map(({ data }) => data['operation'])).toEqual(['add', 'publish'])
    } finally {
      await other.close()
    }
  })

  it('filters by task and by type', async () => {
    const [mine, other] = [await addTask(), await addTask()]
    const ofTask = await follow({ query: `taskId=${mine}` })
    const calls = await follow({ query: 'types=call' })
    const tasks = await follow({ query: `types=task&taskId=${other}` })
    const both = await follow({ query: 'types=call,task' })
    await change('publish', { id: other })
    const first = await end(other)
    const second = await end(mine)
    await change('publish', { id: mine })
    await change('pause', { id: other })
    const idsOf = async (reader: EventReader, count: number) =>
      (await reader.take(count)).map(({ data }) => data['operation'] ?? data['id'])
    expect(await idsOf(ofTask, 2)).toEqual([second, 'publish'])
    expect(await idsOf(calls, 2)).toEqual([first, second])
    expect(await idsOf(tasks, 2)).toEqual(['publish', 'pause'])
    expect(await idsOf(both, 5)).toEqual(['publish', first, second, 'publish', 'pause'])
  })

  it.each([
    [
      'types=',
      'types must be a list of task, call and contact.done, with commas between them, or progress, alone or with task',
    ],
    ['types=call,progress', 'types must be'],
    ['types=calls', 'types must be'],
    ['types=contact', 'types must be'],
    ['types=contact.done,contact.done', 'types must be'],
    ['types=contact.done,progress', 'types must be'],
    ['types=task,call,task', 'types must be'],
    ['types=task&types=call', 'types must be a string'],
  ])('refuses ?%s with 400', async (query, message) => {
    expectError(await app.get(`/api/events?${query}`), 400, message)
  })

  it.each([UNKNOWN_ID, 'no-id'])('of the unknown task %s is a 404', async (id) => {
    expectError(await app.get(`/api/events?taskId=${id}`), 404, `task "${id}" does not exist`)
  })
})

describe('coming back', () => {
  it('goes on behind the last event, with what happened meanwhile', async () => {
    const taskId = await addTask()
    const reader = await follow({ query: `taskId=${taskId}` })
    await change('publish', { id: taskId })
    const [seen] = await reader.take(1)
    reader.close()
    const id = await end(taskId)
    await change('pause', { id: taskId })
    const again = await follow({ query: `taskId=${taskId}`, lastEventId: seen?.id ?? '' })
    await change('resume', { id: taskId })
    const events = await again.take(3)
    expect(events.map(({ data }) => data['operation'] ?? data['id'])).toEqual([id, 'pause', 'resume'])
  })

  it('goes on from where it began, if nothing had happened', async () => {
    const reader = await follow()
    const lastEventId = reader.lastEventId()
    reader.close()
    const taskId = await addTask()
    const again = await follow({ lastEventId })
    expect((await again.take(1))[0]?.data).toMatchObject({ taskId, operation: 'add' })
  })

  it('can begin at the very first event', async () => {
    const reader = await follow({ lastEventId: '0' })
    const rows = await app.rows<{ task_id: string }>(
      'select task_id from audit order by event_seq, id limit 1',
    )
    expect((await reader.take(1))[0]?.data).toMatchObject({ taskId: rows[0]?.task_id, operation: 'add' })
  })

  it('passes over a long time in which nothing happened', async () => {
    const lastEventId = (await follow()).lastEventId()
    await app.rows(`select nextval('event_seq') from generate_series(1, 3000)`)
    const taskId = await addTask()
    const reader = await follow({ lastEventId })
    expect((await reader.take(1))[0]?.data).toMatchObject({ taskId })
  })

  it('reads many events of one transaction in pieces', async () => {
    const taskId = await addTask()
    const reader = await follow({ query: 'types=call' })
    const lastEventId = reader.lastEventId()
    await insertCalls(taskId, 1500)
    const again = await follow({ query: 'types=call', lastEventId })
    for (const each of [reader, again]) {
      const numbers = (await each.take(1500)).map(({ data }) => Number(data['phoneNumber']))
      expect(new Set(numbers).size).toBe(1500)
    }
  })

  it.each(['', ' ', 'x', '5-call-6', '-1', '1e3', '9'.repeat(30)])(
    'with the malformed id %j is a 400',
    async (lastEventId) => {
      const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'last-event-id': lastEventId }
      expectError(await app.send({ method: 'GET', url: '/api/events', headers }), 400, /^Last-Event-ID must/)
    },
  )

  it('with an id of the future is a 400', async () => {
    const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'last-event-id': '9000000000000000' }
    expectError(await app.send({ method: 'GET', url: '/api/events', headers }), 400, /^Last-Event-ID must/)
  })
})

describe('the progress of tasks', () => {
  const sumOf = (events: { data: Record<string, unknown> }[], field: string) =>
    events.reduce((sum, { data }) => sum + Number(data[field]), 0)

  it('comes with changes of tasks when nothing else is asked for, and adds up to what was called', async () => {
    const [busy, quiet] = [await addTask(), await addTask()]
    const reader = await openEvents(`${app.address}/api/events`, { authorization: `Bearer ${TEST_TOKEN}` })
    readers.push(reader)
    await reader.nextComment()
    for (let n = 0; n < 12; n += 1) await end(busy, { outcome: 1 + (n % 3) })
    await end(quiet, { outcome: 2 })
    await change('publish', { id: quiet })
    const events = []
    while (
      sumOf(
        events.filter(({ event }) => event === 'progress'),
        'callCount',
      ) < 13
    ) {
      events.push(...(await reader.take(1)))
    }
    const progress = events.filter(({ event, data }) => event === 'progress' && data['taskId'] === busy)
    expect(progress[0]?.data).toEqual({
      taskId: busy,
      callCount: expect.any(Number),
      successCount: expect.any(Number),
      failCount: expect.any(Number),
      noAnswerCount: expect.any(Number),
      time: expect.stringMatching(TIMESTAMP),
    })
    expect(sumOf(progress, 'callCount')).toBe(12)
    for (const field of ['successCount', 'failCount', 'noAnswerCount']) expect(sumOf(progress, field)).toBe(4)
    expect(events.some(({ event }) => event === 'call')).toBe(false)
  })

  it('is one event for many calls', async () => {
    const taskId = await addTask()
    const reader = await follow({ query: `types=progress&taskId=${taskId}` })
    await insertCalls(taskId, 1500)
    expect((await reader.take(1))[0]?.data).toMatchObject({ taskId, callCount: 1500, successCount: 1500 })
  })

  it('goes on behind the last group of events, without loss or repetition', async () => {
    const taskId = await addTask()
    const query = `types=task,progress&taskId=${taskId}`
    let lastEventId = (await follow({ query })).lastEventId()
    let counted = 0
    for (let round = 1; round <= 4; round += 1) {
      await insertCalls(taskId, round)
      await change('update', { id: taskId, priority: round })
      await insertCalls(taskId, round)
      const reader = await follow({ query, lastEventId })
      const operations: unknown[] = []
      for (let expected = 2 * round; expected > 0; ) {
        const [event] = await reader.take(1)
        if (event?.event === 'progress') expected -= Number(event.data['callCount'])
        else operations.push(event?.data['operation'])
        counted += Number(event?.data['callCount'] ?? 0)
      }
      expect(operations).toEqual(['update'])
      // The id of the group follows its events.
      await reader.nextComment()
      lastEventId = reader.lastEventId()
      reader.close()
    }
    expect(counted).toBe(20)
  })
})

describe('writers at the same time', () => {
  it('are told of once each, in order, by readers that come and go', async () => {
    const random = createSeededRandom(7)
    const taskId = await addTask()
    const written = new Set<string>()
    const TRANSACTIONS = 240
    const start = (await follow()).lastEventId()

    /** Writes in a transaction of its own, and commits when it is told to; or gives up. */
    async function write(index: number, mayCommit: Promise<void>): Promise<void> {
      const calls = Array.from({ length: 1 + random.below(3) }, newId)
      const isUndone = random.below(8) === 0
      const label = `change ${index}`
      await app.database.db
        .transaction(async (tx) => {
          for (const id of calls)
            await tx.query({
              text: `insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome,
                       cause, start_time, end_time, talk_ms) values ($1, $2, $3, $4, '1', '1', 1, 1, 1, 'answered', now(), now(), 0)`,
              values: [id, taskId, contactId, dataSourceId],
            })
          await tx.query({
            text: `insert into audit (task_id, at, actor, operation, status) values ($1, now(), 'test', $2, 1)`,
            values: [taskId, label],
          })
          await tx.query({ text: `select pg_notify('call_ended', '')` })
          await mayCommit
          if (isUndone) throw new Error('undone')
        })
        .then(
          () => {
            for (const each of [...calls, label]) written.add(each)
          },
          () => undefined,
        )
    }

    /** Up to eight transactions are open at once; which one ends next is left to chance. */
    async function writeAll(): Promise<void> {
      const open: { commit: () => void; done: Promise<void> }[] = []
      for (let index = 0; index < TRANSACTIONS; index += 1) {
        let commit: () => void = () => undefined
        const mayCommit = new Promise<void>((resolve) => {
          commit = resolve
        })
        open.push({ commit, done: write(index, mayCommit) })
        while (open.length > (index === TRANSACTIONS - 1 ? 0 : random.below(8))) {
          const [next] = open.splice(random.below(open.length), 1)
          next?.commit()
          await next?.done
        }
      }
    }

    async function read(steps: number[]): Promise<string[]> {
      const seen: string[] = []
      let lastEventId = start
      for (let round = 0; ; round += 1) {
        const reader = await follow({ lastEventId, query: `taskId=${taskId}` })
        for (let left = steps[round % steps.length] ?? 1; left > 0; left -= 1) {
          const event = await reader.next()
          if (!event) throw new Error('the stream ended')
          if (event.data['operation'] === 'the end') return seen
          lastEventId = event.id
          seen.push(String(event.data['operation'] ?? event.data['id']))
        }
        reader.close()
      }
    }

    const reading = Promise.all([read([1, 7, 30, 2]), read([13]), read([Number.MAX_SAFE_INTEGER])])
    await writeAll()
    await app.rows(
      `insert into audit (task_id, at, actor, operation, status) values ($1, now(), 'test', 'the end', 1)`,
      [taskId],
    )
    const [first = [], ...others] = await reading
    expect(new Set(first).size).toBe(first.length)
    expect(new Set(first)).toEqual(written)
    for (const other of others) expect(other).toEqual(first)
  })
})

describe('beside a dialer at work', () => {
  it('every call is told of, and that the task is done comes last', async () => {
    const settings = parseSimulatorSettings('seed=5, answered=50, busy=50, ring=0-0, talk=0-0')
    const gateway = createSimulator({ settings, clock: systemClock })
    const node = await createFilesApp({ role: 'all', gateway })
    try {
      const numbers = Array.from({ length: 40 }, (_, i) => String(13_800_000_000 + i))
      const source = await node.addDataSource('customers', numbers)
      const id = await node.addTask('spring', source, { callInterval: 0 })
      const reader = await follow({ address: node.address, query: `taskId=${id}` })
      node.startDialing()
      await change('publish', { id }, node)
      const told: string[] = []
      for (let isDone = false; !isDone; ) {
        const event = await reader.next()
        if (!event) throw new Error('the stream ended')
        told.push(String(event.data['operation'] ?? event.data['id']))
        isDone = event.data['operation'] === 'complete'
      }
      const path = `/api/task/${id}/calls?pageSize=1000`
      const { rows } = expectSuccess(await node.get<{ rows: { id: string }[] }>(path))
      expect(told[0]).toBe('publish')
      expect(told.slice(1, -1).sort()).toEqual(rows.map((row) => row.id).sort())
      expect(rows.length).toBeGreaterThanOrEqual(40)
    } finally {
      await node.close()
    }
  })

  it('every contact that is done is told of once, after its calls, also to those who come back', async () => {
    const settings = parseSimulatorSettings('seed=5, answered=50, busy=50, ring=0-0, talk=0-0')
    const gateway = createSimulator({ settings, clock: systemClock })
    const node = await createFilesApp({ role: 'all', gateway })
    try {
      const numbers = Array.from({ length: 30 }, (_, i) => String(13_800_000_000 + i))
      const source = await node.addDataSource('customers', numbers)
      const id = await node.addTask('spring', source, { callInterval: 0, maxDialCount: 2 })
      const other = await node.addTask('other', source)
      const query = `taskId=${id}&types=contact.done`
      const { address } = node
      const reader = await follow({ address, query })
      const ofOther = await follow({ address, query: `taskId=${other}&types=contact.done,task` })
      const all = await follow({ address, query: 'types=task,contact.done,call' })
      node.startDialing()
      await change('publish', { id }, node)
      const done = await reader.take(30)
      expect(done.map(({ data }) => data['phoneNumber']).sort()).toEqual(numbers)
      const { rows } = expectSuccess(
        await node.get<{ rows: object[] }>(`/api/task/${id}/contacts?pageSize=100`),
      )
      for (const { event, data } of done) {
        expect(event).toBe('contact.done')
        const { taskId, ...contact } = data
        expect(taskId).toBe(id)
        expect(rows).toContainEqual(contact)
      }
      // Of calls and contacts in one stream, those of a contact come in the order in which they happened.
      const told: string[] = []
      while (told.at(-1) !== 'complete') {
        const [event] = await all.take(1)
        const { operation, phoneNumber } = event?.data ?? {}
        told.push(operation ? String(operation) : `${event?.event} ${phoneNumber}`)
      }
      for (const number of numbers)
        expect(told.lastIndexOf(`call ${number}`)).toBeLessThan(told.indexOf(`contact.done ${number}`))
      // From each place, from memory and from the database.
      for (const at of [0, 11, 28]) {
        const again = await follow({ address, query, lastEventId: done[at]?.id ?? '' })
        const rest = await again.take(29 - at)
        expect(rest.map((event) => event.id)).toEqual(done.slice(at + 1).map((event) => event.id))
        if (at === 0) reader.close()
      }
      await change('publish', { id: other }, node)
      expect((await ofOther.take(1))[0]?.data).toMatchObject({ taskId: other, operation: 'publish' })
    } finally {
      await node.close()
    }
  })
})

describe('who may listen', () => {
  it('needs a token of scope read', async () => {
    expectError(await app.send({ method: 'GET', url: '/api/events', headers: {} }), 401)
    const { token } = await app.tokens.create({ name: `reader ${Math.random()}`, scope: 'read' })
    expect((await follow({ token })).status).toBe(200)
  })

  it('is over when the token is revoked, at whatever node', async () => {
    const { token, details } = await app.tokens.create({ name: `reader ${Math.random()}`, scope: 'read' })
    const mine = await follow({ token })
    const other = await follow()
    const node = await createTestApp({ database: app.database })
    try {
      await node.tokens.revoke(details.id)
      expect(await mine.next()).toBeUndefined()
    } finally {
      await node.close()
    }
    const taskId = await addTask()
    expect((await other.take(1))[0]?.data).toMatchObject({ taskId })
  })
})

describe('when the service stops', () => {
  it('its streams end, and whoever comes then can go on elsewhere', async () => {
    const taskId = await addTask()
    await insertCalls(taskId, 30_000)
    const node = await createFilesApp({ connection: app.database.connection })
    const reader = await follow({ address: node.address, query: 'types=task' })
    const lastEventId = reader.lastEventId()
    // One that never takes anything, with more to take than fits into any buffer, must not be waited for.
    const stuck = connect({ host: '127.0.0.1', port: node.port })
    const head = `GET /api/events?types=call HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_TOKEN}`
    stuck.write(`${head}\r\nLast-Event-ID: 0\r\n\r\n`)
    await once(stuck, 'readable')
    await node.close()
    expect(await reader.next()).toBeUndefined()
    stuck.destroy()
    const id = await addTask()
    const again = await follow({ lastEventId })
    expect((await again.take(1))[0]?.data).toMatchObject({ taskId: id })
  })
})
