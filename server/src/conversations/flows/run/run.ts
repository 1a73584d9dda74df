// One event of a call in the state machine, and what steps do with it: fill in texts, say and play, set the timer, end the call.
import { EXIT_WORDS, resultValue } from '../call-result.ts'
import { type Flow, type FlowStep, stepIndex } from '../flow.ts'
import type { Advance, FlowContext, Phase, SoundPart } from '../flow-state.ts'
import { fillTemplate, isOfCall } from '../templates.ts'
import { keepExit, keepPlayed, keepSaid } from './keep-result.ts'

/** How much longer than asked for something may take before it counts as failed. */
export const GRACE_MS = 10_000

/** The state is changed in place, and commands are collected. */
export interface Run extends Advance {
  context: FlowContext
}

export const stepOf = ({ context, state }: Run): FlowStep | undefined =>
  context.flow.steps[stepIndex(context.flow, state.step)]

/** Values for the placeholders of a template: fields of the contact, and the result of the call so far. */
export const valueIn =
  ({ context, state }: Run) =>
  (name: string) =>
    isOfCall(name) ? resultValue(state.result, name) : context.field(name)

export const fill = (run: Run, text: string) => fillTemplate(text, valueIn(run))

/** A sentence in the language and the voice of its step, or else of the flow. */
export function spoken(
  flow: Pick<Flow, 'language' | 'voice'>,
  text: string,
  {
    language = flow.language,
    voice = flow.voice,
  }: { language?: string | undefined; voice?: string | undefined },
): SoundPart {
  return { text, ...(language !== undefined && { language }), ...(voice !== undefined && { voice }) }
}

export function say(
  run: Run,
  text: string,
  { language, voice }: { language?: string; voice?: string },
): SoundPart {
  const filled = fill(run, text)
  keepSaid(run.state.result, run.state.step, filled, run.context.atMs)
  return spoken(run.context.flow, filled, { language, voice })
}

export function play(run: Run, part: SoundPart, phase: Phase): 'waits' {
  const { state, commands } = run
  state.plays += 1
  if ('text' in part) state.saidPlay = state.plays
  else keepPlayed(state.result, state.step, part.audioId, run.context.atMs)
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

export function hangUp(run: Run, fault?: string): 'waits' {
  end(run)
  if (fault !== undefined) keepExit(run.state.result, EXIT_WORDS.failed)
  run.commands.push({ do: 'hangUp', ...(fault !== undefined && { fault }) })
  return 'waits'
}
