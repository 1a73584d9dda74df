// The time zones in which the called person may be: the contact's own, or else those of the number's area code, or else all zones of its
// country. If there are several, calling hours must hold in all of them.
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { callingCode, internationalForm } from '../../platform/kernel/phone/phone-key.ts'
import { createZoneOffsets, isTimeZone, type ZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { AREA_ZONES } from './area-zones.ts'

/** Where the called person may be. */
export interface RecipientPlace {
  /** A time zone or several, a country, a calling code such as `+1`, or `service`. */
  name: string
  /** Never empty. */
  zones: readonly ZoneOffsets[]
}

const UNKNOWN_PLACE = 'service'

/** Nobody can say where the called person is, so the zone of the service stands in. */
export const isPlaceUnknown = ({ name }: RecipientPlace) => name === UNKNOWN_PLACE

/** The person may be where clocks differ, so calls start only while the hours are open on all of them. */
export function hasSeveralClocks({ zones }: RecipientPlace, now: Date): boolean {
  return new Set(zones.map((offsetAt) => offsetAt(now.getTime()))).size > 1
}

export interface RecipientZones {
  /** The same place is the same object. `phoneKey`: a number as it is compared. */
  of(phoneKey: string, timeZone: string | undefined): RecipientPlace
}

/** The country of a number depends on no more digits: in North America on the area code, elsewhere on a few after the code. */
const COUNTRY_DIGITS = { northAmerica: 4, elsewhere: 8 }
const MAX_REMEMBERED = 10_000

const countriesByCode = new Map<string, CountryCode[]>()
for (const country of getCountries()) {
  const code = getCountryCallingCode(country)
  countriesByCode.set(code, [...(countriesByCode.get(code) ?? []), country])
}

/** The names of the zones by the first digits of a number. */
const areaZones = new Map(
  Object.entries(AREA_ZONES).flatMap(([zones, prefixes]) =>
    prefixes.split(' ').map((prefix): [string, string] => [prefix, zones]),
  ),
)
const areaCodeLengths = [...new Set([...areaZones.keys()].map(({ length }) => length))].sort((a, b) => b - a)

function zonesOfArea(digits: string): string | undefined {
  for (const length of areaCodeLengths) {
    const zones = areaZones.get(digits.slice(0, length))
    if (zones !== undefined) return zones
  }
  return undefined
}

/** `serviceZone` holds for numbers without a country: they have no country code, and no default country is set. */
export function createRecipientZones(serviceZone: ZoneOffsets): RecipientZones {
  const zoneNamed = remember((name) => (isTimeZone(name) ? createZoneOffsets(name) : undefined))
  const placeNamed = remember((name) => place(name, [name]))
  const placeOfArea = remember((names) => place(names.replaceAll(' ', ', '), names.split(' ')))
  const placeOfCode = remember((code) => place(`+${code}`, countriesByCode.get(code)?.flatMap(timeZonesOf)))
  const placeOfCountry = remember((country) => place(country, timeZonesOf(country)))
  // Parsing a number costs half as much as a whole call, so the country is cached by the first digits.
  const countryOfPrefix = new Map<string, string>()
  const service: RecipientPlace = { name: UNKNOWN_PLACE, zones: [serviceZone] }

  function place(name: string, timeZones: readonly string[] = []): RecipientPlace | undefined {
    const zones = [...new Set(timeZones)].flatMap((each) => zoneNamed(each) ?? [])
    return zones.length > 0 ? { name, zones } : undefined
  }

  function countryOf(phoneKey: string, code: string): string | undefined {
    const digits = code === '1' ? COUNTRY_DIGITS.northAmerica : COUNTRY_DIGITS.elsewhere
    const prefix = phoneKey.slice(0, 1 + digits)
    const known = countryOfPrefix.get(prefix)
    if (known !== undefined) return known
    const country = parsePhoneNumberFromString(phoneKey)?.country
    if (countryOfPrefix.size >= MAX_REMEMBERED) countryOfPrefix.clear()
    if (country !== undefined) countryOfPrefix.set(prefix, country)
    return country
  }

  return {
    of(phoneKey, timeZone) {
      const own = timeZone === undefined ? undefined : placeNamed(timeZone)
      if (own) return own
      const number = internationalForm(phoneKey)
      const code = callingCode(number)
      if (code === undefined) return service
      const area = zonesOfArea(number.slice(1))
      const known = area === undefined ? undefined : placeOfArea(area)
      if (known) return known
      const isShared = (countriesByCode.get(code)?.length ?? 0) > 1
      const country = isShared ? countryOf(number, code) : undefined
      return (country === undefined ? placeOfCode(code) : placeOfCountry(country)) ?? service
    },
  }
}

/** Zones in the data that nobody uses: all of China uses Beijing time, +380 uses Kyiv time; the others are research stations. */
const NOBODYS_ZONES = new Set([
  ...['Asia/Urumqi', 'Asia/Kashgar', 'Europe/Simferopol'],
  ...['America/Danmarkshavn', 'Antarctica/Macquarie'],
])
/** Of countries that the data lacks. */
const MISSING_ZONES: Record<string, string[]> = {
  XK: ['Europe/Belgrade'],
  AC: ['Atlantic/St_Helena'],
  TA: ['Atlantic/St_Helena'],
}

/** As the JavaScript runtime's own data has them. Node.js 24 has a method for what is a property before. */
function timeZonesOf(country: string): readonly string[] {
  const locale: Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] } = new Intl.Locale(
    `und-${country}`,
  )
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? []
  return MISSING_ZONES[country] ?? zones.filter((zone) => !NOBODYS_ZONES.has(zone))
}

function remember<Result>(find: (name: string) => Result): (name: string) => Result {
  const known = new Map<string, Result>()
  return (name) => {
    const result = known.has(name) ? (known.get(name) as Result) : find(name)
    if (known.size >= MAX_REMEMBERED) known.clear()
    known.set(name, result)
    return result
  }
}
