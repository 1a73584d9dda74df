// The title row of a file: which column has the phone numbers, which are custom fields, which are ignored.
import { InvalidInput, shorten } from '../../platform/kernel/errors.ts'
import { isStorableText } from '../../platform/kernel/storable-text.ts'
import type { TableRow } from '../../platform/tabular/table-rows.ts'
import { CONSENT_COLUMNS } from '../consents/consent-columns.ts'
import { CALL_TIME, CALL_UNTIL } from './call-times.ts'
import { type FieldNameProblem, fieldNameProblem, OWNED_NAMES } from './contact-fields.ts'

export const PHONE_FIELD = 'phoneNumber'

export interface ImportColumns {
  phoneNumber: number
  fields: { name: string; index: number }[]
  /** Titles of columns that the service sets itself. */
  ignored: string[]
  width: number
}

/** Why a column cannot become a field under its title. */
export const IGNORED_REASONS = [
  'no_title',
  'repeated_title',
  'service_field',
  'invalid_title',
  'unknown_field',
] as const
export type IgnoredReason = (typeof IGNORED_REASONS)[number]

/** Which fields the columns of a file can become, besides the phone number. */
export interface ColumnRules {
  /** `seen`: the titles of the columns before this one. */
  whyIgnored(title: string, seen: ReadonlySet<string>): IgnoredReason | null
  /** What is wrong with a field that a column is to become, or undefined. */
  fieldProblem(field: string): FieldNameProblem | undefined
  /** Fields that a column becomes by a usual title, too. */
  ofTitle?: readonly string[]
}

/** Of contacts: any custom field. */
export const contactColumns: ColumnRules = {
  whyIgnored,
  fieldProblem: fieldNameProblem,
  ofTitle: [CALL_TIME, CALL_UNTIL, ...CONSENT_COLUMNS],
}

function whyIgnored(title: string, seen: ReadonlySet<string>): IgnoredReason | null {
  if (title === '') return 'no_title'
  if (seen.has(title)) return 'repeated_title'
  if (OWNED_NAMES.has(title)) return 'service_field'
  return isStorableText(title) && fieldNameProblem(title) === undefined ? null : 'invalid_title'
}

/** For files whose titles are the names of the fields. Refuses every other title row. */
export function readTitles({ row, cells }: TableRow): ImportColumns {
  const titles = cells.map((cell) => cell.trim())
  const columns: ImportColumns = { phoneNumber: -1, fields: [], ignored: [], width: titles.length }
  const seen = new Set<string>()
  for (const [index, name] of titles.entries()) {
    const reason = whyIgnored(name, seen)
    seen.add(name)
    if (reason === 'repeated_title') throw titleTwice(name, row)
    if (reason === 'invalid_title') throw invalidTitle(name, row)
    if (reason === 'service_field') columns.ignored.push(name)
    else if (name === PHONE_FIELD) columns.phoneNumber = index
    else if (reason === null) columns.fields.push({ name, index })
  }
  if (columns.phoneNumber < 0) {
    const found = titles.filter(Boolean).slice(0, 10)
    throw new InvalidInput({
      fault: 'title_phone_missing',
      field: 'file',
      row,
      params: { titles: found.map(shorten) },
    })
  }
  return columns
}

function titleTwice(title: string, row: number): InvalidInput {
  const params = { title: shorten(title) }
  const detail = { fault: 'title_twice', field: 'file', row, params } as const
  return new InvalidInput(detail)
}

function invalidTitle(name: string, row: number): InvalidInput {
  const problem = isStorableText(name) ? fieldNameProblem(name) : undefined
  if (problem) return new InvalidInput(`title row: ${problem.message}`, { ...problem.detail, row })
  const detail = { fault: 'unstorable_text', field: 'file', row } as const
  return new InvalidInput('the title row has a character that cannot be stored', detail)
}
