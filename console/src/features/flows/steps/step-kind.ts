// What a file of this folder says about its type of step, beside its form (builder/steps/): its icon and its words, what its card says, where it leads, and a
// new one. The pictures, the lists, the menu of the builder and the comparison of versions are made of the list of them, steps.ts.
import type { IconMessage } from '@tabler/icons-react'
import type { FlowStep } from '../flow.ts'

export interface StepWords {
  title: string
  hint: string
  /** How it is left, by the name of the word. */
  exits?: Record<string, string>
  /** The labels of fields that no other type has, or that are called otherwise there. */
  fields?: Record<string, string>
}

/** Words that several types have in common, and the names of what steps refer to by id. */
export interface SummaryWords {
  nothingYet: string
  audio(name: string): string
}
export interface StepNames {
  audio(id: string): string
  list(id: string): string
}

/** `next`, `noInput` of a gather step, or `case 0` and so on of a branch. */
export type ExitName = 'next' | 'noInput' | `case ${number}`

export interface StepExit {
  name: ExitName
  /** Among the words of its type; undefined for a case, which has a condition. */
  word?: string
  condition?: string
  /** The id of a step; without one it is the following step of the list. */
  target: string | undefined
  /** It leads nowhere until a step is chosen. */
  mustBeChosen?: boolean
}

/** What its author has to give or has given, without what all steps have. */
type Fields<Step> = Omit<Step, 'id' | 'type' | 'next'>

export interface StepKind<Step extends FlowStep, Words extends StepWords = StepWords> {
  icon: typeof IconMessage
  words: { en: Words; zh: Words }
  /** What new ones are called, if not as the type. */
  name?: string
  /** A new one. `condition`: on the first thing that the flow finds out. */
  blank(condition: string): Fields<Step>
  /** What it does without settings of its own. */
  defaults?: Partial<Step>
  /** What its card says; a type without it is told by where it leads. */
  summary?(step: Step, words: Words, shared: SummaryWords, names: StepNames): string
  /** Its ways out; without it the one to the next step. */
  exits?(step: Step): StepExit[]
  /** The step with another target of an exit that is not `next`. */
  withExit?(step: Step, name: ExitName, target: string | undefined): Step
  /** Texts that may have places such as `{{name}}`. */
  texts?(step: Step): (string | undefined)[]
  /** The same step with its conditions changed. */
  withConditions?(step: Step, change: (condition: string) => string): Step
  /** What conditions can ask about it, such as `digits.confirm`. */
  resultsOf?(step: Step): string[]
  /** The sentence that it says; undefined if it says none. */
  sentence?(step: Step): string | undefined
  /** It asks for something without saying so. */
  isMute?(step: Step): boolean
  /** It connects the call with a voice agent. */
  hasAgent?: true
  /** Whether a step that was typed as JSON can be shown. */
  canShow?(step: Record<string, unknown>): boolean
}
