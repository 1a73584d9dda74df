// Changes of a call flow: steps are added, copied, moved, renamed and removed, and those that name them change along.
import { firstCondition, renamePath } from './conditions.ts'
import type { StepType } from './flow.ts'
import { type CallValues, type DraftStep, type FlowDraft, newKey } from './flow-draft.ts'
import { kindOf, withTargets } from './steps/steps.ts'

/** A new step of a type, with a name that no other step has. */
export function newStep(type: StepType, flow: FlowDraft): DraftStep {
  const fields = kindOf({ type }).blank(firstCondition(flow))
  return { key: newKey(), id: freeId(type, flow), type, ...fields } as DraftStep
}

/** A copy of a step under a name of its own. */
export function copyStep(step: DraftStep, flow: FlowDraft): DraftStep {
  return { ...step, key: newKey(), id: freeId(step.type, flow) }
}

function freeId(type: StepType, { steps }: FlowDraft): string {
  const taken = new Set(steps.map(({ id }) => id))
  const word = kindOf({ type }).name ?? type
  if (!taken.has(word)) return word
  let number = 2
  while (taken.has(`${word}${number}`)) number += 1
  return `${word}${number}`
}

export function replaceStep(flow: FlowDraft, step: DraftStep): FlowDraft {
  return { ...flow, steps: flow.steps.map((each) => (each.key === step.key ? step : each)) }
}

export function insertStep(flow: FlowDraft, step: DraftStep, at: number): FlowDraft {
  return { ...flow, steps: flow.steps.toSpliced(at, 0, step) }
}

export function moveStep(flow: FlowDraft, from: number, to: number): FlowDraft {
  const step = flow.steps[from]
  if (!step || to < 0 || to >= flow.steps.length) return flow
  return { ...flow, steps: flow.steps.toSpliced(from, 1).toSpliced(to, 0, step) }
}

/** Steps that led to it go on with the following one again. */
export function removeStep(flow: FlowDraft, key: string): FlowDraft {
  const id = flow.steps.find((step) => step.key === key)?.id
  const steps = flow.steps.filter((step) => step.key !== key)
  return changeTargets({ ...flow, steps }, (target) => (target === id ? undefined : target))
}

/** Gives a step another name, wherever it is named. */
export function renameStep(call: CallValues, key: string, id: string): CallValues {
  const step = call.flow?.steps.find((each) => each.key === key)
  if (!call.flow || !step || step.id === id) return call
  const from = step.id
  // Another step may have the same name while it is being typed.
  const isShared = call.flow.steps.some((each) => each.key !== key && each.id === from)
  const renamed = replaceStep(call.flow, { ...step, id })
  if (isShared) return { ...call, flow: renamed }
  const moved = changeTargets(renamed, (target) => (target === from ? id : target))
  const rename = (condition: string) => renamePath(condition, `digits.${from}`, `digits.${id}`)
  const steps = moved.steps.map((each) => (kindOf(each).withConditions?.(each, rename) ?? each) as DraftStep)
  return { ...call, flow: { ...moved, steps }, successWhen: rename(call.successWhen) }
}

function changeTargets(flow: FlowDraft, change: (id: string) => string | undefined): FlowDraft {
  const changed = (id: string | undefined) => (id === undefined ? undefined : change(id))
  const steps = flow.steps.map((step) => withTargets(step, changed))
  const { onMachine } = flow
  if (onMachine?.do !== 'leaveMessage') return { ...flow, steps }
  const step = changed(onMachine.step)
  return { ...flow, steps, onMachine: step === undefined ? { do: 'hangup' } : { ...onMachine, step } }
}
