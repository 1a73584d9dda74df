// What voice agents tell about their calls: transcript, summary and costs, from the agent to the API, exports and searches.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AgentPace } from '../src/conversations/transcripts/conversation.ts'
import { createConversations } from '../src/conversations/transcripts/conversations.service.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { sign } from '../src/platform/kernel/secrets/signature.ts'
import { endCall, idAt } from './support/call-fixtures.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createFilesApp, type FilesApp } from './support/files-app.ts'
import { createManualClock } from './support/manual-clock.ts'
import { contactIdsOf, moveTo } from './support/task-fixtures.ts'

const SECRET = 'the secret of the voice agents'
const OTHER_SECRET = 'the secret of one of the agents'
const NOW = '2026-06-10T08:00:00.000Z'
const clock = createManualClock(NOW)

let app: FilesApp
let dataSourceId: string
let taskId: string
let contacts: string[]

beforeAll(async () => {
  const secrets = new Map([['other.test', OTHER_SECRET]])
  app = await createFilesApp({ clock, agents: { secret: SECRET, secrets, timing: {} } })
  dataSourceId = await app.addDataSource('people', ['13800138000', '13800138001', '13800138002'])
  const step = { id: 'talk', type: 'stream', url: 'wss://other.test/agent' }
  taskId = await app.addTask('talks', dataSourceId, { flow: { steps: [step] } })
  await moveTo(app, taskId, 'RUNNING')
  contacts = await contactIdsOf(app, dataSourceId)
})
afterAll(() => app.close())

function tell(callId: string, word: object, secret = OTHER_SECRET) {
  const timestamp = String(Math.floor(clock.now().getTime() / 1000))
  const payload = JSON.stringify(word)
  const url = `/api/agent/${callId}`
  const message = { direction: 'callback', method: 'POST', path: url, body: payload } as const
  const headers = {
    'content-type': 'application/json',
    'x-carillon-timestamp': timestamp,
    'x-carillon-signature': sign(secret, timestamp, message),
  }
  return app.send({ method: 'POST', url, payload, headers })
}

async function addCall(contactId = contacts[0] ?? '', end = NOW): Promise<string> {
  const id = idAt(end)
  return endCall(app, {
    ...{ id, taskId, contactId, dataSourceId, start: end, answer: end, end, talkMs: 1000 },
    result: { agent: 'done', step: 'talk' },
  })
}

const line = (text: string, who = 'callee', offsetMs = 1000) => ({ who, text, offsetMs })
const transcriptOf = async (callId: string) => expectSuccess(await app.get(`/api/call/${callId}/transcript`))
const callsOf = async (query = '') =>
  expectSuccess<{ total: number; rows: { id: string; conversation: object | null }[] }>(
    await app.get(`/api/task/${taskId}/calls${query}`),
  )
const conversationOf = async (callId: string) =>
  (await callsOf('?pageSize=1000')).rows.find(({ id }) => id === callId)?.conversation

it('is told bit by bit after the call, and is in the list of calls and the transcript', async () => {
  const callId = await addCall()
  expect(await conversationOf(callId)).toBeNull()
  expect(await transcriptOf(callId)).toEqual([])
  expectSuccess(await tell(callId, { transcript: [line('Hello', 'agent', 0)], summary: 'too early' }))
  expectSuccess(await tell(callId, { transcript: [{ who: 'callee', text: 'Yes?' }] }))
  expectSuccess(
    await tell(callId, { summary: 'She comes.', cost: { amount: 1.5, currency: 'EUR', of: 'model' } }),
  )
  expectSuccess(await tell(callId, { cost: { amount: 0.25, currency: 'EUR', of: 'model' } }))
  expectSuccess(await tell(callId, { cost: { amount: 0.01, currency: 'USD' } }))
  expect(await conversationOf(callId)).toEqual({
    summary: 'She comes.',
    costs: [
      { amount: 0.01, currency: 'USD', of: '' },
      { amount: 0.25, currency: 'EUR', of: 'model' },
    ],
    pace: null,
    lineCount: 2,
  })
  expect(await transcriptOf(callId)).toEqual([
    { who: 'agent', text: 'Hello', offsetMs: 0 },
    { who: 'callee', text: 'Yes?', offsetMs: null },
  ])
})

it('is taken while the call is live, without the node that has the call', async () => {
  const callId = newId()
  await app.rows(
    `insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round,
       attempt, priority, start_time)
     values ($2, $1, $3, $4, $5, $6, 1, $2, 1, 1, 1, now())`,
    [callId, '99', newId(), taskId, contacts[0], dataSourceId],
  )
  expectSuccess(await tell(callId, { transcript: [line('live')] }, SECRET))
  expect(await transcriptOf(callId)).toEqual([line('live')])
  await app.rows('delete from live_call where id = $1', [callId])
})

it('is taken for an hour after the call, from its agent only, and without words that change the call', async () => {
  const late = await addCall(contacts[0], '2026-06-10T06:59:59.000Z')
  expectError(await tell(late, { summary: 'late' }), 404, 'live call')
  const callId = await addCall(contacts[0], '2026-06-10T07:00:01.000Z')
  expectError(await tell(callId, { summary: 'not mine' }, SECRET), 403, 'is not with the agent')
  expectError(await tell(callId, { summary: 'more', verdict: 'person' }), 404, 'live call')
  expectSuccess(await tell(callId, { summary: 'in time' }))
  expectError(await tell(callId, { summary: 'in time' }), 409, 'sign it again')
  expectError(await app.get(`/api/call/${newId()}/transcript`), 404, 'call')
  expectError(await app.get('/api/call/nothing/transcript'), 404, 'call')
})

it.each([
  [{ transcript: 'x' }, 'transcript'],
  [{ transcript: [{ who: 'dog', text: 'x' }] }, 'transcript\\[0\\].who'],
  [{ transcript: [{ who: 'agent', text: 'x'.repeat(1001) }] }, 'transcript\\[0\\].text'],
  [{ transcript: [{ who: 'agent', text: 'x', offsetMs: -1 }] }, 'transcript\\[0\\].offsetMs'],
  [{ transcript: Array(201).fill(line('x')) }, 'transcript'],
  [{ summary: 'x'.repeat(4001) }, 'summary'],
  [{ cost: { amount: -1, currency: 'EUR' } }, 'cost.amount'],
  [{ cost: { amount: 1, currency: 'euro' } }, 'cost.currency'],
  [{ cost: { currency: 'EUR' } }, 'amount'],
])('a wrong one is 400 and names the field: %j', async (word, field) => {
  const callId = await addCall()
  expectError(await tell(callId, word), 400, field)
  expect(await conversationOf(callId)).toBeNull()
})

it('has at most 1000 lines and 10 costs', async () => {
  const callId = await addCall()
  for (let index = 0; index < 5; index += 1)
    expectSuccess(await tell(callId, { transcript: Array(200).fill(line(`part ${index}`)) }))
  expectError(await tell(callId, { transcript: [line('one more')] }), 400, 'at most 1000 lines')
  for (let index = 0; index < 10; index += 1)
    expectSuccess(await tell(callId, { cost: { amount: 1, currency: 'EUR', of: `part ${index}` } }))
  expectError(await tell(callId, { cost: { amount: 1, currency: 'EUR', of: 'more' } }), 400, '10 costs')
  expect(await conversationOf(callId)).toMatchObject({ lineCount: 1000 })
})

it('finds calls by what was said and by the summary, page by page, with other filters', async () => {
  const first = await addCall(contacts[1], '2026-06-10T07:58:00.000Z')
  const second = await addCall(contacts[1], '2026-06-10T07:59:00.000Z')
  expectSuccess(await tell(first, { transcript: [line('My grüne 100% Giraffe')] }))
  expectSuccess(await tell(second, { summary: 'About a GIRAFFE' }))
  const found = async (query: string) => {
    const { total, rows } = await callsOf(`?${query}`)
    return [total, ...rows.map(({ id }) => id)]
  }
  expect(await found('said=giraffe')).toEqual([2, second, first])
  expect(await found('said=giraffe&pageSize=1&pageNum=2')).toEqual([2, first])
  expect(await found(`said=giraffe&afterId=${second}`)).toEqual([2, first])
  expect(await found(`said=${encodeURIComponent('GRÜNE 100%')}`)).toEqual([1, first])
  expect(await found('said=giraffe&verdict=person')).toEqual([0])
  expect(await found('said=giraffe&to=2026-06-01%2000:00:00')).toEqual([0])
  expect(await found('said=offsetMs')).toEqual([0])
  expectError(await app.get(`/api/task/${taskId}/calls?said=`), 400, 'said')
  expectError(await app.get(`/api/task/${taskId}/calls?said=giraffe&afterId=${newId()}`), 400, 'afterId')
  expectError(await app.get(`/api/task/${newId()}/calls?said=giraffe`), 404, 'task')
})

it('is exported with its call, and only what a search finds', async () => {
  const callId = await addCall(contacts[1])
  expectSuccess(
    await tell(callId, {
      transcript: [line('Zebra, please', 'callee', 500), line('Of course', 'agent', 900)],
      summary: 'A zebra',
      cost: { amount: 0.5, currency: 'EUR', of: 'model' },
    }),
  )
  const read = (style: string) =>
    app.exportCsv(`/api/task/${taskId}/calls/export?format=csv&said=zebra${style}`)
  const codes = await read('')
  expect(codes).toContain('summary,cost,transcript')
  expect(codes).toContain('A zebra,0.5 EUR model,"[{""who"":""callee"",')
  expect(codes).not.toContain('Giraffe')
  expect(await read('&labels=en')).toContain(
    'A zebra,0.5 EUR model,"Callee: Zebra, please\nAgent: Of course"',
  )
})

it('forgets what was said with the contact, also of a live call, and keeps the costs', async () => {
  const [, , gone = ''] = contacts
  const callId = await addCall(gone)
  const live = newId()
  await app.rows(
    `insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round,
       attempt, priority, start_time)
     values ($2, $1, $3, $4, $5, $6, 3, $2, 1, 1, 1, now())`,
    [live, '98', newId(), taskId, gone, dataSourceId],
  )
  const word = { transcript: [line('secret')], summary: 'secret', cost: { amount: 2, currency: 'EUR' } }
  expectSuccess(await tell(callId, word))
  expectSuccess(await tell(live, word, SECRET))
  expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId: gone }))
  const kept = { summary: null, costs: [{ amount: 2, currency: 'EUR', of: '' }], pace: null, lineCount: 0 }
  expect(await conversationOf(callId)).toEqual(kept)
  expect(await transcriptOf(live)).toEqual([])
  // What comes later is not kept either.
  expectSuccess(await tell(callId, { ...word, summary: 'secret again' }))
  const conversations = createConversations({ db: app.db, clock })
  expect(
    await conversations.tell({ id: live, taskId, contactId: gone }, { lines: [line('secret') as never] }),
  ).toBe(true)
  expect(await conversationOf(callId)).toEqual(kept)
  const rows = await app.rows<{ text: string }>(
    'select transcript::text || coalesce(summary, $1) as text from conversation',
    [''],
  )
  expect(rows.filter(({ text }) => text.includes('secret'))).toEqual([])
})

it('is summed up in reports: how long callees wait, how often agents talk over them, and what calls and successes cost', async () => {
  const source = await app.addDataSource('figures', ['13800138100', '13800138101'])
  const tasks = await Promise.all(['one', 'two'].map((name) => app.addTask(name, source)))
  const [contactId = ''] = await contactIdsOf(app, source)
  const conversations = createConversations({ db: app.db, clock })
  const add = async (ofTask: string, outcome: 1 | 2, pace: AgentPace, cost?: [number, string]) => {
    const id = await endCall(app, {
      ...{
        id: idAt(NOW),
        taskId: ofTask,
        contactId,
        dataSourceId: source,
        start: NOW,
        answer: NOW,
        end: NOW,
      },
      ...{ outcome, talkMs: 1000, result: { agent: 'done', step: 'talk' } },
    })
    const costs = cost && { model: { amount: cost[0], currency: cost[1] } }
    await conversations.tell({ id, taskId: ofTask, contactId }, { pace, ...(costs && { costs }) })
    return id
  }
  const [one = '', two = ''] = tasks
  const turns = Array.from({ length: 19 }, (_, index) => 100 * (index + 1))
  await add(one, 1, { turns, talkedOver: 0, silences: 0 }, [0.3, 'USD'])
  await add(one, 2, { turns: [4000], talkedOver: 2, silences: 1 }, [0.1, 'USD'])
  await add(two, 1, { turns: [500], talkedOver: 0, silences: 0 }, [1, 'EUR'])
  const read = async (ids: string[]) =>
    expectSuccess<{ agents: object; tasks: { id: string; agents: object }[] }>(
      await app.get(`/api/report?taskIds=${ids}&from=2026-06-10%2015:00:00&to=2026-06-10%2017:00:00`),
    )
  const ofOne = {
    ...{ calls: 2, turns: 20, p50Seconds: 1, p95Seconds: 1.9, talkedOverCalls: 1, silentCalls: 1 },
    costs: [{ currency: 'USD', amount: 0.4, perCall: 0.2, perSuccess: 0.4 }],
  }
  const report = await read([one, two])
  expect(report.tasks.map(({ agents }) => agents)).toEqual([
    ofOne,
    {
      ...{ calls: 1, turns: 1, p50Seconds: 0.5, p95Seconds: 0.5, talkedOverCalls: 0, silentCalls: 0 },
      costs: [{ currency: 'EUR', amount: 1, perCall: 1, perSuccess: 1 }],
    },
  ])
  expect(report.agents).toMatchObject({
    ...{ calls: 3, turns: 21 },
    costs: [
      { currency: 'EUR', amount: 1, perCall: 1, perSuccess: 0.5 },
      { currency: 'USD', amount: 0.4, perCall: 0.2, perSuccess: 0.2 },
    ],
  })
  expect((await read([one])).agents).toEqual(ofOne)
  const file = await app.exportCsv(
    `/api/report/export?format=csv&taskIds=${one}&from=2026-06-10%2015:00:00&to=2026-06-10%2017:00:00`,
  )
  expect(file).toMatch(/^agentCost,USD,.*,0\.4,0\.2,0\.4$/m)
  const without = await app.addTask('three', source)
  expect((await read([without])).agents).toBeNull()
})
