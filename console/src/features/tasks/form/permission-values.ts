// The part of the task form about permission and schedule, and its conversion to and from the API.
import { limits } from '@carillon/client/limits'
import { useMessages } from '../../../language/language-provider.tsx'
import { budgetText, readBudget } from '../../../parts/forms/budget-text.ts'
import { toLocal, toTimestamp } from '../../../parts/forms/local-time.ts'
import { fromGoal, type GoalValues, toGoal } from '../permission/goal-values.ts'
import { permissionMessages } from '../permission/permission.messages.ts'
import type { PermissionSettings } from '../permission/permission-texts.ts'
import {
  type RetryRow,
  retryLimits,
  toRetryRows,
  toRetryRules,
  unitSeconds,
} from '../permission/retry-values.ts'

export interface HoursValues {
  windowZone: 'service' | 'recipient'
  /** `1` is Monday. */
  weekdays: string[]
  /** Of a datetime-local input; empty for none. */
  scheduledStartTime: string
  scheduledEndTime: string
}

export interface PermissionValues extends HoursValues, GoalValues {
  calendarIds: string[]
  doNotCallListIds: string[]
  trunkIds: string[]
  callerIds: string[]
  retryRows: RetryRow[]
  /** As `7/7`: attempts, and in how many days. */
  budgets: string[]
  /** Empty for none. */
  quietDays: number | string
  /** The field of a contact that says the case; empty for none, and then what follows does not count. */
  caseField: string
  /** As budgets. */
  caseBudgets: string[]
  /** Empty for none. */
  caseQuietDays: number | string
  /** Empty for none. */
  needsConsent: string
}

export const permissionFields = [
  'windowZone',
  'weekdays',
  'calendarIds',
  'doNotCallListIds',
  'trunkIds',
  'callerIds',
  'scheduledStartTime',
  'scheduledEndTime',
  'retryRows',
  'budgets',
  'quietDays',
  'caseField',
  'caseBudgets',
  'caseQuietDays',
  'needsConsent',
  'goalSuccesses',
  'goalRows',
] as const satisfies (keyof PermissionValues)[]

type HoursSettings = Pick<PermissionSettings, keyof HoursValues>

const everyDay = ['1', '2', '3', '4', '5', '6', '7']

export function fromHours(settings: HoursSettings): HoursValues {
  return {
    windowZone: settings.windowZone,
    weekdays: settings.weekdays?.map(String) ?? everyDay,
    scheduledStartTime: toLocal(settings.scheduledStartTime),
    scheduledEndTime: toLocal(settings.scheduledEndTime),
  }
}

export function toHours(values: HoursValues): HoursSettings {
  const { weekdays, scheduledStartTime, scheduledEndTime } = values
  return {
    windowZone: values.windowZone,
    weekdays: weekdays.length === everyDay.length ? null : weekdays.map(Number).sort(),
    scheduledStartTime: scheduledStartTime === '' ? null : toTimestamp(scheduledStartTime),
    scheduledEndTime: scheduledEndTime === '' ? null : toTimestamp(scheduledEndTime),
  }
}

export function fromPermission(settings: PermissionSettings): PermissionValues {
  const { calendarIds, doNotCallListIds, trunkIds, callerIds, retryRules } = settings
  const chosen = { calendarIds, doNotCallListIds, trunkIds, callerIds }
  return {
    ...fromHours(settings),
    ...chosen,
    ...fromGoal(settings.stopWhen),
    retryRows: toRetryRows(retryRules),
    budgets: settings.budgets.filter(({ per }) => per !== 'case').map(budgetText),
    quietDays: settings.quietDays ?? '',
    caseField: settings.caseField ?? '',
    caseBudgets: settings.budgets.filter(({ per }) => per === 'case').map(budgetText),
    caseQuietDays: settings.caseQuietDays ?? '',
    needsConsent: settings.needsConsent ?? '',
  }
}

export function toPermission(values: PermissionValues): PermissionSettings {
  const { calendarIds, doNotCallListIds, trunkIds, callerIds, retryRows } = values
  const chosen = { calendarIds, doNotCallListIds, trunkIds, callerIds }
  const windows = (texts: string[]) => texts.flatMap((text) => readBudget(text) ?? [])
  const caseField = values.caseField.trim() || null
  const ofCases = caseField === null ? [] : windows(values.caseBudgets)
  return {
    ...{ ...toHours(values), ...chosen, retryRules: toRetryRules(retryRows), stopWhen: toGoal(values) },
    budgets: [
      ...windows(values.budgets),
      ...ofCases.map((window): TaskBudget => ({ ...window, per: 'case' })),
    ],
    quietDays: values.quietDays === '' ? null : Number(values.quietDays),
    caseField,
    caseQuietDays: values.caseQuietDays === '' || caseField === null ? null : Number(values.caseQuietDays),
    needsConsent: values.needsConsent.trim() || null,
  }
}

type TaskBudget = PermissionSettings['budgets'][number]

const { successes, results } = limits.NewTask.stopWhen.fields
const resultName = new RegExp(results.items.fields.name.pattern)

export function usePermissionRules() {
  const { form: t } = useMessages(permissionMessages)
  const quiet = (days: number | string) =>
    days === '' || isWithin(Number(days), limits.NewTask.quietDays) ? null : t.quietRange
  return {
    budgets: (windows: string[]) => (windows.every(readBudget) ? null : t.budgetInvalid),
    quietDays: quiet,
    // Without a field they are not shown.
    caseBudgets: (windows: string[], { caseField }: PermissionValues) =>
      caseField.trim() === '' || windows.every(readBudget) ? null : t.budgetInvalid,
    caseQuietDays: (days: number | string, { caseField }: PermissionValues) =>
      caseField.trim() === '' ? null : quiet(days),
    weekdays: (days: string[]) => (days.length === 0 ? t.weekdaysNone : null),
    scheduledEndTime: (end: string, { scheduledStartTime: start }: HoursValues) =>
      start !== '' && end !== '' && end <= start ? t.endBeforeStart : null,
    goalSuccesses: (count: number | string) => (count === '' || isCount(count) ? null : t.goalRange),
    goalRows: {
      name: (name: string) => (resultName.test(name.trim()) ? null : t.goalNameForm),
      count: (count: number | string) => (isCount(count) ? null : t.goalRange),
    },
    retryRows: {
      cause: (cause: string) => (cause === '' ? t.causeRequired : null),
      delay: (delay: number | string, values: PermissionValues, path: string) => {
        const row = values.retryRows[Number(path.split('.')[1])]
        if (delay === '') return row?.count === '' ? t.ruleEmpty : null
        const seconds = Number(delay) * unitSeconds[row?.unit ?? 'second']
        return isWithin(seconds, retryLimits.delay) ? null : t.delayRange
      },
      count: (count: number | string) =>
        count === '' || isWithin(Number(count), retryLimits.count) ? null : t.countRange,
    },
  }
}

function isWithin(value: number, { minimum, maximum }: { minimum: number; maximum: number }): boolean {
  return Number.isInteger(value) && value >= minimum && value <= maximum
}

const isCount = (count: number | string) => isWithin(Number(count), successes)
