// What the inputs of all steps need to know of the whole flow.
import { createContext, useContext } from 'react'
import type { DraftStep, FlowDraft } from '../flow-draft.ts'
import type { FlowWarning } from './check/flow-warnings.ts'

export interface Fault {
  /** The id of the step; null for a fault of the whole flow. */
  step: string | null
  /** Such as `flow.steps[2].next`. */
  field: string
  text: string
}

export interface Builder {
  flow: FlowDraft
  /** Fields of the contacts in the data source. */
  fieldNames: string[]
  /** Without those of a step that was just added. */
  faults: Fault[]
  warnings: FlowWarning[]
  /** Walks through the call, from a step on. */
  hearFrom(step: string): void
}

const BuilderContext = createContext<Builder>({
  flow: { steps: [] },
  fieldNames: [],
  faults: [],
  warnings: [],
  hearFrom: () => undefined,
})

export const BuilderProvider = BuilderContext.Provider

export function useBuilder(): Builder {
  return useContext(BuilderContext)
}

/** Whether a field of a step is at fault, for the `error` of its input. The text is shown at the head of the step. */
export function useIsWrong(step: DraftStep): (field: string) => boolean {
  const { faults } = useBuilder()
  return (field) =>
    faults.some((fault) => fault.step === step.id && fault.field.replace(/^.*steps\[\d+\]\./, '') === field)
}

export interface StepProps<Type extends DraftStep['type']> {
  step: Extract<DraftStep, { type: Type }>
  onChange(change: Partial<Extract<DraftStep, { type: Type }>>): void
}
