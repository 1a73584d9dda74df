// What came of an answered call, as it is stored with its record.
import type { TransferResult, VerdictKind } from '../../platform/words/calls.ts'

/** Who answered. */
export interface Verdict {
  is: VerdictKind
  by: 'detector' | 'agent' | 'platform'
  /** How it was decided, in a word such as `short_greeting`. */
  how: string
  /** Milliseconds after the answer. */
  afterMs: number
}

export const NOTE_CODES = ['callback_past', 'callback_too_far', 'callback_unreadable', 'result_full'] as const

/** Something that was not done as the flow or a voice agent says. */
export interface CallNote {
  step: string
  code: (typeof NOTE_CODES)[number]
  /** The time that was asked for, or the field that was not kept. */
  text: string
}

/** How a step was left, in a word. If the last step has none or another one than `hungUp`, `failed`, `interrupted` or a transfer, the flow came to its end there. */
export const EXIT_WORDS = {
  /** Nothing valid was keyed in. */
  noInput: 'noInput',
  /** No case of a branch was true. */
  else: 'else',
  /** A machine has answered. */
  machine: 'machine',
  /** An assistant has put the call through: the flow begins again. */
  passedScreening: 'passedScreening',
  /** The callee hung up. */
  hungUp: 'hungUp',
  /** The gateway, speech or the voice agent failed, so that the call was ended. */
  failed: 'failed',
  /** The end of the call was not observed, because its node or its gateway died. */
  interrupted: 'interrupted',
  /** Steps that followed are left out: the path is too long. */
  skipped: 'skipped',
} as const

/** A step that began, when in milliseconds after the answer, and how it was left, if the next step does not say it. */
export type PathStep = [step: string, offsetMs: number, exit?: string]

/** How the sound of the callee arrived. */
export interface MediaQuality {
  /** The share of the packets that did not arrive: 0 to 1. */
  loss: number
  jitterMs: number
  /** Asterisk's media experience score, from 0 to 100; missing if it gave none. */
  mes?: number
}

export interface CallResult {
  /** The version of its task's flow. */
  version?: number
  /** The steps that it took. Empty: forgotten. */
  path?: PathStep[]
  verdict?: Verdict
  /** What was keyed in, by gather step; empty if nothing valid was. */
  digits?: Record<string, string>
  /** Result fields. */
  fields?: Record<string, string>
  /** `offsetMs`: when the result was known, after the answer. */
  transfer?: { to: string; result: TransferResult; offsetMs?: number }
  /** The do-not-call list that the number was put on. */
  optOut?: string
  /** When another call was asked for: ISO 8601. */
  callbackTime?: string
  /** `offsetMs`: when it began, after the answer. */
  recordings?: { id: string; what: 'call' | 'message'; offsetMs?: number }[]
  /** What was said, by step, in order, and when it began, after the answer; missing if a platform has said it. */
  said?: { step: string; text: string; offsetMs?: number; sha256?: string }[]
  /** The uploaded audio that was played, in order, and when it began. */
  played?: { step: string; audioId: string; offsetMs: number; sha256?: string }[]
  /** What was keyed in at gather steps, valid or not, in order: when the last key was pressed, after the answer. */
  pressed?: { step: string; keys: string; offsetMs: number }[]
  /** How the voice agent ended: `done`, or how it failed. */
  agent?: 'done' | 'refused' | 'silent' | 'died'
  /** The last step that began. */
  step?: string
  /** The step at which the callee hung up; missing if the flow came to its end, or the two of a transfer talked. */
  hungUp?: string
  /** The call was answered, and its end was not observed: what is here was known until then. */
  ending?: 'interrupted'
  notes?: CallNote[]
  /** Measured over the whole call. */
  media?: MediaQuality
}

/** What a condition may ask for. */
export function resultValue(result: CallResult, path: string): string {
  const [head, ...rest] = path.split('.')
  const name = rest.join('.')
  switch (head) {
    case 'digits':
      return result.digits?.[name] ?? ''
    case 'result':
      return result.fields?.[name] ?? ''
    case 'verdict':
      return result.verdict?.is ?? 'unknown'
    case 'transfer':
      return result.transfer?.result ?? ''
    case 'agent':
      return result.agent ?? ''
    case 'hungUp':
      return result.hungUp === undefined ? 'no' : 'yes'
    case 'optOut':
      return result.optOut === undefined ? 'no' : 'yes'
    default:
      return ''
  }
}

/** Where a stored result has what such a path names, in JSON. Undefined: it has no value of its own there. */
export function resultPath(path: string): string[] | undefined {
  const [head, ...rest] = path.split('.')
  const name = rest.join('.')
  if (name !== '')
    return head === 'digits' ? ['digits', name] : head === 'result' ? ['fields', name] : undefined
  return { verdict: ['verdict', 'is'], transfer: ['transfer', 'result'], agent: ['agent'] }[head ?? '']
}
