// What the dialog of a reschedule sends: only what was changed.
import type { Schemas } from '@carillon/client'
import { fromHours, type HoursValues, toHours } from '../form/permission-values.ts'
import { fromGoal, type GoalValues, toGoal } from '../permission/goal-values.ts'
import { type IntervalUnit, joinInterval, splitInterval } from './interval-units.ts'
import type { SettingChange } from './setting-texts.ts'

export interface RescheduleValues extends HoursValues, GoalValues {
  priority: string
  maxDialCount: number | string
  callInterval: number | string
  intervalUnit: IntervalUnit
  dailyStartTime: string
  dailyEndTime: string
}

export function fromTaskSettings(settings: Schemas['TaskSettings']): RescheduleValues {
  const { value: callInterval, unit: intervalUnit } = splitInterval(settings.callInterval)
  return {
    priority: String(settings.priority),
    maxDialCount: settings.maxDialCount,
    callInterval,
    intervalUnit,
    dailyStartTime: settings.dailyStartTime ?? '',
    dailyEndTime: settings.dailyEndTime ?? '',
    ...fromHours(settings),
    ...fromGoal(settings.stopWhen),
  }
}

/** What is different now, before and after. */
export function changesOf(settings: Schemas['TaskSettings'], values: RescheduleValues): SettingChange[] {
  const wanted = {
    priority: Number(values.priority),
    maxDialCount: Number(values.maxDialCount),
    callInterval: joinInterval(values.callInterval, values.intervalUnit),
    dailyStartTime: values.dailyStartTime || null,
    dailyEndTime: values.dailyEndTime || null,
    ...toHours(values),
    stopWhen: toGoal(values),
  }
  // The same days may be written in two ways.
  const current = {
    ...settings,
    ...toHours(fromHours(settings)),
    stopWhen: toGoal(fromGoal(settings.stopWhen)),
  }
  return Object.entries(wanted).flatMap(([field, after]) => {
    const before = current[field as keyof typeof wanted]
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, before, after }]
  })
}
