// Settling: the one place where the end of a call is written. A call that is not ours any more, because it was
// settled before or because another node took it over, is passed by: late and repeated results change nothing.
import { sql } from '../storage/sql.ts'
import { newestCounter } from '../tasks/task-counters.queries.ts'
import { TaskStatus } from '../tasks/task-state.ts'
import type { CallCause } from './gateway.ts'
import {
  IS_GIVEN_CONTACT,
  IS_GIVEN_COUNTER,
  IS_GIVEN_DIAL,
  IS_GIVEN_NUMBER,
  IS_GIVEN_TASK,
} from './given-rows.queries.ts'
import { heldCalls, IS_NOT_HELD, takeFreeContacts, WAITS_BRIEFLY } from './held-contacts.queries.ts'

/** The lines of these calls are free: so many more have ended, since ever. */
function freeLines(calls: string, slot: string): string {
  return `freed as materialized (
     select ${slot}::smallint as slot, count(*) as calls,
       (select seq from dialer_slot where slot = ${slot} order by seq desc limit 1) as seq
     from ${calls}
   ), counted_lines as (
     update dialer_slot known set seq = known.seq + 1, ended = known.ended + given.calls
     from freed given
     where given.calls > 0 and known.slot = any(array[given.slot]) and known.seq >= given.seq
   ), first_counted_lines as (
     insert into dialer_slot (slot, seq, ended) select slot, 1, calls from freed where calls > 0 and seq is null
   )`
}

/** With this end of a call the contact is done, or null: another attempt will follow. A deleted contact gets none. */
const FINAL_OUTCOME = `coalesce(rule_outcome, case when decided.id = any((select ids from gone)::uuid[]) then 2 end)`

/**
 * Ends calls: the record, the dial with its next attempt or its outcome, the contact, the counters, the minute's sums.
 * A call's task is looked up by itself: joined with a list of tasks, every call would pass all of them.
 * "offset 0" keeps what an update joins small: PostgreSQL copies all of it.
 * $1-$6: ids, outcomes, causes, answer and end times in milliseconds, talk times; $7: node; $8: causes that are final;
 * $9: the counters' slot; $10: the numbers' keys, by which the calls are found; $11: whether the gateway failed to handle
 * the call, which then costs no attempt and counts as a refusal; $12: how long a contact waits after each refusal, in
 * milliseconds: one more than these are final; $13: the contacts. The rows with an id are the calls that were not
 * settled because another transaction has locked their contacts.
 */
function settlement({ isCareful }: { isCareful: boolean }): string {
  return `with ${isCareful ? `${takeFreeContacts('$13')}, ` : ''}ended as (
     delete from live_call l
     using unnest($10::text[], $1::uuid[], $2::smallint[], $3::text[], $4::float8[], $5::float8[], $6::int[], $11::boolean[],
         $13::uuid[])
       as given (phone_key, id, outcome, cause, answer_time, end_time, talk_ms, is_free, contact_id)
     where ${IS_GIVEN_NUMBER} and l.id = given.id and l.node_id = $7
       and ${isCareful ? IS_NOT_HELD : WAITS_BRIEFLY}
     returning l.id, l.task_id, l.contact_id, l.data_source_id, l.position, l.phone_number, l.round, l.attempt,
       l.priority, l.start_time, l.is_first, given.outcome, given.cause,
       to_timestamp(given.answer_time / 1000) as answer_time,
       greatest(to_timestamp(given.end_time / 1000), l.start_time) as end_time, given.talk_ms, given.is_free,
       case when given.is_free then l.refusals + 1 else 0 end as refusals
   ), decided as materialized (
     select ended.*,
       case
         when ended.outcome = 1 then 1
         when ended.cause = any($8) or rule.status in (3, 6) then 2
         when case when ended.is_free then ended.refusals > cardinality($12::float8[])
           else ended.attempt >= rule.max_dial_count end then 2
       end as rule_outcome,
       ended.attempt - ended.is_free::int as attempts,
       ended.end_time + greatest(
         make_interval(secs => rule.call_interval_seconds),
         make_interval(secs => coalesce(($12::float8[])[ended.refusals], 0) / 1000)
       ) as next_time
     from ended cross join lateral (
       select status, max_dial_count, call_interval_seconds from task where id = ended.task_id limit 1
     ) rule
   ), touched as (
     update contact c set status = coalesce(given.rule_outcome, 4), call_count = c.call_count + 1
     from (select id, contact_id, rule_outcome from decided offset 0) given
     where ${IS_GIVEN_CONTACT}
     returning given.id
   ), gone as materialized (
     select array_agg(id) as ids from decided where id not in (select id from touched)
   ), event as materialized (
     select next_event_seq() as seq
   ), recorded as (
     insert into call (id, task_id, contact_id, data_source_id, phone_number, round, attempt, outcome, cause,
       start_time, answer_time, end_time, talk_ms, event_seq)
     select id, task_id, contact_id, data_source_id, phone_number, round, attempt, outcome, cause, start_time,
       answer_time, end_time, talk_ms, (select seq from event)
     from decided
   ), first_dialed as (
     insert into dial (task_id, contact_id, position, phone_number, round, attempts, priority, due_at, outcome,
       calls, talk_ms, call_times, refusals, cause, update_time)
     select task_id, contact_id, position, phone_number, round, attempts, priority,
       case when ${FINAL_OUTCOME} is null then next_time end, ${FINAL_OUTCOME}, 1, talk_ms, array[start_time], refusals,
       cause, end_time
     from decided
     where is_first
   ), dialed_again as (
     update dial d set
       phone_number = given.phone_number, attempts = given.attempts, due_at = given.due_at, outcome = given.outcome,
       calls = d.calls + 1, talk_ms = d.talk_ms + given.talk_ms, call_times = d.call_times || given.start_time,
       refusals = given.refusals, cause = given.cause, update_time = given.end_time
     from (
       select task_id, position, phone_number, attempts, talk_ms, start_time, end_time, refusals, cause,
         case when ${FINAL_OUTCOME} is null then next_time end as due_at, ${FINAL_OUTCOME} as outcome
       from decided
       where not is_first
       offset 0
     ) given
     where ${IS_GIVEN_DIAL}
   ), sums as materialized (
     select task_id, count(*) as calls, count(*) filter (where outcome = 1) as successes,
       count(*) filter (where outcome = 2) as fails, count(*) filter (where outcome = 3) as no_answers,
       sum(talk_ms) as talk_ms, count(*) filter (where rule_outcome = 1) as success_contacts,
       count(*) filter (where ${FINAL_OUTCOME} = 2) as failed_contacts, max(end_time) as end_time,
       $9::smallint as slot, ${newestCounter('decided.task_id', '$9')} as seq
     from decided
     group by task_id
     order by task_id
   ), counted as (
     update task_counter counter set
       seq = counter.seq + 1, call_count = counter.call_count + given.calls,
       success_count = counter.success_count + given.successes, fail_count = counter.fail_count + given.fails,
       no_answer_count = counter.no_answer_count + given.no_answers, talk_ms = counter.talk_ms + given.talk_ms,
       success_contacts = counter.success_contacts + given.success_contacts,
       failed_contacts = counter.failed_contacts + given.failed_contacts, update_time = given.end_time
     from sums given
     where ${IS_GIVEN_COUNTER}
   ), first_counted as (
     insert into task_counter (task_id, slot, seq, call_count, success_count, fail_count, no_answer_count, talk_ms,
       success_contacts, failed_contacts, update_time)
     select task_id, $9, 1, calls, successes, fails, no_answers, talk_ms, success_contacts, failed_contacts, end_time
     from sums
     where seq is null
   ), charted as (
     insert into call_minute as known (task_id, minute, slot, success_count, fail_count, no_answer_count, talk_ms)
     select task_id, date_trunc('minute', end_time) as minute, $9, count(*) filter (where outcome = 1),
       count(*) filter (where outcome = 2), count(*) filter (where outcome = 3), sum(talk_ms)
     from decided
     group by task_id, minute
     order by task_id, minute
     on conflict (task_id, minute, slot) do update set
       success_count = known.success_count + excluded.success_count,
       fail_count = known.fail_count + excluded.fail_count,
       no_answer_count = known.no_answer_count + excluded.no_answer_count,
       talk_ms = known.talk_ms + excluded.talk_ms
   ), ${freeLines('decided', '$9')}
   ${isCareful ? heldCalls('$1', '$13') : 'select null::uuid as id where false'}
   union all
   select null from (select pg_notify('call_ended', '') from (select from decided limit 1) any_call) told`
}

/** Fails if it has to wait for a contact for more than a moment. */
export const settleCalls = sql<{ id: string | null }>('settle_calls', settlement({ isCareful: false }))

/** Settles only the calls whose contacts are free, without waiting. Costs about a tenth more. */
export const settleFreeCalls = sql<{ id: string | null }>(
  'settle_free_calls',
  settlement({ isCareful: true }),
)

/**
 * Takes calls back that were never placed: nobody pays an attempt. A call that was refused counts against its contact, which
 * waits longer each time and in the end is done.
 * $1: ids; $2: node; $3: now; $4: how long each waits at least, in milliseconds; $5: reasons; $6: the counters' slot; $7: the
 * numbers' keys; $8: whether it was refused; $9: how long a contact waits after each refusal, in milliseconds: one more
 * than these are final; $10: the contacts. The rows are the calls that were left alone, as in settleCalls.
 */
export const releaseCalls = sql<{ id: string | null }>(
  'release_calls',
  `with ${takeFreeContacts('$10')}, released as materialized (
     delete from live_call l
     using unnest($7::text[], $1::uuid[], $4::float8[], $5::text[], $8::boolean[], $10::uuid[])
       as given (phone_key, id, pause_ms, reason, is_refused, contact_id)
     where ${IS_GIVEN_NUMBER} and l.id = given.id and l.node_id = $2 and ${IS_NOT_HELD}
     returning l.id, l.task_id, l.contact_id, l.position, l.phone_number, l.round, l.attempt, l.priority, given.pause_ms,
       given.reason, given.is_refused, l.refusals + given.is_refused::int as refusals
   ), touched as (
     update contact c set status = 2
     from (
       select id, contact_id from released where is_refused and refusals > cardinality($9::float8[]) offset 0
     ) given
     where ${IS_GIVEN_CONTACT}
     returning given.id
   ), given_up as materialized (
     select array_agg(id) as ids from touched
   ), decided as materialized (
     select released.*, coalesce(id = any((select ids from given_up)::uuid[]), false) as is_final,
       $3::timestamptz + make_interval(secs => greatest(
         pause_ms, case when is_refused then coalesce(($9::float8[])[refusals], 0) else 0 end
       ) / 1000) as next_time
     from released
   ), waiting as (
     insert into dial as known (task_id, contact_id, position, phone_number, round, attempts, priority, due_at, outcome,
       refusals, refusal, cause, update_time)
     select task_id, contact_id, position, phone_number, round, attempt - 1, priority,
       case when not is_final then next_time end, case when is_final then 2 end, refusals,
       case when is_refused then reason end, case when is_final then '${'gateway_error' satisfies CallCause}' end, $3
     from decided
     on conflict (task_id, position) do update set due_at = excluded.due_at, outcome = excluded.outcome,
       refusals = excluded.refusals, refusal = coalesce(excluded.refusal, known.refusal),
       cause = coalesce(excluded.cause, known.cause), update_time = excluded.update_time
   ), sums as materialized (
     select task_id, count(*) as calls, count(*) filter (where is_final) as failed_contacts, $6::smallint as slot,
       ${newestCounter('decided.task_id', '$6')} as seq
     from decided
     group by task_id
     order by task_id
   ), counted as (
     update task_counter counter set seq = counter.seq + 1, released_count = counter.released_count + given.calls,
       failed_contacts = counter.failed_contacts + given.failed_contacts
     from sums given
     where ${IS_GIVEN_COUNTER}
   ), first_counted as (
     insert into task_counter (task_id, slot, seq, released_count, failed_contacts, update_time)
     select task_id, $6, 1, calls, failed_contacts, $3 from sums where seq is null
   ), ${freeLines('decided', '$6')}
   ${heldCalls('$1', '$10')}
   union all
   select null from (select from decided limit 1) any_call`,
)

/**
 * Calls to many contacts of these tasks are refused in a row. One node counts the time; another takes over when that one is
 * gone. $1: tasks; $2: contacts; $3: why; $4: node; $5: the time since the node's last look, in milliseconds.
 */
export const noteRefusals = sql<never>(
  'note_refusals',
  `insert into task_fault as known (task_id, refused_contacts, refused_node_id, cause)
   select task_id, contacts, $4::uuid, cause
   from unnest($1::uuid[], $2::int[], $3::text[]) as given (task_id, contacts, cause)
   order by task_id
   on conflict (task_id) do update set
     refused_contacts = greatest(known.refused_contacts, excluded.refused_contacts), cause = excluded.cause,
     refused_node_id = case
       when exists (select from dialer_node where id = known.refused_node_id) then known.refused_node_id else $4
     end,
     refused_ms = known.refused_ms + case when known.refused_node_id = $4 then $5::bigint else 0 end`,
)

/**
 * No node has a gateway that works: that counts for every task that wants to dial. $1: tasks; $2: for how long, in
 * milliseconds; $3: why.
 */
export const noteDown = sql<never>(
  'note_down',
  `insert into task_fault as known (task_id, down_ms, cause)
   select task_id, $2, $3 from unnest($1::uuid[]) as given (task_id) order by task_id
   on conflict (task_id) do update set down_ms = known.down_ms + excluded.down_ms, cause = excluded.cause`,
)

/** The gateway has placed a call of these tasks: whatever it refused before, it was not in a row. */
export const forgetFaults = sql<never>(
  'forget_faults',
  'delete from task_fault where task_id = any($1::uuid[])',
)

/**
 * The circuit breaker: enough contacts refused in a row, or no node able to dial, over long enough, and the task is FAILED. Its
 * contacts are forgiven what was refused. A task that somebody else holds is left for the next look. Of a task that does not run nothing is remembered, so that a resume starts
 * afresh. $1: now; $2: contacts; $3: for how long, in milliseconds; $4: whether our own gateway works.
 */
export const failTasks = sql<{ id: string; fail_reason: string }>(
  'fail_tasks',
  `with tripped as materialized (
     select f.task_id, f.cause
     from task_fault f cross join lateral (
       select status from task where id = f.task_id for no key update skip locked
     ) t
     where t.status <> ${TaskStatus.RUNNING} or (f.refused_contacts >= $2 and f.refused_ms >= $3)
       or (f.down_ms >= $3 and not $4::boolean)
   ), forgotten as (
     delete from task_fault f using tripped given where f.task_id = any(array[given.task_id])
   ), back as (
     update task_fault f set down_ms = 0
     where $4::boolean and f.down_ms > 0 and f.task_id not in (select task_id from tripped)
   ), failed as (
     update task t set status = ${TaskStatus.FAILED}, fail_reason = given.cause, update_time = $1
     from tripped given
     where ${IS_GIVEN_TASK} and t.status = ${TaskStatus.RUNNING}
     returning t.id, t.status, t.fail_reason
   ), forgiven as (
     update dial d set refusals = 0
     from failed given
     where d.task_id = any(array[given.id]) and d.due_at is not null and d.refusals > 0
   ), audited as (
     insert into task_audit (task_id, at, actor, operation, status, reason)
     select id, $1, 'dialer', 'fail', status, fail_reason from failed
   )
   select id, fail_reason, pg_notify('task_changed', id::text) from failed`,
)
