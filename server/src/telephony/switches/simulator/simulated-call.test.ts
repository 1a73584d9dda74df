// Simulated calls that follow a flow, driven by the state machine of flows.
import { describe, expect, it } from 'vitest'
import { openSimulator } from '../../../../test/support/simulator-in-time.ts'
import type { CallControl, Sound } from '../../../conversations/answered-call.ts'
import type { Flow } from '../../../conversations/flows/flow.ts'
import type {
  Advance,
  FlowCommand,
  FlowEvent,
  FlowState,
  FlowTimer,
} from '../../../conversations/flows/flow-state.ts'
import { advanceFlow, beginFlow } from '../../../conversations/flows/run/run-flow.ts'

const survey: Flow = {
  steps: [
    { id: 'greeting', type: 'say', text: 'Good morning.' },
    { id: 'confirm', type: 'gather', text: 'Press 1 to confirm, 2 to cancel.', keys: '12', tries: 2 },
    { id: 'thanks', type: 'say', text: 'Thank you.' },
  ],
}
const sound = (durationMs: number): Sound => ({ url: 'http://127.0.0.1/media/a.wav', durationMs })
const SECONDS = 1000

/** Calls that do what a flow says. Sentences last two seconds. */
function openCalls(words: string, flow: Flow) {
  const world = openSimulator(`answered=1, ring=1-2, leave=0, ${words}`)
  const { simulator, clock } = world
  const control = simulator.control as CallControl
  const states = new Map<string, FlowState>()
  const answeredMs = new Map<string, number>()
  const timers = new Map<string, number>()
  let recordings = 0

  const context = (attemptId: string) => ({
    flow,
    field: () => undefined,
    callbackTime: () => undefined,
    newId: () => `recording-${++recordings}`,
    atMs: clock.elapsedMs() - (answeredMs.get(attemptId) ?? 0),
  })

  function happen(attemptId: string, event: FlowEvent): void {
    const state = states.get(attemptId)
    if (state) carryOut(attemptId, advanceFlow(context(attemptId), state, event))
  }

  function carryOut(attemptId: string, { state, commands }: Advance): void {
    states.set(attemptId, state)
    for (const command of commands) obey(attemptId, command)
  }

  function setTimer(attemptId: string, timer: FlowTimer, ms: number | null): void {
    const name = `${attemptId} ${timer}`
    const count = (timers.get(name) ?? 0) + 1
    timers.set(name, count)
    if (ms === null) return
    world.schedule(ms, () => {
      if (timers.get(name) === count) happen(attemptId, { type: 'timeout', timer })
    })
  }

  function obey(attemptId: string, command: FlowCommand): void {
    if (command.do === 'play') void control.play(attemptId, command.playId, [sound(2 * SECONDS)])
    else if (command.do === 'stopPlaying') void control.stopPlaying(attemptId, command.playId)
    else if (command.do === 'timer') setTimer(attemptId, command.timer, command.ms)
    else if (command.do === 'transfer') {
      const { to, timeoutSeconds } = command
      void control.transfer(attemptId, { to, timeoutSeconds })
    } else if (command.do === 'hangUp') void simulator.hangUp(attemptId)
    else if (command.do === 'record') {
      const { what } = command.step
      const recording = { id: command.recordingId, what, maxSeconds: 60, silenceSeconds: 2, hasTone: true }
      void control.record(attemptId, recording)
    }
  }

  simulator.listen((event) => {
    const { attemptId } = event
    if (event.type === 'answered') {
      answeredMs.set(attemptId, clock.elapsedMs())
      carryOut(attemptId, beginFlow(context(attemptId)))
    } else if (event.type !== 'ringing' && event.type !== 'ended') happen(attemptId, event)
  })

  async function run(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) await world.originate(`call ${index}`, '100', flow)
    await world.pass(150 * SECONDS)
    expect(simulator.liveCalls()).toBe(0)
  }
  return { ...world, control, run, results: () => [...states.values()].map(({ result }) => result) }
}

const shareOf = <Item>(items: Item[], is: (item: Item) => boolean) => items.filter(is).length / items.length

describe('a simulated call that follows a flow', () => {
  it('is a whole survey, with the keys by their shares', async () => {
    const { run, results, ledger } = openCalls('person=1, press.1=60, press.2=20, press.none=20', survey)
    await run(400)
    const digits = results().map((result) => result.digits?.confirm)
    // Those who press nothing are asked a second time.
    expect(shareOf(digits, (each) => each === '1')).toBeCloseTo(0.6 + 0.2 * 0.6, 1)
    expect(shareOf(digits, (each) => each === '2')).toBeCloseTo(0.2 + 0.2 * 0.2, 1)
    expect(shareOf(digits, (each) => each === '')).toBeCloseTo(0.04, 1)
    expect(results().every(({ said }) => said?.at(-1)?.text === 'Thank you.')).toBe(true)
    const first = ledger.filter(({ attemptId }) => attemptId === 'call 0').map(({ event }) => event)
    expect(first).toEqual(expect.arrayContaining(['rang', 'answered', 'said', 'heard', 'pressed', 'ended']))
  })

  it.each([
    ['person', 'person'],
    ['machine', 'machine'],
    ['screening', 'screening'],
    ['silence', 'silence'],
  ])('answered by %s is heard as %s', async (kind, verdict) => {
    const { run, results, ledger } = openCalls(`${kind}=1, person=${kind === 'person' ? 1 : 0}`, survey)
    await run(40)
    expect(ledger.filter((entry) => entry.event === 'answered' && entry.by === kind)).toHaveLength(40)
    expect(new Set(results().map((result) => result.verdict?.is))).toEqual(new Set([verdict]))
  })

  it('keeps to the shares of those who answer, and to those of the causes', async () => {
    const { run, ledger } = openCalls('answered=50, busy=50, machine=20, screening=10', survey)
    await run(1000)
    const answered = ledger.flatMap((entry) => (entry.event === 'answered' ? [entry.by] : []))
    expect(answered.length / 1000).toBeCloseTo(0.5, 1)
    expect(shareOf(answered, (by) => by === 'machine')).toBeCloseTo(0.2, 1)
    expect(shareOf(answered, (by) => by === 'screening')).toBeCloseTo(0.1, 1)
    expect(shareOf(answered, (by) => by === 'person')).toBeCloseTo(0.7, 1)
  })

  it('keys in as many digits as are asked for', async () => {
    const steps: Flow['steps'] = [
      { id: 'pin', type: 'gather', text: 'Your PIN?', minDigits: 4, maxDigits: 4 },
    ]
    const { run, results } = openCalls('person=1, press.7=1, press.none=0', { steps })
    await run(20)
    expect(results().map((result) => result.digits?.pin)).toEqual(Array(20).fill('7777'))
  })

  it('ends a long input with the end key', async () => {
    const steps: Flow['steps'] = [
      { id: 'account', type: 'gather', text: 'Your account?', maxDigits: 20, endKey: '*' },
      { id: 'more', type: 'gather', text: 'And now?', minDigits: 2, maxDigits: 2 },
    ]
    const { run, results } = openCalls('person=1, press.7=1, press.none=0', { steps })
    await run(5)
    expect(results().map(({ digits }) => digits)).toEqual(Array(5).fill({ account: '777777', more: '77' }))
  })

  it('presses a key that the flow accepts, unless it is told which', async () => {
    const steps: Flow['steps'] = [{ id: 'ask', type: 'gather', text: 'Press 0 or 8.', keys: '08' }]
    const { run, results } = openCalls('person=1', { steps })
    await run(300)
    const digits = results().map((result) => result.digits?.ask)
    expect(new Set(digits)).toEqual(new Set(['0', '8', '']))
    expect(shareOf(digits, (each) => each === '8')).toBeGreaterThan(0.5)
  })

  it('is transferred by the shares, and goes on if nobody answers there', async () => {
    const steps: Flow['steps'] = [
      { id: 'agent', type: 'transfer', to: 'sip:sales@127.0.0.1' },
      { id: 'sorry', type: 'say', text: 'Nobody is free.' },
    ]
    const { run, results } = openCalls('person=1, transfer.answered=70, transfer.busy=30', { steps })
    await run(300)
    const transfers = results().map(({ transfer }) => transfer?.result)
    expect(shareOf(transfers, (result) => result === 'answered')).toBeCloseTo(0.7, 1)
    expect(shareOf(transfers, (result) => result === 'busy')).toBeCloseTo(0.3, 1)
    for (const { transfer, step } of results())
      expect(step).toBe(transfer?.result === 'answered' ? 'agent' : 'sorry')
  })

  it('is handed over to a queue', async () => {
    const { run, results } = openCalls('person=1', {
      steps: [{ id: 'queue', type: 'transfer', to: 'queue:sales' }],
    })
    await run(3)
    expect(results().map(({ transfer }) => transfer?.result)).toEqual(Array(3).fill('handed_over'))
  })

  it('is recorded as a tone of the right length', async () => {
    const { run, results, control, ledger } = openCalls('person=1', {
      steps: [
        { id: 'all', type: 'record', what: 'call' },
        { id: 'message', type: 'record', what: 'message' },
      ],
    })
    await run(1)
    const recorded = ledger.flatMap((entry) => (entry.event === 'recorded' ? [entry] : []))
    expect(recorded.map(({ recordingId }) => recordingId).sort()).toEqual(
      results()[0]?.recordings?.map(({ id }) => id),
    )
    for (const { recordingId, recordedMs } of recorded) {
      const file = Buffer.from((await control.readRecording(recordingId)) ?? [])
      expect(file.toString('latin1', 0, 4)).toBe('RIFF')
      expect(file.readUInt32LE(40) / 16).toBeCloseTo(recordedMs, -1)
      expect(recordedMs).toBeGreaterThan(3 * SECONDS)
      await control.removeRecording(recordingId)
      expect(await control.readRecording(recordingId)).toBeUndefined()
    }
  })

  it('ends before long if it is told nothing, whoever answers', async () => {
    const { simulator, originate, pass, events } = openSimulator('answered=1, person=1, machine=1, silence=1')
    for (let index = 0; index < 50; index += 1) await originate(`call ${index}`, '100', survey)
    await pass(30 * SECONDS)
    expect(simulator.liveCalls()).toBe(0)
    expect(events.filter(({ type }) => type === 'ended')).toHaveLength(50)
  })

  it('is hung up by a callee who has heard enough', async () => {
    const { simulator, originate, pass } = openSimulator('answered=1, ring=1-1, stay=20')
    await originate('a', '100', survey)
    await pass(1000)
    await simulator.control?.play('a', '1', [sound(600 * SECONDS)])
    await pass(20 * SECONDS)
    expect(simulator.liveCalls()).toBe(0)
  })

  it('is left in the middle by some', async () => {
    const { run, ledger } = openCalls('person=1, leave=1, stay=119', survey)
    await run(50)
    const stopped = ledger.filter((entry) => entry.event === 'heard' && entry.result === 'stopped')
    expect(stopped.length).toBeGreaterThan(5)
  })

  it('has audio both ways', async () => {
    const { simulator, originate, pass, ledger } = openSimulator('last-digit, ring=1-1')
    await originate('a', '100', survey)
    await pass(1000)
    const media = await (simulator.control as CallControl).openMedia('a')
    const heard: string[] = []
    let bytes = 0
    media.onAudio((audio) => {
      bytes += audio.length
      expect(audio.every((sample) => sample === 0xff)).toBe(true)
    })
    media.onMark((name) => heard.push(name))
    media.onClose(() => heard.push('closed'))
    media.send(new Uint8Array(8000))
    media.mark('after a second')
    await pass(500)
    expect(heard).toEqual([])
    await pass(500)
    expect(heard).toEqual(['after a second'])
    expect(bytes).toBe(8000)
    media.send(new Uint8Array(80_000))
    media.mark('cleared')
    media.clear()
    expect(heard).toEqual(['after a second', 'cleared'])
    await simulator.hangUp('a')
    expect(heard.at(-1)).toBe('closed')
    expect(ledger.find((entry) => entry.event === 'streamed')).toMatchObject({ sentMs: 11_000 })
  })

  it('can be taken over', async () => {
    const { simulator, originate, pass } = openSimulator('last-digit, ring=1-1')
    const control = simulator.control as CallControl
    await originate('a', '100', survey)
    expect(await control.resume('a', null)).toBe('ringing')
    await expect(control.play('a', '1', [sound(1000)])).rejects.toThrow('not answered yet')
    await pass(1000)
    expect(await control.resume('a', null)).toBe('waiting')
    await control.play('a', '1', [sound(1000), sound(500)])
    expect(await control.resume('a', '1')).toBe('playing')
    expect(await control.resume('a', '0')).toBe('waiting')
    await pass(1500)
    expect(await control.resume('a', '1')).toBe('waiting')
    await simulator.hangUp('a')
    await expect(control.resume('a', '1')).rejects.toThrow('has ended')
    await control.play('a', '2', [sound(1000)])
    await expect(control.openMedia('a')).rejects.toThrow('has ended')
  })

  it('changes nothing for calls without a flow', async () => {
    const run = async (hasFlows: boolean) => {
      const { originate, pass, ledger } = openSimulator('seed=7')
      for (let index = 0; index < 200; index += 1)
        await originate(`call ${index}`, '100', hasFlows && index % 2 === 0 ? survey : undefined)
      await pass(150 * SECONDS)
      const ends = ledger.flatMap((entry) => (entry.event === 'ended' ? [entry] : []))
      return ends
        .filter(({ attemptId }) => Number(attemptId.slice('call '.length)) % 2 === 1)
        .map(({ attemptId, cause, talkMs }) => ({ attemptId, cause, talkMs }))
    }
    const alone = await run(false)
    expect(alone).toHaveLength(100)
    expect(await run(true)).toEqual(alone)
  })
})
