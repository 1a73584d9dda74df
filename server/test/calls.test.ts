// Records of calls: of a task and of a contact, in pages, filtered.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CallFixture, endCall, startCall } from './support/call-fixtures.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { contactIdsOf } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

interface Call {
  id: string
  contactId: string
  outcome: number
  cause: string
  startTime: string
}
interface CallPage {
  total: number
  rows: Call[]
}

let app: TestApp
let dataSourceId: string
let contactIds: string[]

beforeAll(async () => {
  // Where the clock is put back on 2026-10-25 and forward on 2026-03-29.
  app = await createTestApp({ timeZone: 'Europe/Berlin' })
  dataSourceId = await app.addDataSource('customers', ['13800138000', '13800138001', '13800138002'])
  contactIds = await contactIdsOf(app, dataSourceId)
})
afterAll(() => app.close())

let taskCount = 0
const addTask = () => app.addTask(`task ${taskCount++}`, dataSourceId)
const add = (taskId: string, call: Partial<CallFixture> = {}) =>
  endCall(app, { taskId, contactId: contactIds[0] ?? '', dataSourceId, ...call })
const pathOf = (taskId: string) => `/api/task/${taskId}/calls`
const contactPath = (contactId: string, source = dataSourceId) =>
  `/api/dataSource/${source}/contact/${contactId}/calls`
async function list(path: string, query: Record<string, string | number> = {}): Promise<CallPage> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.set(name, String(value))
  return expectSuccess(await app.get<CallPage>(`${path}?${search}`))
}

describe('the calls of a task', () => {
  it('are shown with all that is known of them', async () => {
    const taskId = await addTask()
    const id = await add(taskId, {
      contactId: contactIds[1] ?? '',
      phoneNumber: '+49 30 901820',
      round: 2,
      attempt: 3,
      start: '2026-07-01T10:00:00Z',
      answer: '2026-07-01T10:00:07.5Z',
      end: '2026-07-01T10:01:00.25Z',
      talkMs: 52_750,
    })
    const { total, rows } = await list(pathOf(taskId))
    expect(total).toBe(1)
    expect(rows).toEqual([
      {
        id,
        taskId,
        contactId: contactIds[1],
        phoneNumber: '+49 30 901820',
        round: 2,
        attempt: 3,
        outcome: 1,
        cause: 'answered',
        ending: 'successful',
        startTime: '2026-07-01 12:00:00',
        answerTime: '2026-07-01 12:00:07',
        endTime: '2026-07-01 12:01:00',
        talkSeconds: 52.75,
        result: null,
        sipStatus: null,
        trunkId: null,
        trunkName: null,
        callerId: null,
        direction: 'outbound',
        lineCost: null,
        conversation: null,
      },
    ])
  })

  it('have the SIP status that ended them', async () => {
    const taskId = await addTask()
    await add(taskId, { outcome: 2, cause: 'busy', answer: null, sipStatus: 486 })
    expect((await list(pathOf(taskId))).rows).toMatchObject([{ cause: 'busy', sipStatus: 486 }])
  })

  it('have their trunk and the caller ID, and the name of the trunk while it exists', async () => {
    const taskId = await addTask()
    const trunk = { name: 'Berlin', host: 'sip.example.com' }
    const { id: trunkId } = expectSuccess(await app.post<{ id: string }>('/api/trunk/add', trunk))
    await add(taskId, { trunkId, callerId: '+4930901820' })
    const shown = { trunkId, trunkName: 'Berlin', callerId: '+4930901820' }
    expect((await list(pathOf(taskId))).rows).toMatchObject([shown])
    expectSuccess(await app.post('/api/trunk/delete', { id: trunkId }))
    expect((await list(pathOf(taskId))).rows).toMatchObject([{ ...shown, trunkName: null }])
  })

  it('are none of a task that has not dialed', async () => {
    expect(await list(pathOf(await addTask()))).toEqual({ total: 0, rows: [] })
  })

  it('are none of another task', async () => {
    const [mine, other] = [await addTask(), await addTask()]
    await add(mine)
    await add(other)
    expect((await list(pathOf(mine))).total).toBe(1)
  })

  it.each([UNKNOWN_ID, 'no-id'])('of the unknown task %s are a 404', async (id) => {
    expectError(await app.get(pathOf(id)), 404, `task "${id}" does not exist`)
  })

  describe('in pages', () => {
    let taskId: string
    let newestFirst: string[]

    beforeAll(async () => {
      taskId = await addTask()
      const calls: { id: string; start: string }[] = []
      for (let i = 0; i < 23; i += 1) {
        // Written in another order than they started in; some started together.
        const start = new Date(Date.UTC(2026, 6, 1, 0, 0, Math.floor(((i * 7) % 23) / 3))).toISOString()
        calls.push({ id: await add(taskId, { start, outcome: ((i % 3) + 1) as 1 | 2 | 3 }), start })
      }
      newestFirst = calls.sort((a, b) => (a.start + a.id < b.start + b.id ? 1 : -1)).map(({ id }) => id)
    })

    it.each([1, 2, 5, 7, 12, 22, 23, 1000])('of %i they are all there, newest first', async (pageSize) => {
      const seen: string[] = []
      for (let pageNum = 1; seen.length < newestFirst.length; pageNum += 1) {
        const { total, rows } = await list(pathOf(taskId), { pageNum, pageSize })
        expect(total).toBe(newestFirst.length)
        expect(rows).toHaveLength(Math.min(pageSize, newestFirst.length - seen.length))
        seen.push(...rows.map((row) => row.id))
      }
      expect(seen).toEqual(newestFirst)
    })

    it.each([1, 2, 3])('of 2 the filtered ones are all there (outcome %i)', async (outcome) => {
      const everything = await list(pathOf(taskId), { pageSize: 1000 })
      const expected = everything.rows.filter((row) => row.outcome === outcome).map((row) => row.id)
      const seen: string[] = []
      for (let pageNum = 1; seen.length < expected.length; pageNum += 1) {
        const { total, rows } = await list(pathOf(taskId), { pageNum, pageSize: 2, outcome })
        expect(total).toBe(expected.length)
        expect(rows.length).toBeGreaterThan(0)
        seen.push(...rows.map((row) => row.id))
      }
      expect(seen).toEqual(expected)
    })

    it.each([3, 4, 1_000_000_000])('page %i is empty past the end, with the true total', async (pageNum) => {
      expect(await list(pathOf(taskId), { pageNum, pageSize: 12 })).toEqual({ total: 23, rows: [] })
    })
  })

  describe('filtered', () => {
    let taskId: string
    const starts = async (query: Record<string, string | number>) =>
      (await list(pathOf(taskId), query)).rows.map((row) => `${row.cause} ${row.startTime.slice(11)}`)

    beforeAll(async () => {
      taskId = await addTask()
      await add(taskId, { outcome: 1, cause: 'answered', start: '2026-07-01T08:00:00Z' })
      await add(taskId, { outcome: 3, cause: 'no_answer', start: '2026-07-01T09:00:00.7Z' })
      await add(taskId, { outcome: 2, cause: 'busy', start: '2026-07-01T10:00:00Z' })
      await add(taskId, { outcome: 2, cause: 'rejected', start: '2026-07-01T11:00:00Z' })
    })

    it('by outcome', async () => {
      expect(await list(pathOf(taskId), { outcome: 2 })).toMatchObject({
        total: 2,
        rows: [{ cause: 'rejected' }, { cause: 'busy' }],
      })
      expect(await starts({ outcome: 1 })).toEqual(['answered 10:00:00'])
      expect(await starts({ outcome: 3 })).toEqual(['no_answer 11:00:00'])
    })

    it('by cause', async () => {
      expect(await list(pathOf(taskId), { cause: 'busy' })).toMatchObject({
        total: 1,
        rows: [{ cause: 'busy' }],
      })
      expect(await list(pathOf(taskId), { cause: 'lost' })).toEqual({ total: 0, rows: [] })
      expect(await list(pathOf(taskId), { cause: 'busy', outcome: 1 })).toEqual({ total: 0, rows: [] })
    })

    it('by time, from included, to not', async () => {
      const from = '2026-07-01 11:00:00'
      const to = '2026-07-01 13:00:00'
      expect(await starts({ from })).toEqual(['rejected 13:00:00', 'busy 12:00:00', 'no_answer 11:00:00'])
      expect(await starts({ to })).toEqual(['busy 12:00:00', 'no_answer 11:00:00', 'answered 10:00:00'])
      expect(await starts({ from, to })).toEqual(['busy 12:00:00', 'no_answer 11:00:00'])
      expect(await starts({ from, to, outcome: 3 })).toEqual(['no_answer 11:00:00'])
      expect((await list(pathOf(taskId), { from, to, pageSize: 1 })).total).toBe(2)
    })

    it.each([
      ['outcome=0', 'outcome must be from 1 to 3'],
      ['outcome=4', 'outcome must be from 1 to 3'],
      ['outcome=success', 'outcome must be an integer'],
      ['outcome=1&outcome=2', 'outcome must be an integer'],
      ['cause=', 'cause must be one of answered, '],
      ['cause=Busy', 'cause must be one of answered, '],
      ['from=2026-07-01', 'from must be a time as YYYY-MM-DD HH:MM:SS'],
      ['from=2026-07-01T00:00:00', 'from must be a time as YYYY-MM-DD HH:MM:SS'],
      ['from=2026-02-29%2000:00:00', 'from must be a time as YYYY-MM-DD HH:MM:SS'],
      ['to=2026-07-01%2024:00:00', 'to must be a time as YYYY-MM-DD HH:MM:SS'],
      ['to=', 'to must be a time as YYYY-MM-DD HH:MM:SS'],
      ['from=2026-07-01%2010:00:00&to=2026-07-01%2010:00:00', 'to must be later than from'],
      ['from=2026-07-02+10:00:00&to=2026-07-01+10:00:00', 'to must be later than from'],
      ['pageNum=0', 'pageNum must be'],
      ['pageSize=1001', 'pageSize must be'],
    ])('refuses ?%s with 400', async (query, message) => {
      expectError(await app.get(`${pathOf(taskId)}?${query}`), 400, message)
    })
  })

  it('are found where the clock is put back or forward', async () => {
    const taskId = await addTask()
    const hour = (text: string, query: Record<string, string>) =>
      list(pathOf(taskId), query).then(({ rows }) =>
        expect(
          rows.map((row) => row.cause),
          text,
        ).toEqual(text.split(' ')),
      )
    // 02:30 comes twice on this night.
    await add(taskId, { cause: 'answered', start: '2026-10-25T00:30:00Z' })
    await add(taskId, { cause: 'busy', start: '2026-10-25T01:30:00Z' })
    await hour('busy answered', { from: '2026-10-25 02:00:00', to: '2026-10-25 03:00:00' })
    await hour('busy answered', { from: '2026-10-25 02:30:00', to: '2026-10-25 02:31:00' })
    // And not at all on this one.
    await add(taskId, { cause: 'lost', start: '2026-03-29T00:59:59Z' })
    await add(taskId, { cause: 'rejected', start: '2026-03-29T01:00:00Z' })
    await hour('rejected', { from: '2026-03-29 02:30:00', to: '2026-03-29 03:30:00' })
    await hour('lost', { from: '2026-03-29 01:00:00', to: '2026-03-29 02:30:00' })
  })
})

describe('the calls of a contact', () => {
  it('are those of all tasks, newest first', async () => {
    const contactId = contactIds[2] ?? ''
    const [one, two] = [await addTask(), await addTask()]
    const ids = [
      await add(one, { contactId, start: '2026-07-01T10:00:00Z' }),
      await add(two, { contactId, start: '2026-07-01T09:00:00Z', outcome: 2 }),
      await add(one, { contactId, start: '2026-07-01T08:00:00Z', outcome: 2 }),
    ]
    await add(one, { contactId: contactIds[1] ?? '' })
    const { total, rows } = await list(contactPath(contactId))
    expect(total).toBe(3)
    expect(rows.map((row) => row.id)).toEqual(ids)
    expect(await list(contactPath(contactId), { outcome: 2, pageSize: 1, pageNum: 2 })).toMatchObject({
      total: 2,
      rows: [{ id: ids[2] }],
    })
    expect((await list(contactPath(contactId), { from: '2026-07-01 11:00:00' })).total).toBe(2)
    expect((await list(contactPath(contactId), { cause: 'busy' })).total).toBe(2)
  })

  it('are none of one that was never dialed', async () => {
    const source = await app.addDataSource('fresh', ['101'])
    const [contactId = ''] = await contactIdsOf(app, source)
    expect(await list(contactPath(contactId, source))).toEqual({ total: 0, rows: [], denials: [] })
  })

  it('outlive it', async () => {
    const source = await app.addDataSource('short-lived', ['101', '102', '103'])
    const taskId = await app.addTask('short-lived', source)
    const [called = '', up = '', never = ''] = await contactIdsOf(app, source)
    await add(taskId, { contactId: called, dataSourceId: source })
    await startCall(app, taskId, up, new Date())
    for (const contactId of [called, up, never])
      expectSuccess(await app.post(`/api/dataSource/${source}/contact/delete`, { contactId }))
    expect((await list(contactPath(called, source))).total).toBe(1)
    expect((await list(contactPath(up, source))).total).toBe(0)
    expectError(await app.get(contactPath(never, source)), 404, `contact "${never}" does not exist`)
  })

  it('of another data source are a 404', async () => {
    const other = await app.addDataSource('other')
    expectError(await app.get(contactPath(contactIds[0] ?? '', other)), 404, /^contact/)
  })

  it.each([UNKNOWN_ID, 'no-id'])('of the unknown contact or data source %s are a 404', async (id) => {
    expectError(await app.get(contactPath(id)), 404, `contact "${id}" does not exist`)
    expectError(
      await app.get(contactPath(contactIds[0] ?? '', id)),
      404,
      `data source "${id}" does not exist`,
    )
  })
})

it('needs a token of scope read', async () => {
  const taskId = await addTask()
  const { token } = await app.tokens.create({ name: 'reader', scope: 'read' })
  for (const url of [pathOf(taskId), contactPath(contactIds[0] ?? '')]) {
    expectError(await app.send({ method: 'GET', url, headers: {} }), 401)
    expectSuccess(await app.send({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } }))
  }
})
