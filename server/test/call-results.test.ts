// What came of answered calls: in lists, events, explanations, counts and exports.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRecipientZones } from '../src/campaigns/permission/recipient-zones.ts'
import { createTaskResults, type TaskResults } from '../src/campaigns/tasks/contacts/task-results.ts'
import type { CallResult } from '../src/conversations/flows/call-result.ts'
import type { Flow } from '../src/conversations/flows/flow.ts'
import { createExplanations } from '../src/insight/explain/explain.service.ts'
import { createServiceFacts } from '../src/insight/explain/service-facts.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { createTimestamps, createZoneOffsets } from '../src/platform/kernel/timestamps.ts'
import type { Database, Statement } from '../src/platform/storage/database.ts'
import { readCells } from './corpus/tabular-files.ts'
import { endCall, setFlow } from './support/call-fixtures.ts'
import { openEvents } from './support/event-reader.ts'
import { expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { AUTHORIZATION, createFilesApp, type FilesApp } from './support/files-app.ts'
import { createManualClock } from './support/manual-clock.ts'
import { contactIdsOf } from './support/task-fixtures.ts'

const flow: Flow = {
  steps: [
    { id: 'hello', type: 'say', text: 'Hello {{name}}' },
    { id: 'confirm', type: 'gather', text: 'Press 1' },
    { id: 'reason', type: 'gather', text: 'Why' },
    { id: 'keep', type: 'set', field: 'source', value: 'survey' },
  ],
}

const full: CallResult = {
  verdict: { is: 'person', by: 'detector', how: 'short_greeting', afterMs: 1900 },
  digits: { confirm: '1' },
  fields: { mood: 'good' },
  transfer: { to: 'sip:sales@example.com', result: 'answered' },
  optOut: newId(),
  callbackTime: '2026-07-02T15:00:00.000Z',
  recordings: [{ id: newId(), what: 'call' }],
  said: [{ step: 'hello', text: 'Hello Ann' }],
  agent: 'done',
  step: 'confirm',
  hungUp: 'confirm',
}

const NUMBERS = Array.from({ length: 30 }, (_, i) => `138001380${String(i).padStart(2, '0')}`)

let app: FilesApp
let dataSourceId: string
let contacts: string[]
let taskId: string

beforeAll(async () => {
  app = await createFilesApp()
  dataSourceId = await app.addDataSource('customers')
  await app.upload(dataSourceId, [['phoneNumber', 'verdict'], ...NUMBERS.map((number) => [number, 'own'])])
  contacts = await contactIdsOf(app, dataSourceId)
})
beforeEach(async () => {
  taskId = await app.addTask(newId(), dataSourceId)
})
afterAll(() => app.close())

interface CallRow {
  id: string
  result: object | null
}

let minute = 0
async function answered(index: number, result: CallResult, more: object = {}): Promise<string> {
  const start = new Date(Date.parse('2026-07-01T10:00:00Z') + 60_000 * minute++).toISOString()
  return endCall(app, { taskId, contactId: contacts[index] ?? '', dataSourceId, start, result, ...more })
}

async function calls(query = ''): Promise<{ total: number; rows: CallRow[] }> {
  return expectSuccess(
    await app.get<{ total: number; rows: CallRow[] }>(`/api/task/${taskId}/calls?${query}`),
  )
}

const verdict = (is: NonNullable<CallResult['verdict']>['is']): CallResult => ({
  verdict: { is, by: 'detector', how: 'test', afterMs: 1 },
})

/** The same database, on which something happens after each statement of a transaction that reads. */
function afterEachStatement(db: Database, happen: () => Promise<void>): Database {
  return {
    ...db,
    transaction: (work, options) =>
      db.transaction((tx) => {
        const query = async <Row>(statement: Statement) => {
          const rows = await tx.query<Row>(statement)
          if (!statement.text.startsWith('set')) await happen()
          return rows
        }
        return work({ ...tx, query })
      }, options),
  }
}

describe('the result of a call', () => {
  const shown = { ...full, callbackTime: '2026-07-02 23:00:00' }

  it('is in the list of the task, with times in the zone of the service', async () => {
    const id = await answered(0, full)
    expect((await calls()).rows).toMatchObject([{ id, result: shown }])
    expect((await calls()).rows[0]?.result).toEqual(shown)
  })

  it('is in the list of the contact, in its explanation and in the history of its number', async () => {
    await answered(1, full, { phoneNumber: NUMBERS[1] })
    const [contact, number] = [contacts[1], NUMBERS[1]]
    const list = await app.get<{ rows: CallRow[] }>(
      `/api/dataSource/${dataSourceId}/contact/${contact}/calls`,
    )
    expect(expectSuccess(list).rows[0]?.result).toEqual(shown)
    const explained = expectSuccess(
      await app.get<{ result: object; lastCall: CallRow; calls: CallRow[] }>(
        `/api/task/${taskId}/contact/${contact}`,
      ),
    )
    expect(explained).toMatchObject({
      result: shown,
      lastCall: { result: shown },
      calls: [{ result: shown }],
    })
    const history = await app.get<{ rows: CallRow[] }>(`/api/number/${number}/history`)
    expect(expectSuccess(history).rows[0]?.result).toEqual(shown)
  })

  it('is in the events', async () => {
    const events = await openEvents(`${app.address}/api/events?taskId=${taskId}&types=call`, AUTHORIZATION)
    try {
      const id = await answered(2, full)
      expect(await events.next()).toMatchObject({ event: 'call', data: { id, result: shown } })
    } finally {
      events.close()
    }
  })
})

describe('the filter by verdict', () => {
  it('finds the calls with it, in pages from both ends and after a call', async () => {
    const machines: string[] = []
    for (let i = 0; i < 12; i++) {
      machines.unshift(await answered(i, verdict('machine')))
      await answered(i, verdict('person'), { outcome: 3 })
    }
    await answered(13, {})
    const ids = async (query: string) => {
      const { total, rows } = await calls(`verdict=machine&${query}`)
      expect(total).toBe(12)
      return rows.map(({ id }) => id)
    }
    expect(await ids('pageSize=5')).toEqual(machines.slice(0, 5))
    expect(await ids('pageSize=5&pageNum=3')).toEqual(machines.slice(10))
    expect(await ids(`pageSize=5&afterId=${machines[4]}`)).toEqual(machines.slice(5, 10))
    expect(await calls('verdict=screening')).toEqual({ total: 0, rows: [] })
    expect((await calls('verdict=person&outcome=1')).total).toBe(0)
    expect((await calls('verdict=person&outcome=3')).total).toBe(12)
    const path = `/api/dataSource/${dataSourceId}/contact/${contacts[3]}/calls?verdict=machine`
    const found = expectSuccess(await app.get<{ rows: CallRow[] }>(path)).rows
    expect(found.map(({ id }) => id)).toContain(machines[8])
    expect(found.every(({ result }) => JSON.stringify(result).includes('machine'))).toBe(true)
  })

  it('refuses other words', async () => {
    expect((await app.get(`/api/task/${taskId}/calls?verdict=robot`)).status).toBe(400)
  })

  it('reads an index of its own, which calls without a result are not in', async () => {
    const [{ indexdef } = { indexdef: '' }] = await app.rows<{ indexdef: string }>(
      "select indexdef from pg_indexes where indexname = 'call_verdict'",
    )
    expect(indexdef).toContain('WHERE (result IS NOT NULL)')
    const plan = await app.rows<{ 'QUERY PLAN': string }>(
      `explain select id from call where task_id = '${taskId}' and result is not null
         and result -> 'verdict' ->> 'is' = 'machine' order by start_time desc, id desc limit 10`,
    )
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('call_verdict')
  })
})

describe('the results of a task', () => {
  const results = async () => expectSuccess(await app.get<object>(`/api/task/${taskId}/results`))

  it('count contacts by verdict, digits, fields, transfers, opt-outs and callbacks', async () => {
    await setFlow(app, taskId, flow)
    await answered(0, { ...verdict('person'), digits: { reason: '3', confirm: '1' } })
    await answered(1, {
      ...verdict('person'),
      digits: { confirm: '1' },
      fields: { mood: 'good', city: 'Ulm' },
    })
    await answered(2, { ...verdict('machine'), digits: { confirm: '', earlier: '7' } })
    await answered(3, full)
    // The last answered call counts, and a call that was not answered changes nothing.
    await answered(4, { ...verdict('machine'), digits: { confirm: '9' } })
    await answered(4, { ...verdict('person'), digits: { confirm: '2' } })
    await endCall(app, { taskId, contactId: contacts[4] ?? '', dataSourceId, outcome: 2 })
    expect(await results()).toEqual({
      taskId,
      countedTime: expect.any(String),
      contacts: 5,
      verdicts: [
        { value: 'person', contacts: 4 },
        { value: 'machine', contacts: 1 },
      ],
      digits: [
        {
          name: 'confirm',
          values: [
            { value: '1', contacts: 3 },
            { value: '', contacts: 1 },
            { value: '2', contacts: 1 },
          ],
          distinctValues: 3,
        },
        { name: 'reason', values: [{ value: '3', contacts: 1 }], distinctValues: 1 },
        { name: 'earlier', values: [{ value: '7', contacts: 1 }], distinctValues: 1 },
      ],
      fields: [
        { name: 'city', values: [{ value: 'Ulm', contacts: 1 }], distinctValues: 1 },
        { name: 'mood', values: [{ value: 'good', contacts: 2 }], distinctValues: 1 },
      ],
      transfers: [{ value: 'answered', contacts: 1 }],
      agents: [{ value: 'done', contacts: 1 }],
      optOuts: 1,
      callbacks: 1,
      recorded: 1,
      hungUps: 1,
    })
  })

  it('have the 20 most frequent values of a field', async () => {
    for (let i = 0; i < 30; i++) await answered(i, { fields: { city: i < 9 ? 'Ulm' : `city ${i}` } })
    const { fields } = (await results()) as { fields: { values: object[]; distinctValues: number }[] }
    expect(fields[0]).toMatchObject({ name: 'city', distinctValues: 22 })
    expect(fields[0]?.values).toHaveLength(20)
    expect(fields[0]?.values[0]).toEqual({ value: 'Ulm', contacts: 9 })
  })

  it('of many contacts are not counted again at once', async () => {
    const clock = createManualClock('2026-07-01T10:00:00Z')
    const read = createTaskResults(app.db, clock)
    const addContacts = (from: number, to: number) =>
      app.rows(
        `insert into dial (task_id, contact_id, position, phone_number, priority, outcome, update_time, result)
         select $1, gen_random_uuid(), i, i::text, 3, 1, now(), '{"digits": {"confirm": "1"}}'
         from generate_series($2::int, $3) i`,
        [taskId, from, to],
      )
    await addContacts(1, 9)
    expect((await read(taskId)).contacts).toBe(9)
    await addContacts(10, 10_000)
    expect((await read(taskId)).contacts).toBe(10_000)
    await addContacts(10_001, 10_002)
    expect((await read(taskId)).contacts).toBe(10_000)
    clock.advance(1)
    expect((await read(taskId)).contacts).toBe(10_002)
  })

  it('each open the contacts that they count', async () => {
    await answered(0, full)
    await answered(1, { ...verdict('person'), digits: { confirm: '' }, fields: { mood: 'bad' } })
    await answered(2, { ...verdict('machine'), digits: { reason: '1' }, agent: 'died' })
    await answered(3, { transfer: { to: '100', result: 'busy' } })
    await endCall(app, { taskId, contactId: contacts[4] ?? '', dataSourceId, outcome: 2 })
    const found = async (query: object) => {
      const text = new URLSearchParams(query as Record<string, string>)
      const answer = await app.get<{ total: number; rows: { id: string }[] }>(
        `/api/task/${taskId}/contacts?${text}`,
      )
      const { total, rows } = expectSuccess(answer)
      expect(rows).toHaveLength(total)
      return rows.map(({ id }) => contacts.indexOf(id)).sort()
    }
    const counted = (await results()) as unknown as TaskResults
    const single = [
      ['verdict', counted.verdicts],
      ['transfer', counted.transfers],
      ['agent', counted.agents],
    ] as const
    for (const [result, values] of single)
      for (const { value, contacts: count } of values)
        expect(await found({ result, resultValue: value }), `${result} ${value}`).toHaveLength(count)
    const byName = [
      ['digits', counted.digits],
      ['field', counted.fields],
    ] as const
    for (const [result, named] of byName)
      for (const { name, values } of named)
        for (const { value, contacts: count } of values)
          expect(await found({ result, resultName: name, resultValue: value })).toHaveLength(count)
    expect(await found({ result: 'digits', resultName: 'confirm', resultValue: '' })).toEqual([1])
    expect(await found({ result: 'digits', resultName: 'confirm' })).toEqual([0, 1])
    expect(await found({ result: 'digits' })).toEqual([0, 1, 2])
    for (const result of ['optOut', 'callback', 'recording', 'hungUp'])
      expect(await found({ result })).toEqual([0])
    // Together with a part of a number, and with a state.
    expect(await found({ result: 'verdict', resultValue: 'person', phoneNumber: NUMBERS[1] })).toEqual([1])
    expect(await found({ result: 'verdict', state: 'notDialed' })).toEqual([])
    expect((await app.get(`/api/task/${taskId}/contacts?resultValue=1`)).status).toBe(400)
    expect((await app.get(`/api/task/${taskId}/contacts?result=mood`)).status).toBe(400)
  })

  it('are counted at the same moment as the counters of the explanation', async () => {
    await answered(0, verdict('person'))
    const path = `/api/task/${taskId}/explain`
    const explained = expectSuccess(
      await app.get<{ calls: { total: number }; results: TaskResults }>(`${path}?include=results`),
    )
    expect(explained).toMatchObject({ calls: { total: 1 }, results: { contacts: 1 } })
    expect(expectSuccess(await app.get<object>(path))).not.toHaveProperty('results')

    // A call that ends between two statements is in neither count.
    const clock = createManualClock('2026-07-01T10:00:00Z')
    const offsetAt = createZoneOffsets('UTC')
    const explanations = createExplanations({
      db: afterEachStatement(app.db, () => answered(1, verdict('machine')).then(() => undefined)),
      clock,
      zone: { timestamps: createTimestamps('UTC'), offsetAt },
      readService: createServiceFacts({
        ...{ db: app.db, isSimulatorAlone: true },
        storageHealth: { check: async () => undefined },
        readTrunks: async () => [],
      }),
      recipientZones: createRecipientZones(offsetAt),
      readPhoneNumber: () => undefined,
      countResults: createTaskResults(app.db, clock),
      hasEnvironment: false,
    })
    const { calls, results: same } = await explanations.taskWithResults(taskId)
    expect([calls.total, same?.contacts]).toEqual([1, 1])
    expect(await explanations.taskWithResults(taskId)).toMatchObject({ results: { contacts: 2 } })
  })

  it('are empty for a task without a flow, and 404 for none', async () => {
    expect(await results()).toMatchObject({ contacts: 0, verdicts: [], digits: [], optOuts: 0 })
    expect((await app.get(`/api/task/${UNKNOWN_ID}/results`)).status).toBe(404)
  })
})

it('the average duration of a task with a flow is over its answered calls, successful or not', async () => {
  await setFlow(app, taskId, flow)
  await answered(0, verdict('person'), { talkMs: 30_000 })
  await answered(1, verdict('machine'), { talkMs: 10_000, outcome: 3, cause: 'machine' })
  await answered(2, verdict('person'), { talkMs: 20_000, outcome: 2, cause: 'not_confirmed' })
  await endCall(app, { taskId, contactId: contacts[3] ?? '', dataSourceId, outcome: 2 })
  const { data } = (await app.get(`/api/task/detail/${taskId}`)).body
  expect(data).toMatchObject({ callDuration: 60, avgCallDuration: 20, callCount: 4, successCount: 1 })
  const statistics = await app.get(`/api/task/${taskId}/stat`)
  expect(statistics.body.data).toMatchObject({ totalDuration: 60, avgDuration: 20 })
})

it('a contact explains an answered call that is no success, and a callback', async () => {
  await answered(0, verdict('person'), { outcome: 2, cause: 'not_confirmed' })
  const path = (index: number) => `/api/task/${taskId}/contact/${contacts[index]}`
  expect((await app.get(path(0))).body.data).toMatchObject({
    state: 'done_unsuccessful',
    reasons: [{ reason: 'not_confirmed' }],
  })
})

describe('the export of a task', () => {
  const exported = async (format: string) =>
    readCells(await app.exportBytes(`/api/task/${taskId}/export?format=${format}`))
  const FIRST = 10

  it.each(['csv', 'excel'])('has a column for each part of the results (%s)', async (format) => {
    await setFlow(app, taskId, flow)
    await answered(0, {
      ...full,
      fields: { mood: 'good', callbackTime: '23:00' },
      recordings: [
        { id: 'r1', what: 'call' },
        { id: 'r2', what: 'message' },
      ],
    })
    await answered(1, {
      ...verdict('machine'),
      digits: { earlier: '7', confirm: '' },
      fields: { source: 'survey' },
    })
    const [titles, first, second, third] = await exported(format)
    // The contacts have a field `verdict` of their own.
    expect(titles?.slice(2, 3)).toEqual(['verdict'])
    expect(titles?.slice(FIRST)).toEqual([
      ...[
        'call.verdict',
        'digits.confirm',
        'digits.reason',
        'digits.earlier',
        'result.source',
        'result.mood',
      ],
      ...['transfer', 'optOut', 'callbackTime', 'recording'],
    ])
    expect(first?.slice(FIRST)).toEqual([
      ...['person', '1', '', '', '', 'good', 'answered', 'yes', '2026-07-02 23:00:00', 'r1 r2'],
    ])
    expect(second?.slice(FIRST)).toEqual(['machine', '', '', '7', 'survey', '', '', '', '', ''])
    expect(third?.slice(FIRST).join('')).toBe('')
  })

  it('has columns for a flow before anything is known', async () => {
    await setFlow(app, taskId, flow)
    const [titles] = await exported('csv')
    expect(titles?.slice(FIRST + 1, FIRST + 4)).toEqual(['digits.confirm', 'digits.reason', 'result.source'])
  })

  it('is as before for a task without a flow', async () => {
    await answered(0, full)
    const [titles] = await exported('csv')
    expect(titles).toHaveLength(FIRST)
  })

  it('defuses results that a spreadsheet would run', async () => {
    await setFlow(app, taskId, flow)
    const evil = "=cmd|'/c calc'!A1"
    await answered(0, { fields: { mood: evil, '=cmd': '@SUM(1)' }, digits: { confirm: '*1#' } })
    const csv = await app.exportCsv(`/api/task/${taskId}/export?format=csv`)
    expect(csv).toContain('result.=cmd')
    expect(csv).toContain(`,'${evil},`)
    expect(csv).toContain(",'@SUM(1),")
    expect((await exported('excel'))[1]).toContain(evil)
  })
})
