// The form of a call flow, and what can be read off one.
import type { Schemas } from '@carillon/client'

export type Flow = Schemas['Flow']
/** The settings of a task about its call. */
export type CallSettings = Pick<Schemas['TaskSettings'], 'flow' | 'successWhen' | 'maxAgents'>
export type FlowStep = Flow['steps'][number]
export type StepType = FlowStep['type']
export type StepOf<Type extends StepType> = Extract<FlowStep, { type: Type }>

/** The values of what a condition can ask. */
export const valuesOfPath: Record<string, readonly string[]> = {
  verdict: ['person', 'machine', 'screening', 'silence', 'unknown'],
  transfer: ['answered', 'busy', 'no_answer', 'failed', 'handed_over'],
  agent: ['done', 'refused', 'silent', 'died'],
  optOut: ['yes', 'no'],
}
