// The country of numbers that name none, for the whole service: what an administrator has set, or else DEFAULT_COUNTRY. It is read
// from memory, because numbers are read many times a second. A notification says that it has changed; a transaction that stores
// numbers reads it itself, behind the lock for which a change waits. So no number is stored by a country of before.
import type { Queryable } from '../../platform/storage/database.ts'
import { type CountryRow, readCountry, shareCountry } from './service-country.queries.ts'

export type ServiceCountry = ReturnType<typeof createServiceCountry>

export function createServiceCountry(environmentCountry: string | undefined) {
  let known: CountryRow = { country: null, version: -1 }

  /** An answer may arrive behind a newer one. */
  function learn(row: CountryRow | undefined): void {
    if (row && row.version >= known.version) known = row
  }

  return {
    /** Undefined: none is known. */
    current: (): string | undefined => known.country ?? environmentCountry,

    /** The one that holds if this one is set. */
    withSetting: (country: string | null): string | undefined => country ?? environmentCountry,

    view: () => ({
      country: known.country ?? environmentCountry ?? null,
      isSet: known.country !== null,
      environmentCountry: environmentCountry ?? null,
    }),

    /** Numbers are read by what is stored now. */
    async follow(db: Queryable): Promise<void> {
      learn(await readCountry.first(db, []))
    },

    /** Reads the stored country as `follow` does; it cannot change until the transaction ends. */
    async hold(tx: Queryable): Promise<void> {
      learn(await shareCountry.first(tx, []))
    },
  }
}
