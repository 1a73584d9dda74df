// The form of a call flow, and what can be read off one.
import type { Schemas } from '@carillon/client'

export type Flow = Schemas['Flow']
/** The settings of a task about its call. */
export type CallSettings = Pick<Schemas['TaskSettings'], 'flow' | 'successWhen' | 'maxAgents'>
export type FlowStep = Flow['steps'][number]
export type StepType = FlowStep['type']
export type StepOf<Type extends StepType> = Extract<FlowStep, { type: Type }>
export type BranchCase = StepOf<'branch'>['cases'][number]

/** In the order in which they are offered. */
export const stepTypes: readonly StepType[] = [
  'say',
  'gather',
  'branch',
  'play',
  'set',
  'transfer',
  'record',
  'optOut',
  'stream',
  'hangup',
]

/** What the gather steps do without settings of their own. */
export const GATHER_DEFAULTS = { minDigits: 1, maxDigits: 1, timeout: 5, tries: 1, endKey: '#' }

const PLACE = /\{\{([^{}|]+)(?:\|[^{}]*)?\}\}/g

/** The fields of the contact that a flow uses, in the order of their first use. */
export function fieldsUsed(flow: Flow): string[] {
  const texts = flow.steps.flatMap(textsOf)
  const names = texts.flatMap((text) => [...text.matchAll(PLACE)].map(([, name = '']) => name.trim()))
  return [...new Set(names)].filter((name) => !/^(digits|result)\./.test(name))
}

function textsOf(step: FlowStep): string[] {
  switch (step.type) {
    case 'say':
      return [step.text]
    case 'gather':
      return [step.text ?? '', step.retryText ?? '']
    case 'transfer':
      return [step.to]
    case 'set':
      return [step.value]
    case 'stream':
      return [step.failText ?? '', ...Object.values(step.parameters ?? {})]
    default:
      return []
  }
}

/** What a condition can ask about this flow. */
export function pathsOf(flow: Flow): string[] {
  const found = flow.steps.flatMap((step) => {
    if (step.type === 'gather') return [`digits.${step.id}`]
    if (step.type === 'set') return [`result.${step.field}`]
    if (step.type === 'transfer') return ['transfer']
    if (step.type === 'stream') return ['agent']
    if (step.type === 'optOut') return ['optOut']
    return []
  })
  return [...new Set([...found, 'verdict'])]
}

export const valuesOfPath: Record<string, readonly string[]> = {
  verdict: ['person', 'machine', 'screening', 'silence', 'unknown'],
  transfer: ['answered', 'busy', 'no_answer', 'failed', 'handed_over'],
  agent: ['done', 'refused', 'silent', 'died'],
  optOut: ['yes', 'no'],
}
