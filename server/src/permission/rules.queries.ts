import { NO_ID } from '../kernel/ids.ts'
import { sql } from '../storage/sql.ts'

export interface RulesRow {
  attempts_per_day: number | null
  attempts_per_month: number | null
  allowed_prefixes: string[]
  denied_prefixes: string[]
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
     allows_emergency, own_phones, transfer_hosts, transfer_contexts, version
   from permission_settings where is_only`,
)

/**
 * Of the number `key`: if its budget is used up, the start of the attempt that has to become older than its period. A budget
 * of null is none. A call without a task that could not be placed is on record for who asked for it, and has rung nobody.
 */
export function budgetFullSince(
  key: string,
  now: string,
  attempts: string,
  period: '24 hours' | '720 hours',
): string {
  return `case when ${attempts}::int is not null then (
       select start_time from call where phone_key = ${key} and start_time > ${now}::timestamptz - interval '${period}'
         and (task_id <> '${NO_ID}' or cause <> 'gateway_error' or answer_time is not null)
       order by start_time desc offset ${attempts}::int - 1 limit 1
     ) end`
}

/**
 * Stores decisions that contacts may not be rung, and counts them. $1: now; $2-$8: phone keys, tasks, contacts, numbers, until when
 * in milliseconds (null: never), reasons and details.
 */
export const recordDenials = sql<never>(
  'record_denials',
  `with denied as (
     insert into denial (phone_key, task_id, contact_id, phone_number, until, reason, detail, at)
     select phone_key, task_id, contact_id, phone_number, to_timestamp(until_ms / 1000), reason, detail, $1
     from unnest($2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::float8[], $7::text[], $8::jsonb[])
       as given (phone_key, task_id, contact_id, phone_number, until_ms, reason, detail)
     returning task_id, reason
   )
   insert into denial_count as known (task_id, reason, decisions, last_time)
   select task_id, reason, count(*), $1 from denied group by task_id, reason order by task_id, reason
   on conflict (task_id, reason) do update set
     decisions = known.decisions + excluded.decisions, last_time = excluded.last_time`,
)
