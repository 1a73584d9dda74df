// A call flow while it is edited. Each step has a key that stays when it is renamed or moved, so that no input loses the focus.
import { firstCondition, renamePath } from './conditions.ts'
import type { BranchCase, CallSettings, Flow, FlowStep, StepType } from './flow.ts'

export type DraftStep = FlowStep & { key: string }

export interface FlowDraft extends Omit<Flow, 'steps'> {
  steps: DraftStep[]
}

/** The call of a task, as the form has it. */
export interface CallValues {
  /** Null: an answered call is left to the gateway. */
  flow: FlowDraft | null
  successWhen: string
  maxAgents: number | string
}

export const noCall: CallValues = { flow: null, successWhen: 'answered', maxAgents: '' }

export function fromCall({ flow, successWhen, maxAgents }: CallSettings): CallValues {
  return { flow: flow && toDraft(flow), successWhen, maxAgents: maxAgents ?? '' }
}

export function toCall({ flow, successWhen, maxAgents }: CallValues) {
  const hasAgent = flow?.steps.some(({ type }) => type === 'stream') ?? false
  return {
    flow: flow && toFlow(flow),
    successWhen,
    maxAgents: hasAgent && maxAgents !== '' ? Number(maxAgents) : null,
  }
}

let lastKey = 0
function newKey(): string {
  lastKey += 1
  return String(lastKey)
}

export function toDraft(flow: Flow): FlowDraft {
  return { ...flow, steps: flow.steps.map((step) => ({ ...step, key: newKey() })) }
}

/** Fields that stay when they are empty, so that the check names them. */
const requiredFields = new Set(['text', 'audioId', 'to', 'url', 'field', 'value', 'listId', 'id', 'type'])

export function toFlow({ steps, ...rest }: FlowDraft): Flow {
  return {
    ...withoutEmpty(rest),
    steps: steps.map(({ key: _key, ...step }) => {
      const isRequired = (name: string) => requiredFields.has(name) && step.type !== 'gather'
      return withoutEmpty(step, isRequired) as FlowStep
    }),
  }
}

function withoutEmpty<Value extends object>(value: Value, isKept = (_name: string) => false): Value {
  const kept = Object.entries(value).filter(
    ([name, each]) => each !== undefined && (each !== '' || isKept(name)),
  )
  return Object.fromEntries(kept) as Value
}

/** A new step of a type, with a name that no other step has. */
export function newStep(type: StepType, flow: FlowDraft): DraftStep {
  const step = { key: newKey(), id: freeId(type, flow) }
  switch (type) {
    case 'say':
      return { ...step, type, text: '' }
    case 'play':
      return { ...step, type, audioId: '' }
    case 'gather':
      return { ...step, type, text: '', tries: 2 }
    case 'branch':
      return { ...step, type, cases: [{ when: firstCondition(flow), next: '' }] }
    case 'transfer':
      return { ...step, type, to: '' }
    case 'record':
      return { ...step, type, what: 'call' }
    case 'stream':
      return { ...step, type, url: '' }
    case 'set':
      return { ...step, type, field: '', value: '' }
    case 'optOut':
      return { ...step, type, listId: '' }
    case 'hangup':
      return { ...step, type }
  }
}

/** A copy of a step under a name of its own. */
export function copyStep(step: DraftStep, flow: FlowDraft): DraftStep {
  return { ...step, key: newKey(), id: freeId(step.type, flow) }
}

const wordOfType: Partial<Record<StepType, string>> = { gather: 'ask', optOut: 'optout', stream: 'agent' }

function freeId(type: StepType, { steps }: FlowDraft): string {
  const taken = new Set(steps.map(({ id }) => id))
  const word = wordOfType[type] ?? type
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
  const steps = moved.steps.map((each) =>
    each.type === 'branch'
      ? { ...each, cases: each.cases.map((one) => ({ ...one, when: rename(one.when) })) }
      : each,
  )
  return { ...call, flow: { ...moved, steps }, successWhen: rename(call.successWhen) }
}

function changeTargets(flow: FlowDraft, change: (id: string) => string | undefined): FlowDraft {
  const changed = (id: string | undefined) => (id === undefined ? undefined : change(id))
  const steps = flow.steps.map((step): DraftStep => {
    if (step.type === 'hangup') return step
    const next = changed(step.next)
    if (step.type === 'gather') return { ...step, next, noInput: changed(step.noInput) }
    if (step.type !== 'branch') return { ...step, next }
    const cases = step.cases.map((one): BranchCase => ({ ...one, next: changed(one.next) ?? '' }))
    return { ...step, next, cases }
  })
  const { onMachine } = flow
  if (onMachine?.do !== 'leaveMessage') return { ...flow, steps }
  const step = changed(onMachine.step)
  return { ...flow, steps, onMachine: step === undefined ? { do: 'hangup' } : { ...onMachine, step } }
}
