// What a person should know before a task is published.
import type { Timestamps } from '../kernel/timestamps.ts'
import type { CallingHours } from '../permission/calling-hours.ts'
import { EMPTY_FIELDS_COUNTED, type EmptyFieldRow, type PreviewTaskRow } from './preview.queries.ts'

export const previewWarnings = {
  empty_list: 'the data source has no contacts',
  window_past_midnight: 'the daily window begins in the evening and ends the next day',
  no_opening: 'the calling hours do not open in the next months',
  list_dialed_by_other: 'another running task dials the same data source',
  no_dialer: 'no dialer is running',
  simulated_gateway: 'the gateway is the simulator: nobody is called',
  end_before_done: 'the task is stopped at its end before it would be done',
  field_empty: 'contacts have no value for a field that the flow says without a fallback',
} as const

export type PreviewWarningCode = keyof typeof previewWarnings

export interface PreviewWarning {
  code: PreviewWarningCode
  message: string
  /** The task that dials the same data source. */
  taskId?: string
  taskName?: string
  /** When the task is stopped. */
  time?: Date
  /** The field that contacts lack, and how many of them, up to EMPTY_FIELDS_COUNTED. */
  field?: string
  contacts?: number
}

interface WarningFacts {
  task: PreviewTaskRow
  hours: CallingHours
  gatewayKind: string
  opens: boolean
  expectedEndTime: Date | null
  emptyFields: EmptyFieldRow[]
}

export function warningsOf(facts: WarningFacts, timestamps: Timestamps): PreviewWarning[] {
  const { task, hours, gatewayKind, opens, expectedEndTime, emptyFields } = facts
  const warnings: PreviewWarning[] = []
  const warn = (code: PreviewWarningCode, message: string, more: Partial<PreviewWarning> = {}) =>
    warnings.push({ code, message, ...more })
  const { start, end } = hours.window
  const endAt = task.end_at

  if (task.contact_count === 0) warn('empty_list', 'The data source has no contacts.')
  if (!opens) warn('no_opening', 'The calling hours do not open in the next months.')
  if (start !== null && end !== null && start > end && !end.startsWith('00:00'))
    warn(
      'window_past_midnight',
      `The daily window runs past midnight, from ${start.slice(0, 5)} to ${end.slice(0, 5)} of the next day.`,
    )
  for (const { id, name } of task.rivals)
    warn('list_dialed_by_other', `The task "${name}" is running and dials the same data source.`, {
      taskId: id,
      taskName: name,
    })
  if (task.nodes === 0) warn('no_dialer', 'No dialer is running.')
  if (gatewayKind === 'simulator')
    warn('simulated_gateway', 'The gateway is the simulator: nobody is called.')
  if (endAt && expectedEndTime && expectedEndTime > endAt)
    warn('end_before_done', `The task is stopped at ${timestamps.format(endAt)}, before it would be done.`, {
      time: endAt,
    })
  for (const { name, contacts } of emptyFields) {
    const count = contacts < EMPTY_FIELDS_COUNTED ? String(contacts) : `At least ${contacts}`
    warn('field_empty', `${count} contacts have no "${name}", which the flow says without a fallback.`, {
      field: name,
      contacts,
    })
  }
  return warnings
}
