// Asks for keys, with a text or an uploaded audio. Each try is the question and then silence on the keyboard; what is keyed in is valid or makes
// the try fail.
import { type Static, Type } from 'typebox'
import { rule } from '../../../platform/http/schemas/field-rule.ts'
import { text } from '../../../platform/http/schemas/text-schema.ts'
import { EXIT_WORDS } from '../call-result.ts'
import type { Blame } from '../check/flow-fault.ts'
import type { FlowStep } from '../flow.ts'
import { keepPressed } from '../run/keep-result.ts'
import { play, type Run, say, setTimer, stopPlaying } from '../run/run.ts'
import { audioId, key, next, seconds, speech, spokenText, step, stepId } from './step-form.ts'
import type { StepKind, Taken } from './step-kind.ts'

export const GATHER_DEFAULTS = {
  minDigits: 1,
  maxDigits: 1,
  timeout: 5,
  tries: 1,
  endKey: '#',
  keys: '0123456789',
}

/** Nobody hears a question, decides and presses a key in less time. */
const LATE_KEY_MS = 1000

const form = step('gather', 'Asks for keys.', {
  text: Type.Optional(spokenText('What is said meanwhile.')),
  ...speech,
  audioId: Type.Optional(audioId),
  retryText: Type.Optional(spokenText('Said before the next try, instead of the text.')),
  minDigits: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 30, default: GATHER_DEFAULTS.minDigits, examples: [1] }),
  ),
  maxDigits: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 30, default: GATHER_DEFAULTS.maxDigits, examples: [1] }),
  ),
  endKey: Type.Optional({
    ...key('Ends the input before maxDigits; it is not part of it.'),
    default: GATHER_DEFAULTS.endKey,
  }),
  keys: Type.Optional(
    Type.String({
      pattern: '^[0-9*#]{1,12}$',
      'x-rules': { pattern: rule('not_a_key', 'must be 1 to 12 of the keys 0-9, * and #') },
      description: 'Keys that are accepted. Any other key makes the try fail.',
      default: GATHER_DEFAULTS.keys,
      examples: ['12'],
    }),
  ),
  keyNames: Type.Optional(
    Type.Unsafe<Record<string, string>>(
      Type.Object(
        {},
        {
          additionalProperties: text({ minLength: 1, maxLength: 40 }),
          maxProperties: 12,
          propertyNames: {
            pattern: '^[0-9*#]$',
            'x-rules': { pattern: rule('not_a_key', 'must be one of the keys 0-9, * and #') },
          },
          description:
            'What pressing a key means, by key. The picture of the call shows it; the call does not depend on it.',
          examples: [{ 1: 'Confirmed' }],
        },
      ),
    ),
  ),
  timeout: Type.Optional({
    ...seconds(60, 'Seconds to wait for a key, after the text and after each key.'),
    default: GATHER_DEFAULTS.timeout,
  }),
  tries: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10, default: GATHER_DEFAULTS.tries, examples: [2] }),
  ),
  interrupt: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether a key stops what is being said.' }),
  ),
  noInput: Type.Optional(
    stepId('The step if no try brought valid input. By default the same as after valid input.'),
  ),
  next,
})
export type GatherStep = Static<typeof form>
declare module '../flow.ts' {
  interface StepForms {
    gather: GatherStep
  }
}

export const isGather = (step: FlowStep): step is GatherStep => step.type === 'gather'

export const gather: StepKind<GatherStep> = {
  form,
  needs: ({ text, audioId }) => (text !== undefined || audioId !== undefined ? ['keys', 'play'] : ['keys']),
  exits: ({ noInput }) => [['noInput', noInput]],
  texts: ({ text, retryText }) => [
    ['text', text],
    ['retryText', retryText],
  ],
  withTexts: (step, change) => ({
    ...step,
    ...(step.text !== undefined && { text: change(step.text) }),
    ...(step.retryText !== undefined && { retryText: change(step.retryText) }),
  }),
  audioOf: ({ audioId }) => audioId,
  check: (step, _surroundings, blame) => checkInput(step, blame),
  waitsForCallee: () => true,
  resultsOf: ({ id }) => [`digits.${id}`],
  canGive(step, value) {
    const { keys, minDigits, maxDigits } = { ...GATHER_DEFAULTS, ...step }
    return (
      value.length >= minDigits && value.length <= maxDigits && [...value].every((key) => keys.includes(key))
    )
  },
  exitForm: { word: 'keys', value: '[0-9*#]{1,32}' },
  sounds: ({ text, audioId, retryText }) => [
    ...(text !== undefined ? [{ text }] : audioId !== undefined ? [{ audioId }] : []),
    ...(retryText !== undefined ? [{ text: retryText }] : []),
  ],

  begin(run, step) {
    run.state.tries = 0
    return ask(run, step)
  },
  isQuestion: true,
  hearsKeys: ({ interrupt = true }) => interrupt,
  played: listen,
  pressed(run, step, key) {
    const { state } = run
    if (state.phase !== 'playing' && state.phase !== 'listening') return 'waits'
    if (state.phase === 'playing' && !(step.interrupt ?? true)) return 'waits'
    if (isLate(run)) return 'waits'
    stopPlaying(run)
    const { endKey, maxDigits } = { ...GATHER_DEFAULTS, ...step }
    const isEnd = key === endKey && maxDigits > 1
    if (!isEnd) state.keys += key
    return isEnd || state.keys.length >= maxDigits ? finish(run, step) : listen(run, step)
  },
  timedOut: finish,
  notTransferred: listen,
}

function ask(run: Run, step: GatherStep): Taken {
  const { state } = run
  state.tries += 1
  state.keys = ''
  const text = (state.tries > 1 ? step.retryText : undefined) ?? step.text
  if (text !== undefined) return play(run, say(run, text, step), 'playing')
  if (step.audioId !== undefined) return play(run, { audioId: step.audioId }, 'playing')
  return listen(run, step)
}

function listen(run: Run, { timeout = GATHER_DEFAULTS.timeout }: GatherStep): 'waits' {
  run.state.phase = 'listening'
  setTimer(run, timeout * 1000)
  return 'waits'
}

/** The key was meant for an earlier question, which has timed out. If that question is repeated, the key still answers it. */
function isLate({ state, context }: Run): boolean {
  const { unanswered } = state
  return unanswered !== null && unanswered.step !== state.step && context.atMs < unanswered.untilMs
}

function finish(run: Run, step: GatherStep): Taken {
  const { state, context } = run
  const { keys, minDigits, tries } = { ...GATHER_DEFAULTS, ...step }
  const input = state.keys
  if (input !== '') keepPressed(state.result, step.id, input, context.atMs)
  const isValid = input.length >= minDigits && [...input].every((key) => keys.includes(key))
  if (!isValid && state.tries < tries) return ask(run, step)
  state.unanswered = isValid ? null : { step: step.id, untilMs: context.atMs + LATE_KEY_MS }
  state.result.digits = { ...state.result.digits, [step.id]: isValid ? input : '' }
  return isValid ? { exit: `keys:${input}` } : { exit: EXIT_WORDS.noInput, to: step.noInput }
}

function checkInput(step: GatherStep, blame: Blame): void {
  const { minDigits, maxDigits, endKey, keys, tries } = { ...GATHER_DEFAULTS, ...step }
  if (step.text !== undefined && step.audioId !== undefined)
    blame('audioId', 'and text cannot be given together', { fault: 'excluded', params: { other: 'text' } })
  if (minDigits > maxDigits)
    blame('minDigits', `must be at most maxDigits, which is ${maxDigits}`, {
      fault: 'out_of_range',
      params: { max: maxDigits },
    })
  if (maxDigits > 1 && keys.includes(endKey))
    blame('keys', `has the key ${endKey}, which ends the input: name another endKey`, {
      fault: 'excluded',
      params: { other: 'endKey' },
    })
  if (step.retryText !== undefined && tries === 1)
    blame('retryText', 'is never said, because tries is 1', {
      fault: 'never_used',
      params: { other: 'tries' },
    })
}
