// Why a row of a file did not become a contact: a code with parameters for programs, a sentence for people.
import { MAX_FIELD_LENGTH, MAX_FIELDS, MAX_FIELDS_BYTES } from './contact-fields.ts'

export const IMPORT_FAILURE_CODES = [
  'phone_missing',
  'phone_formula_without_result',
  'phone_invalid',
  'phone_decimal',
  'duplicate',
  'text_after_quote',
  'too_many_cells',
  'field_unstorable',
  'field_too_long',
  'too_many_fields',
  'fields_too_large',
] as const

export type ImportFailureCode = (typeof IMPORT_FAILURE_CODES)[number]
export type FailureParams = Record<string, string | number>

export interface FailedRow {
  row: number
  phoneNumber: string
  reason: 'missing' | 'invalid' | 'duplicate'
  code: ImportFailureCode
  params: FailureParams
  message: string
  /** Index of the column at fault; null where it is the row as a whole. */
  column: number | null
  /** The text at fault, shortened. */
  value: string
  /** Of a duplicate: the contact that has the number. */
  contactId?: string
}

export interface RowProblem {
  code: ImportFailureCode
  params: FailureParams
  message: string
}

const SHOWN_CHARACTERS = 100

/** As much of a text as an answer shows, without what PostgreSQL cannot store. */
export function shownText(text: string): string {
  return text.slice(0, SHOWN_CHARACTERS).toWellFormed().replaceAll('\0', '\ufffd')
}

/** What is wrong with all of a contact's fields together: `message` is what fieldsProblem said. */
export function fieldsFailure(fields: object, message: string): RowProblem {
  return Object.keys(fields).length > MAX_FIELDS
    ? { code: 'too_many_fields', params: { max: MAX_FIELDS }, message }
    : { code: 'fields_too_large', params: { maxBytes: MAX_FIELDS_BYTES }, message }
}

export function fieldTooLong(field: string, message: string): RowProblem {
  return { code: 'field_too_long', params: { field, max: MAX_FIELD_LENGTH }, message }
}
