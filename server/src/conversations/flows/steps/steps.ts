// The list of all steps: the schema of a flow has them in this order. What is made of the list asks a step here, whatever its type is.
import { Type } from 'typebox'
import { EXIT_WORDS } from '../call-result.ts'
import { type Flow, type FlowStep, following, type StepForms, type StepOf, type StepType } from '../flow.ts'
import { branch } from './branch.ts'
import { gather } from './gather.ts'
import { hangup } from './hangup.ts'
import { optOut } from './opt-out.ts'
import { play } from './play.ts'
import { record } from './record.ts'
import { say } from './say.ts'
import { set } from './set.ts'
import { DONE, type StepKind } from './step-kind.ts'
import { stream } from './stream.ts'
import { transfer } from './transfer.ts'

/** A step whose type is missing here does not compile. */
export const STEPS: { [Type in StepType]: StepKind<StepForms[Type]> } = {
  say,
  play,
  gather,
  branch,
  transfer,
  record,
  stream,
  set,
  optOut,
  hangup,
}

const kinds = Object.values(STEPS)

/** Of a later version, whose flow is read by a node that is not upgraded yet: it does nothing. */
const UNKNOWN: StepKind<FlowStep> = { form: Type.Object({}), begin: () => DONE }

export function kindOf<Type extends StepType>(step: StepOf<Type>): StepKind<StepOf<Type>> {
  return STEPS[step.type as Type] ?? UNKNOWN
}

/** The id of the step after this one, unless an exit of its own leads elsewhere; undefined: none. */
export function nextOf(flow: Flow, step: FlowStep): string | undefined {
  if (kindOf(step).isLast) return undefined
  return ('next' in step ? step.next : undefined) ?? following(flow, step.id)
}

/** All that it names, with the fields in which it does. */
export function exitsOf(step: FlowStep): [field: string, id: string | undefined][] {
  const { isLast, exits } = kindOf(step)
  const next = 'next' in step ? step.next : undefined
  return isLast ? [] : [['next', next], ...(exits?.(step) ?? [])]
}

/** The texts with places that it has, by field. */
export function textsOf(step: FlowStep): [field: string, text: string][] {
  const texts = kindOf(step).texts?.(step) ?? []
  return texts.filter((each): each is [string, string] => each[1] !== undefined)
}

/** The names of the results that the steps of a flow give: of what is keyed in, or of result fields. */
export function resultNames({ steps }: Flow, kind: 'digits' | 'result'): string[] {
  const paths = steps.flatMap((step) => kindOf(step).resultsOf?.(step) ?? [])
  return paths.filter((path) => path.startsWith(`${kind}.`)).map((path) => path.slice(kind.length + 1))
}

/** The step that gives this result. */
export function stepThatGives({ steps }: Flow, path: string): FlowStep | undefined {
  return steps.find((step) => kindOf(step).resultsOf?.(step).includes(path))
}

/** The do-not-call lists that a flow names. */
export function listsIn(flow: Flow | null | undefined): string[] {
  return (flow?.steps ?? []).flatMap((step) => kindOf(step).listOf?.(step) ?? [])
}

/** The uploaded audio that a flow names. */
export function audioIn(flow: Flow | null | undefined): string[] {
  return (flow?.steps ?? []).flatMap((step) => kindOf(step).audioOf?.(step) ?? [])
}

/** How a step was left: one of these words, or a word of its kind before a value, such as the keys. */
export const EXIT_PATTERN = `^(?:${[...Object.values(EXIT_WORDS), ...valuedExits()].join('|')})$`

function valuedExits(): string[] {
  const words = new Map<string, string[]>()
  for (const { exitForm } of kinds)
    if (exitForm) words.set(exitForm.value, [...(words.get(exitForm.value) ?? []), exitForm.word])
  return [...words].map(([value, of]) => `${of.length > 1 ? `(?:${of.join('|')})` : of.join('')}:${value}`)
}
