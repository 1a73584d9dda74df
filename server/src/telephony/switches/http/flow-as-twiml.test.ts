// The example of docs/gateways.md: each step of a flow as TwiML, and what is made of the platform's answers.
import { describe, expect, it } from 'vitest'
import type { CallResult } from '../../../conversations/flows/call-result.ts'
import type { Flow } from '../../../conversations/flows/flow.ts'

interface FlowCall {
  result: CallResult & { recordingUrl?: string }
}

type UrlAfter = (stepId: string) => string

interface FlowAsTwiml {
  beginCall(flow: Flow): FlowCall
  documentFrom(call: FlowCall, stepId: string, urlAfter: UrlAfter): string
  documentAfter(call: FlowCall, stepId: string, form: URLSearchParams, urlAfter: UrlAfter): string
}

const MODULE = new URL('../../../../../docs/examples/flow-as-twiml.mjs', import.meta.url).href

const DOCUMENT = /^<\?xml version="1\.0" encoding="UTF-8"\?><Response>(.*)<\/Response>$/

/** A call that has begun with the first step, or with another one. */
async function open(steps: Flow['steps'], first = steps[0]?.id ?? '') {
  const { beginCall, documentFrom, documentAfter } = (await import(MODULE)) as FlowAsTwiml
  const call = beginCall({ steps })
  const verbsOf = (xml: string) => DOCUMENT.exec(xml)?.[1]
  return {
    call,
    verbs: verbsOf(documentFrom(call, first, (id) => `/${id}`)),
    after: (id: string, fields: Record<string, string> = {}) =>
      verbsOf(documentAfter(call, id, new URLSearchParams(fields), (next) => `/${next}`)),
  }
}

const bye = { id: 'bye', type: 'hangup' } as const

describe('a transfer', () => {
  it('to an address or a number is dialed; an answer ends the flow, everything else does not', async () => {
    const steps: Flow['steps'] = [
      { id: 'desk', type: 'transfer', to: 'sip:desk@example.com', timeout: 20 },
      { id: 'other', type: 'transfer', to: 'tel:+49301234' },
    ]
    const { call, verbs, after } = await open(steps)
    expect(verbs).toBe('<Dial action="/desk" timeout="20"><Sip>sip:desk@example.com</Sip></Dial>')
    expect(after('desk', { DialCallStatus: 'busy' })).toBe(
      '<Dial action="/other" timeout="30"><Number>+49301234</Number></Dial>',
    )
    expect(call.result.transfer).toEqual({ to: 'sip:desk@example.com', result: 'busy' })
    expect(after('other', { DialCallStatus: 'completed' })).toBe('<Hangup/>')
    expect(call.result.transfer).toEqual({ to: 'tel:+49301234', result: 'answered' })
  })

  it('to a queue hands the call over; there is no dialplan', async () => {
    const { call, verbs } = await open([
      { id: 'nowhere', type: 'transfer', to: 'dialplan:default,100,1' },
      { id: 'line', type: 'transfer', to: 'queue:sales' },
    ])
    expect(verbs).toBe('<Enqueue>sales</Enqueue>')
    expect(call.result.transfer).toEqual({ to: 'queue:sales', result: 'handed_over' })
  })
})

describe('a recording', () => {
  it('of a message has an address', async () => {
    const { call, verbs, after } = await open([
      { id: 'message', type: 'record', what: 'message', maxSeconds: 30, silence: 4, endKey: '#' },
      bye,
    ])
    expect(verbs).toBe(
      '<Record action="/message" maxLength="30" timeout="4" playBeep="true" finishOnKey="#"/>',
    )
    expect(after('message', { RecordingUrl: 'https://api.twilio.com/RE1' })).toBe('<Hangup/>')
    expect(call.result.recordingUrl).toBe('https://api.twilio.com/RE1')
  })

  it('of the whole call begins with its step', async () => {
    const { verbs } = await open([{ id: 'tape', type: 'record', what: 'call' }, bye])
    expect(verbs).toBe('<Start><Recording channels="dual"/></Start><Redirect>/tape</Redirect>')
  })
})

describe('keys', () => {
  const steps: Flow['steps'] = [
    { id: 'ask', type: 'gather', text: 'Press 9.', keys: '129', tries: 2, noInput: 'bye' },
    {
      id: 'which',
      type: 'branch',
      cases: [
        { when: 'digits.ask == "1" and verdict == "machine"', next: 'bye' },
        { when: 'digits.ask == "1 or 2" or digits.ask == "9"', next: 'stop' },
      ],
      next: 'bye',
    },
    { id: 'stop', type: 'optOut', listId: 'list' },
    { id: 'time', type: 'set', field: 'callbackTime', value: '2026-06-10T17:00:00+02:00' },
    bye,
  ]

  it('decide about the next step', async () => {
    const { call, after } = await open(steps)
    expect(after('ask', { Digits: '9' })).toBe('<Hangup/>')
    expect(call.result).toMatchObject({
      digits: { ask: '9' },
      optOut: 'list',
      callbackTime: '2026-06-10T17:00:00+02:00',
    })
    const other = await open(steps)
    other.after('ask', { Digits: '1' })
    expect(other.call.result).toEqual({ digits: { ask: '1' }, step: 'bye' })
  })

  it('that are missing or wrong are asked for again, as often as the step says', async () => {
    const { call, verbs, after } = await open(steps)
    expect(after('ask', { Digits: '5' })).toBe(verbs)
    expect(after('ask')).toBe('<Hangup/>')
    expect(call.result).toEqual({ digits: { ask: '' }, step: 'bye' })
  })
})

describe('a callee who hangs up', () => {
  const later: Flow['steps'] = [
    { id: 'done', type: 'set', field: 'done', value: 'yes' },
    { id: 'stop', type: 'optOut', listId: 'list' },
    bye,
  ]

  it('in the middle of a message ends the flow: the message is kept, and no later step counts', async () => {
    const { call, after } = await open([{ id: 'message', type: 'record', what: 'message' }, ...later])
    expect(after('message', { RecordingUrl: 'https://api.twilio.com/RE1', Digits: 'hangup' })).toBe(
      '<Hangup/>',
    )
    expect(call.result).toEqual({ step: 'message', recordingUrl: 'https://api.twilio.com/RE1' })
  })

  it('in the middle of a conversation ends the flow: the agent was not done', async () => {
    const { call, after } = await open([{ id: 'talk', type: 'stream', url: 'wss://agent.example' }, ...later])
    expect(after('talk', { CallStatus: 'completed' })).toBe('<Hangup/>')
    expect(call.result).toEqual({ step: 'talk' })
  })
})

it('a flow that goes round and round ends', async () => {
  const { verbs } = await open([
    { id: 'a', type: 'set', field: 'x', value: '1' },
    { id: 'b', type: 'branch', cases: [], next: 'a' },
  ])
  expect(verbs).toBe('<Hangup/>')
})

it('the message for a machine begins with its step', async () => {
  const { verbs } = await open(
    [bye, { id: 'machine', type: 'say', text: 'Call {{result.who|us}} back.' }],
    'machine',
  )
  expect(verbs).toBe('<Say>Call us back.</Say><Redirect>/machine</Redirect>')
})
