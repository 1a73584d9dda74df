// A call flow as forms have it. Each step has a key that stays when it is renamed or moved, so that no input loses the focus. Pages with a form load
// this file, but not the steps, which only the builder needs.
import type { CallSettings, Flow, FlowStep } from './flow.ts'

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
export function newKey(): string {
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
    steps: steps.map(
      ({ key: _key, ...step }) => withoutEmpty(step, (name) => requiredFields.has(name)) as FlowStep,
    ),
  }
}

function withoutEmpty<Value extends object>(value: Value, isKept = (_name: string) => false): Value {
  const kept = Object.entries(value).filter(
    ([name, each]) => each !== undefined && (each !== '' || isKept(name)),
  )
  return Object.fromEntries(kept) as Value
}
