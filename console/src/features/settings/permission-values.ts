// The values of the form about permission, and their conversion to and from the API.
import type { Schemas } from '@carillon/client'
import { ApiError } from '@carillon/client/errors'
import { budgetText, readBudget } from '../../parts/forms/budget-text.ts'

type Settings = Schemas['PermissionSettings']

export interface PermissionValues {
  /** Empty for no limit. */
  attemptsPerDay: number | string
  attemptsPerMonth: number | string
  /** Of other lengths, as `7/7`: attempts, and in how many days. */
  budgets: string[]
  /** Empty for none. */
  quietDays: number | string
  /** Empty for none. */
  defaultAttemptsPerDay: number | string
  allowedPrefixes: string[]
  deniedPrefixes: string[]
  allowedPremiumPrefixes: string[]
  minDigits: number | string
  maxDigits: number | string
  allowEmergencyNumbers: boolean
  ownPhones: string[]
  transferHosts: string[]
  transferContexts: string[]
}

export function fromSettings(settings: Settings): PermissionValues {
  return {
    attemptsPerDay: settings.attemptsPerDay ?? '',
    attemptsPerMonth: settings.attemptsPerMonth ?? '',
    budgets: settings.budgets.filter(({ days }) => days !== 1 && days !== 30).map(budgetText),
    quietDays: settings.quietDays ?? '',
    defaultAttemptsPerDay: settings.defaultAttemptsPerDay ?? '',
    allowedPrefixes: settings.allowedPrefixes,
    deniedPrefixes: settings.deniedPrefixes,
    allowedPremiumPrefixes: settings.allowedPremiumPrefixes,
    minDigits: settings.minDigits,
    maxDigits: settings.maxDigits,
    allowEmergencyNumbers: settings.allowEmergencyNumbers,
    ownPhones: settings.ownPhones,
    transferHosts: settings.transferHosts,
    transferContexts: settings.transferContexts,
  }
}

export function toSettings(values: PermissionValues): Settings {
  const numberOrNull = (value: number | string) => (value === '' ? null : Number(value))
  return {
    ...values,
    attemptsPerDay: numberOrNull(values.attemptsPerDay),
    attemptsPerMonth: numberOrNull(values.attemptsPerMonth),
    budgets: values.budgets.flatMap((text) => readBudget(text) ?? []),
    quietDays: numberOrNull(values.quietDays),
    defaultAttemptsPerDay: numberOrNull(values.defaultAttemptsPerDay),
    minDigits: Number(values.minDigits),
    maxDigits: Number(values.maxDigits),
  }
}

export function isPrefix(text: string): boolean {
  return /^\+?\d[\d\s.()-]*$/.test(text.trim())
}

const fields = [
  'attemptsPerDay',
  'attemptsPerMonth',
  'budgets',
  'quietDays',
  'defaultAttemptsPerDay',
  'allowedPrefixes',
  'deniedPrefixes',
  'allowedPremiumPrefixes',
  'minDigits',
  'maxDigits',
  'allowEmergencyNumbers',
  'ownPhones',
  'transferHosts',
  'transferContexts',
] as const satisfies (keyof PermissionValues)[]

/** The API names an entry of a list, as in `deniedPrefixes[2]`; the form has one field for the list. */
export function fieldOfError(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return fields.find((field) => error.errors.some((detail) => detail.field?.split('[')[0] === field))
}
