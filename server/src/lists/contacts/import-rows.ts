// Reads a row of a file as a contact, or adds a failure that says why it cannot be imported.
import {
  numericCellDigits,
  type PhoneNumber,
  type PhoneNumberReader,
  phoneNumberProblem,
} from '../../platform/kernel/phone/phone-number.ts'
import { isStorableText } from '../../platform/kernel/storable-text.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { TableRow } from '../../platform/tabular/table-rows.ts'
import { isConsentColumn, readConsent } from '../consents/consent-columns.ts'
import type { GivenConsent } from '../consents/write-consents.ts'
import {
  ANY_TIME,
  CALL_UNTIL,
  type CallTimeField,
  type GivenCallTimes,
  isCallTimeField,
  isEmptyPeriod,
  mergeCallTimes,
  readCellTime,
} from './call-times.ts'
import { type ContactFields, fieldsProblem, fieldValueProblem, MAX_FIELD_LENGTH } from './contact-fields.ts'
import type { ImportColumns } from './import-columns.ts'
import { type FailedRow, type RowProblem, shownText } from './import-failures.ts'

export interface ReadRow {
  row: number
  phone: PhoneNumber
  fields: ContactFields
}

/** A contact: without times if the file has none. */
export interface ReadContact extends ReadRow {
  times?: GivenCallTimes | undefined
  /** What the person has agreed to, if the file says so. */
  consent?: GivenConsent
}

const FORMULA_WITHOUT_RESULT =
  'phoneNumber is a formula whose result is not in the file: open and save it in a spreadsheet program'

export function readRow(
  tableRow: TableRow,
  columns: ImportColumns,
  readPhoneNumber: PhoneNumberReader,
  failed: FailedRow[],
  country?: string | null,
): ReadRow | undefined {
  const { row, cells, numeric, unsolved, fault, faultColumn } = tableRow
  const given = (cells[columns.phoneNumber] ?? '').trim()
  const fail = (reason: FailedRow['reason'], problem: RowProblem, column: number | null) => {
    const value = column === null ? '' : shownText(cells[column] ?? '')
    failed.push({ row, phoneNumber: shownText(given), reason, column, value, ...problem })
    return undefined
  }
  if (fault !== undefined) {
    const problem: RowProblem = { code: 'text_after_quote', params: {}, message: fault }
    return fail('invalid', problem, faultColumn ?? null)
  }
  if (given === '' && unsolved?.includes(columns.phoneNumber)) {
    const code = 'phone_formula_without_result'
    return fail('missing', { code, params: {}, message: FORMULA_WITHOUT_RESULT }, columns.phoneNumber)
  }
  if (given === '') {
    const problem: RowProblem = { code: 'phone_missing', params: {}, message: 'phoneNumber is required' }
    return fail('missing', problem, columns.phoneNumber)
  }
  const digits = numeric?.includes(columns.phoneNumber) ? numericCellDigits(given) : given
  const phone = digits === undefined ? undefined : readPhoneNumber(digits, country)
  if (!phone) return fail('invalid', { params: {}, ...phoneNumberProblem(given) }, columns.phoneNumber)
  if (cells.length > columns.width) {
    const message = 'the row has more cells than the title row'
    return fail('invalid', { code: 'too_many_cells', params: { max: columns.width }, message }, columns.width)
  }

  const fields: ContactFields = {}
  for (const { name, index } of columns.fields) {
    const cell = cells[index] ?? ''
    if (cell === '') continue
    if (!isStorableText(cell)) {
      const message = `${name} has a character that cannot be stored`
      return fail('invalid', { code: 'field_unstorable', params: { field: name }, message }, index)
    }
    const problem = fieldValueProblem(name, cell)
    if (problem) {
      const params = { field: name, max: MAX_FIELD_LENGTH }
      return fail('invalid', { code: 'field_too_long', params, message: problem }, index)
    }
    fields[name] = cell
  }
  const problem = fieldsProblem(fields)
  if (problem) return fail('invalid', problem, null)
  return { row, phone, fields }
}

/** The row with its times apart from the custom fields, or undefined and a failure that names the column. */
export function readTimes(
  read: ReadRow,
  columns: ImportColumns,
  timestamps: Timestamps,
  failed: FailedRow[],
): ReadContact | undefined {
  const times: GivenCallTimes = {}
  for (const { name, index } of columns.fields) {
    const cell = isCallTimeField(name) ? read.fields[name] : undefined
    if (cell === undefined || !isCallTimeField(name)) continue
    delete read.fields[name]
    if (cell.trim() === '') continue
    const time = readCellTime(name, cell, timestamps)
    if (!time) {
      failed.push(timeFailure(read, index, cell, timeProblem(name)))
      return undefined
    }
    times[name] = time
  }
  if (isEmptyPeriod(mergeCallTimes(ANY_TIME, times))) {
    failed.push(emptyPeriod(read, columns))
    return undefined
  }
  return { ...read, times }
}

interface ConsentReading {
  columns: ImportColumns
  timestamps: Timestamps
  now: Date
  failed: FailedRow[]
}

/** The row with its consent apart from the custom fields, or undefined and a failure that names the column. */
export function readConsentOf(
  read: ReadContact,
  { columns, timestamps, now, failed }: ConsentReading,
): ReadContact | undefined {
  const cells: Record<string, string> = {}
  for (const { name } of columns.fields) {
    const cell = isConsentColumn(name) ? read.fields[name] : undefined
    if (cell === undefined) continue
    cells[name] = cell
    delete read.fields[name]
  }
  const consent = readConsent(cells, timestamps, now)
  if (consent === undefined) return read
  if (!('column' in consent)) return { ...read, consent }
  const { column: field } = consent
  const index = columns.fields.find(({ name }) => name === field)?.index ?? null
  const message = `${field} does not say what was agreed to, in which words and when`
  const problem: RowProblem = { code: 'consent_incomplete', params: { field }, message }
  failed.push(timeFailure(read, index, cells[field] ?? '', problem))
  return undefined
}

function timeProblem(field: CallTimeField): RowProblem {
  const message = `${field} is no time: write it as YYYY-MM-DD HH:MM`
  return { code: 'call_time_invalid', params: { field }, message }
}

/** The row's times, or those that the contact has, leave no time to call it. */
export function emptyPeriod(read: ReadRow, { fields }: Pick<ImportColumns, 'fields'>): FailedRow {
  const column =
    fields.find(({ name }) => name === CALL_UNTIL) ?? fields.find(({ name }) => isCallTimeField(name))
  const problem: RowProblem = {
    code: 'call_until_not_later',
    params: {},
    message: 'callUntil must be later than callTime',
  }
  return timeFailure(read, column?.index ?? null, '', problem)
}

function timeFailure(
  { row, phone }: ReadRow,
  column: number | null,
  value: string,
  problem: RowProblem,
): FailedRow {
  return { row, phoneNumber: phone.text, reason: 'invalid', column, value: shownText(value), ...problem }
}
