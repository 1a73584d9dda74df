// A setting of a task that can be changed while it is paused, in words: for the reschedule and for the audit trail.
import type { Schemas } from '@carillon/client'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { useSystem } from '../../../session/use-system.ts'
import { permissionMessages } from '../permission/permission.messages.ts'
import { goalText, weekdaysText } from '../permission/permission-texts.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { type IntervalUnit, splitInterval } from './interval-units.ts'

type Stored = NonNullable<Schemas['AuditEntry']['changes']>[number]
/** The document of the API says of a goal only that it is an object. */
type Value = Exclude<Stored['before'], Record<string, never>> | Schemas['TaskSettings']['stopWhen']

export interface SettingChange extends Pick<Stored, 'field'> {
  before: Value
  after: Value
}

const unitNames = { 1: 'second', 60: 'minute', 3600: 'hour', 86400: 'day' } as const satisfies Record<
  IntervalUnit,
  string
>

/** `Max attempts per contact`, and `3` → `5`. */
export function useChangeText(): (change: SettingChange) => { label: string; before: string; after: string } {
  const { form, priorities } = useMessages(tasksMessages)
  const permission = useMessages(permissionMessages)
  const format = useFormat()
  const timeZone = useSystem()?.timeZone ?? ''
  const time = (none: string) => (value: SettingChange['before']) =>
    value === null ? none : format.dateTime(String(value))
  const plain = (value: SettingChange['before']) => (value === null ? '–' : String(value))
  const settings: Record<string, [label: string, text: (value: SettingChange['before']) => string]> = {
    priority: [form.priority, (value) => priorities[Number(value) - 1] ?? plain(value)],
    maxDialCount: [form.maxDialCount, (value) => format.number(Number(value))],
    callInterval: [
      form.callInterval,
      (seconds) => {
        const { value, unit } = splitInterval(Number(seconds))
        return format.amount(value, unitNames[unit])
      },
    ],
    dailyStartTime: [form.dailyStartTime, plain],
    dailyEndTime: [form.dailyEndTime, plain],
    windowZone: [
      permission.labels.zone,
      (zone) => (zone === 'recipient' ? permission.zones.recipient : permission.zones.service(timeZone)),
    ],
    weekdays: [
      permission.labels.weekdays,
      (days) => (Array.isArray(days) ? weekdaysText(days, permission) : permission.everyDay),
    ],
    scheduledStartTime: [permission.form.start, time(permission.noSchedule.start)],
    scheduledEndTime: [permission.form.end, time(permission.noSchedule.end)],
    stopWhen: [
      permission.labels.goal,
      (goal) =>
        goal !== null && typeof goal === 'object' && !Array.isArray(goal)
          ? goalText(goal, permission)
          : permission.none,
    ],
  }
  return ({ field, before, after }) => {
    const [label, textOf] = settings[field] ?? [field, plain]
    return { label, before: textOf(before), after: textOf(after) }
  }
}
