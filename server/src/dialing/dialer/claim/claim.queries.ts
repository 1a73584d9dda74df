// The frame of a claim, and what it writes: live calls, and contacts that wait or are done without a call. The statements of
// one claim run in one transaction that locks the dialer's row, so one claim runs at a time over all nodes and the limits
// hold exactly. "Steady plans" in docs/architecture.md explains `offset 0` and `= any(array[...])`.

import { OTHER_CHANGES_SLOT } from '../../../campaigns/tasks/counter-slots.ts'
import { ContactStatus } from '../../../lists/contacts/contact-status.ts'
import { columnsOf } from '../../../platform/storage/columns.ts'
import { sql } from '../../../platform/storage/sql.ts'
import { ACTOR_COLUMNS, actorValues } from '../../../platform/trail/actor.ts'
import { ADDED_DENIALS, COUNTED_DENIALS } from './denial-counts.queries.ts'
import type { Judged, PassedContact, TakenCall } from './judge-candidates.ts'
import type { StartedCalls } from './rate-window.ts'
import type { Lane } from './read-candidates.ts'

export interface LimitsRow {
  lines: number
  calls_per_second: number
}

export const readLimits = sql<LimitsRow>('read_limits', 'select lines, calls_per_second from dialer')

/** A null leaves the limit as it is. One statement with its record: every claim locks this row. */
export const changeLimits = sql<LimitsRow>(
  'change_limits',
  `with old as materialized (
     select lines, calls_per_second from dialer for no key update
   ), changed as (
     update dialer set lines = coalesce($1, old.lines), calls_per_second = coalesce($2, old.calls_per_second) from old
     returning dialer.lines, dialer.calls_per_second
   ), recorded as (
     insert into audit (at, ${ACTOR_COLUMNS}, operation, changes, event_seq, change_xact)
     select $3, ${actorValues('$4')}, 'limits.change', jsonb_agg(jsonb_build_object('field', field, 'before', before, 'after', after)), null, null
     from old, changed, lateral (values ('lines', old.lines, changed.lines),
       ('callsPerSecond', old.calls_per_second, changed.calls_per_second)) as limits (field, before, after)
     where before <> after
     having count(*) > 0
   )
   select lines, calls_per_second, pg_notify('task_changed', '') from changed`,
)

/** A transaction that is idle for 3 seconds loses the lock, so a dead machine or a frozen process cannot block claims. */
export const lockDialer = sql<LimitsRow>(
  'lock_dialer',
  `select lines, calls_per_second, set_config('idle_in_transaction_session_timeout', '3s', true)
   from dialer where is_only for no key update`,
)

export interface DialerProgressRow {
  started: StartedCalls
  /** Lines in use. */
  live: number
  /** Which transactions this statement sees the effects of. */
  snapshot: string
}

/** A separate statement after the lock, like everything that a claim decides on: it sees what the previous claim wrote. */
export const readDialerProgress = sql<DialerProgressRow>(
  'read_dialer_progress',
  'select started, live, pg_current_snapshot()::text as snapshot from dialer_progress',
)

/** $3: calls started in the last second by trunk, or null. */
export const recordStarted = sql<never>(
  'record_started',
  `update dialer set started = $1, started_total = started_total + $2, trunk_starts = coalesce($3, trunk_starts)
   where is_only`,
)

/**
 * Locks those of the tasks that still run. The lock keeps their lists from changing: a pause, a recall or a deletion of a
 * contact comes before this claim or after it. A task that another transaction has locked is left for the next claim, so
 * that the lines of the others do not wait for it. The status is a parameter: as a constant, PostgreSQL would read the index
 * of all running tasks.
 */
export const lockRunningTasks = sql<{ id: string }>(
  'lock_running_tasks',
  'select id from task where id = any($1::uuid[]) and status = $2 order by id for no key update skip locked',
)

/** What is the same for all calls of a lane. */
export const LANES = columnsOf<Lane>({
  task_id: ['uuid', ({ task }) => task.id],
  data_source_id: ['uuid', ({ task }) => task.dataSourceId],
  flow_id: ['uuid', ({ task }) => task.flowId],
  priority: ['smallint', ({ priority }) => priority],
})

export const CLAIMED_CALLS = columnsOf<TakenCall>({
  id: ['uuid', ({ id }) => id],
  lane: ['int', ({ contact }) => contact.lane.number],
  phone_key: ['text', ({ contact }) => contact.phoneKey],
  contact_id: ['uuid', ({ contact }) => contact.contactId],
  position: ['bigint', ({ contact }) => contact.position],
  phone_number: ['text', ({ contact }) => contact.phoneNumber],
  round: ['smallint', ({ contact }) => contact.round],
  attempt: ['smallint', ({ contact }) => contact.attempts + 1],
  is_first: ['boolean', ({ contact }) => contact.isFirst],
  refusals: ['smallint', ({ contact }) => contact.refusals],
  trunk_id: ['uuid', ({ trunkId }) => trunkId],
  caller_id: ['text', ({ callerId }) => callerId],
})

export const PROGRESS = columnsOf<Judged['progress'][number]>({
  task_id: ['uuid', ({ taskId }) => taskId],
  cursor: ['bigint', ({ cursor }) => cursor],
  started: ['int', ({ started }) => started],
})

/**
 * Writes the live calls of a claim and moves the tasks on. The keys of live_call refuse a number or a contact that has a call
 * already. $1: node; $2: now; $3-$6: the lanes, in which each call finds its own by its number; then the calls and the tasks.
 */
export const writeCalls = sql<never>(
  'write_calls',
  `with claimed as materialized (
     select *, ($3::uuid[])[lane] as task_id from ${CLAIMED_CALLS.table(7)}
   ), live as (
     insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round,
       attempt, priority, start_time, is_first, refusals, flow_id, trunk_id, caller_id)
     select phone_key, id, $1, task_id, contact_id, ($4::uuid[])[lane], position, phone_number, round, attempt,
       ($6::smallint[])[lane], $2::timestamptz, is_first, refusals, ($5::uuid[])[lane],
       trunk_id, caller_id
     from claimed
     order by phone_key
   ), taken as (
     update dial d set due_at = null, wait_reason = null, update_time = $2
     from (select task_id, position from claimed where not is_first offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
   )
   insert into task_progress as known (task_id, cursor, started_count)
   select task_id, coalesce(cursor, 0), started from ${PROGRESS.table(7 + CLAIMED_CALLS.count)}
   order by task_id
   on conflict (task_id) do update set
     cursor = greatest(known.cursor, excluded.cursor), started_count = known.started_count + excluded.started_count`,
)

export const PASSED_CONTACTS = columnsOf<PassedContact>({
  task_id: ['uuid', ({ contact }) => contact.lane.task.id],
  contact_id: ['uuid', ({ contact }) => contact.contactId],
  position: ['bigint', ({ contact }) => contact.position],
  phone_number: ['text', ({ contact }) => contact.phoneNumber],
  priority: ['smallint', ({ contact }) => contact.lane.priority],
  is_first: ['boolean', ({ contact }) => contact.isFirst],
  due_ms: ['float8', ({ dueAt }) => dueAt?.getTime()],
  outcome: ['smallint', ({ outcome }) => outcome],
  cause: ['text', ({ denial }) => (denial?.kind === 'never' ? denial.reason : null)],
  wait_reason: ['text', ({ denial }) => (denial?.kind === 'not_yet' ? denial.reason : null)],
})

/**
 * Contacts that got no call: they wait until `due_at`, or are done. Dials that exist need no row locks: a transaction that
 * changes a due dial has locked its task. $1: now; then the contacts.
 */
export const passOver = sql<never>(
  'pass_over',
  `with passed as materialized (
     select * from ${PASSED_CONTACTS.table(2)}
   ), added as (
     insert into dial (task_id, contact_id, position, phone_number, priority, due_at, outcome, cause, wait_reason, update_time)
     select task_id, contact_id, position, phone_number, priority, to_timestamp(due_ms / 1000), outcome, cause,
       wait_reason, $1
     from passed where is_first
   ), changed as (
     update dial d set due_at = to_timestamp(given.due_ms / 1000), outcome = given.outcome,
       cause = coalesce(given.cause, d.cause), wait_reason = given.wait_reason, update_time = $1
     from (select * from passed where not is_first offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
   )
   insert into task_counter as known (task_id, slot, failed_contacts, skipped_contacts, update_time, denials, denial_times)
   select task_id, ${OTHER_CHANGES_SLOT}, count(*) filter (where outcome = ${ContactStatus.FAILED}),
     count(*) filter (where outcome = ${ContactStatus.NOT_DIALED}), $1, ${COUNTED_DENIALS('$1')}
   from (select *, coalesce(cause, wait_reason) as reason from passed) passed
   where outcome is not null or reason is not null
   group by task_id order by task_id
   on conflict (task_id, slot) do update set
     failed_contacts = known.failed_contacts + excluded.failed_contacts,
     skipped_contacts = known.skipped_contacts + excluded.skipped_contacts, ${ADDED_DENIALS}`,
)

export const DROPPED_CONTACTS = columnsOf<PassedContact>({
  task_id: ['uuid', ({ contact }) => contact.lane.task.id],
  position: ['bigint', ({ contact }) => contact.position],
})

/** Contacts that were deleted while they waited for their first call leave the list. */
export const dropDeleted = sql<never>(
  'drop_deleted',
  `with dropped as (
     delete from dial d
     using (select * from ${DROPPED_CONTACTS.table(1)} offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
     returning d.task_id
   )
   update task t set
     contact_count = t.contact_count - given.contacts,
     kept_count = t.kept_count - case when t.contact_count is null then given.contacts else 0 end
   from (select task_id, count(*) as contacts from dropped group by task_id offset 0) given
   where t.id = any(array[given.task_id])`,
)
