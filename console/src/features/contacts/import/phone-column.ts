// Which column of a file has the phone numbers. The service wants it to be titled phoneNumber; people title it as they
// like, so the page guesses, shows its guess, and writes the title for them.
import { isPhoneNumber } from '../../../../../server/src/kernel/phone-number.ts'
import type { Survey } from './survey-table.ts'

export const PHONE_TITLE = 'phoneNumber'

const USUAL_TITLES = [
  'phonenumber',
  'phone',
  'phoneno',
  'mobile',
  'mobilenumber',
  'mobilephone',
  'cell',
  'cellphone',
  'tel',
  'telephone',
  'number',
  'msisdn',
  '电话',
  '电话号码',
  '联系电话',
  '手机',
  '手机号',
  '手机号码',
  '号码',
]

/** -1 when no column has the title that the service wants. */
export function titledPhoneColumn(titles: string[]): number {
  return titles.indexOf(PHONE_TITLE)
}

/** By its title, else by what is in it; undefined if nothing looks like phone numbers. */
export function guessPhoneColumn({ titles, sample }: Survey): number | undefined {
  const plain = titles.map((title) => title.toLowerCase().replace(/[\s_\-.]/g, ''))
  const usual = USUAL_TITLES.map((title) => plain.indexOf(title)).find((index) => index >= 0)
  if (usual !== undefined) return usual
  const shares = titles.map((_, index) => {
    const cells = sample.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => cell !== '')
    return cells.filter(isLikePhoneNumber).length / Math.max(1, cells.length)
  })
  const best = Math.max(...shares)
  return best > 0.5 ? shares.indexOf(best) : undefined
}

/** Amounts and years are digits too, but not as many. */
function isLikePhoneNumber(cell: string): boolean {
  return isPhoneNumber(cell) && cell.replace(/\D/g, '').length >= 7
}
