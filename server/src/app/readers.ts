// How a node reads and shows times and numbers: by its time zone, and by the country of the service.

import { createRecipientZones } from '../campaigns/permission/recipient-zones.ts'
import { readCallbackTime } from '../conversations/flows/run/callback-time.ts'
import { createServiceCountry } from '../lists/number-keys/service-country.ts'
import type { Country } from '../platform/kernel/phone/phone-key.ts'
import { createPhoneNumberReader, createPhonePrefixReader } from '../platform/kernel/phone/phone-number.ts'
import { createTimestamps, createZoneOffsets } from '../platform/kernel/timestamps.ts'
import type { AppOptions } from './app-options.ts'

export type Readers = ReturnType<typeof createReaders>

export function createReaders({ clock, timeZone, defaultCountry, callbackDays }: AppOptions) {
  const offsetAt = createZoneOffsets(timeZone)
  const serviceCountry = createServiceCountry(defaultCountry)
  return {
    timestamps: createTimestamps(timeZone),
    offsetAt,
    recipientZones: createRecipientZones(offsetAt),
    serviceCountry,
    country: () => serviceCountry.current() as Country | undefined,
    readPhoneNumber: createPhoneNumberReader(serviceCountry.current),
    readPhonePrefix: createPhonePrefixReader(serviceCountry.current),
    callbackTime: (text: string) =>
      readCallbackTime(text, { now: clock.now(), zones: [offsetAt], maxDays: callbackDays }),
  }
}
