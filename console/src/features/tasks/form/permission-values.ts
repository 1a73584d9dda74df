// The part of the task form about permission and schedule, and its conversion to and from the API.
import { useMessages } from '../../../language/language-provider.tsx'
import { toLocal, toTimestamp } from '../../../parts/local-time.ts'
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

export interface PermissionValues {
  windowZone: 'service' | 'recipient'
  /** `1` is Monday. */
  weekdays: string[]
  calendarIds: string[]
  doNotCallListIds: string[]
  /** Of a datetime-local input; empty for none. */
  scheduledStartTime: string
  scheduledEndTime: string
  retryRows: RetryRow[]
}

export const permissionFields = [
  'windowZone',
  'weekdays',
  'calendarIds',
  'doNotCallListIds',
  'scheduledStartTime',
  'scheduledEndTime',
  'retryRows',
] as const satisfies (keyof PermissionValues)[]

const everyDay = ['1', '2', '3', '4', '5', '6', '7']

export const emptyPermission: PermissionValues = {
  windowZone: 'service',
  weekdays: everyDay,
  calendarIds: [],
  doNotCallListIds: [],
  scheduledStartTime: '',
  scheduledEndTime: '',
  retryRows: [],
}

export function fromPermission(settings: PermissionSettings): PermissionValues {
  return {
    windowZone: settings.windowZone,
    weekdays: settings.weekdays?.map(String) ?? everyDay,
    calendarIds: settings.calendarIds,
    doNotCallListIds: settings.doNotCallListIds,
    scheduledStartTime: toLocal(settings.scheduledStartTime),
    scheduledEndTime: toLocal(settings.scheduledEndTime),
    retryRows: toRetryRows(settings.retryRules),
  }
}

export function toPermission(values: PermissionValues): PermissionSettings {
  const { weekdays, scheduledStartTime, scheduledEndTime } = values
  return {
    windowZone: values.windowZone,
    weekdays: weekdays.length === everyDay.length ? null : weekdays.map(Number).sort(),
    calendarIds: values.calendarIds,
    doNotCallListIds: values.doNotCallListIds,
    scheduledStartTime: scheduledStartTime === '' ? null : toTimestamp(scheduledStartTime),
    scheduledEndTime: scheduledEndTime === '' ? null : toTimestamp(scheduledEndTime),
    retryRules: toRetryRules(values.retryRows),
  }
}

export function usePermissionRules() {
  const { form: t } = useMessages(permissionMessages)
  return {
    weekdays: (days: string[]) => (days.length === 0 ? t.weekdaysNone : null),
    scheduledEndTime: (end: string, { scheduledStartTime: start }: PermissionValues) =>
      start !== '' && end !== '' && end <= start ? t.endBeforeStart : null,
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
