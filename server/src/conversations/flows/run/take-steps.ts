// Executes the steps of a flow one after the other, until one of them has to wait.
import { EXIT_WORDS, resultValue } from '../call-result.ts'
import { isTrue, parseCondition } from '../conditions.ts'
import { type FlowStep, following, GATHER_DEFAULTS, type GatherStep, stepIndex } from '../flow.ts'
import type { Advance, FlowContext, Phase, SoundPart } from '../flow-state.ts'
import { spoken } from '../sounds-of-flow.ts'
import { fillTemplate, fillValues, isOfCall } from '../templates.ts'
import { keepCallback, keepExit, keepFields, keepSaid, keepStep } from './keep-result.ts'

/** One event of a call: its state is changed in place, and commands are collected. */
export interface Run extends Advance {
  context: FlowContext
}

const TRANSFER_SECONDS = 30
const MESSAGE_SECONDS = 60
/** How much longer than asked for something may take before it counts as failed. */
const GRACE_MS = 10_000
/** A flow in a loop is ended after this many steps. */
const MAX_STEPS = 200

export const stepOf = ({ context, state }: Run): FlowStep | undefined =>
  context.flow.steps[stepIndex(context.flow, state.step)]

/** Values for the placeholders of a template: fields of the contact, and the result of the call so far. */
const valueIn =
  ({ context, state }: Run) =>
  (name: string) =>
    isOfCall(name) ? resultValue(state.result, name) : context.field(name)

export const fill = (run: Run, text: string) => fillTemplate(text, valueIn(run))

/** Executes steps until one has to wait. Undefined: there are no more steps. `exit`: how the step before is left, if `first` does not say it. */
export function enter(run: Run, first: string | undefined, exit?: string): void {
  const { state, commands, context } = run
  if (exit !== undefined) keepExit(state.result, exit)
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
    keepStep(state.result, step.id, context.atMs)
    context.entered?.(step)
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
      if (step.field === 'callbackTime') keepCallback(result, value, context.callbackTime(value))
      keepFields(result, { [step.field]: value })
      return 'done'
    }
    case 'optOut':
      result.optOut = step.listId
      commands.push({ do: 'optOut', listId: step.listId })
      return 'done'
    case 'record': {
      const recordingId = context.newId()
      const offsetMs = Math.round(context.atMs)
      result.recordings = [...(result.recordings ?? []), { id: recordingId, what: step.what, offsetMs }]
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
  const next = step.next ?? following(context.flow, step.id)
  if (step.type !== 'branch') return next
  const chosen = step.cases.findIndex(({ when }) => isTrue(parseCondition(when), state.result))
  keepExit(state.result, chosen < 0 ? EXIT_WORDS.else : `case:${chosen + 1}`)
  return step.cases[chosen]?.next ?? next
}

/** The current step is done. `exit`: how. */
export function goOn(run: Run, exit?: string): void {
  const step = stepOf(run)
  enter(run, step && nextOf(run, step), exit)
}

export function say(
  run: Run,
  text: string,
  { language, voice }: { language?: string; voice?: string },
): SoundPart {
  const { flow } = run.context
  const filled = fill(run, text)
  keepSaid(run.state.result, run.state.step, filled, run.context.atMs)
  return spoken(flow, filled, { language, voice })
}

export function play(run: Run, part: SoundPart, phase: Phase): 'waits' {
  const { state, commands } = run
  state.plays += 1
  if ('text' in part) state.saidPlay = state.plays
  state.phase = phase
  commands.push({ do: 'play', playId: String(state.plays), parts: [part] })
  return 'waits'
}

export function stopPlaying({ state, commands }: Run): void {
  if (state.phase === 'playing') commands.push({ do: 'stopPlaying', playId: String(state.plays) })
}

export function setTimer({ commands }: Run, ms: number | null): void {
  commands.push({ do: 'timer', timer: 'step', ms })
}

/** Nothing more happens. */
export function end({ state, commands }: Run): void {
  state.phase = 'over'
  commands.push({ do: 'timer', timer: 'step', ms: null }, { do: 'timer', timer: 'verdict', ms: null })
  if (state.agentTransfer !== undefined) commands.push({ do: 'timer', timer: 'transfer', ms: null })
}

export function hangUp(run: Run, fault?: string): void {
  end(run)
  if (fault !== undefined) keepExit(run.state.result, EXIT_WORDS.failed)
  run.commands.push({ do: 'hangUp', ...(fault !== undefined && { fault }) })
}

export function ask(run: Run, step: GatherStep): 'waits' {
  const { state } = run
  state.tries += 1
  state.keys = ''
  const text = (state.tries > 1 ? step.retryText : undefined) ?? step.text
  if (text !== undefined) return play(run, say(run, text, step), 'playing')
  if (step.audioId !== undefined) return play(run, { audioId: step.audioId }, 'playing')
  listen(run, step)
  return 'waits'
}

export function listen(run: Run, { timeout = GATHER_DEFAULTS.timeout }: GatherStep): void {
  run.state.phase = 'listening'
  setTimer(run, timeout * 1000)
}
