// The flow of an answered call as a state machine: an event goes in, commands come out. It is pure, and its state is JSON: it is
// stored before the commands are carried out, so that another node can go on from there. A step whose sounds have begun is
// not begun again.
import { type CallResult, resultValue, type TransferResult, type Verdict } from './call-result.ts'
import { isTrue, parseCondition } from './conditions.ts'
import {
  beginDetection,
  type Detection,
  type Detector,
  hearTalk,
  lookAgain,
  NOTHING_HEARD,
} from './detect-answer.ts'
import {
  type Flow,
  type FlowStep,
  following,
  type GatherStep,
  type RecordStep,
  type StreamStep,
  stepIndex,
} from './flow.ts'
import { fillTemplate, fillValues, isOfCall, placesIn } from './templates.ts'

export type Phase =
  | 'playing'
  /** For keys. */
  | 'listening'
  | 'recording'
  | 'transferring'
  /** With somebody else: the call ends without us. */
  | 'talking'
  | 'streaming'
  | 'waiting_for_tone'
  /** The last words are said. */
  | 'closing'
  | 'over'

export interface FlowState {
  step: string
  phase: Phase
  /** How many steps have begun. */
  visits: number
  /** How many sounds have begun: the id of the last one. */
  plays: number
  /** The current try of a gather step, and its keys. */
  tries: number
  keys: string
  detector: Detector
  /** Whether the flow has reacted to a machine. */
  hasLeft: boolean
  result: CallResult
}

/** A sentence or an uploaded audio. */
export type SoundPart = { text: string; language?: string; voice?: string } | { audioId: string }

export type FlowCommand =
  | { do: 'play'; playId: string; parts: SoundPart[] }
  | { do: 'stopPlaying'; playId: string }
  /** Null cancels it. A timer of the same name is replaced. */
  | { do: 'timer'; timer: FlowTimer; ms: number | null }
  | { do: 'record'; recordingId: string; step: RecordStep }
  | { do: 'stopRecording'; recordingId: string }
  | { do: 'transfer'; to: string; timeoutSeconds: number }
  | { do: 'stream'; step: StreamStep; parameters: Record<string, string> }
  | { do: 'stopStream' }
  | { do: 'optOut'; listId: string }
  /** With a reason if the gateway has failed. */
  | { do: 'hangUp'; fault?: string }

export type FlowTimer = 'step' | 'verdict'

export type FlowEvent =
  | { type: 'answered' }
  /** Another node was in control. */
  | { type: 'resumed'; isPlaying: boolean }
  | { type: 'played'; playId: string; result: 'done' | 'stopped' | 'failed' }
  | { type: 'key'; key: string }
  | { type: 'talk'; isTalking: boolean; talkMs: number }
  | { type: 'timeout'; timer: FlowTimer }
  | { type: 'recorded' }
  | { type: 'transferred'; result: TransferResult }
  /** What the voice agent says about the call, while it goes on. */
  | { type: 'told'; said: AgentWord }
  /** The voice agent has gone, or could not be reached. */
  | { type: 'streamed'; how: NonNullable<CallResult['agent']> }

export interface AgentWord {
  verdict?: Verdict
  fields?: Record<string, string>
  callbackTime?: string
}

export interface FlowContext {
  flow: Flow
  /** A field of the contact. */
  field(name: string): string | undefined
  /** Reads what a step says about a time, as ISO 8601. */
  callbackTime(text: string): string | undefined
  /** Of a new recording. */
  newId(): string
  /** Milliseconds since the answer. */
  atMs: number
}

export interface Advance {
  state: FlowState
  commands: FlowCommand[]
}

export const GATHER_DEFAULTS = {
  minDigits: 1,
  maxDigits: 1,
  timeout: 5,
  tries: 1,
  endKey: '#',
  keys: '0123456789',
}
const TRANSFER_SECONDS = 30
const MESSAGE_SECONDS = 60
/** How much longer than asked for something may take before it counts as failed. */
const GRACE_MS = 10_000
const TONE_WITHIN_MS = 30_000
const TONE_AFTER_TAKEOVER_MS = 3000
/** A flow that goes round and round ends. */
const MAX_STEPS = 200
const MAX_SAID = 50

export function beginFlow(context: FlowContext): Advance {
  const state: FlowState = {
    step: '',
    phase: 'playing',
    visits: 0,
    plays: 0,
    tries: 0,
    keys: '',
    detector: NOTHING_HEARD,
    hasLeft: false,
    result: {},
  }
  const run = { context, state, commands: [] }
  applyDetection(run, beginDetection())
  enter(run, context.flow.steps[0]?.id)
  return run
}

export function advanceFlow(context: FlowContext, before: FlowState, event: FlowEvent): Advance {
  const run: Run = { context, state: structuredClone(before), commands: [] }
  if (run.state.phase === 'over') {
    // The node that was to hang up is gone.
    if (event.type === 'resumed') hangUp(run)
    return run
  }
  switch (event.type) {
    case 'answered':
      break
    case 'resumed':
      resume(run, event.isPlaying)
      break
    case 'played':
      if (event.playId === String(run.state.plays)) played(run, event.result)
      break
    case 'key':
      pressed(run, event.key)
      break
    case 'talk':
      heard(run, event.isTalking, event.talkMs)
      break
    case 'timeout':
      if (event.timer === 'verdict') applyDetection(run, lookAgain(run.state.detector, context.atMs))
      else timedOut(run)
      break
    case 'recorded':
      if (run.state.phase === 'recording') goOn(run)
      break
    case 'transferred':
      transferred(run, event.result)
      break
    case 'told':
      note(run, event.said)
      break
    case 'streamed':
      streamed(run, event.how)
  }
  return run
}

interface Run extends Advance {
  context: FlowContext
}

const stepOf = ({ context, state }: Run): FlowStep | undefined =>
  context.flow.steps[stepIndex(context.flow, state.step)]

/** What stands in the places of a text: a field of the contact, or what has come of the call so far. */
const valueIn =
  ({ context, state }: Run) =>
  (name: string) =>
    isOfCall(name) ? resultValue(state.result, name) : context.field(name)

const fill = (run: Run, text: string) => fillTemplate(text, valueIn(run))

/** Takes steps until one of them needs time. Undefined: there are no more. */
function enter(run: Run, first: string | undefined): void {
  const { state, commands, context } = run
  commands.push({ do: 'timer', timer: 'step', ms: null })
  for (let id = first; ; ) {
    const step = id === undefined ? undefined : context.flow.steps[stepIndex(context.flow, id)]
    if (!step || state.visits >= MAX_STEPS) {
      hangUp(run)
      return
    }
    state.step = step.id
    state.visits += 1
    state.result.step = step.id
    if (begin(run, step) === 'waits') return
    id = nextOf(run, step)
  }
}

function begin(run: Run, step: FlowStep): 'waits' | 'done' {
  const { state, commands, context } = run
  const { result } = state
  switch (step.type) {
    case 'say':
      return play(run, say(run, step.text, step), 'playing')
    case 'play':
      return play(run, { audioId: step.audioId }, 'playing')
    case 'gather':
      state.tries = 0
      return ask(run, step)
    case 'branch':
      return 'done'
    case 'set': {
      const value = fill(run, step.value)
      const time = step.field === 'callbackTime' ? context.callbackTime(value) : undefined
      if (time !== undefined) result.callbackTime = time
      result.fields = { ...result.fields, [step.field]: value }
      return 'done'
    }
    case 'optOut':
      result.optOut = step.listId
      commands.push({ do: 'optOut', listId: step.listId })
      return 'done'
    case 'record': {
      const recordingId = context.newId()
      result.recordings = [...(result.recordings ?? []), { id: recordingId, what: step.what }]
      commands.push({ do: 'record', recordingId, step })
      if (step.what === 'call') return 'done'
      state.phase = 'recording'
      setTimer(run, (step.maxSeconds ?? MESSAGE_SECONDS) * 1000 + GRACE_MS)
      return 'waits'
    }
    case 'transfer': {
      const timeoutSeconds = step.timeout ?? TRANSFER_SECONDS
      state.phase = 'transferring'
      commands.push({ do: 'transfer', to: fill(run, step.to), timeoutSeconds })
      setTimer(run, timeoutSeconds * 1000 + GRACE_MS)
      return 'waits'
    }
    case 'stream':
      state.phase = 'streaming'
      commands.push({
        do: 'stream',
        step,
        parameters: fillValues(step.parameters ?? {}, valueIn(run)),
      })
      if (step.maxSeconds !== undefined) setTimer(run, step.maxSeconds * 1000)
      return 'waits'
    case 'hangup':
      hangUp(run)
      return 'waits'
  }
}

function nextOf({ context, state }: Run, step: FlowStep): string | undefined {
  if (step.type === 'hangup') return undefined
  const chosen =
    step.type === 'branch'
      ? step.cases.find(({ when }) => isTrue(parseCondition(when), state.result))
      : undefined
  return chosen?.next ?? step.next ?? following(context.flow, step.id)
}

/** The current step is done. */
function goOn(run: Run): void {
  const step = stepOf(run)
  enter(run, step && nextOf(run, step))
}

function say(run: Run, text: string, { language, voice }: { language?: string; voice?: string }): SoundPart {
  const { flow } = run.context
  const filled = fill(run, text)
  const said = run.state.result.said ?? []
  if (said.length < MAX_SAID) run.state.result.said = [...said, { step: run.state.step, text: filled }]
  return spoken(flow, filled, { language, voice })
}

function play(run: Run, part: SoundPart, phase: Phase): 'waits' {
  const { state, commands } = run
  state.plays += 1
  state.phase = phase
  commands.push({ do: 'play', playId: String(state.plays), parts: [part] })
  return 'waits'
}

function stopPlaying({ state, commands }: Run): void {
  if (state.phase === 'playing') commands.push({ do: 'stopPlaying', playId: String(state.plays) })
}

function setTimer({ commands }: Run, ms: number | null): void {
  commands.push({ do: 'timer', timer: 'step', ms })
}

function hangUp(run: Run, fault?: string): void {
  run.state.phase = 'over'
  run.commands.push({ do: 'timer', timer: 'step', ms: null }, { do: 'timer', timer: 'verdict', ms: null })
  run.commands.push({ do: 'hangUp', ...(fault !== undefined && { fault }) })
}

function played(run: Run, result: 'done' | 'stopped' | 'failed'): void {
  const { phase } = run.state
  const step = stepOf(run)
  if (phase === 'closing') hangUp(run)
  else if (phase !== 'playing') return
  else if (result === 'failed') hangUp(run, `the sound of step ${run.state.step} could not be played`)
  else if (step?.type === 'gather') listen(run, step)
  else goOn(run)
}

// == keys ==

function ask(run: Run, step: GatherStep): 'waits' {
  const { state } = run
  state.tries += 1
  state.keys = ''
  const text = (state.tries > 1 ? step.retryText : undefined) ?? step.text
  if (text !== undefined) return play(run, say(run, text, step), 'playing')
  if (step.audioId !== undefined) return play(run, { audioId: step.audioId }, 'playing')
  listen(run, step)
  return 'waits'
}

function listen(run: Run, { timeout = GATHER_DEFAULTS.timeout }: GatherStep): void {
  run.state.phase = 'listening'
  setTimer(run, timeout * 1000)
}

function pressed(run: Run, key: string): void {
  const { state } = run
  const step = stepOf(run)
  if (step?.type === 'record' && state.phase === 'recording' && key === step.endKey) {
    const recordingId = state.result.recordings?.at(-1)?.id
    if (recordingId !== undefined) run.commands.push({ do: 'stopRecording', recordingId })
    return
  }
  if (step?.type !== 'gather' || (state.phase !== 'playing' && state.phase !== 'listening')) return
  if (state.phase === 'playing' && !(step.interrupt ?? true)) return
  stopPlaying(run)
  const { endKey, maxDigits } = { ...GATHER_DEFAULTS, ...step }
  const isEnd = key === endKey && maxDigits > 1
  if (!isEnd) state.keys += key
  if (isEnd || state.keys.length >= maxDigits) finishGather(run, step)
  else listen(run, step)
}

function finishGather(run: Run, step: GatherStep): void {
  const { state } = run
  const { keys, minDigits, tries } = { ...GATHER_DEFAULTS, ...step }
  const input = state.keys
  const isValid = input.length >= minDigits && [...input].every((key) => keys.includes(key))
  if (!isValid && state.tries < tries) {
    ask(run, step)
    return
  }
  state.result.digits = { ...state.result.digits, [step.id]: isValid ? input : '' }
  if (isValid || step.noInput === undefined) goOn(run)
  else enter(run, step.noInput)
}

// == time, takeover, transfer, voice agents ==

function timedOut(run: Run): void {
  const { state, commands } = run
  const step = stepOf(run)
  if (state.phase === 'listening' && step?.type === 'gather') finishGather(run, step)
  else if (state.phase === 'recording') goOn(run)
  else if (state.phase === 'transferring') transferred(run, 'failed')
  else if (state.phase === 'waiting_for_tone') leaveMessage(run)
  else if (state.phase === 'streaming') commands.push({ do: 'stopStream' })
}

function resume(run: Run, isPlaying: boolean): void {
  const { phase } = run.state
  if (phase === 'playing') {
    if (!isPlaying) played(run, 'done')
  } else if (phase === 'listening') setTimer(run, GATHER_DEFAULTS.timeout * 1000)
  else if (phase === 'recording') goOn(run)
  else if (phase === 'transferring') transferred(run, 'failed')
  else if (phase === 'streaming') streamed(run, 'died')
  else if (phase === 'waiting_for_tone') setTimer(run, TONE_AFTER_TAKEOVER_MS)
  else if (phase === 'closing' && !isPlaying) hangUp(run)
}

function transferred(run: Run, result: TransferResult): void {
  const step = stepOf(run)
  if (run.state.phase !== 'transferring' || step?.type !== 'transfer') return
  run.state.result.transfer = { to: fill(run, step.to), result }
  if (result === 'answered' || result === 'handed_over') {
    run.state.phase = 'talking'
    setTimer(run, null)
  } else goOn(run)
}

function note({ state, context }: Run, { verdict, fields, callbackTime }: AgentWord): void {
  // Who does not know when the call was answered says 0.
  if (verdict) state.result.verdict = { ...verdict, afterMs: verdict.afterMs || Math.round(context.atMs) }
  if (fields) state.result.fields = { ...state.result.fields, ...fields }
  if (callbackTime !== undefined) state.result.callbackTime = callbackTime
}

function streamed(run: Run, how: NonNullable<CallResult['agent']>): void {
  const step = stepOf(run)
  if (run.state.phase !== 'streaming' || step?.type !== 'stream') return
  run.state.result.agent = how
  setTimer(run, null)
  if (how === 'done') goOn(run)
  else if (step.failText === undefined) hangUp(run)
  else play(run, say(run, step.failText, step), 'closing')
}

// == who answered ==

function heard(run: Run, isTalking: boolean, talkMs: number): void {
  applyDetection(run, hearTalk(run.state.detector, isTalking, talkMs, run.context.atMs))
  if (!isTalking && run.state.phase === 'waiting_for_tone') leaveMessage(run)
}

function applyDetection(run: Run, { detector, verdict, lookAfterMs }: Detection): void {
  const { state, commands } = run
  state.detector = detector
  if (lookAfterMs !== undefined) commands.push({ do: 'timer', timer: 'verdict', ms: lookAfterMs })
  // The word of a voice agent counts more.
  if (!verdict || (state.result.verdict && state.result.verdict.by !== 'detector')) return
  state.result.verdict = verdict
  if (verdict.is === 'machine') reactToMachine(run)
}

function reactToMachine(run: Run): void {
  const { onMachine } = run.context.flow
  const { state } = run
  const isBusy = state.phase === 'playing' || state.phase === 'listening' || state.phase === 'recording'
  if (!onMachine || onMachine.do === 'continue' || !isBusy || state.hasLeft) return
  state.hasLeft = true
  stopPlaying(run)
  if (onMachine.do === 'hangup') hangUp(run)
  else if (state.detector.isTalking) {
    state.phase = 'waiting_for_tone'
    setTimer(run, TONE_WITHIN_MS)
  } else leaveMessage(run)
}

function leaveMessage(run: Run): void {
  const { onMachine } = run.context.flow
  enter(run, onMachine?.do === 'leaveMessage' ? onMachine.step : undefined)
}

// == what is said ==

function spoken(
  flow: Flow,
  text: string,
  {
    language = flow.language,
    voice = flow.voice,
  }: { language?: string | undefined; voice?: string | undefined },
): SoundPart {
  return { text, ...(language !== undefined && { language }), ...(voice !== undefined && { voice }) }
}

/** Every sentence and audio that the flow may play to this contact, as far as that can be known before the call. */
export function soundsOfFlow(flow: Flow, field: (name: string) => string | undefined): SoundPart[] {
  return flow.steps.flatMap((step): SoundPart[] => {
    if (step.type === 'play') return [{ audioId: step.audioId }]
    const texts =
      step.type === 'say'
        ? [step.text]
        : step.type === 'gather'
          ? [step.text, step.retryText]
          : step.type === 'stream'
            ? [step.failText]
            : []
    const sentences = texts.flatMap((text) =>
      text === undefined || dependsOnCall(text)
        ? []
        : [spoken(flow, fillTemplate(text, field), step as { language?: string; voice?: string })],
    )
    return step.type === 'gather' && step.audioId !== undefined && step.text === undefined
      ? [{ audioId: step.audioId }, ...sentences]
      : sentences
  })
}

/** Such a sentence is synthesised while the call goes on. */
export function dependsOnCall(text: string): boolean {
  return placesIn(text).some(({ name }) => isOfCall(name))
}
