// What is allowed in a flow and probably not meant.
import type { FlowStep } from '../../flow.ts'
import { fieldsUsed } from '../../flow.ts'

export type FlowWarning =
  | { step: string; kind: 'unknownField'; field: string }
  | { step: string; kind: 'noWords' }

/** `fieldNames`: of the contacts; undefined if they are not known. */
export function warningsOf(steps: FlowStep[], fieldNames: string[] | undefined): FlowWarning[] {
  return steps.flatMap((step): FlowWarning[] => {
    const unknown = fieldNames
      ? fieldsUsed({ steps: [step] }).filter((name) => !fieldNames.includes(name))
      : []
    const isSilent = step.type === 'gather' && !step.text?.trim() && !step.audioId
    return [
      ...unknown.map((field) => ({ step: step.id, kind: 'unknownField' as const, field })),
      ...(isSilent ? [{ step: step.id, kind: 'noWords' as const }] : []),
    ]
  })
}
