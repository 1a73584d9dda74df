// What the API says about flows. docs/call-flows.md has more examples, which call-flow-docs.test.ts runs.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { gatewayWithoutStreams } from './support/controlled-gateway.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { openForFile } from './support/open-for-file.ts'
import { createTestApp } from './support/test-app.ts'

interface Fault {
  step: string | null
  field: string
  code: string
  message: string
  params: object
}
interface Example {
  id: string
  flow: { steps: { id: string }[] }
  successWhen: string
  choices: { step: string; field: string }[]
}

const app = await openForFile(createTestApp())

const check = async (flow: object, more: object = {}) =>
  expectSuccess(await app.post<{ faults: Fault[] }>('/api/flow/check', { flow, ...more })).faults
const examples = async (language: string) =>
  expectSuccess(await app.get<{ rows: Example[] }>(`/api/flow/examples?language=${language}`)).rows

it('a flow of far too many steps has one fault, and its steps are not looked at', async () => {
  const faults = await check({ steps: Array.from({ length: 300_000 }, () => ({})) })
  expect(faults).toEqual([expect.objectContaining({ field: 'flow.steps', code: 'wrong_count' })])
})

describe('the schema', () => {
  it('is a JSON Schema by itself, which accepts the examples and no other document', async () => {
    const schema = expectSuccess(await app.get<object>('/api/flow/schema'))
    const validate = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(schema)
    for (const { flow } of [...(await examples('en')), ...(await examples('zh'))])
      expect(validate(flow), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ steps: [{ id: 'a', type: 'say', txt: 'x' }] })).toBe(false)
    expect(validate({ steps: [{ id: 'a', type: 'sing' }] })).toBe(false)
    expect(validate({})).toBe(false)
  })
})

describe('the examples', () => {
  it.each(['en', 'zh'])('in %s lack only what has to be chosen', async (language) => {
    for (const { id, flow, successWhen, choices } of await examples(language)) {
      const faults = await check(flow, { successWhen })
      const chosen = choices.filter(({ field }) => field === 'listId').map(({ step }) => step)
      expect({ id, at: faults.map(({ step }) => step) }).toEqual({ id, at: chosen })
      const ids = flow.steps.map((step) => step.id)
      expect(choices.filter(({ step }) => !ids.includes(step))).toEqual([])
    }
  })
})

describe('the examples with a global do-not-call list', () => {
  it('have a key to come on it, unless they are asked for without', async () => {
    const { id } = expectSuccess(
      await app.post<{ id: string }>('/api/doNotCall/add', { name: 'Never again', isGlobal: true }),
    )
    const flows = async (query: string) => {
      const { rows } = expectSuccess(await app.get<{ rows: Example[] }>(`/api/flow/examples${query}`))
      return rows.map(({ flow }) => JSON.stringify(flow).includes(id))
    }
    expect(new Set(await flows(''))).toEqual(new Set([true]))
    expect(new Set(await flows('?optOut=none'))).toEqual(new Set([false]))
    expectSuccess(await app.post('/api/doNotCall/delete', { id }))
  })
})

describe('a check', () => {
  it('lists all faults of the form, by step', async () => {
    const faults = await check({
      steps: [{ id: 'a', type: 'say' }, { id: 'b', type: 'gather', tries: 0 }, { type: 'hangup' }],
      extra: 1,
    })
    expect(faults.map(({ step, field, code }) => [step, field, code])).toEqual(
      expect.arrayContaining([
        [null, 'flow', 'not_one_of'],
        ['a', 'flow.steps[0].text', 'required'],
        ['b', 'flow.steps[1].tries', 'out_of_range'],
        [null, 'flow.steps[2].id', 'required'],
      ]),
    )
    expect(faults).toHaveLength(4)
  })

  it('has nothing to say about a document that is none, but that', async () => {
    expect(await check({})).toMatchObject([{ step: null, field: 'flow.steps', code: 'required' }])
    expectError(await app.post('/api/flow/check', { flow: 'x' }), 400, /^flow must be a JSON object/)
    expectError(await app.post('/api/flow/check', { flow: null }), 400)
  })

  it('refuses a data source that does not exist', async () => {
    const flow = { steps: [{ id: 'a', type: 'hangup' }] }
    const answer = await app.post('/api/flow/check', { flow, dataSourceId: UNKNOWN_ID })
    expectError(answer, 400, /^dataSourceId /)
  })

  it('is of the gateway that the service has', async () => {
    const lacking = { gatewayKind: 'asterisk', gateway: gatewayWithoutStreams() } as const
    const node = await createTestApp({ database: app.database, ...lacking })
    const flow = { steps: [{ id: 'a', type: 'stream', url: 'wss://agent.example.com' }] }
    const { faults } = expectSuccess(await node.post<{ faults: Fault[] }>('/api/flow/check', { flow }))
    expect(faults).toMatchObject([{ step: 'a', code: 'gateway_lacks', params: { gateway: 'asterisk' } }])
    expect(await check(flow)).toEqual([])
    await node.close()
  })
})

describe('a preview', () => {
  it('refuses what cannot be walked through, and only that', async () => {
    const say = { id: 'a', type: 'say', text: 'x' }
    const preview = (...steps: object[]) => app.post('/api/flow/preview', { flow: { steps } })
    expectError(await preview({ ...say, next: 'b' }), 400, /step "a"/)
    expectError(await preview(say, say), 400, /earlier step/)
    expectError(
      await preview({ id: 'b', type: 'branch', cases: [{ when: 'x', next: 'a' }] }, say),
      400,
      /cases\[0\]\.when/,
    )
    expectSuccess(await preview({ ...say, next: 'c' }, { ...say, id: 'b' }, { ...say, id: 'c' }))
  })

  it('begins at any step of the flow', async () => {
    const say = { type: 'say', text: 'x' }
    const flow = {
      steps: [
        { ...say, id: 'a' },
        { ...say, id: 'b' },
      ],
    }
    const from = (fromStep: string | null) =>
      app.post<{ entries: { step: string }[] }>('/api/flow/preview', { flow, fromStep })
    const stepsOf = async (fromStep: string | null) =>
      expectSuccess(await from(fromStep)).entries.map(({ step }) => step)
    expect(await stepsOf('b')).toEqual(['b'])
    expect(await stepsOf(null)).toEqual(['a'])
    expectError(await from('c'), 400, /^fromStep names the step "c", which does not exist/)
  })
})
