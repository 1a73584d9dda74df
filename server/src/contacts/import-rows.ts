// A row of an import file to a contact, or to the sentence that says why not.
import {
  numericCellDigits,
  type PhoneNumber,
  type PhoneNumberReader,
  phoneNumberProblem,
} from '../kernel/phone-number.ts'
import { isStorableText } from '../kernel/storable-text.ts'
import type { TableRow } from '../tabular/table-rows.ts'
import { type ContactFields, fieldsProblem, fieldValueProblem } from './contact-fields.ts'
import type { ImportColumns } from './import-columns.ts'

export interface FailedRow {
  row: number
  phoneNumber: string
  reason: 'missing' | 'invalid' | 'duplicate'
  message: string
  /** Of a duplicate: the contact that has the number. */
  contactId?: string
}

export interface ReadRow {
  row: number
  phone: PhoneNumber
  fields: ContactFields
}

const SHOWN_CHARACTERS = 100

export function readRow(
  { row, cells, numeric, unsolved, fault }: TableRow,
  columns: ImportColumns,
  readPhoneNumber: PhoneNumberReader,
  failed: FailedRow[],
): ReadRow | undefined {
  const given = (cells[columns.phoneNumber] ?? '').trim()
  const fail = (reason: FailedRow['reason'], message: string) => {
    failed.push({ row, phoneNumber: given.slice(0, SHOWN_CHARACTERS).toWellFormed(), reason, message })
    return undefined
  }
  if (fault !== undefined) return fail('invalid', fault)
  if (given === '' && unsolved?.includes(columns.phoneNumber)) {
    return fail(
      'missing',
      'phoneNumber is a formula whose result is not in the file: open and save it in a spreadsheet program',
    )
  }
  if (given === '') return fail('missing', 'phoneNumber is required')
  const digits = numeric?.includes(columns.phoneNumber) ? numericCellDigits(given) : given
  const phone = digits === undefined ? undefined : readPhoneNumber(digits)
  if (!phone) return fail('invalid', phoneNumberProblem(given))
  if (cells.length > columns.width) return fail('invalid', 'the row has more cells than the title row')

  const fields: ContactFields = {}
  for (const { name, index } of columns.fields) {
    const cell = cells[index] ?? ''
    if (cell === '') continue
    if (!isStorableText(cell)) return fail('invalid', `${name} has a character that cannot be stored`)
    const problem = fieldValueProblem(name, cell)
    if (problem) return fail('invalid', problem)
    fields[name] = cell
  }
  const problem = fieldsProblem(fields)
  if (problem) return fail('invalid', problem)
  return { row, phone, fields }
}
