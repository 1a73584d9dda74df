// What is allowed in a flow and probably not meant.
import type { FlowStep } from '../../flow.ts'
import { fieldsUsed, kindOf } from '../../steps/steps.ts'

export type FlowWarning =
  | { step: string; kind: 'unknownField'; field: string }
  | { step: string; kind: 'noWords' }

/** `fieldNames`: of the contacts; undefined if they are not known. */
export function warningsOf(steps: FlowStep[], fieldNames: string[] | undefined): FlowWarning[] {
  return steps.flatMap((step): FlowWarning[] => {
    const unknown = fieldNames
      ? fieldsUsed({ steps: [step] }).filter((name) => !fieldNames.includes(name))
      : []
    const isSilent = kindOf(step).isMute?.(step) ?? false
    return [
      ...unknown.map((field) => ({ step: step.id, kind: 'unknownField' as const, field })),
      ...(isSilent ? [{ step: step.id, kind: 'noWords' as const }] : []),
    ]
  })
}
