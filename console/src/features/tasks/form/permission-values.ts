// The part of the task form about permission and schedule, and its conversion to and from the API.
import { useMessages } from '../../../language/language-provider.tsx'
import { toLocal, toTimestamp } from '../../../parts/forms/local-time.ts'
import { fromGoal, type GoalValues, noGoal, toGoal } from '../permission/goal-values.ts'
import { permissionMessages } from '../permission/permission.messages.ts'
import type { PermissionSettings } from '../permission/permission-texts.ts'
import {
  MAX_COUNT,
  MAX_DELAY_SECONDS,
  type RetryRow,
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
  'goalSuccesses',
  'goalRows',
] as const satisfies (keyof PermissionValues)[]

type HoursSettings = Pick<PermissionSettings, keyof HoursValues>

const everyDay = ['1', '2', '3', '4', '5', '6', '7']

export const emptyPermission: PermissionValues = {
  windowZone: 'service',
  weekdays: everyDay,
  calendarIds: [],
  doNotCallListIds: [],
  trunkIds: [],
  callerIds: [],
  scheduledStartTime: '',
  scheduledEndTime: '',
  retryRows: [],
  ...noGoal,
}

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
  }
}

export function toPermission(values: PermissionValues): PermissionSettings {
  const { calendarIds, doNotCallListIds, trunkIds, callerIds, retryRows } = values
  const chosen = { calendarIds, doNotCallListIds, trunkIds, callerIds }
  return { ...toHours(values), ...chosen, retryRules: toRetryRules(retryRows), stopWhen: toGoal(values) }
}

const RESULT_NAME = /^(?:(?:digits|result)\.[\w.-]+|verdict|transfer|agent)$/

export function usePermissionRules() {
  const { form: t } = useMessages(permissionMessages)
  return {
    weekdays: (days: string[]) => (days.length === 0 ? t.weekdaysNone : null),
    scheduledEndTime: (end: string, { scheduledStartTime: start }: HoursValues) =>
      start !== '' && end !== '' && end <= start ? t.endBeforeStart : null,
    goalSuccesses: (count: number | string) => (count === '' || isCount(count) ? null : t.goalRange),
    goalRows: {
      name: (name: string) => (RESULT_NAME.test(name.trim()) ? null : t.goalNameForm),
      count: (count: number | string) => (isCount(count) ? null : t.goalRange),
    },
    retryRows: {
      cause: (cause: string) => (cause === '' ? t.causeRequired : null),
      delay: (delay: number | string, values: PermissionValues, path: string) => {
        const row = values.retryRows[Number(path.split('.')[1])]
        if (delay === '') return row?.count === '' ? t.ruleEmpty : null
        return isWithin(Number(delay) * unitSeconds[row?.unit ?? 'second'], MAX_DELAY_SECONDS)
          ? null
          : t.delayRange
      },
      count: (count: number | string) =>
        count === '' || isWithin(Number(count), MAX_COUNT) ? null : t.countRange,
    },
  }
}

function isWithin(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max
}

const isCount = (count: number | string) => Number.isInteger(Number(count)) && Number(count) >= 1
