import { describe, expect, it } from 'vitest'
import type { Flow, FlowStep } from '../flow.ts'
import type { FlowEvent } from '../flow-state.ts'
import { MAX_PATH } from './keep-result.ts'
import { advanceFlow, beginFlow } from './run-flow.ts'
import { type WalkEvent, walkFlow } from './walk-flow.ts'

const CONFIRM: FlowStep[] = [
  { id: 'ask', type: 'gather', text: 'Press 1 or 2.', keys: '12', tries: 2, noInput: 'bye' },
  { id: 'which', type: 'branch', cases: [{ when: 'digits.ask == "1"', next: 'thanks' }], next: 'desk' },
  { id: 'thanks', type: 'say', text: 'Thank you.', next: 'bye' },
  { id: 'desk', type: 'transfer', to: 'sip:desk@example.com' },
  { id: 'bye', type: 'hangup' },
]

/** The path that a callee takes who does this, without the times. */
function pathOf(flow: Flow, events: WalkEvent[]) {
  const { result } = walkFlow({ flow, field: () => undefined, callbackTime: () => undefined }, events)
  return result.path?.map(([step, , exit]) => (exit === undefined ? step : `${step} ${exit}`))
}

/** The path of a call to which this happens, without the times. */
function eventsOf(flow: Flow, events: FlowEvent[]) {
  let atMs = 0
  const context = () => {
    atMs += 1000
    return { flow, field: () => undefined, callbackTime: () => undefined, newId: () => 'id', atMs }
  }
  let { state } = beginFlow(context())
  for (const event of events) {
    const given = event.type === 'played' ? { ...event, playId: String(state.plays) } : event
    // Through JSON, as another node would read it.
    state = advanceFlow(context(), JSON.parse(JSON.stringify(state)), given).state
  }
  return state.result.path?.map(([step, , exit]) => (exit === undefined ? step : `${step} ${exit}`))
}

const played: FlowEvent = { type: 'played', playId: '', result: 'done' }

describe('the path of a call', () => {
  it.each<[string, WalkEvent[], string[]]>([
    ['a key', [{ key: '1' }, { wait: true }], ['ask keys:1', 'which case:1', 'thanks', 'bye']],
    [
      'another key, to somebody who is busy',
      [{ key: '2' }, { transfer: 'busy' }],
      ['ask keys:2', 'which else', 'desk transfer:busy', 'bye'],
    ],
    [
      'another key, to somebody who answers',
      [{ key: '2' }, { transfer: 'answered' }, { hangup: true }],
      ['ask keys:2', 'which else', 'desk transfer:answered'],
    ],
    ['no key', Array(6).fill({ wait: true }), ['ask noInput', 'bye']],
    ['a hang-up', [{ hangup: true }], ['ask hungUp']],
    [
      'a hang-up after a key',
      [{ key: '1' }, { hangup: true }],
      ['ask keys:1', 'which case:1', 'thanks hungUp'],
    ],
  ])('says what came of %s', (_, events, path) => {
    expect(pathOf({ steps: CONFIRM }, events)).toEqual(path)
  })

  it('has the time at which each step began, after the answer', () => {
    const { result } = walkFlow(
      { flow: { steps: CONFIRM }, field: () => undefined, callbackTime: () => undefined },
      [{ wait: true }, { wait: true }, { wait: true }, { key: '1' }, { wait: true }],
    )
    const times = result.path?.map(([, offsetMs]) => offsetMs) ?? []
    expect(times).toHaveLength(4)
    expect(times[0]).toBe(0)
    expect(times[1]).toBeGreaterThan(1000)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.every(Number.isInteger)).toBe(true)
  })

  it('tells machines from people', () => {
    const steps: FlowStep[] = [
      { id: 'hello', type: 'say', text: 'Hello.', next: 'end' },
      { id: 'message', type: 'say', text: 'Please call back.' },
      { id: 'end', type: 'hangup' },
    ]
    const machine: WalkEvent[] = [{ verdict: 'machine' }, { wait: true }]
    expect(pathOf({ steps, onMachine: { do: 'leaveMessage', step: 'message' } }, machine)).toEqual([
      'hello machine',
      'message',
    ])
    expect(pathOf({ steps, onMachine: { do: 'hangup' } }, machine)).toEqual(['hello machine'])
    expect(pathOf({ steps, onMachine: { do: 'continue' } }, [...machine, { wait: true }])).toEqual([
      'hello',
      'end',
    ])
  })

  it('begins again behind an assistant that has put the call through', () => {
    const flow: Flow = {
      steps: [{ id: 'hello', type: 'say', text: 'Hello.' }],
      onScreening: { say: 'The clinic.' },
    }
    const talk = (isTalking: boolean, talkMs: number): FlowEvent => ({ type: 'talk', isTalking, talkMs })
    const machine: FlowEvent[] = [
      talk(true, 0),
      { type: 'timeout', timer: 'verdict' },
      talk(false, 6000),
      played,
    ]
    expect(eventsOf(flow, [...machine, talk(true, 0), talk(false, 700)])).toEqual([
      'hello passedScreening',
      'hello',
    ])
    expect(eventsOf(flow, [...machine, { type: 'hungUp' }])).toEqual(['hello hungUp'])
  })

  it('says how a voice agent and its transfer ended', () => {
    const steps: FlowStep[] = [
      { id: 'bot', type: 'stream', url: 'wss://bot.example' },
      { id: 'bye', type: 'say', text: 'Goodbye.' },
    ]
    expect(eventsOf({ steps }, [{ type: 'streamed', how: 'done' }])).toEqual(['bot agent:done', 'bye'])
    expect(eventsOf({ steps }, [{ type: 'streamed', how: 'died' }])).toEqual(['bot agent:died'])
    const transfer: FlowEvent = {
      type: 'told',
      said: { commands: [{ do: 'transfer', to: 'sip:desk', timeoutSeconds: 9, acceptKey: '1' }] },
    }
    const answered: FlowEvent = { type: 'transferred', result: 'answered' }
    expect(eventsOf({ steps }, [transfer, answered, { type: 'hungUp' }])).toEqual(['bot transfer:answered'])
    expect(eventsOf({ steps }, [{ type: 'told', said: { commands: [{ do: 'hangup' }] } }])).toEqual([
      'bot agent:done',
    ])
  })

  it('says that a call failed', () => {
    const failed: FlowEvent = { type: 'played', playId: '', result: 'failed' }
    expect(eventsOf({ steps: CONFIRM }, [failed])).toEqual(['ask failed'])
  })

  it('goes on behind a node that is gone', () => {
    const resumed: FlowEvent = { type: 'resumed', isPlaying: false }
    const key: FlowEvent = { type: 'key', key: '1' }
    expect(eventsOf({ steps: CONFIRM }, [key, resumed])).toEqual([
      'ask keys:1',
      'which case:1',
      'thanks',
      'bye',
    ])
  })

  it('keeps the beginning of a long path, and the step that the call is in', () => {
    const steps: FlowStep[] = [
      { id: 'menu', type: 'gather', text: 'Press 1.', next: 'note' },
      { id: 'note', type: 'set', field: 'seen', value: 'yes', next: 'menu' },
    ]
    const keys = Array<FlowEvent>(MAX_PATH).fill({ type: 'key', key: '1' })
    const path = eventsOf({ steps }, [...keys.slice(0, 60), { type: 'hungUp' }])
    expect(path).toHaveLength(MAX_PATH)
    expect(path?.slice(-2)).toEqual(['menu skipped', 'menu hungUp'])
    expect(eventsOf({ steps }, [...keys.slice(0, 3), { type: 'hungUp' }])).toHaveLength(7)
  })
})
