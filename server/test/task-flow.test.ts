// The flow of a task: what may be given, when it is checked, and how it is stored.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gatewayWithoutStreams } from './support/controlled-gateway.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { type Answer, createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let dataSourceId: string
let listId: string

beforeAll(async () => {
  app = await createTestApp()
  dataSourceId = await app.addDataSource('customers', ['13800138000'])
  listId = expectSuccess(await app.post<{ id: string }>('/api/doNotCall/add', { name: 'no more' })).id
})
beforeEach(async () => {
  await app.rows('truncate task, paused_task, audit, call_flow')
})
afterAll(() => app.close())

const flow = {
  language: 'en-US',
  onMachine: { do: 'leaveMessage', step: 'thanks' },
  steps: [
    { id: 'ask', type: 'gather', text: 'Hello {{name|there}}. Press 1.', keys: '1', tries: 2 },
    { id: 'choice', type: 'branch', cases: [{ when: 'digits.ask == "1"', next: 'thanks' }] },
    { id: 'none', type: 'hangup' },
    { id: 'thanks', type: 'say', text: 'Thank you.' },
  ],
}
const optOut = (id: string) => ({
  steps: [
    { id: 'bye', type: 'say', text: 'Bye.' },
    { id: 'out', type: 'optOut', listId: id },
  ],
})
const steps = (...given: object[]) => ({ steps: given })
const add = (fields: object, on = app) =>
  on.post<{ id: string }>('/api/task/add', { taskName: 'spring', dataSourceId, ...fields })
const publish = (id: string, on = app) => on.post('/api/task/publish', { id })
const settingsOf = async (id: string) =>
  expectSuccess(await app.get<Record<string, unknown>>(`/api/task/${id}/settings`))
const detailOf = (answer: Answer) => (answer.body as unknown as { errors: object[] }).errors[0]
const flowRows = () => app.rows<{ id: string }>('select id from call_flow')

describe('a task', () => {
  it('has no flow, succeeds with every answered call and has no limit of agents, unless it says so', async () => {
    const { id } = expectSuccess(await add({}))
    expect(await settingsOf(id)).toMatchObject({ flow: null, successWhen: 'answered', maxAgents: null })
    expect(await flowRows()).toEqual([])
    expectSuccess(await publish(id))
  })

  it('has the flow, the rule and the limit that were given', async () => {
    const given = { flow, successWhen: 'digits.ask == "1"', maxAgents: 7 }
    const { id } = expectSuccess(await add(given))
    expect(await settingsOf(id)).toMatchObject(given)
  })

  it('writes another flow only if the document differs', async () => {
    const { id } = expectSuccess(await add({ flow }))
    const [first] = await flowRows()
    const { steps: given, ...rest } = flow
    const reordered = { steps: given, ...rest }
    expectSuccess(await app.post('/api/task/update', { id, flow: reordered, taskDesc: 'x' }))
    expect(await flowRows()).toEqual([first])
    const changed = { ...flow, language: 'en-GB' }
    expectSuccess(await app.post('/api/task/update', { id, flow: changed }))
    const [second, ...others] = await flowRows()
    expect(second).not.toEqual(first)
    expect(others).toEqual([])
    expect(await settingsOf(id)).toMatchObject({ flow: changed })
    expectSuccess(await app.post('/api/task/update', { id, flow: null }))
    expect(await flowRows()).toEqual([])
  })

  it('keeps the flow that it had before while a test call names it', async () => {
    const { id } = expectSuccess(await add({ flow }))
    const [tried] = await flowRows()
    expectSuccess(await app.post(`/api/task/${id}/testCall`, { phoneNumber: '13800138001' }))
    for (const language of ['en-GB', 'en-AU', 'en-US']) {
      expectSuccess(await app.post('/api/task/update', { id, flow: { ...flow, language } }))
    }
    const [current] = await app.rows<{ id: string }>('select flow_id as id from task')
    expect(current).not.toEqual(tried)
    expect(await app.rows('select id from call_flow order by id')).toEqual([tried, current])
  })

  it('loses no flow if it is updated by several at once', async () => {
    const { id } = expectSuccess(await add({ flow }))
    const documents = [flow, { ...flow, language: 'en-GB' }, flow, { ...flow, language: 'en-AU' }, flow]
    await Promise.all(documents.map((given) => app.post('/api/task/update', { id, flow: given })))
    const [current] = await app.rows<{ id: string }>('select flow_id as id from task')
    expect(await flowRows()).toEqual([current])
    const { flow: kept } = await settingsOf(id)
    expect(documents).toContainEqual(kept)
  })

  it('keeps what an update does not name, and loses what it sets to null', async () => {
    const { id } = expectSuccess(await add({ flow, successWhen: 'person', maxAgents: 7 }))
    expectSuccess(await app.post('/api/task/update', { id, taskName: 'summer' }))
    expect(await settingsOf(id)).toMatchObject({ flow, successWhen: 'person', maxAgents: 7 })
    const none = { flow: null, successWhen: 'answered', maxAgents: null }
    expectSuccess(await app.post('/api/task/update', { id, ...none }))
    expect(await settingsOf(id)).toMatchObject(none)
  })

  it('that is refused leaves no flow behind', async () => {
    expectSuccess(await add({}))
    expectError(await add({ flow }), 409)
    expect(await flowRows()).toEqual([])
  })
})

describe('a faulty flow', () => {
  it.each<[object, object]>([
    [steps(), { field: 'flow.steps', code: 'wrong_count', params: { min: 1, max: 50 } }],
    [
      steps({ id: 'hi', type: 'say' }),
      { field: 'flow.steps[0].text', code: 'required', params: { step: 'hi' } },
    ],
    [
      steps({ id: 'hi', type: 'shout' }),
      { field: 'flow.steps[0].type', code: 'not_one_of', params: { step: 'hi' } },
    ],
    [
      steps({ id: 'hi', type: 'say', text: 'x', loud: true }),
      { field: 'flow.steps[0]', code: 'not_one_of', params: { step: 'hi' } },
    ],
    [
      steps({ id: 'hi', type: 'say', text: 'x\0' }),
      { field: 'flow.steps[0].text', code: 'invalid', params: { reason: 'unstorable_text', step: 'hi' } },
    ],
    [
      steps({ id: 'hi', type: 'say', text: 'x', next: 'bye' }),
      {
        field: 'flow.steps[0].next',
        code: 'flow_invalid',
        params: { reason: 'step_unknown', id: 'bye', step: 'hi' },
      },
    ],
    [
      optOut(UNKNOWN_ID),
      {
        field: 'flow.steps[1].listId',
        code: 'not_found',
        params: { what: 'do-not-call list', id: UNKNOWN_ID, step: 'out' },
      },
    ],
  ])('%j is refused with the step and the field', async (faulty, detail) => {
    const answer = await add({ flow: faulty })
    expectError(answer, 400)
    expect(detailOf(answer)).toMatchObject(detail)
    const { id } = expectSuccess(await add({}))
    expectError(await app.post('/api/task/update', { id, flow: faulty }), 400)
  })

  it('is named in the message', async () => {
    const answer = await add({ flow: steps({ id: 'hi', type: 'say', text: 'x', next: 'bye' }) })
    expect(answer.body.message).toBe(
      'flow.steps[0].next names the step "bye", which does not exist (step "hi")',
    )
  })
})

describe('the rule of success', () => {
  it.each([
    ['digits.ask ==', 'condition_invalid'],
    ['digits.other == "1"', 'result_unknown'],
    ['digits.ask == "2"', 'value_impossible'],
    ['verdict == "people"', 'value_impossible'],
  ])('%s is refused', async (successWhen, reason) => {
    const answer = await add({ flow, successWhen })
    expectError(answer, 400)
    expect(detailOf(answer)).toMatchObject({ field: 'successWhen', code: 'flow_invalid', params: { reason } })
  })

  it('is checked against the flow that the task has', async () => {
    const { id } = expectSuccess(await add({ flow }))
    expectError(await app.post('/api/task/update', { id, successWhen: 'digits.other == "1"' }), 400)
    expectSuccess(await app.post('/api/task/update', { id, successWhen: 'digits.ask == "1"' }))
    const other = steps({ id: 'other', type: 'gather', text: 'x' })
    expectError(await app.post('/api/task/update', { id, flow: other }), 400)
  })

  it('needs a flow when the task is published, unless a platform says what came of calls', async () => {
    const { id } = expectSuccess(await add({ successWhen: 'person' }))
    const answer = await publish(id)
    expectError(answer, 400)
    expect(detailOf(answer)).toMatchObject({
      field: 'successWhen',
      code: 'conflicting_fields',
      params: { reason: 'flow_required' },
    })
    const platform = await createTestApp({ database: app.database, gatewayKind: 'http' })
    expectSuccess(await publish(id, platform))
    await platform.close()
  })
})

describe('publishing', () => {
  it('refuses a flow that uses a field which no contact has', async () => {
    const { id } = expectSuccess(
      await add({ flow: steps({ id: 'hi', type: 'say', text: 'Hello {{name}} at {{phoneNumber}}.' }) }),
    )
    const answer = await publish(id)
    expectError(answer, 400)
    expect(detailOf(answer)).toEqual({
      field: 'flow.steps[0].text',
      code: 'flow_invalid',
      params: { reason: 'field_missing', name: 'name', step: 'hi' },
    })
    expectSuccess(
      await app.post(`/api/dataSource/${dataSourceId}/contact/add`, {
        phoneNumber: '13900139000',
        name: 'Ada',
      }),
    )
    expectSuccess(await publish(id))
  })

  it('refuses what the gateway lacks, and so does resuming', async () => {
    const lacking = { gatewayKind: 'asterisk', gateway: gatewayWithoutStreams() } as const
    const asterisk = await createTestApp({ database: app.database, ...lacking })
    const stream = steps({ id: 'talk', type: 'stream', url: 'wss://agent.example.com' })
    const { id } = expectSuccess(await add({ flow: stream }))
    const lacks = {
      field: 'flow.steps[0].type',
      code: 'gateway_lacks',
      params: { gateway: 'asterisk', ability: 'stream', step: 'talk' },
    }
    const answer = await publish(id, asterisk)
    expectError(answer, 400)
    expect(detailOf(answer)).toEqual(lacks)
    expectSuccess(await publish(id))
    expectSuccess(await app.post('/api/task/pause', { id }))
    const resumed = await asterisk.post('/api/task/resume', { id })
    expectError(resumed, 400)
    expect(detailOf(resumed)).toEqual(lacks)
    expectSuccess(await app.post('/api/task/resume', { id }))
    await asterisk.close()
  })

  it('says that a task is in the wrong state before it looks at its flow', async () => {
    const { id } = expectSuccess(await add({ successWhen: 'person' }))
    expectSuccess(await app.post('/api/task/close', { id }))
    expectError(await publish(id), 405)
  })
})

it('a do-not-call list that a flow names is not deleted', async () => {
  const { id } = expectSuccess(await add({ flow: optOut(listId) }))
  const answer = await app.post('/api/doNotCall/delete', { id: listId })
  expectError(answer, 409)
  expect(detailOf(answer)).toMatchObject({
    code: 'in_use',
    params: { reason: 'used_by_tasks', tasks: ['spring'] },
  })
  expectSuccess(await app.post('/api/task/update', { id, flow: null }))
  const gone = await app.post('/api/doNotCall/delete', { id: listId })
  expectSuccess(gone)
})
