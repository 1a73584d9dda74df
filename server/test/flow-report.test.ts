// The ways that calls take through the flow of their task are counted after the calls have ended, each once, and read as a report.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallResult, PathStep } from '../src/conversations/flows/call-result.ts'
import { countPaths } from '../src/dialing/calls/paths/count-paths.ts'
import { endCall, startCall } from './support/call-fixtures.ts'
import { expectSuccess } from './support/expectations.ts'
import { differencesIn } from './support/sums.ts'
import { moveTo } from './support/task-fixtures.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

const FLOW = {
  steps: [
    { id: 'ask', type: 'gather', text: 'Press 1 or 2.' },
    { id: 'thanks', type: 'say', text: 'Thank you.' },
  ],
}
const NUMBERS = Array.from({ length: 8 }, (_, index) => `1380013800${index}`)

interface Report {
  currentVersion: number | null
  calls: number
  steps: object[]
  edges: { from: string | null; exit: string | null; to: string | null; calls: number }[]
  live: number
}

const authorization = { authorization: `Bearer ${TEST_TOKEN}` }

let app: TestApp
let dataSourceId: string
let taskId: string
let contactIds: string[]

beforeAll(async () => {
  app = await createTestApp()
  dataSourceId = await app.addDataSource('customers', NUMBERS)
  taskId = await app.addTask('spring', dataSourceId, { flow: FLOW })
  await moveTo(app, taskId, 'RUNNING')
  const rows = await app.rows<{ id: string }>('select id from contact order by position')
  contactIds = rows.map(({ id }) => id)
})
afterAll(() => app.close())

async function end(contact: number, path: PathStep[], { at = '2026-03-02T09:01:00Z', version = 1 } = {}) {
  const [contactId, phoneNumber] = [contactIds[contact] as string, NUMBERS[contact] as string]
  const result = { path, version, step: path.at(-1)?.[0] } as CallResult
  await endCall(app, { taskId, contactId, dataSourceId, phoneNumber, start: at, end: at, talkMs: 0, result })
}

async function countAll(): Promise<void> {
  const { run } = countPaths(app.db)
  while ((await run()) === 'unfinished');
}

const report = async (query = '') =>
  expectSuccess(await app.get<Report>(`/api/task/${taskId}/flow/report${query}`))
const wrong = async (corrects = false) =>
  (await differencesIn(app, corrects)).filter(({ sum }) => sum === 'flowPaths')
const callsOf = ({ edges }: Report) =>
  Object.fromEntries(edges.map(({ from, exit, to, calls }) => [`${from} ${exit} ${to}`, calls]))

describe('the report of a flow', () => {
  it('has every way once, whichever node counts', async () => {
    await end(0, [
      ['ask', 0, 'keys:1'],
      ['thanks', 2000],
    ])
    await end(1, [
      ['ask', 0, 'keys:2'],
      ['thanks', 2000, 'hungUp'],
    ])
    await end(2, [
      ['ask', 0, 'keys:4711'],
      ['thanks', 2000],
    ])
    await end(3, [['ask', 0, 'hungUp']])
    await end(4, [['ask', 0, 'transfer:answered']], { at: '2026-03-02T09:20:00Z', version: 2 })
    expect((await report()).calls).toBe(0)
    await Promise.all([countAll(), countAll(), countAll()])
    await countAll()
    const all = await report()
    expect(callsOf(all)).toEqual({
      'null null ask': 5,
      'ask keys:1 thanks': 1,
      'ask keys:2 thanks': 1,
      'ask keys thanks': 1,
      'ask hungUp null': 1,
      'ask transfer:answered null': 1,
      'thanks null null': 2,
      'thanks hungUp null': 1,
    })
    expect(all).toMatchObject({
      currentVersion: 1,
      calls: 5,
      live: 0,
      steps: [
        { step: 'ask', calls: 5, hungUp: 1, transferred: 1, failed: 0, ended: 0, now: 0 },
        { step: 'thanks', calls: 3, hungUp: 1, transferred: 0, failed: 0, ended: 2, now: 0 },
      ],
    })
    expect(await wrong()).toEqual([])
  })

  it('is that of a version and a period', async () => {
    expect((await report('?version=2')).calls).toBe(1)
    expect((await report('?version=3')).calls).toBe(0)
    // The service is in UTC+8.
    const until = encodeURIComponent('2026-03-02 17:15:00')
    expect((await report(`?to=${until}`)).calls).toBe(4)
    expect((await report(`?from=${until}`)).calls).toBe(1)
    expect((await app.get('/api/task/nothing/flow/report')).status).toBe(404)
    expect((await app.get(`/api/task/${taskId}/flow/report?version=0`)).status).toBe(400)
  })

  it.each([
    ['fromStep=ask', [4, 3, 2, 1, 0]],
    ['fromStep=thanks', [2, 1, 0]],
    ['fromStep=ask&exit=keys:1', [0]],
    ['fromStep=ask&exit=keys', [2]],
    ['fromStep=ask&exit=keys:1,keys,transfer:busy', [2, 0]],
    ['fromStep=thanks&exit=,hungUp', [2, 1, 0]],
    ['fromStep=ask&toStep=thanks', [2, 1, 0]],
    ['fromStep=ask&toStep=', [4, 3]],
    ['fromStep=thanks&exit=', [2, 0]],
    ['fromStep=ask&flowVersion=2', [4]],
    ['fromStep=ask&exit=keys:1&phoneNumber=13800138001', []],
    ['fromStep=nowhere', []],
  ])('leads to the contacts that went this way: %s', async (query, contacts) => {
    const path = `/api/task/${taskId}/contacts?${query}`
    const all = expectSuccess(
      await app.get<{ total: number; rows: { phoneNumber: string; id: string }[] }>(path),
    )
    expect(all.rows.map(({ phoneNumber }) => phoneNumber)).toEqual(contacts.map((index) => NUMBERS[index]))
    expect(all.total).toBe(contacts.length)
    const [first] = all.rows
    if (!first) return
    const after = await app.get<typeof all>(`${path}&afterId=${first.id}&pageSize=1`)
    expect(expectSuccess(after).rows).toEqual(all.rows.slice(1, 2))
  })

  it.each([
    ['fromStep=ask&exit=keys:1,keys', [2, 0]],
    ['fromStep=ask&toStep=&flowVersion=1', [3]],
    ['fromStep=thanks&exit=hungUp&outcome=1', [1]],
    ['fromStep=thanks&said=anything', []],
    ['fromStep=ask&to=2026-03-02%2000:00:00', []],
    ['fromStep=nowhere', []],
  ])('leads to the calls that went this way, newest first, and exports them: %s', async (query, contacts) => {
    type Calls = { total: number; rows: { id: string; phoneNumber: string }[] }
    const path = `/api/task/${taskId}/calls`
    const { total, rows } = expectSuccess(await app.get<Calls>(`${path}?${query}`))
    expect(rows.map(({ phoneNumber }) => phoneNumber)).toEqual(contacts.map((index) => NUMBERS[index]))
    expect(total).toBe(contacts.length)
    const [first] = rows
    if (first) {
      const next = await app.get<Calls>(`${path}?${query}&afterId=${first.id}&pageSize=1`)
      expect(expectSuccess(next).rows).toEqual(rows.slice(1, 2))
    }
    const file = await app.http.inject({ url: `${path}/export?format=csv&${query}`, headers: authorization })
    expect(file.body.trim().split('\n')).toHaveLength(1 + contacts.length)
  })

  it('needs the step of a way', async () => {
    for (const list of ['contacts', 'calls', 'calls/export'])
      expect((await app.get(`/api/task/${taskId}/${list}?exit=keys:1`)).status).toBe(400)
  })

  it('has the steps in which live calls are', async () => {
    await startCall(app, taskId, contactIds[5] as string, new Date())
    expect(await report()).toMatchObject({ live: 1, steps: [{ now: 0 }, { now: 0 }] })
    await app.rows(`update live_call set flow_state = '{"step": "thanks"}'`)
    expect((await report()).steps).toMatchObject([
      { step: 'ask', now: 0 },
      { step: 'thanks', now: 1 },
    ])
    await app.rows('delete from live_call')
  })

  it('keeps what was counted of a contact that is deleted, and counts later only that there was a call', async () => {
    await end(6, [
      ['ask', 0, 'keys:1'],
      ['thanks', 2000],
    ])
    await countAll()
    await end(7, [
      ['ask', 0, 'keys:1'],
      ['thanks', 2000],
    ])
    const before = await report()
    for (const contactId of [contactIds[6], contactIds[7]])
      expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId }))
    await countAll()
    const after = await report()
    expect(after.calls).toBe(before.calls + 1)
    expect(callsOf(after)).toEqual(callsOf(before))
    expect(await wrong()).toEqual([])
  })

  it.each([
    ['a way too many', `update flow_sum set calls = calls + 1 where from_step = 'ask' and exit = 'hungUp'`],
    ['a way too few', `update flow_sum set calls = calls - 1 where from_step = ''`],
    [
      'a way that nobody took',
      `insert into flow_sum select task_id, 2, quarter, 'x', '', 'y', 1 from flow_sum where version = 2 limit 1`,
    ],
    ['no way at all', 'delete from flow_sum'],
  ])('is checked: %s is found and corrected', async (_, damage) => {
    // Of forgotten paths only the number of calls is known, so their quarter of an hour is left out.
    await app.rows(`delete from call where result -> 'path' = '[]'`)
    await differencesIn(app, true)
    const before = await report()
    await app.rows(damage)
    const found = await wrong(true)
    expect(found).toMatchObject([{ of: 'task', id: taskId, rows: expect.any(Number) }])
    expect(await wrong()).toEqual([])
    expect(callsOf(await report())).toEqual(callsOf(before))
  })

  it('waits for a transaction that still writes', async () => {
    const { calls } = await report()
    await app.db.transaction(async (tx) => {
      await tx.query({ text: 'select next_event_seq()', values: [] })
      await end(0, [['ask', 0, 'hungUp']], { version: 3 })
      await countAll()
      expect((await report()).calls).toBe(calls)
    })
    await countAll()
    expect((await report()).calls).toBe(calls + 1)
  })
})
