// The contacts that a claim may call, each with the facts on which the permission is decided. As one claim runs at a time, what
// is read here is still true when the claim writes. "Steady plans" in docs/architecture.md explains `limit 1`.
import {
  CASE_RULES,
  caseUsed,
  type LimitsUsedRow,
  limitsUsed,
  missingConsent,
} from '../../../campaigns/permission/rules.queries.ts'
import { sql } from '../../../platform/storage/sql.ts'

export interface CandidateRow extends LimitsUsedRow {
  /** Which of the given tasks or lanes it belongs to, from 1. */
  lane: number
  contact_id: string
  position: number
  phone_number: string
  phone_key: string
  /** Only for a gateway that wants details. */
  fields: Record<string, string> | null
  /** Neither its number nor the contact itself has a live call. */
  is_free: boolean
  time_zone: string | null
  call_time: Date | null
  call_until: Date | null
  is_withdrawn: boolean
  do_not_call_list_id: string | null
  missing_consent: string | null
}

const TASK_RULES = (task: string) =>
  `${task}.window_zone = 'recipient' as is_by_recipient, ${task}.do_not_call_list_ids, ${task}.budget_attempts, ${task}.budget_days,
       ${task}.quiet_days, ${task}.needs_consent, ${CASE_RULES(task)}`

/**
 * Of contact `c`, where `rule` has TASK_RULES. $1: now; $2: whether the gateway wants details; $3-$5: the Limits of the service, to which
 * the task adds its own. Numbers are looked up only if a list has any.
 */
const FACTS = `c.phone_number, c.phone_key, case when $2::boolean then c.fields end as fields,
     c.call_time, c.call_until, c.withdraw_time is not null as is_withdrawn,
     (select true from live_call l where l.phone_key = any(same_number(c.phone_key)) limit 1) is null
       and (select true from live_call l where l.contact_id = c.id limit 1) is null as is_free,
     case when rule.is_by_recipient then c.fields ->> 'timeZone' end as time_zone,
     case when (select exists (select from do_not_call_entry where remove_time is null)) then (
       select list_id from do_not_call_list_with(c.phone_key, rule.do_not_call_list_ids, $1)
     ) end as do_not_call_list_id,
     ${missingConsent('c.phone_key', 'rule.needs_consent', '$1')},
     ${limitsUsed('c.phone_key', '$1', '($3::int[] || rule.budget_attempts)', '($4::int[] || rule.budget_days)', 'greatest($5::int, rule.quiet_days)')},
     ${caseUsed('rule', 'c.fields', 'c.phone_key', '$1')}`

export type PlacingFactsRow = Omit<CandidateRow, 'lane' | 'contact_id' | 'position'>

/** Of a contact that has a line already, when it is called after a wait. $1-$5: as above, without limits; $6: task; $7: contact. */
export const readPlacingFacts = sql<PlacingFactsRow>(
  'read_placing_facts',
  `select ${FACTS}
   from (select window_zone = 'recipient' as is_by_recipient, do_not_call_list_ids, '{}'::int[] as budget_attempts,
     '{}'::int[] as budget_days, null::int as quiet_days, needs_consent,
     null::text as case_field, '{}'::int[] as case_attempts, '{}'::int[] as case_days, null::int as case_quiet_days from task where id = $6) rule
   cross join lateral (
     select id, phone_number, phone_key, fields, call_time, call_until, withdraw_time from contact where id = $7 limit 1
   ) c`,
)

/** A lane has one row without a contact if its list has none left. */
export type FreshCandidateRow = CandidateRow & { contact_id: string | null; list_end: number }

/**
 * The next contacts of each task's list. No join has many rows on both sides: as many tasks as calls must cost little more
 * than one task. $6, $7: tasks, and how many contacts to read of each.
 */
export const readFreshCandidates = sql<FreshCandidateRow>(
  'read_fresh_candidates',
  `with rule as materialized (
     select given.lane, given.wanted, t.data_source_id, 
       ${TASK_RULES('t')}, coalesce(t.list_end, s.last_position) as list_end, progress.cursor
     from unnest($6::uuid[], $7::int[]) with ordinality as given (id, wanted, lane)
     cross join lateral (select * from task where id = given.id limit 1) t
     cross join lateral (select last_position from data_source where id = t.data_source_id limit 1) s
     cross join lateral task_progress_now(t.id) progress
   )
   select rule.lane, rule.list_end, c.id as contact_id, c.position, ${FACTS}
   from rule left join lateral (
     select id, position, phone_number, phone_key, fields, call_time, call_until, withdraw_time from contact c
     where c.data_source_id = rule.data_source_id and c.position > rule.cursor and c.position <= rule.list_end
     order by c.position
     limit rule.wanted
   ) c on true`,
)

export interface DueCandidateRow extends CandidateRow {
  round: number
  attempts: number
  calls: number
  refusals: number
  /** False: it was deleted. */
  is_there: boolean
}

/**
 * Contacts whose next attempt is due. $6-$9: tasks, priorities, how many to read, and the time before which no attempt of the
 * task is due.
 */
export const readDueCandidates = sql<DueCandidateRow>(
  'read_due_candidates',
  `select given.lane, d.contact_id, d.position, d.round, d.attempts, d.calls, d.refusals, c.id is not null as is_there,
     ${FACTS}
   from unnest($6::uuid[], $7::smallint[], $8::int[], $9::timestamptz[]) with ordinality
     as given (task_id, priority, wanted, floor, lane)
   cross join lateral (
     select ${TASK_RULES('task')} from task where id = given.task_id limit 1
   ) rule
   cross join lateral (
     select * from dial d
     where d.task_id = given.task_id and d.priority = given.priority
       and d.due_at is not null and d.due_at >= given.floor and d.due_at <= $1
     order by d.due_at, d.position
     limit given.wanted
   ) d
   left join lateral (
     select id, phone_number, phone_key, fields, call_time, call_until, withdraw_time from contact where id = d.contact_id limit 1
   ) c on true`,
)
