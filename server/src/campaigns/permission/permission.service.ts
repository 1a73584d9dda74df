// The rules that hold for the whole service: which numbers may be called at all, and how often. A change applies from the next
// claim on.
import { recordChange } from '../../access/audit/audit.service.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { InvalidInput } from '../../platform/kernel/errors.ts'
import type { PhoneNumberReader, PhonePrefixReader } from '../../platform/kernel/phone/phone-number.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import type { SettingsRow } from './permission.queries.ts'
import * as queries from './permission.queries.ts'
import { readRules } from './rules.queries.ts'

export interface SettingsChange {
  /** Null is no limit. */
  attemptsPerDay: number | null | undefined
  attemptsPerMonth: number | null | undefined
  allowedPrefixes: string[] | undefined
  deniedPrefixes: string[] | undefined
  allowedPremiumPrefixes?: string[] | undefined
  minDigits: number | undefined
  maxDigits: number | undefined
  allowsEmergency: boolean | undefined
  ownPhones?: string[] | undefined
  transferHosts?: string[] | undefined
  transferContexts?: string[] | undefined
}

export type PermissionSettings = ReturnType<typeof createPermissionSettings>

interface PermissionDependencies {
  db: Database
  clock: Clock
  readPhoneNumber: PhoneNumberReader
  readPhonePrefix: PhonePrefixReader
  /** Behind the lock: numbers are read by the country that the service has now. */
  followCountry?(tx: Queryable): Promise<void>
}

export function createPermissionSettings({
  db,
  clock,
  readPhoneNumber,
  readPhonePrefix,
  followCountry,
}: PermissionDependencies) {
  const cleaned = (prefixes: string[]) => cleanedBy(readPhonePrefix, prefixes)

  const phoneKeys = (numbers: string[]) => [
    ...new Set(
      numbers.map((given, index) => {
        const phone = readPhoneNumber(given)
        if (phone) return phone.key
        const field = `ownPhones[${index}]`
        throw new InvalidInput(`${field} is not a phone number`, { fault: 'phone_invalid', field })
      }),
    ),
  ]
  const distinct = (texts: string[]) => [...new Set(texts.map((text) => text.trim().toLowerCase()))]

  return {
    read: async (): Promise<SettingsRow> => rowOf(await readRules.first(db)),

    change: (change: SettingsChange, actor: string): Promise<SettingsRow> =>
      db.transaction(async (tx) => {
        const now = rowOf(await queries.lockSettings.first(tx))
        await followCountry?.(tx)
        const { attemptsPerDay = now.attempts_per_day, attemptsPerMonth = now.attempts_per_month } = change
        const { minDigits = now.min_digits, maxDigits = now.max_digits } = change
        const { allowedPrefixes, deniedPrefixes, allowsEmergency = now.allows_emergency } = change
        if (minDigits > maxDigits) throw digitsCross(change.minDigits === undefined, minDigits, maxDigits)
        const changed = await queries.changeSettings.first(tx, [
          attemptsPerDay,
          attemptsPerMonth,
          allowedPrefixes ? cleaned(allowedPrefixes) : now.allowed_prefixes,
          deniedPrefixes ? cleaned(deniedPrefixes) : now.denied_prefixes,
          minDigits,
          maxDigits,
          allowsEmergency,
          change.ownPhones ? phoneKeys(change.ownPhones) : now.own_phones,
          change.transferHosts ? distinct(change.transferHosts) : now.transfer_hosts,
          change.transferContexts ? [...new Set(change.transferContexts)] : now.transfer_contexts,
          change.allowedPremiumPrefixes
            ? cleaned(change.allowedPremiumPrefixes)
            : now.allowed_premium_prefixes,
        ])
        const settings = rowOf(changed)
        const facts = { before: presentSettings(now), after: presentSettings(settings) }
        await recordChange(tx, { at: clock.now(), actor, operation: 'permission.change', ...facts })
        return settings
      }),

    /** The country by which prefixes and our own phones are read changes. */
    async renewPrefixes(
      tx: Queryable,
      read: Pick<PermissionDependencies, 'readPhoneNumber' | 'readPhonePrefix'>,
    ): Promise<void> {
      const { allowed_prefixes, denied_prefixes, own_phones, allowed_premium_prefixes } = rowOf(
        await queries.lockSettings.first(tx),
      )
      const renewed = (prefixes: string[]) => cleanedBy(read.readPhonePrefix, prefixes)
      const ownPhones = own_phones.map((key) => read.readPhoneNumber(key)?.key ?? key)
      await queries.changePrefixes(tx, [
        ...([renewed(allowed_prefixes), renewed(denied_prefixes)] as const),
        ...([ownPhones, renewed(allowed_premium_prefixes)] as const),
      ])
    },
  }
}

/** As numbers are compared, so that each prefix can meet one. */
function cleanedBy(readPhonePrefix: PhonePrefixReader, prefixes: string[]): string[] {
  return [...new Set(prefixes.flatMap(readPhonePrefix))]
}

/** As the API shows them. */
export function presentSettings(row: SettingsRow) {
  return {
    attemptsPerDay: row.attempts_per_day,
    attemptsPerMonth: row.attempts_per_month,
    allowedPrefixes: row.allowed_prefixes,
    deniedPrefixes: row.denied_prefixes,
    allowedPremiumPrefixes: row.allowed_premium_prefixes,
    minDigits: row.min_digits,
    maxDigits: row.max_digits,
    allowEmergencyNumbers: row.allows_emergency,
    ownPhones: row.own_phones,
    transferHosts: row.transfer_hosts,
    transferContexts: row.transfer_contexts,
  }
}

function digitsCross(isMaxGiven: boolean, minDigits: number, maxDigits: number): InvalidInput {
  return isMaxGiven
    ? new InvalidInput(`maxDigits must be at least minDigits, which is ${minDigits}`, {
        fault: 'out_of_range',
        field: 'maxDigits',
        params: { min: minDigits },
      })
    : new InvalidInput(`minDigits must be at most maxDigits, which is ${maxDigits}`, {
        fault: 'out_of_range',
        field: 'minDigits',
        params: { max: maxDigits },
      })
}

function rowOf(row: SettingsRow | undefined): SettingsRow {
  if (!row) throw new Error('permission_settings has no row')
  return row
}
