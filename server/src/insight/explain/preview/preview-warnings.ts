// What a person should know before a task is published.

import type { CallingHours } from '../../../campaigns/permission/calling-hours.ts'
import type { RulesRow } from '../../../campaigns/permission/rules.queries.ts'
import { missingProtections } from '../../../campaigns/tasks/missing-protections.ts'
import { TaskStatus } from '../../../campaigns/tasks/task-state.ts'
import { hasUndisclosedAgent } from '../../../conversations/flows/check/announcements.ts'
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
  simulated_before: 'real phones ring now, but none rang for the task that this one was copied from',
  end_before_done: 'the task is stopped at its end before it would be done',
  country_unknown: 'the hours are those of the called person, but the country of numbers is not known',
  several_zones: 'the hours are those of the called person, who may be in several time zones',
  no_hours: 'calls are real, and the task has no calling hours',
  no_opt_out: 'calls are real, and no step of the flow puts a number on a do-not-call list',
  no_budget:
    'calls are real, and neither the task nor the service has a budget of attempts in a number of days',
  default_budget:
    'calls are real, and neither the task nor the service has a budget: publishing gives the task the one of new tasks',
  undisclosed_agent:
    'the flow connects with a voice agent before it says that the voice is artificial: numbers of the European Union are not called by it',
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
  /** The calls in 24 hours that the task gets as its budget. */
  attempts?: number
  isMore?: true
}

interface WarningFacts {
  task: PreviewTaskRow
  rules: RulesRow
  hours: CallingHours
  gatewayKind: string
  /** Whether its calls are. */
  isSimulated: boolean
  opens: boolean
  expectedEndTime: Date | null
  emptyFields: EmptyFieldRow[]
  countryUnknown: number
  severalZones: number
}

export function warningsOf(facts: WarningFacts, timestamps: Timestamps): PreviewWarning[] {
  const {
    task,
    rules,
    hours,
    gatewayKind,
    isSimulated,
    opens,
    expectedEndTime,
    emptyFields,
    countryUnknown,
    severalZones,
  } = facts
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
  if (task.was_simulated && !isSimulated && task.status === TaskStatus.DRAFT) warn('simulated_before')
  if (endAt && expectedEndTime && expectedEndTime > endAt) warn('end_before_done', { time: endAt })
  if (countryUnknown > 0) warn('country_unknown', { contacts: countryUnknown })
  if (severalZones > 0) warn('several_zones', { contacts: severalZones })
  if (hasUndisclosedAgent(task.flow)) warn('undisclosed_agent')
  const attempts = rules.default_attempts_per_day ?? 0
  for (const code of missingProtections(task, hours, rules, isSimulated))
    warn(code, code === 'default_budget' ? { attempts } : {})
  for (const { name, contacts } of emptyFields)
    warn('field_empty', {
      field: name,
      contacts,
      ...(contacts >= EMPTY_FIELDS_COUNTED && { isMore: true }),
    })
  return warnings
}
