// Why a row of a file was not imported: a code with parameters for programs, a sentence for people.
import { hasCountryCode } from '../../platform/kernel/phone/phone-key.ts'
import type { PhoneNumber } from '../../platform/kernel/phone/phone-number.ts'
import { toStorableText } from '../../platform/kernel/storable-text.ts'

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
  'call_time_invalid',
  'call_until_not_later',
  'consent_incomplete',
  'country_unknown',
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

/** A row that was imported, with a number that names no country where none is set: it equals only numbers that are spelled alike. */
export interface UnplacedRow {
  row: number
  phoneNumber: string
}

/** How many of them are listed. */
export const MAX_UNPLACED_ROWS = 1000
export const COUNTRY_UNKNOWN =
  'the country of phoneNumber is not known: the number is compared as it is written'

/** Of the rows that were read, those that did not fail afterwards. */
export function unplacedRows(
  read: { row: number; phone: PhoneNumber }[],
  failed: readonly FailedRow[],
): UnplacedRow[] {
  const unplaced = read.filter(({ phone }) => !hasCountryCode(phone.key))
  const fallen = new Set(unplaced.length === 0 ? [] : failed.map(({ row }) => row))
  return unplaced.flatMap(({ row, phone }) =>
    fallen.has(row) ? [] : [{ row, phoneNumber: shownText(phone.text) }],
  )
}

const MAX_SHOWN_CHARACTERS = 100

/** As much of a text as an answer shows. */
export function shownText(text: string): string {
  return toStorableText(text.slice(0, MAX_SHOWN_CHARACTERS))
}
