// Why a row of a file was not imported: a code with parameters for programs, a sentence for people.
import { toStorableText } from '../kernel/storable-text.ts'

export const IMPORT_FAILURE_CODES = [
  'phone_missing',
  'phone_formula_without_result',
  'phone_invalid',
  'phone_decimal',
  'phone_shortened',
  'duplicate',
  'text_after_quote',
  'too_many_cells',
  'field_unstorable',
  'field_too_long',
  'too_many_fields',
  'fields_too_large',
  'already_listed',
  'expire_time_invalid',
  'expire_time_passed',
] as const

export type ImportFailureCode = (typeof IMPORT_FAILURE_CODES)[number]
export type FailureParams = Record<string, string | number>

export interface RowProblem {
  code: ImportFailureCode
  params: FailureParams
  message: string
}

export interface FailedRow extends RowProblem {
  row: number
  phoneNumber: string
  reason: 'missing' | 'invalid' | 'duplicate'
  /** Index of the column at fault; null if the whole row is. */
  column: number | null
  /** The text at fault, shortened. */
  value: string
  /** Only of a duplicate: the contact that has the number. */
  contactId?: string
}

const MAX_SHOWN_CHARACTERS = 100

/** As much of a text as an answer shows. */
export function shownText(text: string): string {
  return toStorableText(text.slice(0, MAX_SHOWN_CHARACTERS))
}
