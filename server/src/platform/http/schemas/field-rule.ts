// What an error says when a field breaks a rule of its schema. A schema has it in `x-rules`, by the keyword of the rule.
import type { ErrorDetail, PlainFault } from '../../words/faults.ts'

export interface FieldRule {
  detail: ErrorDetail
  /** What follows the name of the field in a sentence. */
  message: string
}

/** The same for a rule of the names of fields, in `x-name-rules`. */
export interface NameRule {
  fault: 'field_reserved' | 'field_name_length' | 'field_name_space' | 'field_name_invisible'
  message: string
}

export function rule(fault: PlainFault, message: string): FieldRule {
  return { detail: { fault }, message }
}
