import { HAS_TASK } from '../../platform/kernel/task-of-call.ts'
import { columnsOf } from '../../platform/storage/columns.ts'
import { sql } from '../../platform/storage/sql.ts'
import type { Denial } from './decide.ts'

export interface RulesRow {
  attempts_per_day: number | null
  attempts_per_month: number | null
  allowed_prefixes: string[]
  denied_prefixes: string[]
  /** Satellites and premium rates that may be called. */
  allowed_premium_prefixes: string[]
  min_digits: number
  max_digits: number
  allows_emergency: boolean
  /** Numbers to which do-not-call lists and budgets do not apply if they are called without a task. */
  own_phones: string[]
  /** SIP hosts and contexts of the dialplan to which calls may be transferred. */
  transfer_hosts: string[]
  transfer_contexts: string[]
  /** Grows with every change of these rules or of a calendar. */
  version: number
}

export const readRules = sql<RulesRow>(
  'read_permission_rules',
  `select attempts_per_day, attempts_per_month, allowed_prefixes, denied_prefixes, min_digits, max_digits,
     allowed_premium_prefixes, allows_emergency, own_phones, transfer_hosts, transfer_contexts, version
   from permission_settings where is_only`,
)

/**
 * Of the number `key`: if its budget is used up, the start of the attempt that has to become older than its period. A budget
 * of null is unlimited. A call without a task that could not be placed is recorded for the user who asked for it, but nobody was called.
 * Nor is a call from outside an attempt.
 */
export function budgetFullSince(
  key: string,
  now: string,
  attempts: string,
  period: '24 hours' | '720 hours',
): string {
  return `case when ${attempts}::int is not null then (
       select start_time from call where phone_key = any(same_number(${key})) and start_time > ${now}::timestamptz - interval '${period}'
         and (${HAS_TASK('call')}
           or (cause <> 'gateway_error' or answer_time is not null) and request ->> 'purpose' <> 'inbound')
       order by start_time desc offset ${attempts}::int - 1 limit 1
     ) end`
}

interface DeniedContact {
  phoneKey: string
  taskId: string
  contactId: string
  phoneNumber: string
  denial: Denial
}

export const DENIALS = columnsOf<DeniedContact>({
  phone_key: ['text', ({ phoneKey }) => phoneKey],
  task_id: ['uuid', ({ taskId }) => taskId],
  contact_id: ['uuid', ({ contactId }) => contactId],
  phone_number: ['text', ({ phoneNumber }) => phoneNumber],
  until_ms: ['float8', ({ denial }) => (denial.kind === 'not_yet' ? denial.until.getTime() : null)],
  reason: ['text', ({ denial }) => denial.reason],
  detail: ['jsonb', ({ denial }) => JSON.stringify(denial.detail)],
})

/** Stores denials. One for ever is an event: the contact is done. $1: now; then the denials. */
export const recordDenials = sql<never>(
  'record_denials',
  `insert into denial (phone_key, task_id, contact_id, phone_number, until, reason, detail, at, event_seq)
   select phone_key, task_id, contact_id, phone_number, to_timestamp(until_ms / 1000), reason, detail, $1,
     case when until_ms is null then next_event_seq() end
   from ${DENIALS.table(2)}`,
)

/** Of a task: the days of the global calendars and of those that its settings name. */
export const holidaysOf = (task: string) =>
  `(select days from holidays_of(${task}.settings -> 'calendarIds'))`
