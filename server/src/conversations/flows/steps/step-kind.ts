// What a file of this folder says about its kind of step: its form, what the checks ask about it, and what it does in a call. Only the form and
// `begin` are needed. The state machine, the preview, the checks, the sounds and the schema are made of the list of them, steps.ts.

import type { TObject } from 'typebox'
import type { TransferResult } from '../../../platform/words/calls.ts'
import type { CallResult } from '../call-result.ts'
import type { Blame, FlowSurroundings } from '../check/flow-fault.ts'
import type { Announcement, CallAbility } from '../flow.ts'
import type { Run } from '../run/run.ts'

/**
 * What came of an event: the step waits for another one, or it is left. `exit` says how, if the step that follows does not say it; `to` is where it leads,
 * if not to `next`.
 */
export type Taken = 'waits' | { exit?: string | undefined; to?: string | undefined }

export const DONE: Taken = {}

/** A text that it says, or an uploaded audio. */
export type StepSound = { text: string } | { audioId: string }

type Named<Value> = [field: string, value: Value]

export interface StepKind<Step> {
  /** The form in which users send the step. */
  form: TObject
  /** What a gateway must be able to do for it. */
  needs?(step: Step): CallAbility[]
  /** No step follows. */
  isLast?: true

  // == what the checks and exports ask ==

  /** The steps that it names, beside `next`. */
  exits?(step: Step): Named<string | undefined>[]
  /** Texts that may have places such as `{{name}}`. */
  texts?(step: Step): Named<string | undefined>[]
  /** The same step with its texts changed. */
  withTexts?(step: Step, change: (text: string) => string): Step
  conditions?(step: Step): Named<string>[]
  /** The uploaded audio that it plays. */
  audioOf?(step: Step): string | undefined
  /** The do-not-call list that it adds to. */
  listOf?(step: Step): string
  /** The place to which it transfers the call. */
  targetOf?(step: Step): string
  /** What else may be wrong with it. */
  check?(step: Step, surroundings: FlowSurroundings, blame: Blame): void
  /** What the callee is to be told before it. */
  mustBeAnnounced?(step: Step): Announcement | undefined
  /** Whether it waits for the callee: a loop through it is not endless. */
  waitsForCallee?(step: Step): boolean
  /** What conditions and places can ask about it, such as `digits.confirm`. */
  resultsOf?(step: Step): string[]
  /** It may give any result field. */
  givesAnyField?: true
  /** Whether its result can have this value; it can be empty. */
  canGive?(step: Step, value: string): boolean
  /** A word, and a pattern of what follows it, that says how it was left, as in `keys:12`. */
  exitForm?: { word: string; value: string }
  /** All that it may say and play, in order. */
  sounds?(step: Step): StepSound[]

  // == what it does in a call ==

  begin(run: Run, step: Step): Taken
  /** It asks for keys: one who is taken for a machine answers it with a key. */
  isQuestion?: true
  /** Whether a key counts while its sound is played. */
  hearsKeys?(step: Step): boolean
  /** Its sound was played. Without this it is done. */
  played?(run: Run, step: Step): Taken
  pressed?(run: Run, step: Step, key: string): Taken
  /** It listened for keys, and its time has passed. */
  timedOut?(run: Run, step: Step): Taken
  /** While the call is being transferred. */
  transferred?(run: Run, step: Step, result: TransferResult): Taken
  /** While a voice agent has the call. */
  streamed?(run: Run, step: Step, how: NonNullable<CallResult['agent']>): Taken
  /** A transfer that its voice agent or somebody else asked for has failed. Without this it is left. */
  notTransferred?(run: Run, step: Step, exit: string): Taken
}
