// Recognises the columns of a file by their titles and contents. The result is a proposal: the start of an import can map
// every column to something else. batchImport does not use it: there, titles must be the names of fields.

import { isPhoneNumber } from '../../platform/kernel/phone/phone-number.ts'
import type { TableRow } from '../../platform/tabular/table-rows.ts'
import { CALL_TIME, CALL_UNTIL } from '../contacts/call-times.ts'
import { type ColumnRules, PHONE_FIELD } from '../contacts/import-columns.ts'
import type { PhoneReason, PreviewColumn } from './import-job.ts'

/** Titles without case, accents, spaces and punctuation, best first. */
const PHONE_TITLES = [
  /^phonenumber$/,
  /^(mobile|mobilephone|cell|cellphone|handy|msisdn)(no|num|number|nummer)?$/,
  /^(contact|customer|callee)?(phone|tel|telephone|telefon|telefono)(no|num|number|nummer)?$/,
  /^(contact|callee)(no|num|number)$/,
  /^(联系|联系人|聯絡|客户)?(手机|手機|移动电话|行動電話)(号|号码|號碼)?$/,
  /^(联系|联系人|聯絡|客户|固定)?(电话|電話|座机)(号|号码|號碼)?$/,
  /^(联系方式|联系号码|被叫|被叫号码)$/,
  /^(number|号码|號碼)$/,
]
/** Only for columns that also have phone numbers in them: there are phone models and Telegram names too. */
const PART_OF_PHONE_TITLE = /phone|mobile|^tel|手机|手機|电话|電話/
/** The fields that are recognised by title if the target has them. */
const KNOWN_TITLES: [field: string, titles: RegExp][] = [
  [
    CALL_TIME,
    /^(call(time|at|on|from|after|notbefore)|(earliest|best|scheduled)calltime|notbefore|remindat|(最早)?(呼叫|拨打|外呼|通话|致电|提醒|预约呼叫)(开始)?时间)$/,
  ],
  [
    CALL_UNTIL,
    /^(call(until|till|before|by|notafter|deadline)|latestcalltime|notafter|(最晚|截止)(呼叫|拨打|外呼|通话|致电|提醒)?时间|(呼叫|拨打|外呼|通话|致电|提醒)(截止|结束)时间)$/,
  ],
]
const SAMPLE_ROWS = 1000
/** Amounts and years have fewer digits. */
const MIN_PHONE_DIGITS = 7
const MIN_SHARE = 0.5
const DATE = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/

export interface RecognizedColumns {
  columns: PreviewColumn[]
  phoneColumn: number | null
  phoneReason: PhoneReason | null
}

export function recognizeColumns(
  titleRow: TableRow,
  rows: TableRow[],
  { whyIgnored, ofTitle = [] }: ColumnRules,
): RecognizedColumns {
  const titles = titleRow.cells.map((cell) => cell.trim())
  const known = knownFields(titles, ofTitle)
  const phone = findPhoneColumn(titles, rows.slice(0, SAMPLE_ROWS))
  const seen = new Set([PHONE_FIELD, ...known.values()])
  const columns = titles.map((title, column): PreviewColumn => {
    if (column === phone?.column) return { column, title, field: PHONE_FIELD, ignoredReason: null }
    const field = known.get(column)
    if (field !== undefined) return { column, title, field, ignoredReason: null }
    const ignoredReason = whyIgnored(title, seen)
    seen.add(title)
    return { column, title, field: ignoredReason ? null : title, ignoredReason }
  })
  return { columns, phoneColumn: phone?.column ?? null, phoneReason: phone?.reason ?? null }
}

/** Columns of the fields that have usual titles: a column that has the name of the field, or else the first with such a title. */
function knownFields(titles: string[], fields: readonly string[]): Map<number, string> {
  const found = KNOWN_TITLES.filter(([field]) => fields.includes(field)).flatMap(([field, pattern]) => {
    const exact = titles.indexOf(field)
    const column = exact >= 0 ? exact : titles.findIndex((title) => pattern.test(plainTitle(title)))
    return column < 0 ? [] : [[column, field] as const]
  })
  return new Map(found)
}

/** By the name of the field, else by a known title, else by part of a title, else by content. */
function findPhoneColumn(
  titles: string[],
  rows: TableRow[],
): { column: number; reason: PhoneReason } | undefined {
  const exact = titles.indexOf(PHONE_FIELD)
  if (exact >= 0) return { column: exact, reason: 'field_name' }
  const shares = titles.map((_, column) => phoneShare(rows, column))
  const plain = titles.map(plainTitle)

  const known = PHONE_TITLES.flatMap((pattern) =>
    plain.flatMap((title, column) => (pattern.test(title) ? [column] : [])),
  )
  // Prefers a column with phone numbers in it; an empty one is better than none.
  const titled = known.find((column) => (shares[column] ?? 0) > MIN_SHARE) ?? known[0]
  if (titled !== undefined) return { column: titled, reason: 'title' }

  const likely = plain.findIndex(
    (title, column) => PART_OF_PHONE_TITLE.test(title) && (shares[column] ?? 0) > MIN_SHARE,
  )
  if (likely >= 0) return { column: likely, reason: 'title' }
  const best = Math.max(0, ...shares)
  return best > MIN_SHARE ? { column: shares.indexOf(best), reason: 'content' } : undefined
}

function plainTitle(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether the text is a common title of a column of phone numbers. */
export function isPhoneTitle(text: string): boolean {
  const title = plainTitle(text)
  return PHONE_TITLES.some((pattern) => pattern.test(title))
}

/** Whether most of a column's filled cells look like phone numbers. */
export function hasPhoneNumbers(rows: TableRow[], column: number): boolean {
  return phoneShare(rows, column) > MIN_SHARE
}

/** The fraction of a column's filled cells that look like phone numbers. */
function phoneShare(rows: TableRow[], column: number): number {
  const cells = rows.map(({ cells }) => (cells[column] ?? '').trim()).filter((cell) => cell !== '')
  return cells.filter(isLikePhoneNumber).length / Math.max(1, cells.length)
}

export function isLikePhoneNumber(cell: string): boolean {
  return isPhoneNumber(cell) && !DATE.test(cell) && cell.replace(/\D/g, '').length >= MIN_PHONE_DIGITS
}
