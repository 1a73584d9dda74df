// A token may be limited to some countries: what is asked for with it rings numbers of these alone. It is decided when a call is asked for, a contact
// is added or a task is published, for whoever acts.
import { Forbidden } from '../kernel/errors.ts'
import { countryOf } from '../kernel/phone/phone-key.ts'
import type { PhoneNumberReader } from '../kernel/phone/phone-number.ts'
import { currentActor } from './actor.ts'

export function isLimitedToCountries(): boolean {
  return currentActor().countries !== undefined
}

/** A number without a known country is of none. */
export function refuseOtherCountry(phoneKey: string, field = 'phoneNumber'): void {
  const { countries } = currentActor()
  if (!countries) return
  const country = countryOf(phoneKey)
  if (country !== undefined && countries.includes(country)) return
  throw new Forbidden({
    ...{ fault: 'country_not_allowed', field },
    params: { country: country ?? '', allowed: [...countries] },
  })
}

/** Reads numbers for whoever acts, and throws at one of another country. */
export function ofAllowedCountries(read: PhoneNumberReader): PhoneNumberReader {
  return (input, country) => {
    const phone = read(input, country)
    if (phone) refuseOtherCountry(phone.key)
    return phone
  }
}
