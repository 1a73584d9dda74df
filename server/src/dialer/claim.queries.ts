// The frame of a claim, and what it writes: live calls, and contacts that wait or are done without a call. The statements of
// one claim run in one transaction that locks the dialer's row, so one claim runs at a time over all nodes and the limits
// hold exactly. "Steady plans" in docs/architecture.md explains `offset 0` and `= any(array[...])`.

import { ContactStatus } from '../contacts/contact-status.ts'
import { sql } from '../storage/sql.ts'
import { OTHER_CHANGES_SLOT } from '../tasks/counter-slots.ts'
import type { StartedCalls } from './rate-window.ts'

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
     insert into audit (at, actor, operation, changes)
     select $3, $4, 'limits.change', jsonb_agg(jsonb_build_object('field', field, 'before', before, 'after', after))
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

export const recordStarted = sql<never>(
  'record_started',
  'update dialer set started = $1, started_total = started_total + $2 where is_only',
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

/**
 * Writes the live calls of a claim and moves the tasks on. The keys of live_call refuse a number or a contact that has a call
 * already. $1: node; $2: now; $3-$14: the calls; $15-$17: tasks, how far their lists were read (null: as before), and how many
 * of their calls were claimed; $18: the flows of the calls, or null.
 */
export const writeCalls = sql<never>(
  'write_calls',
  `with claimed as materialized (
     select * from unnest($3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[], $8::bigint[], $9::text[],
       $10::smallint[], $11::smallint[], $12::smallint[], $13::boolean[], $14::smallint[], $18::uuid[])
     as given (id, phone_key, task_id, contact_id, data_source_id, position, phone_number, round, attempt, priority,
       is_first, refusals, flow_id)
   ), live as (
     insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round,
       attempt, priority, start_time, is_first, refusals, flow_id)
     select phone_key, id, $1, task_id, contact_id, data_source_id, position, phone_number, round, attempt, priority,
       $2::timestamptz, is_first, refusals, flow_id
     from claimed
     order by phone_key
   ), taken as (
     update dial d set due_at = null, wait_reason = null, update_time = $2
     from (select task_id, position from claimed where not is_first offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
   )
   insert into task_progress as known (task_id, cursor, started_count)
   select task_id, coalesce(cursor, 0), started
   from unnest($15::uuid[], $16::bigint[], $17::int[]) as given (task_id, cursor, started)
   on conflict (task_id) do update set
     cursor = greatest(known.cursor, excluded.cursor), started_count = known.started_count + excluded.started_count`,
)

/**
 * Contacts that got no call: they wait until `due_at`, or are done. Dials that exist need no row locks: a transaction that
 * changes a due dial has locked its task. $1: now; $2-$11: the contacts, whether they have no dial yet, and what becomes of them.
 */
export const passOver = sql<never>(
  'pass_over',
  `with passed as materialized (
     select * from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::smallint[], $7::boolean[], $8::float8[],
       $9::smallint[], $10::text[], $11::text[])
     as given (task_id, contact_id, position, phone_number, priority, is_first, due_ms, outcome, cause, wait_reason)
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
   insert into task_counter as counter (task_id, slot, failed_contacts, skipped_contacts, update_time)
   select task_id, ${OTHER_CHANGES_SLOT}, count(*) filter (where outcome = ${ContactStatus.FAILED}),
     count(*) filter (where outcome = ${ContactStatus.NOT_DIALED}), $1
   from passed where outcome is not null
   group by task_id order by task_id
   on conflict (task_id, slot) do update set
     failed_contacts = counter.failed_contacts + excluded.failed_contacts,
     skipped_contacts = counter.skipped_contacts + excluded.skipped_contacts`,
)

/** Contacts that were deleted while they waited for their first call leave the list. $1, $2: tasks and positions. */
export const dropDeleted = sql<never>(
  'drop_deleted',
  `with dropped as (
     delete from dial d
     using (select * from unnest($1::uuid[], $2::bigint[]) as given (task_id, position) offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
     returning d.task_id
   )
   update task t set
     contact_count = t.contact_count - given.contacts,
     kept_count = t.kept_count - case when t.contact_count is null then given.contacts else 0 end
   from (select task_id, count(*) as contacts from dropped group by task_id offset 0) given
   where t.id = any(array[given.task_id])`,
)

/** Those of the contacts that no other transaction has locked, locked. */
export const lockFreeContacts = sql<{ id: string }>(
  'lock_free_contacts',
  'select id from contact where id = any($1::uuid[]) order by id for no key update skip locked',
)

/** They wait for no call any more. The contacts are locked. */
export const endWaiting = sql<never>(
  'end_waiting',
  `update contact set
     status = case when call_count = 0 then ${ContactStatus.NOT_DIALED} else ${ContactStatus.FAILED} end
   where id = any($1::uuid[]) and status = ${ContactStatus.IN_PROGRESS}`,
)
