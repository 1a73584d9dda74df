import { describe, expect, it } from 'vitest'
import type { Flow, FlowStep } from '../flow.ts'
import type { AgentCommand, FlowCommand, FlowEvent, FlowState } from '../flow-state.ts'
import { soundsOfFlow } from '../sounds-of-flow.ts'
import { advanceFlow, beginFlow } from './run-flow.ts'

const FIELDS: Record<string, string> = { name: 'Ann', time: 'nine' }

/** A call in which events are given one by one; `said` is what the callee has heard. */
function call(steps: FlowStep[], more: Partial<Flow> & { canHearTone?: boolean } = {}) {
  const { canHearTone = false, ...rest } = more
  const flow = { steps, ...rest }
  let atMs = 0
  let ids = 0
  const context = () => ({
    flow,
    field: (name: string) => FIELDS[name],
    callbackTime: (text: string) => (text === '17:00' ? { time: '2026-05-04T15:00:00.000Z' } : undefined),
    newId: () => `recording-${++ids}`,
    atMs,
    canHearTone,
  })
  let state: FlowState
  const commands: FlowCommand[] = []
  const first = beginFlow(context())
  state = first.state
  commands.push(...first.commands)
  return {
    give(...events: FlowEvent[]) {
      for (const event of events) {
        // Through JSON, as another node would read it.
        const next = advanceFlow(context(), JSON.parse(JSON.stringify(state)), event)
        state = next.state
        commands.push(...next.commands)
      }
    },
    at(ms: number) {
      atMs = ms
    },
    played(result: 'done' | 'failed' = 'done') {
      this.give({ type: 'played', playId: String(state.plays), result })
    },
    said: () =>
      commands.flatMap((each) =>
        each.do === 'play' ? each.parts.map((part) => ('text' in part ? part.text : part.audioId)) : [],
      ),
    did: (what: FlowCommand['do']) => commands.filter((each) => each.do === what),
    state: () => state,
    /** Without the path, which has tests of its own. */
    result() {
      const { path: _, ...result } = state.result
      return result
    },
    path: () => state.result.path,
    isOver: () => state.phase === 'over',
  }
}

const key = (pressed: string): FlowEvent => ({ type: 'key', key: pressed })
const timeout: FlowEvent = { type: 'timeout', timer: 'step' }

const CONFIRM: FlowStep[] = [
  { id: 'confirm', type: 'gather', text: 'Hello {{name}}, press 1 for {{time}}.', keys: '12', tries: 2 },
  { id: 'which', type: 'branch', cases: [{ when: 'digits.confirm == "1"', next: 'thanks' }], next: 'sorry' },
  { id: 'thanks', type: 'say', text: 'Thank you.', next: 'bye' },
  { id: 'sorry', type: 'say', text: 'We will call again.' },
  { id: 'bye', type: 'hangup' },
]

describe('a call that somebody transfers', () => {
  const redirected: FlowEvent = { type: 'redirected', to: 'tel:+4930901820' }

  it('is silent while it rings there, and talks when somebody takes it', () => {
    const talk = call(CONFIRM)
    talk.give(redirected, redirected)
    expect(talk.did('stopPlaying')).toEqual([{ do: 'stopPlaying', playId: '1' }])
    expect(talk.did('transfer')).toHaveLength(1)
    talk.give({ type: 'played', playId: '1', result: 'done' }, key('1'))
    expect(talk.said()).toHaveLength(1)
    talk.at(8000)
    talk.give({ type: 'transferred', result: 'answered' }, redirected, { type: 'hungUp' })
    const transfer = { to: 'tel:+4930901820', result: 'answered', offsetMs: 8000 }
    expect(talk.result()).toMatchObject({ transfer })
    expect(talk.result().hungUp).toBeUndefined()
  })

  it('goes on if nobody takes it: a question waits for keys, anything else gives way to the next step', () => {
    const question = call(CONFIRM)
    question.give(redirected, { type: 'timeout', timer: 'transfer' }, key('1'))
    expect(question.result()).toMatchObject({ digits: { confirm: '1' }, transfer: { result: 'failed' } })
    const sentence = call([
      { id: 'a', type: 'say', text: 'One.' },
      { id: 'b', type: 'say', text: 'Two.' },
    ])
    sentence.give(redirected, { type: 'transferred', result: 'busy' })
    expect(sentence.said()).toEqual(['One.', 'Two.'])
  })

  it('and whose node dies meanwhile goes on too', () => {
    const talk = call(CONFIRM)
    talk.give(redirected, { type: 'resumed', isPlaying: false }, key('1'))
    expect(talk.result()).toMatchObject({ digits: { confirm: '1' }, transfer: { result: 'failed' } })
  })

  it('ends its message first', () => {
    const talk = call([{ id: 'm', type: 'record', what: 'message' }])
    talk.give(redirected)
    expect(talk.did('stopRecording')).toHaveLength(1)
    expect(talk.state().phase).toBe('transferring')
  })
})

describe('a flow', () => {
  it('says what the contact is to hear, and hangs up at its end', () => {
    const talk = call([{ id: 'greet', type: 'say', text: 'Hello {{name}}, {{what|all is well}}.' }])
    expect(talk.said()).toEqual(['Hello Ann, all is well.'])
    expect(talk.isOver()).toBe(false)
    talk.played()
    expect(talk.did('hangUp')).toEqual([{ do: 'hangUp' }])
    expect(talk.result()).toEqual({
      step: 'greet',
      said: [{ step: 'greet', text: 'Hello Ann, all is well.', offsetMs: 0 }],
    })
  })

  it('goes where the pressed key leads, and a key interrupts', () => {
    const talk = call(CONFIRM)
    talk.give(key('1'))
    expect(talk.did('stopPlaying')).toEqual([{ do: 'stopPlaying', playId: '1' }])
    expect(talk.said()).toEqual(['Hello Ann, press 1 for nine.', 'Thank you.'])
    talk.played()
    expect(talk.isOver()).toBe(true)
    expect(talk.result().digits).toEqual({ confirm: '1' })
  })

  it('asks again after a key that is not accepted, and goes on without input in the end', () => {
    const talk = call(CONFIRM)
    talk.played()
    talk.give(key('5'))
    expect(talk.said()).toHaveLength(2)
    talk.played()
    talk.give(timeout)
    expect(talk.result().digits).toEqual({ confirm: '' })
    expect(talk.said().at(-1)).toBe('We will call again.')
  })

  it('keeps when it said what, and what was pressed, accepted or not, across nodes', () => {
    const talk = call(CONFIRM)
    talk.at(4000)
    talk.played()
    talk.at(6200.4)
    talk.give(key('5'))
    talk.at(9000)
    talk.give(key('1'))
    expect(talk.result()).toMatchObject({
      said: [
        { step: 'confirm', offsetMs: 0 },
        { step: 'confirm', offsetMs: 6200 },
        { step: 'thanks', offsetMs: 9000 },
      ],
      pressed: [
        { step: 'confirm', keys: '5', offsetMs: 6200 },
        { step: 'confirm', keys: '1', offsetMs: 9000 },
      ],
    })
  })

  it('reads several digits up to the end key, and lets nobody interrupt if it says so', () => {
    const talk = call([
      { id: 'pin', type: 'gather', text: 'Your number?', minDigits: 2, maxDigits: 6, interrupt: false },
      { id: 'repeat', type: 'say', text: 'You said {{digits.pin}}.' },
    ])
    talk.give(key('9'))
    expect(talk.did('stopPlaying')).toEqual([])
    talk.played()
    talk.give(key('4'), key('2'), key('#'))
    expect(talk.result().digits).toEqual({ pin: '42' })
    expect(talk.said().at(-1)).toBe('You said 42.')
  })

  it('takes a late key for the question that was asked, and not for the next one', () => {
    const questions: FlowStep[] = [
      { id: 'first', type: 'gather', text: 'Press 1 or 2.' },
      { id: 'second', type: 'gather', text: 'And again?' },
    ]
    const unanswered = () => {
      const talk = call(questions)
      talk.played()
      talk.at(8000)
      talk.give(timeout)
      return talk
    }
    const late = unanswered()
    late.at(8600)
    late.give(key('1'))
    expect(late.did('stopPlaying')).toEqual([])
    expect(late.result()).toMatchObject({ digits: { first: '' }, verdict: { how: 'pressed_key' } })
    late.at(9500)
    late.give(key('2'))
    expect(late.result().digits).toEqual({ first: '', second: '2' })

    const again = call(questions.map((step) => ({ ...step, tries: 2 }) as FlowStep))
    again.played()
    again.give(timeout, key('1'))
    expect(again.result().digits).toEqual({ first: '1' })

    const takenOver = unanswered()
    takenOver.at(0)
    takenOver.give({ type: 'resumed', isPlaying: true }, key('1'))
    expect(takenOver.result().digits).toEqual({ first: '', second: '1' })
  })

  it('takes keys that are typed ahead after an answer', () => {
    const talk = call([
      { id: 'first', type: 'gather', text: 'Press 1 or 2.' },
      { id: 'second', type: 'gather', text: 'And again?' },
    ])
    talk.give(key('1'), key('2'))
    expect(talk.result().digits).toEqual({ first: '1', second: '2' })
  })

  it('ends a round trip without end', () => {
    const talk = call([
      { id: 'a', type: 'set', field: 'x', value: '1' },
      { id: 'b', type: 'branch', cases: [], next: 'a' },
    ])
    expect(talk.isOver()).toBe(true)
  })

  it('keeps the result of a transfer, and goes on only if nobody took it', () => {
    const steps: FlowStep[] = [
      { id: 'over', type: 'transfer', to: 'sip:desk@example.org' },
      { id: 'sorry', type: 'say', text: 'Nobody is there.' },
    ]
    const taken = call(steps)
    taken.give({ type: 'transferred', result: 'answered' })
    expect([taken.said(), taken.state().phase]).toEqual([[], 'talking'])
    const busy = call(steps)
    busy.give({ type: 'transferred', result: 'busy' })
    expect(busy.said()).toEqual(['Nobody is there.'])
    expect(busy.result().transfer).toEqual({ to: 'sip:desk@example.org', result: 'busy', offsetMs: 0 })
  })

  it('records, sets fields, takes opt-outs and asks for another call', () => {
    const talk = call([
      { id: 'tape', type: 'record', what: 'call' },
      { id: 'mood', type: 'set', field: 'mood', value: '{{name}} is fine' },
      { id: 'later', type: 'set', field: 'callbackTime', value: '17:00' },
      { id: 'out', type: 'optOut', listId: 'list' },
      { id: 'message', type: 'record', what: 'message', endKey: '#' },
    ])
    talk.give(key('#'))
    expect(talk.did('stopRecording')).toEqual([{ do: 'stopRecording', recordingId: 'recording-2' }])
    talk.give({ type: 'recorded' })
    expect(talk.isOver()).toBe(true)
    expect(talk.result()).toMatchObject({
      fields: { mood: 'Ann is fine' },
      callbackTime: '2026-05-04T15:00:00.000Z',
      optOut: 'list',
      recordings: [
        { id: 'recording-1', what: 'call' },
        { id: 'recording-2', what: 'message' },
      ],
    })
  })

  it('notes a callback that it does not take', () => {
    const talk = call([{ id: 'later', type: 'set', field: 'callbackTime', value: 'soon' }])
    expect(talk.result()).toMatchObject({
      fields: { callbackTime: 'soon' },
      notes: [{ step: 'later', code: 'callback_unreadable', text: 'soon' }],
    })
    expect(talk.result().callbackTime).toBeUndefined()
  })

  it('fails if a sound cannot be played', () => {
    const talk = call(CONFIRM)
    talk.played('failed')
    expect(talk.did('hangUp')).toEqual([
      { do: 'hangUp', fault: 'the sound of step confirm could not be played' },
    ])
  })
})

describe('a voice agent', () => {
  const steps: FlowStep[] = [
    { id: 'bot', type: 'stream', url: 'wss://bot', parameters: { who: '{{name}}' }, failText: 'Goodbye.' },
    { id: 'after', type: 'say', text: 'Thank you.' },
  ]
  it('is connected with its parameters, and the flow goes on when it has left', () => {
    const talk = call(steps)
    expect(talk.did('stream')).toMatchObject([{ parameters: { who: 'Ann' } }])
    talk.give({ type: 'told', said: { fields: { mood: 'good' } } }, { type: 'streamed', how: 'done' })
    expect(talk.said()).toEqual(['Thank you.'])
    expect(talk.result()).toMatchObject({ agent: 'done', fields: { mood: 'good' } })
  })
  it('goes on while somebody else has the call transferred, and is not told if nobody takes it', () => {
    const talk = call(steps)
    talk.give({ type: 'redirected', to: 'queue:sales' })
    expect(talk.did('transfer')).toEqual([{ do: 'transfer', to: 'queue:sales', timeoutSeconds: 30 }])
    expect(talk.state().phase).toBe('streaming')
    talk.give({ type: 'transferred', result: 'busy' })
    expect(talk.did('answerAgent')).toEqual([])
    talk.give({ type: 'redirected', to: 'queue:other' }, { type: 'transferred', result: 'answered' })
    expect(talk.did('stopStream')).toHaveLength(1)
    expect(talk.result()).toMatchObject({
      agent: 'done',
      transfer: { to: 'queue:other', result: 'answered' },
    })
  })

  describe('commands the call', () => {
    const told = (...commands: AgentCommand[]): FlowEvent => ({ type: 'told', said: { commands } })
    const transfer: AgentCommand = {
      ...{ do: 'transfer', to: 'tel:+4930115', timeoutSeconds: 20 },
      ...{ whisper: 'Ann calls.', acceptKey: '1' },
    }

    it('to hang up, to press keys and to say a sentence', () => {
      const talk = call(steps, { language: 'en-US' })
      talk.give(told({ do: 'sendDigits', keys: '12#' }, { do: 'say', text: 'One {{moment}}.' }))
      expect(talk.did('sendKeys')).toEqual([{ do: 'sendKeys', keys: '12#' }])
      expect(talk.did('play')).toEqual([
        {
          do: 'play',
          playId: '1',
          parts: [{ text: 'One {{moment}}.', language: 'en-US' }],
          isForAgent: true,
        },
      ])
      // The end of the sentence is not that of the step.
      talk.played()
      expect(talk.state().phase).toBe('streaming')
      talk.give(told({ do: 'hangup' }))
      expect(talk.did('hangUp')).toHaveLength(1)
      expect(talk.result()).toMatchObject({ agent: 'done', said: [{ text: 'One {{moment}}.' }] })
    })

    it('to be transferred, and goes on until the other party has it', () => {
      const talk = call(steps)
      talk.give(told(transfer))
      expect(talk.did('transfer')).toEqual([
        {
          ...{ do: 'transfer', to: 'tel:+4930115', timeoutSeconds: 20 },
          whisper: { part: { text: 'Ann calls.' }, acceptKey: '1' },
        },
      ])
      talk.give(told(transfer, { do: 'say', text: 'One moment.' }))
      expect(talk.did('answerAgent')).toEqual([
        { do: 'answerAgent', command: 'transfer', error: 'already_transferring' },
      ])
      expect(talk.said()).toEqual(['One moment.'])
      talk.give({ type: 'transferred', result: 'answered' })
      expect(talk.did('stopStream')).toHaveLength(1)
      expect(talk.state().phase).toBe('talking')
      talk.give({ type: 'streamed', how: 'done' }, { type: 'hungUp' })
      expect(talk.result()).toEqual({
        ...{ step: 'bot', agent: 'done', said: [{ step: 'bot', text: 'One moment.', offsetMs: 0 }] },
        transfer: { to: 'tel:+4930115', result: 'answered', offsetMs: 0 },
      })
    })

    it.each([
      ['declined', { type: 'transferred', result: 'declined' }],
      ['failed', { type: 'timeout', timer: 'transfer' }],
    ] as const)('to be transferred, is told that it has %s, and may try again', (error, event) => {
      const talk = call(steps)
      talk.give(told(transfer), event)
      expect(talk.did('answerAgent')).toEqual([{ do: 'answerAgent', command: 'transfer', error }])
      expect([talk.state().phase, talk.result().transfer?.result]).toEqual(['streaming', error])
      talk.give(told(transfer))
      expect(talk.did('transfer')).toHaveLength(2)
    })

    it('to be transferred and leaves: the flow goes on only if nobody takes the call', () => {
      const taken = call(steps)
      taken.give(
        told(transfer),
        { type: 'streamed', how: 'done' },
        { type: 'transferred', result: 'answered' },
      )
      expect([taken.state().phase, taken.said()]).toEqual(['talking', []])
      const left = call(steps)
      left.give(told(transfer), { type: 'streamed', how: 'done' }, { type: 'transferred', result: 'busy' })
      expect(left.said()).toEqual(['Thank you.'])
      const died = call(steps)
      died.give(told(transfer), { type: 'streamed', how: 'died' }, { type: 'transferred', result: 'busy' })
      expect([died.isOver(), died.result().agent]).toEqual([true, 'died'])
    })

    it('that it does not have, and is told so', () => {
      const talk = call(steps)
      talk.give({ type: 'streamed', how: 'done' }, told({ do: 'sendDigits', keys: '1' }))
      expect(talk.did('answerAgent')).toEqual([
        { do: 'answerAgent', command: 'sendDigits', error: 'not_with_agent' },
      ])
      expect(talk.did('sendKeys')).toEqual([])
    })
  })

  it('that fails ends the call with the last words of the task', () => {
    const talk = call(steps)
    talk.give({ type: 'streamed', how: 'died' })
    expect(talk.said()).toEqual(['Goodbye.'])
    talk.played()
    expect([talk.isOver(), talk.result().agent]).toEqual([true, 'died'])
  })
})

describe('a callee who hangs up', () => {
  const later: FlowStep[] = [
    { id: 'mood', type: 'set', field: 'mood', value: 'good' },
    { id: 'out', type: 'optOut', listId: 'list' },
    { id: 'bye', type: 'say', text: 'Goodbye.' },
  ]
  const hungUp: FlowEvent = { type: 'hungUp' }
  const steps: [FlowStep, FlowEvent[]][] = [
    [{ id: 'x', type: 'say', text: 'Hello.' }, [{ type: 'played', playId: '1', result: 'done' }]],
    [{ id: 'x', type: 'play', audioId: 'tune' }, [{ type: 'played', playId: '1', result: 'stopped' }]],
    [{ id: 'x', type: 'gather', text: 'Press 1.' }, [key('1'), timeout]],
    [{ id: 'x', type: 'gather', timeout: 5 }, [timeout]],
    [{ id: 'x', type: 'record', what: 'message' }, [{ type: 'recorded' }, timeout]],
    [{ id: 'x', type: 'transfer', to: 'tel:+4930123' }, [{ type: 'transferred', result: 'failed' }, timeout]],
    [
      { id: 'x', type: 'stream', url: 'wss://bot', failText: 'Sorry.' },
      [{ type: 'streamed', how: 'done' }, { type: 'streamed', how: 'died' }, timeout],
    ],
  ]
  it.each(steps)('ends the flow at once: %j', (step, events) => {
    const talk = call([step, ...later])
    const said = talk.said()
    talk.give(hungUp, ...events, { type: 'talk', isTalking: false, talkMs: 500 })
    expect(talk.isOver()).toBe(true)
    expect(talk.said()).toEqual(said)
    expect([...talk.did('optOut'), ...talk.did('hangUp')]).toEqual([])
    expect(talk.result()).toMatchObject({ step: 'x', hungUp: 'x' })
    for (const name of ['fields', 'optOut', 'digits', 'transfer', 'agent'])
      expect(talk.result()).not.toHaveProperty(name)
  })

  it('is told apart from a flow at its end, and from a transfer that was answered', () => {
    const done = call([{ id: 'x', type: 'say', text: 'Hello.' }])
    done.played()
    done.give(hungUp)
    expect(done.result().hungUp).toBeUndefined()
    const talking = call([{ id: 'x', type: 'transfer', to: 'tel:+4930123' }])
    talking.give({ type: 'transferred', result: 'answered' }, hungUp)
    expect([talking.isOver(), talking.result().hungUp]).toEqual([true, undefined])
  })

  it('is not taken for one who hung up if nobody saw the end', () => {
    const unseen = { ...hungUp, isUnseen: true } as const
    const cut = call([{ id: 'x', type: 'gather', text: 'Press one.' }, ...later])
    cut.give(unseen)
    expect([cut.isOver(), cut.result()]).toMatchObject([true, { step: 'x', ending: 'interrupted' }])
    expect(cut.result().hungUp).toBeUndefined()
    expect(cut.path()).toEqual([['x', 0, 'interrupted']])
    const talking = call([{ id: 'x', type: 'transfer', to: 'tel:+4930123' }])
    talking.give({ type: 'transferred', result: 'answered' }, unseen)
    expect(talking.path()?.at(-1)?.[2]).not.toBe('interrupted')
  })

  it('has not heard a sentence that had not begun', () => {
    const talk = call([
      { id: 'x', type: 'say', text: 'Hello.' },
      { id: 'y', type: 'say', text: 'This is a test.' },
    ])
    talk.played()
    talk.give({ type: 'hungUp', isUnheard: true })
    const said = [{ step: 'x', text: 'Hello.', offsetMs: 0 }]
    expect(talk.result()).toEqual({ step: 'y', hungUp: 'y', said })
    const tune = call([
      { id: 'x', type: 'say', text: 'Hello.' },
      { id: 'y', type: 'play', audioId: 'tune' },
    ])
    tune.played()
    tune.give({ type: 'hungUp', isUnheard: true })
    expect(tune.result().said).toHaveLength(1)
  })

  it('leaves the voice agent its last word', () => {
    const talk = call([{ id: 'x', type: 'stream', url: 'wss://bot' }, ...later])
    talk.give(
      hungUp,
      { type: 'streamed', how: 'done' },
      { type: 'told', said: { fields: { sum: 'agreed' } } },
    )
    expect(talk.result()).toEqual({ step: 'x', hungUp: 'x', fields: { sum: 'agreed' } })
  })
})

describe('a machine', () => {
  const steps: FlowStep[] = [
    { id: 'greet', type: 'say', text: 'Hello.' },
    { id: 'bye', type: 'hangup' },
    { id: 'message', type: 'say', text: 'Please call us.' },
  ]
  const longGreeting = (talk: ReturnType<typeof call>) => {
    talk.at(400)
    talk.give({ type: 'talk', isTalking: true, talkMs: 0 })
    talk.at(3700)
    talk.give({ type: 'timeout', timer: 'verdict' })
  }
  it('is told after a long greeting, and hung up on', () => {
    const talk = call(steps, { onMachine: { do: 'hangup' } })
    longGreeting(talk)
    expect(talk.result().verdict).toEqual({
      is: 'machine',
      by: 'detector',
      how: 'long_greeting',
      afterMs: 3700,
    })
    expect(talk.isOver()).toBe(true)
  })
  it('hears the message after its tone', () => {
    const talk = call(steps, { onMachine: { do: 'leaveMessage', step: 'message' } })
    longGreeting(talk)
    expect(talk.said()).toEqual(['Hello.'])
    talk.at(9000)
    talk.give({ type: 'talk', isTalking: false, talkMs: 8000 })
    expect(talk.said()).toEqual(['Hello.', 'Please call us.'])
  })
  describe('whose tone can be heard', () => {
    const leave = { onMachine: { do: 'leaveMessage', step: 'message' }, canHearTone: true } as const
    const stops: FlowEvent = { type: 'talk', isTalking: false, talkMs: 8000 }

    it('hears the message when the tone has ended, and not in the silence before it', () => {
      const talk = call(steps, leave)
      longGreeting(talk)
      expect(talk.did('listenForTone')).toHaveLength(1)
      talk.at(9000)
      talk.give(stops)
      expect(talk.said()).toEqual(['Hello.'])
      talk.give({ type: 'tone' })
      expect(talk.said()).toEqual(['Hello.', 'Please call us.'])
      expect(talk.did('stopListening')).toEqual([])
    })
    it('hears it some time after the greeting if there is no tone', () => {
      const talk = call(steps, leave)
      longGreeting(talk)
      talk.give(stops, timeout)
      expect(talk.said()).toEqual(['Hello.', 'Please call us.'])
      expect(talk.did('stopListening')).toHaveLength(1)
    })
    it('hears it after its greeting if the audio cannot be had', () => {
      const talk = call(steps, leave)
      longGreeting(talk)
      talk.give({ type: 'deaf' }, stops)
      expect(talk.said()).toEqual(['Hello.', 'Please call us.'])
      const late = call(steps, leave)
      longGreeting(late)
      late.give(stops, { type: 'deaf' })
      expect(late.said()).toEqual(['Hello.', 'Please call us.'])
    })
  })

  it('changes nothing if the flow does not say so, and a voice agent knows better', () => {
    const talk = call(steps)
    talk.give({ type: 'told', said: { verdict: { is: 'person', by: 'agent', how: 'spoke', afterMs: 1 } } })
    longGreeting(talk)
    expect([talk.result().verdict?.is, talk.isOver()]).toEqual(['person', false])
  })
})

describe('an assistant that asks who is calling', () => {
  const steps: FlowStep[] = [
    { id: 'greet', type: 'gather', text: 'Hello, press 1.', keys: '1' },
    { id: 'bye', type: 'hangup' },
    { id: 'message', type: 'say', text: 'Please call us.' },
  ]
  const onScreening = { say: 'This is the clinic, for {{name}}.' }
  const asked = ['Hello, press 1.', 'This is the clinic, for Ann.']
  const talks = (talk: ReturnType<typeof call>, from: number, until: number) => {
    talk.at(from)
    talk.give({ type: 'talk', isTalking: true, talkMs: 0 })
    talk.at(until + 900)
    talk.give({ type: 'talk', isTalking: false, talkMs: until - from })
  }
  /** It has asked, and was told. */
  const introduced = (more: Partial<Flow> = {}) => {
    const talk = call(steps, { onScreening, ...more })
    talk.at(400)
    talk.give({ type: 'talk', isTalking: true, talkMs: 0 })
    talk.at(3700)
    talk.give({ type: 'timeout', timer: 'verdict' })
    expect(talk.did('stopPlaying')).toHaveLength(1)
    expect(talk.said()).toEqual(['Hello, press 1.'])
    talk.at(5900)
    talk.give({ type: 'talk', isTalking: false, talkMs: 4600 })
    expect(talk.said()).toEqual(asked)
    talk.at(9000)
    talk.played()
    return talk
  }

  it('is told, and who takes the call hears the flow from its beginning', () => {
    const talk = introduced({ onMachine: { do: 'hangup' } })
    talks(talk, 9500, 12_000)
    expect(talk.result().verdict).toMatchObject({ is: 'screening', how: 'talked_again' })
    talks(talk, 18_000, 19_900)
    expect(talk.said()).toEqual([...asked, 'Hello, press 1.'])
    expect(talk.result().verdict).toEqual({
      ...{ is: 'person', by: 'detector', how: 'passed_screening', afterMs: 20_800 },
    })
    talk.give(key('1'))
    expect(talk.result().digits).toEqual({ greet: '1' })
  })

  it('may be a person who says hello after the sentence, or presses a key', () => {
    const talk = introduced()
    talks(talk, 10_000, 10_600)
    expect([talk.said().length, talk.result().verdict?.is]).toEqual([3, 'person'])
    const pressed = introduced()
    pressed.give(key('1'))
    expect([pressed.said().length, pressed.result().verdict?.is]).toEqual([3, 'person'])
  })

  it.each([
    ['says nothing', (talk: ReturnType<typeof call>) => talk.give(timeout)],
    [
      'talks again, and then takes a message',
      (talk: ReturnType<typeof call>) => {
        talks(talk, 9500, 12_000)
        talks(talk, 30_000, 34_000)
      },
    ],
    [
      'talks again, and nobody takes the call',
      (talk: ReturnType<typeof call>) => {
        talks(talk, 9500, 12_000)
        talk.give(timeout)
      },
    ],
  ])('is a machine if it %s', (_, happen) => {
    const hungUp = introduced({ onMachine: { do: 'hangup' } })
    happen(hungUp)
    expect(hungUp.isOver()).toBe(true)
    const left = introduced({ onMachine: { do: 'leaveMessage', step: 'message' } })
    happen(left)
    expect(left.said()).toEqual([...asked, 'Please call us.'])
    const goesOn = introduced()
    happen(goesOn)
    expect(goesOn.said()).toEqual([...asked, 'Hello, press 1.'])
  })

  it('is what its sentence is made ready for before the call', () => {
    expect(soundsOfFlow({ steps, onScreening, language: 'en-US' }, (name) => FIELDS[name])).toContainEqual({
      ...{ text: 'This is the clinic, for Ann.', language: 'en-US' },
    })
  })
})

describe('a pressed key', () => {
  const silence: FlowEvent = { type: 'timeout', timer: 'verdict' }
  const begins: FlowEvent = { type: 'talk', isTalking: true, talkMs: 0 }
  const pressed = { is: 'person', by: 'detector', how: 'pressed_key', afterMs: 5000 }

  it.each([
    ['nobody was judged yet', []],
    ['nobody said a word', [silence]],
    ['a machine was assumed', [begins, silence]],
  ])('is proof of a person if %s', (_, before: FlowEvent[]) => {
    const talk = call(CONFIRM)
    talk.give(...before)
    talk.at(5000)
    talk.give(key('1'))
    expect(talk.result().verdict).toEqual(pressed)
  })
  it('answers the question that was broken off for a machine', () => {
    const talk = call(CONFIRM, { onMachine: { do: 'leaveMessage', step: 'sorry' } })
    talk.give(begins, silence)
    expect(talk.state().phase).toBe('waiting_for_tone')
    talk.give(key('1'))
    expect(talk.result()).toMatchObject({ verdict: { is: 'person' }, digits: { confirm: '1' } })
    expect(talk.said().at(-1)).toBe('Thank you.')
  })
  it('holds, whatever is heard later', () => {
    const talk = call(CONFIRM)
    talk.at(5000)
    talk.give(key('1'), begins, silence, { type: 'talk', isTalking: false, talkMs: 9000 })
    expect(talk.result().verdict).toEqual(pressed)
  })
  it('leaves the verdict as it is if a person was heard, or a voice agent has said who it is', () => {
    const person = call(CONFIRM)
    person.at(1900)
    person.give(begins, { type: 'talk', isTalking: false, talkMs: 500 }, key('1'))
    expect(person.result().verdict).toMatchObject({ is: 'person', how: 'short_greeting', afterMs: 1900 })
    const told = call(CONFIRM)
    const verdict = { is: 'machine', by: 'agent', how: 'told', afterMs: 1 } as const
    told.give({ type: 'told', said: { verdict } }, key('1'))
    expect(told.result().verdict).toEqual(verdict)
  })
})

describe('another node that takes over', () => {
  const resumed = (isPlaying: boolean): FlowEvent => ({ type: 'resumed', isPlaying })
  it('lets a sound play to its end, and plays it no second time', () => {
    const talk = call(CONFIRM)
    talk.give(resumed(true))
    expect(talk.said()).toHaveLength(1)
    talk.give(resumed(false), key('1'))
    expect(talk.said()).toEqual(['Hello Ann, press 1 for nine.', 'Thank you.'])
  })
  it('notices the silence that the first node was waiting for', () => {
    const talk = call(CONFIRM)
    expect(talk.did('timer')).toContainEqual({ do: 'timer', timer: 'verdict', ms: 4000 })
    talk.at(2000)
    talk.give(resumed(true))
    expect(talk.did('timer').at(-1)).toEqual({ do: 'timer', timer: 'verdict', ms: 2000 })
    talk.at(4000)
    talk.give({ type: 'timeout', timer: 'verdict' })
    expect(talk.result().verdict).toMatchObject({ is: 'silence', afterMs: 4000 })
    talk.give(resumed(true))
    expect(talk.did('timer').at(-1)).not.toMatchObject({ timer: 'verdict', ms: 0 })
  })
  it('goes on behind a transfer, a message or a voice agent that was cut off', () => {
    const after: FlowStep = { id: 'after', type: 'say', text: 'After.' }
    const cut = (step: FlowStep) => {
      const talk = call([step, after])
      talk.give(resumed(false))
      return [talk.said(), talk.isOver()]
    }
    expect(cut({ id: 'x', type: 'transfer', to: 'sip:a@b' })).toEqual([['After.'], false])
    expect(cut({ id: 'x', type: 'record', what: 'message' })).toEqual([['After.'], false])
    expect(cut({ id: 'x', type: 'stream', url: 'ws://x' })).toEqual([[], true])
  })
})

it('knows beforehand all that can be known of what a call will play', () => {
  const steps: FlowStep[] = [
    ...CONFIRM,
    { id: 'tune', type: 'play', audioId: 'audio' },
    { id: 'echo', type: 'say', text: '{{digits.confirm}}' },
  ]
  expect(soundsOfFlow({ steps, language: 'en-US' }, (name) => FIELDS[name])).toEqual([
    { text: 'Hello Ann, press 1 for nine.', language: 'en-US' },
    { text: 'Thank you.', language: 'en-US' },
    { text: 'We will call again.', language: 'en-US' },
    { audioId: 'audio' },
  ])
})
