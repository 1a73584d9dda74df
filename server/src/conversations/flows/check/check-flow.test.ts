import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Flow, FlowStep } from '../flow.ts'
import { flowExamples } from '../flow-examples.ts'
import { readFlow } from '../read-flow.schema.ts'
import { type WalkEvent, walkFlow } from '../run/walk-flow.ts'
import { checkFlow } from './check-flow.ts'
import type { FlowSurroundings } from './flow-fault.ts'

const say = (id: string, more: object = {}) => ({ id, type: 'say', text: 'Hello.', ...more })
const gather = (id: string, more: object = {}) => ({ id, type: 'gather', text: 'Press.', ...more })
const branch = (id: string, when: string, next: string) => ({ id, type: 'branch', cases: [{ when, next }] })

/** What is wrong, as `step field fault`. */
function faultsOf(steps: object[], more: object = {}, surroundings: FlowSurroundings = {}): string[] {
  const read = readFlow({ steps, ...more })
  const faults = 'faults' in read ? read.faults : checkFlow({ flow: read.flow }, surroundings)
  return faults.map(
    ({ step, field, detail }) => `${step ?? '-'} ${field.replace(/^flow\./, '')} ${detail.fault}`,
  )
}

describe('the form of a flow', () => {
  it.each<[object[], string]>([
    [[], '- steps wrong_count'],
    [Array.from({ length: 51 }, (_, index) => say(`s${index}`)), '- steps wrong_count'],
    [[{ type: 'say', text: 'x' }], '- steps[0].id required'],
    [[say('1st')], '1st steps[0].id not_a_name'],
    [[say('a'.repeat(41))], `${'a'.repeat(41)} steps[0].id not_a_name`],
    [[{ id: 'a' }], 'a steps[0].type required'],
    [[{ id: 'a', type: 7 }], 'a steps[0].type not_one_of'],
    [[say('a', { text: 'x'.repeat(2001) })], 'a steps[0].text wrong_length'],
    [[say('a', { text: 7 })], 'a steps[0].text wrong_type'],
    [[say('a', { language: 'English (US)' })], 'a steps[0].language not_a_language'],
    [[gather('a', { keys: '1a' })], 'a steps[0].keys not_a_key'],
    [[gather('a', { keyNames: { a: 'Confirmed' } })], 'a steps[0].keyNames not_a_key'],
    [[gather('a', { keyNames: { 1: '' } })], 'a steps[0].keyNames[1] wrong_length'],
    [[gather('a', { keyNames: { 1: 'x'.repeat(41) } })], 'a steps[0].keyNames[1] wrong_length'],
    [[gather('a', { keyNames: ['Confirmed'] })], 'a steps[0].keyNames wrong_type'],
    [[gather('a', { timeout: 61 })], 'a steps[0].timeout out_of_range'],
    [[{ id: 'a', type: 'branch', cases: [{ when: 'x' }] }], 'a steps[0].cases[0].next required'],
    [[{ id: 'a', type: 'record', what: 'all' }], 'a steps[0].what not_one_of'],
    [[{ id: 'a', type: 'hangup', next: 'b' }], 'a steps[0] not_one_of'],
    [[{ id: 'a', type: 'set', field: 'my field', value: '' }], 'a steps[0].field not_a_name'],
    [
      [{ id: 'a', type: 'stream', url: 'ws://x', parameters: { 'my name': '' } }],
      'a steps[0].parameters not_a_name',
    ],
  ])('%j: %s', (steps, fault) => {
    expect(faultsOf(steps)).toEqual([fault])
  })

  it('has names of keys', () => {
    expect(
      faultsOf([gather('a', { keyNames: { 1: 'Confirmed', '*': '稍后再打', '#': 'x'.repeat(40) } })]),
    ).toEqual([])
  })

  it('has what to do with machines', () => {
    expect(faultsOf([say('a')], { onMachine: { do: 'sing' } })).toEqual(['- onMachine.do not_one_of'])
    expect(faultsOf([say('a')], { onMachine: { do: 'leaveMessage' } })).toEqual(['- onMachine.step required'])
    expect(faultsOf([say('a')], { onMachine: { do: 'hangup', step: 'a' } })).toEqual([
      '- onMachine not_one_of',
    ])
  })
})

describe('what a schema cannot say', () => {
  const known: FlowSurroundings = {
    agentFault: ({ hostname }: URL) => (hostname === 'inside.test' ? 'is inside' : undefined),
    fieldNames: new Set(['name']),
    audioIds: new Set(['song']),
    doNotCallListIds: new Set(['list']),
  }

  it.each<[object[], string[]]>([
    [[say('a', { next: 'b' })], ['a steps[0].next step_unknown']],
    [[gather('a', { noInput: 'b' })], ['a steps[0].noInput step_unknown']],
    [[branch('a', 'verdict == "person"', 'b')], ['a steps[0].cases[0].next step_unknown']],
    [[say('a'), say('a')], ['a steps[1].id step_twice']],
    [[say('a', { next: 'c' }), say('b'), say('c')], ['b steps[1] step_unreachable']],
    [[{ id: 'a', type: 'hangup' }, say('b')], ['b steps[1] step_unreachable']],
    [[say('a'), say('b', { next: 'a' })], ['a steps[0] endless_loop']],
    [
      [say('a'), branch('b', 'verdict == "machine"', 'c'), say('again', { next: 'b' }), say('c')],
      ['b steps[1] endless_loop'],
    ],
    [[gather('a', { noInput: 'a' })], ['a steps[0] silent_loop']],
    [[gather('a'), say('b', { next: 'a' })], ['b steps[1] silent_loop']],
    [[say('a', { text: 'Hi {{name}} {{phoneNumber}}' })], []],
    [[say('a', { text: 'Hi {{nickname}}' })], ['a steps[0].text field_missing']],
    [[say('a', { text: 'Hi {{nickname|you}}' })], []],
    [[say('a', { text: 'Hi {{name}' })], ['a steps[0].text place_malformed']],
    [[say('a', { text: 'Hi {{digits.b}}' })], ['a steps[0].text result_unknown']],
    [[gather('b'), say('a', { text: 'Hi {{digits.b}}' })], []],
    [[branch('a', 'digits.b == "1"', 'c'), say('c')], ['a steps[0].cases[0].when result_unknown']],
    [[branch('a', 'result.b == "1"', 'c'), say('c')], ['a steps[0].cases[0].when result_unknown']],
    [[branch('a', 'digits.b = "1"', 'c'), say('c')], ['a steps[0].cases[0].when condition_invalid']],
    [[branch('a', 'verdict == "human"', 'c'), say('c')], ['a steps[0].cases[0].when value_impossible']],
    [
      [gather('b', { keys: '12' }), branch('a', 'digits.b == "3"', 'c'), say('c')],
      ['a steps[1].cases[0].when value_impossible'],
    ],
    [[gather('a', { audioId: 'song' })], ['a steps[0].audioId excluded']],
    [[gather('a', { minDigits: 4 })], ['a steps[0].minDigits out_of_range']],
    [[gather('a', { minDigits: 4, maxDigits: 4 })], []],
    [[gather('a', { maxDigits: 4, keys: '12#' })], ['a steps[0].keys excluded']],
    [[gather('a', { retryText: 'Again.' })], ['a steps[0].retryText never_used']],
    [[{ id: 'a', type: 'record', what: 'call', endKey: '#' }], ['a steps[0].endKey never_used']],
    [[{ id: 'a', type: 'play', audioId: 'noise' }], ['a steps[0].audioId not_found']],
    [[{ id: 'a', type: 'play', audioId: 'song' }], []],
    [[{ id: 'a', type: 'optOut', listId: 'other' }], ['a steps[0].listId not_found']],
    [[{ id: 'a', type: 'optOut', listId: 'list' }], []],
    [[{ id: 'a', type: 'stream', url: 'https://agent.example.com' }], ['a steps[0].url not_a_socket_url']],
    [[{ id: 'a', type: 'stream', url: 'wss://inside.test' }], ['a steps[0].url address_refused']],
    [[{ id: 'a', type: 'stream', url: 'wss://agent.example.com' }], []],
    [
      [{ id: 'a', type: 'set', field: 'callbackTime', value: 'tonight' }],
      ['a steps[0].value not_a_callback_time'],
    ],
    [[{ id: 'a', type: 'set', field: 'callbackTime', value: '+2h' }], []],
    [[{ id: 'a', type: 'set', field: 'callbackTime', value: '{{name}}' }], []],
  ])('%j: %j', (steps, faults) => {
    expect(faultsOf(steps, {}, known)).toEqual(faults)
  })

  it.each([
    ['sip:ada@example.com', true],
    ['sip:ada@example.com:5061', true],
    ['tel:+4930123456', true],
    ['tel:{{agent}}', true],
    ['queue:sales', true],
    ['dialplan:internal,100,1', true],
    ['ada@example.com', false],
    ['sip:ada', false],
    ['tel:call me', false],
    ['dialplan:internal', false],
    ['dialplan:internal,100,1\nOriginate', false],
  ])('a call can be transferred to %s: %s', (to, isTarget) => {
    const faults = faultsOf([{ id: 'a', type: 'transfer', to }])
    expect(faults).toEqual(isTarget ? [] : ['a steps[0].to not_a_target'])
  })

  it('is not said of what a voice agent may give', () => {
    const stream = { id: 'talk', type: 'stream', url: 'wss://agent.example.com/x' }
    expect(faultsOf([stream, branch('b', 'result.mood == "good"', 'c'), say('c')])).toEqual([])
  })

  it('names the step of the message for machines', () => {
    expect(faultsOf([say('a')], { onMachine: { do: 'leaveMessage', step: 'b' } })).toEqual([
      '- onMachine.step step_unknown',
    ])
    const steps = [say('a', { next: 'end' }), say('message'), { id: 'end', type: 'hangup' }]
    expect(faultsOf(steps, { onMachine: { do: 'leaveMessage', step: 'message' } })).toEqual([])
  })

  it('names what the gateway lacks', () => {
    const abilities = new Set(['play', 'keys', 'record', 'transfer'] as const)
    const gateway = { kind: 'asterisk', abilities, tellsResults: false }
    const steps = [gather('a'), { id: 'b', type: 'stream', url: 'wss://agent.example.com' }]
    expect(faultsOf(steps, { onMachine: { do: 'hangup' } }, { gateway })).toEqual([
      'b steps[1].type gateway_lacks',
      '- onMachine gateway_lacks',
    ])
    const flow: Flow = { steps: [{ id: 'a', type: 'say', text: 'Hi.' }] }
    const onVerdict = [branch('b', 'verdict == "machine"', 'end'), say('c'), { id: 'end', type: 'hangup' }]
    expect(faultsOf(onVerdict, {}, { gateway })).toEqual(['b steps[0].cases[0].when gateway_lacks'])
    const mute = { ...gateway, abilities: new Set(['keys', 'transfer'] as const) }
    expect(faultsOf([gather('a')], {}, { gateway: mute })).toEqual(['a steps[0].type gateway_lacks'])
    const [fault] = checkFlow({ flow }, { gateway: mute })
    expect(fault?.message).toMatch(/can play sounds; asterisk cannot \(/)
    expect(checkFlow({ flow, successWhen: 'person' }, { gateway })).toMatchObject([
      { field: 'successWhen', detail: { fault: 'gateway_lacks', params: { ability: 'detect' } } },
    ])
  })
})

describe('the goal of a task', () => {
  const flow: Flow = { steps: [{ id: 'ask', type: 'gather', text: 'Press 1.', keys: '12' } as FlowStep] }
  const goal = (name: string, value = '1') => ({ results: [{ name, value }] })
  const gateway = { kind: 'asterisk', abilities: new Set([]), tellsResults: false }

  it('counts only results that a call can have', () => {
    expect(checkFlow({ flow, stopWhen: goal('digits.ask') })).toEqual([])
    expect(checkFlow({ flow, stopWhen: { results: [] } })).toEqual([])
    const found = (name: string, value?: string) =>
      checkFlow({ flow, stopWhen: goal(name, value) }).map(({ field, detail }) => [field, detail.fault])
    expect(found('result.region')).toEqual([['stopWhen.results[0].name', 'result_unknown']])
    expect(found('digits.other')).toEqual([['stopWhen.results[0].name', 'result_unknown']])
    expect(found('digits.ask', '7')).toEqual([['stopWhen.results[0].name', 'value_impossible']])
    expect(found('verdict', 'ghost')).toEqual([['stopWhen.results[0].name', 'value_impossible']])
  })

  it('needs a flow, unless a platform tells results', () => {
    expect(checkFlow({ flow: null, stopWhen: goal('digits.ask') }, { gateway })).toMatchObject([
      { detail: { fault: 'flow_required' } },
    ])
    const platform = { ...gateway, tellsResults: true }
    expect(checkFlow({ flow: null, stopWhen: goal('digits.ask') }, { gateway: platform })).toEqual([])
  })
})

it.each([...flowExamples('en'), ...flowExamples('zh')])('the example $name has no fault', (example) => {
  const read = readFlow(JSON.parse(JSON.stringify(example.flow)))
  expect(read).toEqual({ flow: example.flow })
  expect(checkFlow({ flow: example.flow, successWhen: example.successWhen })).toEqual([])
})

const IDS = ['a', 'b', 'c', 'd', 'e', 'f']
const id = fc.constantFrom(...IDS)
const next = fc.record({ next: id }, { requiredKeys: [] })
const stepForms: fc.Arbitrary<object>[] = [
  fc.record({ type: fc.constant('say'), text: fc.constant('Hello {{name|you}}.') }),
  fc.record(
    {
      type: fc.constant('gather'),
      text: fc.constant('Press.'),
      keys: fc.constantFrom('1', '12', '0123456789'),
      maxDigits: fc.integer({ min: 1, max: 3 }),
      tries: fc.integer({ min: 1, max: 3 }),
      interrupt: fc.boolean(),
      noInput: id,
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({
    type: fc.constant('branch'),
    cases: fc.array(
      fc.record({
        when: fc.constantFrom(
          'digits.a == "1"',
          'verdict == "person"',
          'result.x != "y"',
          'transfer == "busy"',
        ),
        next: id,
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  fc.record({
    type: fc.constant('set'),
    field: fc.constant('x'),
    value: fc.constantFrom('y', '{{digits.a}}'),
  }),
  fc.record({ type: fc.constant('transfer'), to: fc.constant('queue:sales') }),
  fc.record({ type: fc.constant('record'), what: fc.constantFrom('call', 'message') }),
  fc.record({ type: fc.constant('stream'), url: fc.constant('wss://agent.example.com') }),
  fc.constant({ type: 'hangup' }),
]
const flows = fc
  .tuple(
    fc.array(fc.tuple(fc.oneof(...stepForms), next), { minLength: 1, maxLength: IDS.length }),
    fc.constantFrom<Flow['onMachine'][]>(undefined, { do: 'hangup' }, { do: 'leaveMessage', step: 'b' }),
  )
  .map(([given, onMachine]): Flow => {
    const steps = given.map(([form, more], index) => {
      const isHangup = (form as { type: string }).type === 'hangup'
      return { id: IDS[index], ...form, ...(isHangup ? {} : more) } as FlowStep
    })
    // Only steps that exist, so that many flows have no fault.
    const text = JSON.stringify({ ...(onMachine && { onMachine }), steps })
    const existing = (name: string) => IDS[IDS.indexOf(name) % steps.length]
    return JSON.parse(
      text.replace(/"(next|noInput)":"(\w)"/g, (_, key, name) => `"${key}":"${existing(name)}"`),
    )
  })
const events: fc.Arbitrary<WalkEvent[]> = fc.array(
  fc.oneof(
    fc.constantFrom(...'0123456789*#').map((key) => ({ key })),
    fc.constant({ wait: true } as const),
    fc.constantFrom('person', 'machine', 'screening', 'silence', 'unknown').map((verdict) => ({ verdict })),
    fc
      .constantFrom('answered', 'busy', 'no_answer', 'failed', 'handed_over')
      .map((transfer) => ({ transfer })),
    fc.constantFrom('done', 'refused', 'silent', 'died').map((agent) => ({ agent })),
  ) as fc.Arbitrary<WalkEvent>,
  { maxLength: 40 },
)

/** More than any callee's patience: each wait takes a step or a try. */
const PATIENCE = 800

describe('a flow without faults', () => {
  it('ends, whatever happens in the call, if nothing more happens', () => {
    const faultless = flows.filter((flow) => checkFlow({ flow }).length === 0)
    fc.assert(
      fc.property(faultless, events, (flow, given) => {
        const read = readFlow(JSON.parse(JSON.stringify(flow)))
        expect(read).toHaveProperty('flow')
        const options = { flow, field: () => undefined, callbackTime: () => undefined }
        const waits = Array.from({ length: PATIENCE }, (): WalkEvent => ({ wait: true }))
        const walk = walkFlow(options, [...given, ...waits])
        expect(walk).toMatchObject({ isOver: true, waitsFor: null })
        expect(walk.entries.filter(({ what }) => what === 'hangup')).toHaveLength(1)
      }),
      { numRuns: 50 },
    )
  })

  it('is found at once, however bad the flow is', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        for (const { field, message, detail } of checkFlow({ flow })) {
          expect(field).toMatch(/^flow\.(steps\[\d\]|onMachine)/)
          expect(message).toContain(field)
          expect(detail.fault).toMatch(/^[a-z_]+$/)
        }
      }),
      { numRuns: 200 },
    )
  })
})
