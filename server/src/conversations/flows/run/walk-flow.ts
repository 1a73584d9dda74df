// Walks through a flow with the state machine that runs it in calls, but with a virtual clock and without a telephone: for previews,
// and to check whether the flow ends.

import type { TransferResult, VerdictKind } from '../../../platform/words/calls.ts'
import type { CallResult } from '../call-result.ts'
import type { Flow } from '../flow.ts'
import {
  type Advance,
  type FlowCommand,
  type FlowContext,
  type FlowEvent,
  type FlowState,
  type FlowTimer,
  type Phase,
  type SoundPart,
  WAITS_FOR,
} from '../flow-state.ts'
import { kindOf, stepThatGives } from '../steps/steps.ts'
import { advanceFlow, beginFlow } from './run-flow.ts'

/** What the callee, or somebody else, does. */
export type WalkEvent =
  | { key: string }
  /** Time passes until something happens. */
  | { wait: true }
  | { verdict: VerdictKind }
  | { transfer: TransferResult }
  | { agent: NonNullable<CallResult['agent']>; fields?: Record<string, string> }
  /** The callee hangs up. */
  | { hangup: true }

export interface WalkEntry {
  /** Milliseconds after the answer; how long a text takes is a guess. */
  atMs: number
  step: string
  what: 'say' | 'play' | 'key' | 'set' | 'record' | 'transfer' | 'stream' | 'optOut' | 'verdict' | 'hangup'
  text: string
}

type WaitsFor = (typeof WAITS_FOR)[Phase]

export interface Walk {
  entries: WalkEntry[]
  step: string
  waitsFor: WaitsFor
  result: CallResult
  isOver: boolean
  atMs: number
}

export interface WalkOptions {
  flow: Flow
  field(name: string): string | undefined
  callbackTime: FlowContext['callbackTime']
  /** The step at which it begins, if it is not the first one. */
  fromStep?: string | undefined
}

const MESSAGE_MS = 5000
const MS_PER_CHARACTER = 65
/** A flow that takes more steps than this is in a loop. */
const MANY_VISITS = 150
const MAX_WAITS = 1000

export function walkFlow(options: WalkOptions, events: readonly WalkEvent[]): Walk {
  const walker = createWalker(options)
  // A person who says hello, unless the caller decides on who answers.
  const [first] = events
  if (!first || !('verdict' in first)) walker.assumePerson()
  for (const event of events) walker.take(event)
  return walker.walk()
}

/** The step at which a callee who does nothing ends up in a loop; undefined if the flow ends. */
export function isWalkedForever(flow: Flow): string | undefined {
  const walker = createWalker({ flow, field: () => 'x', callbackTime: () => undefined })
  for (let waits = 0; waits < MAX_WAITS && !walker.walk().isOver; waits += 1) walker.take({ wait: true })
  const { visits, step } = walker.state()
  return visits > MANY_VISITS ? step : undefined
}

function createWalker(options: WalkOptions) {
  const { flow } = options
  const entries: WalkEntry[] = []
  const timers: Partial<Record<FlowTimer, number>> = {}
  let atMs = 0
  let ids = 0
  let soundEndsMs: number | null = null
  const context = (): FlowContext => ({
    flow,
    field: options.field,
    callbackTime: options.callbackTime,
    newId: () => `recording-${++ids}`,
    atMs,
  })
  let state: FlowState
  follow(beginFlow(context(), options.fromStep))

  function follow(advance: Advance): void {
    const before = state?.result
    state = advance.state
    noteResults(before ?? {}, state.result)
    for (const command of advance.commands) obey(command)
  }

  function feed(event: FlowEvent): void {
    follow(advanceFlow(context(), state, event))
  }

  function note(what: WalkEntry['what'], text: string, step = state.step): void {
    entries.push({ atMs, step, what, text })
  }

  function obey(command: FlowCommand): void {
    switch (command.do) {
      case 'play':
        for (const part of command.parts) note('text' in part ? 'say' : 'play', wordsOf(part))
        soundEndsMs = atMs + command.parts.reduce((sum, part) => sum + lengthMs(part), 0)
        return
      case 'stopPlaying':
        soundEndsMs = null
        return
      case 'timer':
        if (command.ms === null) delete timers[command.timer]
        else timers[command.timer] = atMs + command.ms
        return
      case 'record':
        // A step that records the whole call takes no time: the state is at a later step by now.
        note('record', command.step.what, command.step.id)
        return
      case 'stopRecording':
        timers.step = atMs
        return
      case 'transfer':
        note('transfer', command.to)
        timers.step = atMs + command.timeoutSeconds * 1000
        return
      case 'stream':
        note('stream', command.step.url)
        return
      case 'stopStream':
        feed({ type: 'streamed', how: 'done' })
        return
      case 'optOut':
        note('optOut', command.listId)
        return
      case 'hangUp':
        note('hangup', '')
    }
  }

  /** Steps that take no time give no command. */
  function noteResults(before: CallResult, after: CallResult): void {
    for (const [name, value] of Object.entries(after.fields ?? {})) {
      if (before.fields?.[name] !== value)
        note('set', `${name} = ${value}`, stepThatGives(flow, `result.${name}`)?.id)
    }
    if (after.verdict && after.verdict.is !== before.verdict?.is) note('verdict', after.verdict.is)
  }

  function decide(verdict: VerdictKind): void {
    const talkMs = verdict === 'person' ? 700 : verdict === 'unknown' ? 2000 : undefined
    if (talkMs !== undefined || verdict === 'machine') feed({ type: 'talk', isTalking: true, talkMs: 0 })
    if (talkMs !== undefined) feed({ type: 'talk', isTalking: false, talkMs })
    else if (verdict === 'machine' || verdict === 'silence') feed({ type: 'timeout', timer: 'verdict' })
    delete timers.verdict
    if (state.result.verdict?.is !== verdict)
      feed({ type: 'told', said: { verdict: { is: verdict, by: 'detector', how: 'told', afterMs: atMs } } })
  }

  /** Time passes until something happens that can be seen. */
  function wait(): void {
    const seen = entries.length
    const { phase } = state
    for (
      let times = 0;
      times < 5 && !isOver() && entries.length === seen && state.phase === phase;
      times += 1
    )
      pass()
  }

  function pass(): void {
    const { phase } = state
    if (phase === 'talking') hangUp()
    else if (phase === 'streaming' && timers.step === undefined) feed({ type: 'streamed', how: 'done' })
    else if (phase === 'recording') {
      atMs = Math.min(atMs + MESSAGE_MS, timers.step ?? Number.POSITIVE_INFINITY)
      feed({ type: 'recorded' })
    } else if (phase === 'transferring') {
      atMs = timers.step ?? atMs
      feed({ type: 'transferred', result: 'no_answer' })
    } else if (phase === 'waiting_for_tone') {
      atMs += MESSAGE_MS
      feed({ type: 'talk', isTalking: false, talkMs: MESSAGE_MS })
    } else passTo(nextMoment())
  }

  function hangUp(): void {
    feed({ type: 'hungUp' })
    note('hangup', '')
  }

  function nextMoment(): ['sound' | FlowTimer, number] | undefined {
    const moments = Object.entries({ sound: soundEndsMs, ...timers }).filter(([, at]) => at !== null)
    return moments.sort(([, a], [, b]) => Number(a) - Number(b))[0] as
      | ['sound' | FlowTimer, number]
      | undefined
  }

  function passTo(moment: ['sound' | FlowTimer, number] | undefined): void {
    if (!moment) return
    const [what, at] = moment
    atMs = Math.max(atMs, at)
    if (what === 'sound') {
      soundEndsMs = null
      feed({ type: 'played', playId: String(state.plays), result: 'done' })
    } else {
      delete timers[what]
      feed({ type: 'timeout', timer: what })
    }
  }

  const isOver = () => state.phase === 'over'

  return {
    state: () => state,

    /** Without a word about it: nothing special has happened. */
    assumePerson(): void {
      if (isOver()) return
      const said = entries.length
      decide('person')
      const at = entries.findIndex(({ what }, index) => index >= said && what === 'verdict')
      if (at >= 0) entries.splice(at, 1)
    },

    take(event: WalkEvent): void {
      if (isOver()) return
      if ('key' in event) {
        // It is meant for the question that is asked now.
        atMs = Math.max(atMs, state.unanswered?.untilMs ?? 0)
        note('key', event.key)
        feed({ type: 'key', key: event.key })
      } else if ('wait' in event) wait()
      else if ('verdict' in event) decide(event.verdict)
      else if ('transfer' in event) feed({ type: 'transferred', result: event.transfer })
      else if ('agent' in event) {
        if (event.fields) feed({ type: 'told', said: { fields: event.fields } })
        feed({ type: 'streamed', how: event.agent })
      } else hangUp()
    },

    walk: (): Walk => ({
      entries,
      step: state.step,
      waitsFor: isOver() ? null : waitsFor(flow, state),
      result: state.result,
      isOver: isOver(),
      atMs,
    }),
  }
}

/** A key can also be pressed while a step that asks for keys speaks. */
function waitsFor(flow: Flow, { phase, step: id }: FlowState): WaitsFor {
  const step = flow.steps.find((each) => each.id === id)
  const hearsKeys = phase === 'playing' && step !== undefined && kindOf(step).hearsKeys?.(step)
  return hearsKeys ? 'key' : WAITS_FOR[phase]
}

function wordsOf(part: SoundPart): string {
  return 'text' in part ? part.text : part.audioId
}

function lengthMs(part: SoundPart): number {
  return 300 + ('text' in part ? part.text.length * MS_PER_CHARACTER : MESSAGE_MS)
}
