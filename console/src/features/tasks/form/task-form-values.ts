// The values of the task form, and their conversion to and from the API.
import type { Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import { useMessages } from '../../../language/language-provider.tsx'
import { defaultsOf } from '../../../parts/forms/defaults.ts'
import { useFieldRules } from '../../../parts/forms/field-rules.ts'
import { type CallValues, fromCall, toCall } from '../../flows/flow-draft.ts'
import { maxInterval } from '../settings/interval-input.tsx'
import { type IntervalUnit, joinInterval, splitInterval } from '../settings/interval-units.ts'
import { tasksMessages } from '../tasks.messages.ts'
import {
  fromPermission,
  type PermissionValues,
  permissionFields,
  toPermission,
  usePermissionRules,
} from './permission-values.ts'
import { isSameTime } from './time-input.tsx'

export interface TaskFormValues extends PermissionValues, CallValues {
  taskName: string
  taskDesc: string
  dataSourceId: string
  priority: string
  maxDialCount: number | string
  callInterval: number | string
  /** What it counts, in seconds. */
  intervalUnit: IntervalUnit
  /** Empty for no limit. */
  dailyStartTime: string
  dailyEndTime: string
  listMode: 'snapshot' | 'live'
  /** Empty for none. */
  listenNotice: string
  needsRecordingNotice: boolean
}

export const taskFields = [
  'taskName',
  'taskDesc',
  'dataSourceId',
  'priority',
  'maxDialCount',
  'callInterval',
  'dailyStartTime',
  'dailyEndTime',
  'listMode',
  'listenNotice',
  'needsRecordingNotice',
  'successWhen',
  'maxAgents',
  ...permissionFields,
] as const satisfies (keyof TaskFormValues)[]

const { NewTask } = limits

export function fromSettings(settings: Omit<Schemas['TaskSettings'], 'id'>): TaskFormValues {
  const { taskName, taskDesc, dataSourceId, maxDialCount, listMode, listenNotice, needsRecordingNotice } =
    settings
  const { value: callInterval, unit: intervalUnit } = splitInterval(settings.callInterval)
  return {
    ...{ taskName, taskDesc, dataSourceId, maxDialCount, callInterval, intervalUnit, listMode, listenNotice },
    needsRecordingNotice,
    priority: String(settings.priority),
    dailyStartTime: settings.dailyStartTime ?? '',
    dailyEndTime: settings.dailyEndTime ?? '',
    ...fromCall(settings),
    ...fromPermission(settings),
  }
}

export const emptyTask = fromSettings({
  ...defaultsOf('NewTask'),
  ...{ taskName: '', taskDesc: '', dataSourceId: '' },
})

/** The request body; null removes a limit of the daily window or of the schedule. */
export function toBody(values: TaskFormValues) {
  const { taskName, taskDesc, dataSourceId, listMode, listenNotice, needsRecordingNotice } = values
  return {
    ...{ taskName, taskDesc, dataSourceId, listMode, listenNotice, needsRecordingNotice },
    priority: Number(values.priority),
    maxDialCount: Number(values.maxDialCount),
    callInterval: joinInterval(values.callInterval, values.intervalUnit),
    dailyStartTime: values.dailyStartTime || null,
    dailyEndTime: values.dailyEndTime || null,
    ...toCall(values),
    ...toPermission(values),
  }
}

export function useTaskRules() {
  const { form: t } = useMessages(tasksMessages)
  const rules = useFieldRules()
  const time = rules.time(NewTask.dailyStartTime)
  return {
    taskName: rules.text(NewTask.taskName),
    taskDesc: rules.text(NewTask.taskDesc),
    dataSourceId: (value: string) => (value === '' ? t.dataSourceRequired : null),
    maxDialCount: rules.integer(NewTask.maxDialCount),
    callInterval: (value: number | string, { intervalUnit }: TaskFormValues) =>
      rules.integer({ ...NewTask.callInterval, maximum: maxInterval(intervalUnit) })(value),
    dailyStartTime: time,
    dailyEndTime: (value: string, { dailyStartTime }: TaskFormValues) =>
      time(value) ?? (isSameTime(dailyStartTime, value) ? t.windowEqual : null),
    listenNotice: rules.text(NewTask.listenNotice),
    ...usePermissionRules(),
  }
}
