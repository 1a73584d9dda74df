// The rules that hold for the whole service: which numbers may be called at all, and how often. A change applies from the next
// claim on.

import type { Clock } from '../../platform/kernel/clock.ts'
import { InvalidInput } from '../../platform/kernel/errors.ts'
import type { PhoneNumberReader, PhonePrefixReader } from '../../platform/kernel/phone/phone-number.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import { type BudgetWindow, budgetWindows, DAYS_OF_MONTH, strictestWindows } from './budgets.ts'
import type { SettingsRow } from './permission.queries.ts'
import * as queries from './permission.queries.ts'
import { readRules } from './rules.queries.ts'

export interface SettingsChange {
  /** Null is no limit. */
  attemptsPerDay: number | null | undefined
  attemptsPerMonth: number | null | undefined
  /** All windows, also those of one day and of 30 days. */
  budgets?: BudgetWindow[] | undefined
  quietDays?: number | null | undefined
  defaultAttemptsPerDay?: number | null | undefined
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

    change: (change: SettingsChange): Promise<SettingsRow> =>
      db.transaction(async (tx) => {
        const now = rowOf(await queries.lockSettings.first(tx))
        await followCountry?.(tx)
        const windows = change.budgets ? strictestWindows(change.budgets) : budgetWindows(now)
        const within = (days: number) => windows.find((each) => each.days === days)?.attempts ?? null
        const { attemptsPerDay = within(1), attemptsPerMonth = within(DAYS_OF_MONTH) } = change
        const otherWindows = windows.filter(({ days }) => days !== 1 && days !== DAYS_OF_MONTH)
        const { quietDays = now.quiet_days, defaultAttemptsPerDay = now.default_attempts_per_day } = change
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
          change.ownPhones ? phoneKeys(change.ownPhones) : now.exempt_numbers,
          change.transferHosts ? distinct(change.transferHosts) : now.transfer_hosts,
          change.transferContexts ? [...new Set(change.transferContexts)] : now.transfer_contexts,
          change.allowedPremiumPrefixes
            ? cleaned(change.allowedPremiumPrefixes)
            : now.allowed_premium_prefixes,
          JSON.stringify(otherWindows),
          quietDays,
          defaultAttemptsPerDay,
        ])
        const settings = rowOf(changed)
        const facts = { before: changedFacts(now), after: changedFacts(settings) }
        await recordChange(tx, { at: clock.now(), operation: 'permission.change', ...facts })
        return settings
      }),

    /** The country by which prefixes and exempt numbers are read changes. */
    async renewPrefixes(
      tx: Queryable,
      read: Pick<PermissionDependencies, 'readPhoneNumber' | 'readPhonePrefix'>,
    ): Promise<void> {
      const { allowed_prefixes, denied_prefixes, exempt_numbers, allowed_premium_prefixes } = rowOf(
        await queries.lockSettings.first(tx),
      )
      const renewed = (prefixes: string[]) => cleanedBy(read.readPhonePrefix, prefixes)
      const exemptNumbers = exempt_numbers.map((key) => read.readPhoneNumber(key)?.key ?? key)
      await queries.changePrefixes(tx, [
        ...([renewed(allowed_prefixes), renewed(denied_prefixes)] as const),
        ...([exemptNumbers, renewed(allowed_premium_prefixes)] as const),
      ])
    },
  }
}

/** What a task of a new installation gets when it is published with real calls and without a budget, until somebody changes it. */
export const FIRST_ATTEMPTS_PER_DAY = 3

/** Only the first start does it: a service from before has none. */
export async function addFirstBudget({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.transaction(async (tx) => {
    await queries.setDefaultAttempts(tx, [FIRST_ATTEMPTS_PER_DAY])
    const after = { defaultAttemptsPerDay: FIRST_ATTEMPTS_PER_DAY }
    await recordChange(tx, {
      ...{ at: clock.now(), operation: 'permission.change' },
      ...{ before: { defaultAttemptsPerDay: null }, after },
    })
  })
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
    budgets: budgetWindows(row),
    quietDays: row.quiet_days,
    defaultAttemptsPerDay: row.default_attempts_per_day,
    allowedPrefixes: row.allowed_prefixes,
    deniedPrefixes: row.denied_prefixes,
    allowedPremiumPrefixes: row.allowed_premium_prefixes,
    minDigits: row.min_digits,
    maxDigits: row.max_digits,
    allowEmergencyNumbers: row.allows_emergency,
    ownPhones: row.exempt_numbers,
    transferHosts: row.transfer_hosts,
    transferContexts: row.transfer_contexts,
  }
}

/** The windows of 1 and of 30 days have fields of their own. */
const changedFacts = (row: SettingsRow) => ({ ...presentSettings(row), budgets: row.budgets })

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
  if (!row) throw new Error('the table service has no row')
  return row
}
