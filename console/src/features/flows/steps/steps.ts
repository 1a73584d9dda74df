// The list of all steps, in the order in which they are offered. What is made of it asks a step here, whatever its type is.
import type { Flow, FlowStep, StepOf, StepType } from '../flow.ts'
import { branch } from './branch.ts'
import { gather } from './gather.ts'
import { hangup } from './hangup.ts'
import { optOut } from './opt-out.ts'
import { play } from './play.ts'
import { record } from './record.ts'
import { say } from './say.ts'
import { set } from './set.ts'
import type { ExitName, StepExit, StepKind, StepWords } from './step-kind.ts'
import { stream } from './stream.ts'
import { transfer } from './transfer.ts'

/** A step whose type is missing here does not compile. */
const STEPS: { [Type in StepType]: StepKind<StepOf<Type>> } = {
  say,
  gather,
  branch,
  play,
  set,
  transfer,
  record,
  optOut,
  stream,
  hangup,
}

export const stepTypes = Object.keys(STEPS) as StepType[]

/** What each type is called, by type. */
export const stepWords = { en: wordsIn('en'), zh: wordsIn('zh') }

function wordsIn(language: 'en' | 'zh') {
  const words = stepTypes.map((type): [StepType, StepWords] => [type, STEPS[type].words[language]])
  return Object.fromEntries(words) as Record<StepType, StepWords>
}

export function kindOf<Type extends StepType>(step: { type: Type }): StepKind<StepOf<Type>> {
  return STEPS[step.type]
}

export function stepExits(step: FlowStep): StepExit[] {
  const next = 'next' in step ? step.next : undefined
  return kindOf(step).exits?.(step) ?? [{ name: 'next', target: next }]
}

/** The step with another target of one of its exits; undefined is the following step of the list. */
export function withExit<Step extends FlowStep>(step: Step, name: ExitName, to: string | undefined): Step {
  const { withExit } = kindOf<StepType>(step)
  if (name !== 'next') return (withExit?.(step, name, to) ?? step) as Step
  return stepExits(step).length === 0 ? step : { ...step, next: to }
}

/** The step with other targets. */
export function withTargets<Step extends FlowStep>(
  step: Step,
  change: (id: string | undefined) => string | undefined,
): Step {
  return stepExits(step).reduce((changed, { name, target }) => withExit(changed, name, change(target)), step)
}

const PLACE = /\{\{([^{}|]+)(?:\|[^{}]*)?\}\}/g

/** The fields of the contact that steps use, in the order of their first use. */
export function fieldsUsed({ steps }: Pick<Flow, 'steps'>): string[] {
  const texts = steps.flatMap((step) => kindOf(step).texts?.(step) ?? [])
  const names = texts.flatMap((text = '') => [...text.matchAll(PLACE)].map(([, name = '']) => name.trim()))
  return [...new Set(names)].filter((name) => !/^(digits|result)\./.test(name))
}

/** What a condition can ask about this flow. */
export function pathsOf({ steps }: Pick<Flow, 'steps'>): string[] {
  return [...new Set([...steps.flatMap((step) => kindOf(step).resultsOf?.(step) ?? []), 'verdict'])]
}

export function hasAgent(flow: Pick<Flow, 'steps'> | null | undefined): boolean {
  return flow?.steps.some((step) => kindOf(step).hasAgent) ?? false
}
