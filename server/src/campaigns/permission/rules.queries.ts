import { IS_INBOUND } from '../../platform/kernel/call-direction.ts'
import { HAS_TASK } from '../../platform/kernel/task-of-call.ts'
import { columnsOf } from '../../platform/storage/columns.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { sql } from '../../platform/storage/sql.ts'
import { type BudgetWindow, budgetWindows, type UsedBudget } from './budgets.ts'
import type { CaseLimits, Denial, PermissionFacts } from './decide.ts'

export interface RulesRow {
  attempts_per_day: number | null
  attempts_per_month: number | null
  /** Windows of other lengths. */
  budgets: BudgetWindow[]
  quiet_days: number | null
  /** The budget that a task with real calls gets when it is published without any. */
  default_attempts_per_day: number | null
  allowed_prefixes: string[]
  denied_prefixes: string[]
  /** Satellites and premium rates that may be called. */
  allowed_premium_prefixes: string[]
  min_digits: number
  max_digits: number
  allows_emergency: boolean
  /** Numbers to which do-not-call lists and budgets do not apply if they are called without a task. */
  exempt_numbers: string[]
  /** SIP hosts and contexts of the dialplan to which calls may be transferred. */
  transfer_hosts: string[]
  transfer_contexts: string[]
  /** Grows with every change of these rules or of a calendar. */
  version: number
}

export const readRules = sql<RulesRow>(
  'read_permission_rules',
  `select attempts_per_day, attempts_per_month, allowed_prefixes, denied_prefixes, min_digits, max_digits,
     allowed_premium_prefixes, allows_emergency, exempt_numbers, transfer_hosts, transfer_contexts, budgets, quiet_days, default_attempts_per_day, version
   from service where is_only`,
)

/** The windows of the service and its quiet period, as statements take them: how many attempts, in how many days each; quiet days. */
export type Limits = readonly [attempts: number[], days: number[], quietDays: number | null]

export const NO_LIMITS: Limits = [[], [], null]

export function limitsOf(rules: RulesRow): Limits {
  const windows = budgetWindows(rules)
  return [windows.map(({ attempts }) => attempts), windows.map(({ days }) => days), rules.quiet_days]
}

export interface LimitsUsedRow {
  /** Until when, in milliseconds, and the window: attempts and days. */
  used_budget: [untilMs: number, attempts: number, days: number] | null
  quiet_until: Date | null
  /** Only where a task names a field that says the case. */
  of_case?: CaseUse | null
}

interface CaseUse {
  /** In hexadecimal digits. */
  key: string
  field: string
  used: LimitsUsedRow['used_budget']
  quiet_until_ms: number | null
  /** It has a call. */
  is_live: boolean
}

const days = (count: string) => `make_interval(hours => 24 * ${count})`

/**
 * Of the number `key`: whether budgets are used up, and until when it is quiet. `attempts` and `days` are arrays, both with one element for
 * each window. A call without a task that could not be placed is recorded for the user who asked for it, but nobody was called.
 * Nor is a call from outside an attempt. A person answered unless something else is known to have answered.
 */
export function limitsUsed(
  key: string,
  now: string,
  attempts: string,
  inDays: string,
  quietDays: string,
): string {
  return `case when cardinality(${attempts}) > 0 then (
       select array[extract(epoch from nth.start_time + ${days('given.days')}) * 1000, given.attempts, given.days]::float8[]
       from unnest(${attempts}, ${inDays}) as given (attempts, days) cross join lateral (
         select start_time from call
         where phone_key = any(same_number(${key})) and start_time > ${now}::timestamptz - ${days('given.days')} and ${IS_ATTEMPT}
         order by start_time desc offset given.attempts - 1 limit 1
       ) nth
       order by 1 desc limit 1
     ) end as used_budget,
     case when ${quietDays} is not null then (
       select start_time + ${days(quietDays)} from call
       where phone_key = any(same_number(${key})) and start_time > ${now}::timestamptz - ${days(quietDays)} and ${IS_CONVERSATION}
       order by start_time desc limit 1
     ) end as quiet_until`
}

const IS_ATTEMPT = `(${HAS_TASK('call')}
             or (cause <> 'gateway_error' or answer_time is not null) and request ->> 'purpose' <> 'inbound')`
const IS_CONVERSATION = `answer_time is not null and cause not in ('voicemail', 'machine', 'screening', 'silence')
         and coalesce(result -> 'verdict' ->> 'is', 'person') in ('person', 'unknown') and not ${IS_INBOUND('call')}`

/** The columns of a task by which caseUsed reads what its cases have used. */
export const CASE_RULES = (task: string) =>
  `${task}.case_field, ${task}.case_attempts, ${task}.case_days, ${task}.case_quiet_days`

/**
 * The same of the case of a contact with these fields, if `rule`, with CASE_RULES, names the field that says it. A call of a case is in
 * `call` unless it was never placed, or is live.
 */
export function caseUsed(rule: string, fields: string, number: string, now: string): string {
  const callsOf = (inDays: string) => `from case_call known cross join lateral (
             select start_time, answer_time, cause, result, request, task_id from call
             where task_id = known.task_id and start_time = known.start_time and id = known.call_id limit 1
           ) call where known.case_key = about.key and known.start_time > ${now}::timestamptz - ${days(inDays)}`
  return `case when ${rule}.case_field is not null then (
       select jsonb_build_object('key', encode(about.key, 'hex'), 'field', ${rule}.case_field,
         'used', (
           select array[extract(epoch from nth.start_time + ${days('given.days')}) * 1000, given.attempts, given.days]::float8[]
           from unnest(${rule}.case_attempts, ${rule}.case_days) as given (attempts, days) cross join lateral (
             select call.start_time ${callsOf('given.days')} and ${IS_ATTEMPT}
             order by known.start_time desc offset given.attempts - 1 limit 1
           ) nth
           order by 1 desc limit 1
         ),
         'quiet_until_ms', (
           select extract(epoch from call.start_time + ${days(`${rule}.case_quiet_days`)}) * 1000 ${callsOf(`${rule}.case_quiet_days`)} and ${IS_CONVERSATION}
           order by known.start_time desc limit 1
         ),
         'is_live', exists (
           select from case_call known cross join lateral (select id from live_call where contact_id = known.contact_id limit 1) live
           where known.case_key = about.key and live.id = known.call_id
         ))
       from (select case_of(${rule}.case_field, ${fields}, ${number}) as key offset 0) about
     ) end as of_case`
}

export function usedBudget(used: LimitsUsedRow['used_budget']): UsedBudget | null {
  if (!used) return null
  const [untilMs, attempts, days] = used
  return { until: new Date(untilMs), attempts, days }
}

export function caseLimits(use: CaseUse | null | undefined): CaseLimits | null {
  if (!use) return null
  const { field, used, quiet_until_ms: quietMs } = use
  return { field, budget: usedBudget(used), quietUntil: quietMs === null ? null : new Date(quietMs) }
}

export function usedLimits(row: LimitsUsedRow): Pick<PermissionFacts, 'budget' | 'quietUntil' | 'ofCase'> {
  return { budget: usedBudget(row.used_budget), quietUntil: row.quiet_until, ofCase: caseLimits(row.of_case) }
}

interface CaseCall {
  caseKey: string
  id: string
  taskId: string
  contactId: string
}

const CASE_CALLS = columnsOf<CaseCall>({
  case_key: ['text', ({ caseKey }) => caseKey],
  call_id: ['uuid', ({ id }) => id],
  task_id: ['uuid', ({ taskId }) => taskId],
  contact_id: ['uuid', ({ contactId }) => contactId],
})

const insertCaseCalls = sql<never>(
  'insert_case_calls',
  `insert into case_call (case_key, start_time, call_id, task_id, contact_id)
   select decode(case_key, 'hex'), $1, call_id, task_id, contact_id from ${CASE_CALLS.table(2)}`,
)

/** In the claim that begins these calls. `caseKey` is null of those that are about no case. */
export async function recordCases(
  tx: Queryable,
  now: Date,
  calls: readonly (Omit<CaseCall, 'caseKey'> & { caseKey: string | null })[],
): Promise<void> {
  const ofCases = calls.flatMap(({ caseKey, ...call }) => (caseKey === null ? [] : [{ ...call, caseKey }]))
  if (ofCases.length > 0) await insertCaseCalls(tx, [now, ...CASE_CALLS.values(ofCases)])
}

/** Those that no budget counts any more. $1: before; $2: max rows. */
export const forgetCaseCalls = sql<{ call_id: string }, [before: Date, max: number]>(
  'forget_case_calls',
  `delete from case_call where ctid in (select ctid from case_call where start_time < $1 order by start_time limit $2) returning call_id`,
)

/** What a task asks for, unless the number `key` has agreed to it. */
export function missingConsent(key: string, purpose: string, now: string): string {
  return `case when ${purpose} is not null and not exists (select from consent_to(${key}, ${purpose}, ${now})) then ${purpose} end as missing_consent`
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
