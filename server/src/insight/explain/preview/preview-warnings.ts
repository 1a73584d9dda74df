// What a person should know before a task is published.

import type { CallingHours } from '../../../campaigns/permission/calling-hours.ts'
import type { Timestamps } from '../../../platform/kernel/timestamps.ts'
import { type WarningCode, warningWords } from '../../../platform/words/reasons.ts'
import { EMPTY_FIELDS_COUNTED, type EmptyFieldRow, type PreviewTaskRow } from './preview.queries.ts'

export const previewWarnings = {
  empty_list: 'the data source has no contacts',
  window_past_midnight: 'the daily window begins in the evening and ends the next day',
  no_opening: 'the calling hours do not open in the coming months',
  list_dialed_by_other: 'another running task dials the same data source',
  no_dialer: 'no dialer is running',
  simulated_gateway: 'the gateway is the simulator: nobody is called',
  end_before_done: 'the task is stopped at its end before it would be done',
  country_unknown: 'the hours are those of the called person, but the country of numbers is not known',
  field_empty: 'contacts have no value for a field that the flow says without a fallback',
} as const satisfies Record<WarningCode, string>

export interface PreviewWarning {
  code: WarningCode
  message: string
  /** The task that dials the same data source. */
  taskId?: string
  taskName?: string
  /** When the task is stopped. */
  time?: Date
  /** The field that contacts lack. */
  field?: string
  /** How many contacts it is about; of those that lack a field, up to EMPTY_FIELDS_COUNTED. */
  contacts?: number
  isMore?: true
}

interface WarningFacts {
  task: PreviewTaskRow
  hours: CallingHours
  gatewayKind: string
  opens: boolean
  expectedEndTime: Date | null
  emptyFields: EmptyFieldRow[]
  countryUnknown: number
}

export function warningsOf(facts: WarningFacts, timestamps: Timestamps): PreviewWarning[] {
  const { task, hours, gatewayKind, opens, expectedEndTime, emptyFields, countryUnknown } = facts
  const warnings: PreviewWarning[] = []
  const warn = (code: WarningCode, { time, ...facts }: Omit<PreviewWarning, 'code' | 'message'> = {}) => {
    const message = warningWords.en[code]({ ...facts, time: time && timestamps.format(time) })
    warnings.push({ code, message, ...facts, ...(time && { time }) })
  }
  const { start, end } = hours.window
  const endAt = task.end_at

  if (task.contact_count === 0) warn('empty_list')
  if (!opens) warn('no_opening')
  if (start !== null && end !== null && start > end && !end.startsWith('00:00')) warn('window_past_midnight')
  for (const { id, name } of task.rivals) warn('list_dialed_by_other', { taskId: id, taskName: name })
  if (task.nodes === 0) warn('no_dialer')
  if (gatewayKind === 'simulator') warn('simulated_gateway')
  if (endAt && expectedEndTime && expectedEndTime > endAt) warn('end_before_done', { time: endAt })
  if (countryUnknown > 0) warn('country_unknown', { contacts: countryUnknown })
  for (const { name, contacts } of emptyFields)
    warn('field_empty', {
      field: name,
      contacts,
      ...(contacts >= EMPTY_FIELDS_COUNTED && { isMore: true }),
    })
  return warnings
}
