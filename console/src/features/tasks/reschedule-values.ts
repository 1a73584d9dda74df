// What the dialog of a reschedule sends: only what was changed.
import type { Schemas } from '@carillon/client'
import { type IntervalUnit, joinInterval, splitInterval } from './interval-units.ts'

export interface RescheduleValues {
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
  }
}

export function changedSettings(settings: Schemas['TaskSettings'], values: RescheduleValues) {
  const wanted = {
    priority: Number(values.priority),
    maxDialCount: Number(values.maxDialCount),
    callInterval: joinInterval(values.callInterval, values.intervalUnit),
    dailyStartTime: values.dailyStartTime || null,
    dailyEndTime: values.dailyEndTime || null,
  }
  const changed: Partial<typeof wanted> = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => settings[name as keyof typeof wanted] !== value),
  )
  return changed
}
