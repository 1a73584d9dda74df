// Settling: what came of calls that were claimed. A call that does not belong to this node any more, because it
// was settled before or because another node took it over, is skipped: late and repeated results change nothing. "Steady
// plans" in docs/architecture.md explains `limit 1`, `offset 0` and `= any(array[...])`.
//
// A call without a task goes the same way. What its task is to another call, its single_call is to it: the rule that it is judged by, and the
// row that has its attempts and its next one. That row is locked when it is read, so that a cancellation comes before or after. No task counts
// the call. A call from outside has no such row: it is only recorded.
//
// A settlement changes no contact, so it never waits for an import or a person who edits the list. Whether the contact still exists
// is only looked up. If it is deleted at the same moment, its dial may wait for another attempt, and the claim that finds the dial
// finds no contact.

import type { NeverReason } from '../../../campaigns/permission/decide.ts'
import { TaskStatus } from '../../../campaigns/tasks/task-state.ts'
import { impersonalResult } from '../../../conversations/flows/impersonal-result.ts'
import { ContactStatus } from '../../../lists/contacts/contact-status.ts'
import { CallOutcome, outcomeOfCause } from '../../../platform/kernel/call-causes.ts'
import { IS_INBOUND } from '../../../platform/kernel/call-direction.ts'
import { NUMBER_KEY } from '../../../platform/kernel/phone/phone-key.ts'
import { toStorableJson, toStorableText } from '../../../platform/kernel/storable-text.ts'
import { hasTask } from '../../../platform/kernel/task-of-call.ts'
import { columnsOf } from '../../../platform/storage/columns.ts'
import { sql } from '../../../platform/storage/sql.ts'
import type { CallEnd } from '../../../telephony/gateway.ts'
import type { CallKeys, EndedCall } from '../node/node-calls.ts'
import {
  addedTo,
  addSums,
  COUNTER_COLUMNS,
  COUNTER_SUMS,
  countWhere,
  freeLines,
  sumsOf,
} from './call-sums.queries.ts'

/** With what the database cannot compute. */
export interface SettledCall extends EndedCall {
  /** Of a contact with a `callUntil`: from when on the hours of the task allow no attempt before it. */
  lastOpportunity?: Date | undefined
}

export const ENDED_CALLS = columnsOf<SettledCall>({
  phone_key: ['text', ({ phoneKey }) => phoneKey],
  id: ['uuid', ({ id }) => id],
  outcome: ['smallint', ({ end }) => outcomeOfCause(end.cause)],
  cause: ['text', ({ end }) => end.cause],
  answer_ms: ['float8', ({ answerTime }) => answerTime?.getTime()],
  end_ms: ['float8', ({ endTime }) => endTime.getTime()],
  talk_ms: ['int', ({ end }) => talkTime(end)],
  // Why the gateway failed to handle the call, which then costs no attempt and counts as a refusal.
  fault: ['text', ({ end }) => end.fault && toStorableText(end.fault)],
  // What came of the call.
  result: ['jsonb', ({ result }) => result && toStorableJson(result)],
  // When another call was asked for.
  callback_ms: ['float8', ({ result }) => timeOf(result?.callbackTime)],
  sip_status: ['smallint', ({ end }) => sipStatusOf(end)],
  last_ms: ['float8', ({ lastOpportunity }) => lastOpportunity?.getTime()],
})

function timeOf(callbackTime: string | undefined): number | null {
  const time = Date.parse(callbackTime ?? '')
  return Number.isNaN(time) ? null : time
}

function sipStatusOf({ sipStatus }: CallEnd): number | null {
  return sipStatus !== undefined && sipStatus >= 100 && sipStatus <= 699 ? sipStatus : null
}

const MAX_TALK_MS = 2 ** 31 - 1

/** Limited to what the database accepts: one value out of range would keep all calls of the batch from being settled. */
function talkTime({ talkMs }: CallEnd): number {
  return Number.isFinite(talkMs) ? Math.min(Math.max(0, Math.round(talkMs)), MAX_TALK_MS) : 0
}

const TOO_LATE: NeverReason = 'after_call_until'

/**
 * What a task says about its calls, of a call without one: of the live call `call`. One that was cancelled, or for which a person waits, is not
 * tried again.
 */
const RULE_OF_SINGLE_CALL = (call: string) =>
  `select case when cancel_time is null and request ->> 'purpose' = 'call' then ${TaskStatus.RUNNING} else ${TaskStatus.STOPPED} end,
     priority, coalesce((settings ->> 'maxDialCount')::smallint, 1), (settings ->> 'callInterval')::integer, null::jsonb, until
   from single_call where ${call}.request is not null and id = ${call}.contact_id
   for no key update`

/** The key of a call from outside may have its id behind the number. */
export const RECORDED_KEY = `case when request is null then phone_key else ${NUMBER_KEY('phone_key')} end`

/** The fields of an inbound call are those of the contact, which may be erased later. */
export const RECORDED_REQUEST = (call: string) =>
  `(case when ${IS_INBOUND(call)} then ${call}.request - 'fields' else ${call}.request end - 'answerTime')`

/** Contacts that are done with their calls, and when. */
const CONTACTS_DONE = {
  alike: 'contact_outcome',
  sums: `${countWhere(`contact_outcome = ${ContactStatus.SUCCESS}`)} as success_contacts,
     ${countWhere(`contact_outcome = ${ContactStatus.FAILED}`)} as failed_contacts, max(end_time) as update_time`,
}

/**
 * Ends calls: writes the record, the dial with its next attempt or its outcome, the counters and the sums of the minute, and frees
 * the lines. The task of each call is looked up by itself: joined with a list of tasks, every call would be
 * compared with all of them.
 *
 * In two forms, because most batches have no call without a task, and PostgreSQL pays for each part of a statement whether it finds rows or
 * not. `ofSingles`: a part that only such calls need, and what stands for it when there are none.
 *
 * $1: node; $2: causes that are final; $3: the node's counter slot; $4: how long a contact waits after its first refusal, its
 * second and so on, in milliseconds (one more refusal is final); then the calls.
 *
 * A task may have a rule for the cause: how many seconds its contact waits at least, and how many more attempts there are in the
 * round after calls with this cause. With a rule, a cause that is final otherwise is not.
 */
const settlement = (ofSingles: (part: string, otherwise?: string) => string) =>
  sql<never>(
    'settle_calls',
    `with ended as (
     delete from live_call l
     using ${ENDED_CALLS.table(5)}
     where l.phone_key = any(array[given.phone_key]) and l.id = given.id and l.node_id = $1
     returning l.id, l.task_id, l.contact_id, l.data_source_id, l.position, l.phone_number, l.phone_key, l.round,
       l.attempt, l.priority, l.start_time, l.is_first, l.trunk_id, l.caller_id, l.request, given.outcome, given.cause,
       to_timestamp(given.answer_ms / 1000) as answer_time,
       greatest(to_timestamp(given.end_ms / 1000), l.start_time) as end_time, given.talk_ms, given.fault, given.fault is not null as is_fault,
       given.result, given.sip_status, to_timestamp(given.callback_ms / 1000) as callback_time, to_timestamp(given.last_ms / 1000) as last_time,
       case when given.fault is not null then l.refusals + 1 else 0 end as refusals
   ), ruled as (
     select ended.*,
       case
         when ended.outcome = ${CallOutcome.success} then ${ContactStatus.SUCCESS}
         -- Whoever asks for no more calls gets none, also if the wish could not be stored.
         when ended.result ? 'optOut' then ${ContactStatus.FAILED}
         when ended.cause = any($2) and rule.retry is null then ${ContactStatus.FAILED}
         when ended.is_fault and ended.refusals > cardinality($4::float8[]) then ${ContactStatus.FAILED}
         when not ended.is_fault and ended.attempt >= rule.max_dial_count then ${ContactStatus.FAILED}
         when (rule.retry ->> 'count')::int <= (
           select count(*)
           from dial d
           cross join lateral unnest(d.call_times) as began (start_time)
           join call earlier on earlier.task_id = d.task_id and earlier.start_time = began.start_time
             and earlier.contact_id = d.contact_id and earlier.round = ended.round and earlier.cause = ended.cause
           where d.task_id = ended.task_id and d.position = ended.position
         ) then ${ContactStatus.FAILED}
       end as own_status,
       rule.status in (${TaskStatus.STOPPED}, ${TaskStatus.CLOSED}) as is_over, rule.until,
       ended.attempt - ended.is_fault::int as attempts,
       -- The task may have another one than when the call was claimed. A recall has its own.
       case when ended.round = 1 then rule.priority else ended.priority end as next_priority,
       greatest(ended.callback_time, ended.end_time + greatest(
         make_interval(secs => rule.call_interval_seconds),
         make_interval(secs => (rule.retry ->> 'delay')::int),
         make_interval(secs => coalesce(($4::float8[])[ended.refusals], 0) / 1000)
       )) as next_time
     from ended left join lateral (
       select status, priority, max_dial_count, call_interval_seconds, retry_rules -> ended.cause as retry, null::timestamptz as until
       from task where id = ended.task_id
       ${ofSingles(`union all select * from (${RULE_OF_SINGLE_CALL('ended')}) asked`)}
       limit 1
     ) rule on true
     offset 0
   ), judged as materialized (
     select id, task_id, contact_id, data_source_id, position, phone_number, phone_key, round, attempt, outcome, cause, start_time,
       answer_time, end_time, talk_ms, sip_status, trunk_id, caller_id, is_first, refusals, attempts, next_priority, contact_outcome,
       ${ofSingles('request, fault, callback_time,')}
       case when is_too_late then '${TOO_LATE}' else cause end as dial_cause,
       case when contact_outcome is null then next_time end as due_at, own_status is null and is_over as is_cut_short,
       -- A deletion waits for the contact, and then forgets what is written here.
       case
         when result is null ${ofSingles('or request is not null')} then result
         when (select true from contact where id = ruled.contact_id for key share skip locked) then result
         else ${impersonalResult('result')}
       end as kept_result
     from (
       -- Nothing is dialed again once the task is over. A contact that was deleted meanwhile gets no further attempt, and nothing
       -- remains of what was said to it. Nor does one whose next attempt would come when it may not be called any more, or when the
       -- hours of the task do not open again before that.
       select *, coalesce(own_status, case when is_over or is_too_late is distinct from false then ${ContactStatus.FAILED} end)
         as contact_outcome
       from (
         select *, case
           when own_status is not null or is_over then null
           ${ofSingles('when request is not null then until <= next_time')}
           else (
             select coalesce(least(call_until, ruled.last_time) <= ruled.next_time, false) from contact where id = ruled.contact_id limit 1
           )
         end as is_too_late
         from ruled
         offset 0
       ) ruled
       offset 0
     ) ruled
   ), event as materialized (
     select next_event_seq() as seq
   ), recorded as (
     insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause,
       start_time, answer_time, end_time, talk_ms, event_seq, result, sip_status, trunk_id, caller_id, request)
     select id, task_id, contact_id, data_source_id, phone_number, ${ofSingles(RECORDED_KEY, 'phone_key')}, round, attempt, outcome, cause, start_time,
       answer_time, end_time, talk_ms, (select seq from event), kept_result, sip_status, trunk_id, caller_id,
       ${ofSingles(
         `case when request is not null then jsonb_strip_nulls(${RECORDED_REQUEST('judged')} || jsonb_build_object(
           'reason', fault, 'isTriedAgain', case when due_at is not null then true end
         )) end`,
         'null',
       )}
     from judged
   ), dialed_first as (
     insert into dial (task_id, contact_id, position, phone_number, round, attempts, priority, due_at, outcome,
       calls, talk_ms, call_times, refusals, cause, update_time, result, is_cut_short)
     select task_id, contact_id, position, phone_number, round, attempts, next_priority, due_at, contact_outcome, 1, talk_ms,
       array[start_time], refusals, dial_cause, end_time, kept_result, is_cut_short
     from judged
     where is_first
   ), dialed_again as (
     update dial d set
       phone_number = given.phone_number, attempts = given.attempts, priority = given.next_priority, due_at = given.due_at,
       outcome = given.contact_outcome, calls = d.calls + 1, talk_ms = d.talk_ms + given.talk_ms,
       call_times = d.call_times || given.start_time, refusals = given.refusals, cause = given.dial_cause,
       update_time = given.end_time, result = coalesce(given.kept_result, d.result), is_cut_short = given.is_cut_short
     from (select * from judged where not is_first ${ofSingles('and request is null')} offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
   ), ${ofSingles(`asked as (
     update single_call s set attempts = given.attempts, refusals = given.refusals, is_preparing = false, due_at = given.due_at,
       end_time = case when given.due_at is null then given.end_time end,
       reason = case
         when given.fault is not null then case when s.cancel_time is null then 'gateway_error' else 'cancelled' end
         when given.due_at is not null then case when given.callback_time is null then 'waiting_interval' else 'waiting_callback' end
       end
     from (select * from judged where request is not null offset 0) given
     where s.id = any(array[given.contact_id])
   ), `)}grouped as materialized (
     ${sumsOf(ofSingles('(select * from judged where request is null) judged', 'judged'), CONTACTS_DONE)}
   ), counted as (
     insert into task_counter as known (task_id, slot, success_contacts, failed_contacts, update_time, ${COUNTER_COLUMNS.join(', ')})
     select task_id, $3::smallint, sum(success_contacts), sum(failed_contacts), max(update_time),
       ${COUNTER_SUMS.map(({ sum }) => sum).join(', ')}
     from grouped
     group by task_id
     order by task_id
     on conflict (task_id, slot) do update set update_time = excluded.update_time,
       ${addedTo(['success_contacts', 'failed_contacts', ...COUNTER_COLUMNS])}
   ), summed as (
     ${addSums('grouped', '$3::smallint')}
   ), freed as (
     ${freeLines(`select count(*) as lines from judged ${ofSingles(`where not ${IS_INBOUND('judged')}`)}`, '$3')}
   )
   select pg_notify('call_ended', '') from (select from judged limit 1) any_call
   ${ofSingles(`union all
   select pg_notify('single_call', contact_id::text) from judged where request is not null and due_at is not null`)}`,
  )

const settleTaskCalls = settlement((_part, otherwise = '') => otherwise)
const settleAnyCalls = settlement((part) => part)

/** The form of the settlement for these calls. */
export const settlementOf = (calls: readonly CallKeys[]) =>
  calls.every(({ taskId }) => hasTask(taskId)) ? settleTaskCalls : settleAnyCalls
