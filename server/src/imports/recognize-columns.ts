// What the columns of a file are, by their titles and by what is in them. It is a proposal: whoever starts the import can map
// every column to something else.
import { PHONE_FIELD, whyIgnored } from '../contacts/import-columns.ts'
import { isPhoneNumber } from '../kernel/phone-number.ts'
import type { TableRow } from '../tabular/table-rows.ts'
import type { PhoneReason, PreviewColumn } from './import-job.ts'

/** Titles without case, spaces and punctuation, best first. */
const PHONE_TITLES = [
  'phonenumber',
  'mobile',
  'mobilephone',
  'mobilenumber',
  'mobileno',
  'mobilephonenumber',
  'cell',
  'cellphone',
  'cellnumber',
  'cellphonenumber',
  'phone',
  'phoneno',
  'phonenum',
  'contactphone',
  'contactnumber',
  'contactno',
  'customerphone',
  'telephone',
  'telephonenumber',
  'tel',
  'telno',
  'telnumber',
  'msisdn',
  'handynummer',
  'handy',
  'telefon',
  'telefonnummer',
  'telefono',
  '手机号码',
  '手机号',
  '手机',
  '手機號碼',
  '手機',
  '移动电话',
  '联系手机',
  '客户手机',
  '客户手机号',
  '联系电话',
  '聯絡電話',
  '客户电话',
  '电话号码',
  '電話號碼',
  '电话',
  '電話',
  '联系方式',
  '被叫号码',
  '号码',
  'number',
]
const PART_OF_PHONE_TITLE = /phone|mobile|^tel|手机|手機|电话|電話/
const SAMPLE_ROWS = 1000
/** Amounts and years are digits too, but not as many. */
const MIN_PHONE_DIGITS = 7
const MIN_SHARE = 0.5

export interface RecognizedColumns {
  columns: PreviewColumn[]
  phoneColumn: number | null
  phoneReason: PhoneReason | null
}

export function recognizeColumns(titleRow: TableRow, rows: TableRow[]): RecognizedColumns {
  const titles = titleRow.cells.map((cell) => cell.trim())
  const phone = findPhoneColumn(titles, rows.slice(0, SAMPLE_ROWS))
  const seen = new Set([PHONE_FIELD])
  const columns = titles.map((title, column): PreviewColumn => {
    if (column === phone?.column) return { column, title, field: PHONE_FIELD, ignoredReason: null }
    const ignoredReason = whyIgnored(title, seen)
    seen.add(title)
    return { column, title, field: ignoredReason ? null : title, ignoredReason }
  })
  return { columns, phoneColumn: phone?.column ?? null, phoneReason: phone?.reason ?? null }
}

/** By the name of the field, else by a known title, else by part of a title or by content, whichever has more phone numbers. */
function findPhoneColumn(
  titles: string[],
  rows: TableRow[],
): { column: number; reason: PhoneReason } | undefined {
  const exact = titles.indexOf(PHONE_FIELD)
  if (exact >= 0) return { column: exact, reason: 'field_name' }
  const shares = titles.map((_, column) => phoneShare(rows, column))
  const plain = titles.map((title) => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))

  const known = PHONE_TITLES.flatMap((title) =>
    plain.flatMap((each, column) => (each === title ? [column] : [])),
  )
  // Of several, a column with phone numbers in it; an empty one is better than none.
  const titled = known.find((column) => (shares[column] ?? 0) > MIN_SHARE) ?? known[0]
  if (titled !== undefined) return { column: titled, reason: 'title' }

  const likely = plain.findIndex(
    (title, column) => PART_OF_PHONE_TITLE.test(title) && (shares[column] ?? 0) > MIN_SHARE,
  )
  if (likely >= 0) return { column: likely, reason: 'title' }
  const best = Math.max(0, ...shares)
  return best > MIN_SHARE ? { column: shares.indexOf(best), reason: 'content' } : undefined
}

/** Which part of a column's cells look like phone numbers. */
function phoneShare(rows: TableRow[], column: number): number {
  const cells = rows.map(({ cells }) => (cells[column] ?? '').trim()).filter((cell) => cell !== '')
  return cells.filter(isLikePhoneNumber).length / Math.max(1, cells.length)
}

function isLikePhoneNumber(cell: string): boolean {
  return isPhoneNumber(cell) && cell.replace(/\D/g, '').length >= MIN_PHONE_DIGITS
}
