// What becomes of the numbers of an uploaded file, before it is imported: how many are valid with a country, and why the others are not.

import { hasCountryCode, isKnownNumber } from '../../platform/kernel/phone/phone-key.ts'
import type { PhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import type { TableRow } from '../../platform/tabular/table-rows.ts'
import { type FailedRow, shownText } from '../contacts/import-failures.ts'
import { readRow } from '../contacts/import-rows.ts'

/** Why a number is not valid: a row with one of the last two is imported nevertheless. */
export const NUMBER_PROBLEMS = ['invalid', 'country_unknown', 'unlikely'] as const
export type NumberProblem = (typeof NUMBER_PROBLEMS)[number]

export interface CheckedNumbers {
  checkedCount: number
  validCount: number
  counts: Record<NumberProblem, number>
  examples: { row: number; phoneNumber: string; problem: NumberProblem }[]
}

/** Rows that are read: enough to know a file, and few enough to wait for. */
export const MAX_CHECKED_ROWS = 10_000
/** Of each problem: a frequent one must not hide the others. */
const MAX_EXAMPLES = 3

export async function checkNumbers(
  batches: AsyncIterable<TableRow[]>,
  column: number,
  readNumber: PhoneNumberReader,
  country: string | undefined,
): Promise<CheckedNumbers> {
  const columns = { phoneNumber: column, fields: [], ignored: [], width: Number.POSITIVE_INFINITY }
  const checked: CheckedNumbers = {
    checkedCount: 0,
    validCount: 0,
    counts: { invalid: 0, country_unknown: 0, unlikely: 0 },
    examples: [],
  }
  const note = (row: number, phoneNumber: string, problem: NumberProblem | undefined) => {
    checked.checkedCount += 1
    if (problem === undefined) checked.validCount += 1
    else {
      checked.counts[problem] += 1
      if (checked.counts[problem] <= MAX_EXAMPLES) checked.examples.push({ row, phoneNumber, problem })
    }
  }
  for await (const rows of batches) {
    for (const tableRow of rows.slice(0, MAX_CHECKED_ROWS - checked.checkedCount)) {
      const failed: FailedRow[] = []
      const read = readRow(tableRow, columns, readNumber, failed, country)
      if (read) note(read.row, shownText(read.phone.text), problemOf(read.phone.key))
      else note(tableRow.row, failed[0]?.phoneNumber ?? '', 'invalid')
    }
    if (checked.checkedCount >= MAX_CHECKED_ROWS) break
  }
  return checked
}

function problemOf(phoneKey: string): NumberProblem | undefined {
  if (!hasCountryCode(phoneKey)) return 'country_unknown'
  return isKnownNumber(phoneKey) ? undefined : 'unlikely'
}
