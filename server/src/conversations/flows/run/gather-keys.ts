// The keys that the callee presses.
import { EXIT_WORDS } from '../call-result.ts'
import { GATHER_DEFAULTS, type GatherStep } from '../flow.ts'
import { keepPressed } from './keep-result.ts'
import { ask, enter, goOn, listen, type Run, stepOf, stopPlaying } from './take-steps.ts'

/** Nobody hears a question, decides and presses a key in less time. */
const LATE_KEY_MS = 1000

export function pressed(run: Run, key: string): void {
  const { state } = run
  const step = stepOf(run)
  if (step?.type === 'record' && state.phase === 'recording' && key === step.endKey) {
    const recordingId = state.result.recordings?.at(-1)?.id
    if (recordingId !== undefined) run.commands.push({ do: 'stopRecording', recordingId })
    return
  }
  if (step?.type !== 'gather' || (state.phase !== 'playing' && state.phase !== 'listening')) return
  if (state.phase === 'playing' && !(step.interrupt ?? true)) return
  if (isLate(run)) return
  stopPlaying(run)
  const { endKey, maxDigits } = { ...GATHER_DEFAULTS, ...step }
  const isEnd = key === endKey && maxDigits > 1
  if (!isEnd) state.keys += key
  if (isEnd || state.keys.length >= maxDigits) finishGather(run, step)
  else listen(run, step)
}

/** The key was meant for an earlier question, which has timed out. If that question is repeated, the key still answers it. */
function isLate({ state, context }: Run): boolean {
  const { unanswered } = state
  return unanswered !== null && unanswered.step !== state.step && context.atMs < unanswered.untilMs
}

export function finishGather(run: Run, step: GatherStep): void {
  const { state } = run
  const { keys, minDigits, tries } = { ...GATHER_DEFAULTS, ...step }
  const input = state.keys
  if (input !== '') keepPressed(state.result, step.id, input, run.context.atMs)
  const isValid = input.length >= minDigits && [...input].every((key) => keys.includes(key))
  if (!isValid && state.tries < tries) {
    ask(run, step)
    return
  }
  state.unanswered = isValid ? null : { step: step.id, untilMs: run.context.atMs + LATE_KEY_MS }
  state.result.digits = { ...state.result.digits, [step.id]: isValid ? input : '' }
  const exit = isValid ? `keys:${input}` : EXIT_WORDS.noInput
  if (isValid || step.noInput === undefined) goOn(run, exit)
  else enter(run, step.noInput, exit)
}
