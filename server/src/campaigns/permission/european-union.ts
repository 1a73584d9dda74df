// Numbers of the European Union, by their country codes: the member states, and those parts of France that have codes of their own (Guadeloupe, French
// Guiana, Martinique, Réunion and Mayotte). A number that names no country is of none.
import { internationalForm } from '../../platform/kernel/phone/phone-key.ts'

const COUNTRY_CODES = [
  ...['30', '31', '32', '33', '34', '36', '39', '40', '43', '45', '46', '48', '49'],
  ...['351', '352', '353', '356', '357', '358', '359', '370', '371', '372', '385', '386', '420', '421'],
  ...['262', '590', '594', '596'],
]
/** Of the key of a number, for JavaScript and PostgreSQL. */
export const EUROPEAN_UNION_KEY = `^[+](${COUNTRY_CODES.join('|')})`

const pattern = new RegExp(EUROPEAN_UNION_KEY)

export function isInEuropeanUnion(phoneKey: string): boolean {
  return pattern.test(internationalForm(phoneKey))
}
