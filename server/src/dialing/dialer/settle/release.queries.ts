// Releasing: calls that were claimed and certainly not placed. Like settling, it only takes calls that still belong to this node.
// "Steady plans" in docs/architecture.md explains `limit 1`, `offset 0` and `= any(array[...])`.

import { ContactStatus } from '../../../lists/contacts/contact-status.ts'
import { CallOutcome } from '../../../platform/kernel/call-causes.ts'
import { IS_INBOUND } from '../../../platform/kernel/call-direction.ts'
import { toStorableText } from '../../../platform/kernel/storable-text.ts'
import { columnsOf } from '../../../platform/storage/columns.ts'
import { sql } from '../../../platform/storage/sql.ts'
import type { CallCause } from '../../../platform/words/calls.ts'
import type { ReleasedCall } from '../node/node-calls.ts'
import { freeLines } from './call-sums.queries.ts'
import { RECORDED_KEY, RECORDED_REQUEST } from './settle.queries.ts'

const GATEWAY_ERROR: CallCause = 'gateway_error'

export const RELEASED_CALLS = columnsOf<ReleasedCall>({
  phone_key: ['text', ({ phoneKey }) => phoneKey],
  id: ['uuid', ({ id }) => id],
  // How long the contact waits at least.
  pause_ms: ['float8', ({ pauseMs }) => Math.round(pauseMs)],
  refusal: ['text', ({ refusal }) => refusal && toStorableText(refusal)],
  is_busy: ['boolean', ({ isBackPressure = false }) => isBackPressure],
  // Of a call without a task: a sentence for a person who waits for it, a code for a system that has asked for it.
  why: ['text', ({ why, refusal }) => toStorableText(why ?? refusal ?? 'the call was not placed')],
  code: [
    'text',
    ({ reason, isBackPressure }) => reason ?? (isBackPressure ? 'gateway_busy' : 'gateway_error'),
  ],
  until_ms: ['float8', ({ until }) => until?.getTime() ?? null],
  is_given_up: ['boolean', ({ until }) => until === null],
})

/** Of a released call without a task. An inbound one, and one for which a person waits, is not tried again. */
const ENDS_UNCALLED = `coalesce(
       cancel_time is not null or request ->> 'purpose' <> 'call' or is_given_up or is_refused_often or next_time >= until, true)`

/**
 * Releases calls that were not placed; this costs no attempt. A refused call counts against its contact, which waits longer
 * each time and is done in the end. Without a task, only the far side's word on this very call counts: a busy gateway makes it wait, until its time is
 * over. If it ends so before any attempt, a record says so: it is an event, and a person who waits for it is told why. A call from outside that
 * cannot be answered is recorded: somebody has called.
 *
 * $1: node; $2: now; $3: the node's counter slot; $4: how long a contact waits after its first refusal, its second and so on, in
 * milliseconds (one more refusal is final); then the calls. Returns their caller IDs, which were not shown.
 */
export const releaseCalls = sql<{ caller_id: string | null; start_time: Date }>(
  'release_calls',
  `with released as materialized (
     delete from live_call l
     using ${RELEASED_CALLS.table(5)}
     where l.phone_key = any(array[given.phone_key]) and l.id = given.id and l.node_id = $1
     returning l.id, l.task_id, l.contact_id, l.data_source_id, l.position, l.phone_number, l.phone_key, l.round, l.attempt, l.priority,
       given.pause_ms, l.trunk_id, l.caller_id, l.start_time, l.request, given.refusal, given.why, given.code, given.until_ms, given.is_given_up,
       l.refusals + (given.refusal is not null and (l.request is null or not given.is_busy))::int as refusals
   ), timed as (
     select released.*, refusal is not null and refusals > cardinality($4::float8[]) as is_refused_often,
       case when round = 1 then (select priority from task where id = released.task_id limit 1) else priority end as next_priority,
       greatest(to_timestamp(until_ms / 1000), $2::timestamptz + make_interval(secs => greatest(
         pause_ms, case when refusal is not null then coalesce(($4::float8[])[refusals], 0) else 0 end
       ) / 1000)) as next_time
     from released
   ), decided as materialized (
     select timed.*, asked.id is not null as is_asked, asked.attempts, asked.cancel_time,
       case when request is null then is_refused_often else ${ENDS_UNCALLED} end as is_final
     from timed left join lateral (
       select id, attempts, cancel_time, until from single_call
       where timed.request is not null and id = timed.contact_id and end_time is null
       for no key update
     ) asked on true
     offset 0
   ), waiting as (
     insert into dial as known (task_id, contact_id, position, phone_number, round, attempts, priority, due_at, outcome,
       refusals, refusal, cause, update_time)
     select task_id, contact_id, position, phone_number, round, attempt - 1, next_priority,
       case when not is_final then next_time end, case when is_final then ${ContactStatus.FAILED} end, refusals,
       refusal, case when is_final then '${GATEWAY_ERROR}' end, $2
     from decided
     where request is null
     on conflict (task_id, position) do update set due_at = excluded.due_at, outcome = excluded.outcome,
       priority = excluded.priority, refusals = excluded.refusals, refusal = coalesce(excluded.refusal, known.refusal),
       cause = coalesce(excluded.cause, known.cause), update_time = excluded.update_time
   ), asked as (
     update single_call s set
       releases = s.releases + 1, refusals = given.refusals, is_preparing = false,
       due_at = case when not given.is_final then given.next_time end, end_time = case when given.is_final then $2::timestamptz end,
       reason = case when s.cancel_time is not null then 'cancelled' else given.code end
     from (select * from decided where is_asked offset 0) given
     where s.id = any(array[given.contact_id])
   ), recorded as (
     insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause, start_time,
       end_time, talk_ms, request, trunk_id, caller_id)
     select id, task_id, contact_id, data_source_id, phone_number, ${RECORDED_KEY}, round, attempt, ${CallOutcome.fail}, '${GATEWAY_ERROR}',
       $2, $2, 0, ${RECORDED_REQUEST('decided')} || jsonb_build_object(
         'reason', case when request ->> 'purpose' = 'call' then code else why end, 'isUncalled', request ->> 'purpose' = 'call'
       ), trunk_id, caller_id
     from decided
     where ${IS_INBOUND('decided')} or (is_asked and is_final and cancel_time is null and attempts = 0)
     returning id
   ), counted as (
     insert into task_counter as known (task_id, slot, released_count, failed_contacts, update_time)
     select task_id, $3::smallint, count(*), count(*) filter (where is_final), $2
     from decided
     where request is null
     group by task_id
     order by task_id
     on conflict (task_id, slot) do update set released_count = known.released_count + excluded.released_count,
       failed_contacts = known.failed_contacts + excluded.failed_contacts
   ), freed as (
     ${freeLines(`select count(*) as lines from decided where not ${IS_INBOUND('decided')}`, '$3')}
   )
   select caller_id, start_time, (select pg_notify('call_ended', '') from recorded limit 1),
     case when is_asked and not is_final then pg_notify('single_call', contact_id::text) end
   from decided`,
)
