// Claiming: reserves contacts and writes their live calls. The statements of one claim run in one transaction that locks the
// dialer's row, so one claim runs at a time over all nodes and the limits hold exactly. "Steady plans" in
// docs/architecture.md explains `limit 1`, `offset 0` and `= any(array[...])`.

import { ContactStatus } from '../contacts/contact-status.ts'
import { sql } from '../storage/sql.ts'
import { OTHER_CHANGES_SLOT } from '../tasks/counter-slots.ts'
import type { StartedCalls } from './rate-window.ts'

export interface LimitsRow {
  lines: number
  calls_per_second: number
}

export const readLimits = sql<LimitsRow>('read_limits', 'select lines, calls_per_second from dialer')

/** A null leaves the limit as it is. */
export const changeLimits = sql<LimitsRow>(
  'change_limits',
  `with changed as (
     update dialer set lines = coalesce($1, lines), calls_per_second = coalesce($2, calls_per_second)
     returning lines, calls_per_second
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

export interface ClaimedCall {
  id: string
  phone_key: string
  task_id: string
  contact_id: string
  phone_number: string
  /** Only for a gateway that wants details. */
  fields: Record<string, string> | null
}

/**
 * Claims the next contacts of each task's list, and moves the cursor past them and past the gaps of deleted contacts.
 *
 * `is_free`: neither the number nor the contact has a live call. As one claim runs at a time, this is still true when the
 * calls are inserted; the keys of live_call would refuse the claim otherwise. Of several contacts with the same number one
 * is claimed: the one with the highest priority, then the first. The others, and those that are not free, are deferred: they
 * are due again shortly, and it costs no attempt. A task without any contact left has one row in `judged`, without a contact.
 *
 * No join has many rows on both sides: as many tasks as calls must cost little more than one task.
 *
 * $1, $2: tasks and lines; $3: attempt ids, as many as lines; $4: node; $5: now; $6: when deferred contacts are due; $7:
 * whether the gateway wants details.
 */
export const claimFreshContacts = sql<ClaimedCall>(
  'claim_fresh_contacts',
  `with reading as materialized (
     select t.id as task_id, t.data_source_id, t.priority, given.lines,
       coalesce(t.list_end, s.last_position) as list_end, progress.cursor
     from unnest($1::uuid[], $2::int[]) as given (id, lines)
     cross join lateral (select * from task where id = given.id limit 1) t
     cross join lateral (select last_position from data_source where id = t.data_source_id limit 1) s
     cross join lateral task_progress_now(t.id) progress
   ), candidate as materialized (
     select reading.*, c.id as contact_id, c.position, c.phone_number, c.phone_key,
       case when $7::boolean then c.fields end as fields, ($3::uuid[])[row_number() over ()] as id,
       c.id is not null
         and (select true from live_call l where l.phone_key = c.phone_key limit 1) is null
         and (select true from live_call l where l.contact_id = c.id limit 1) is null as is_free
     from reading left join lateral (
       select id, position, phone_number, phone_key, fields from contact c
       where c.data_source_id = reading.data_source_id
         and c.position > reading.cursor and c.position <= reading.list_end
       order by c.position
       limit reading.lines
     ) c on true
   ), judged as materialized (
     select *,
       is_free and row_number() over (partition by phone_key, is_free order by priority, id) = 1 as is_claimed
     from candidate
   ), claimed as (
     insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round,
       attempt, priority, start_time, is_first)
     select phone_key, id, $4, task_id, contact_id, data_source_id, position, phone_number, 1, 1, priority,
       $5::timestamptz, true
     from judged
     where is_claimed
     order by phone_key
   ), deferred as (
     insert into dial (task_id, contact_id, position, phone_number, priority, due_at, update_time)
     select task_id, contact_id, position, phone_number, priority, $6, $5
     from judged
     where contact_id is not null and not is_claimed
   ), moved as (
     insert into task_progress as known (task_id, cursor, started_count)
     select task_id, case when count(contact_id) = lines then max(position) else list_end end,
       count(*) filter (where is_claimed)
     from judged
     group by task_id, lines, list_end
     on conflict (task_id) do update set
       cursor = excluded.cursor, started_count = known.started_count + excluded.started_count
   )
   select id, task_id, contact_id, phone_number, phone_key, fields from judged where is_claimed`,
)

/**
 * Claims contacts whose next attempt is due. `is_free` and `is_claimed` are as in claimFreshContacts. Dials need no row
 * locks: a transaction that changes a due dial has locked its task. A contact that was deleted is done; if it was
 * never dialed, it leaves the list.
 *
 * $1-$3: tasks, priorities and lines; $4: attempt ids; $5: node; $6: now; $7: the time before which no attempt of the task is
 * due; $8: when deferred contacts are due; $9: whether the gateway wants details.
 */
export const claimDueContacts = sql<ClaimedCall>(
  'claim_due_contacts',
  `with candidate as materialized (
     select d.task_id, d.contact_id, d.round, d.attempts, d.priority, d.position, d.calls, d.refusals,
       c.id is not null as is_there, c.data_source_id, c.phone_number, c.phone_key,
       case when $9::boolean then c.fields end as fields, ($4::uuid[])[row_number() over ()] as id,
       c.id is not null
         and (select true from live_call l where l.phone_key = c.phone_key limit 1) is null
         and (select true from live_call l where l.contact_id = c.id limit 1) is null as is_free
     from unnest($1::uuid[], $2::smallint[], $3::int[], $7::timestamptz[]) as given (task_id, priority, lines, floor)
     cross join lateral (
       select * from dial d
       where d.task_id = given.task_id and d.priority = given.priority
         and d.due_at is not null and d.due_at >= given.floor and d.due_at <= $6
       order by d.due_at, d.position
       limit given.lines
     ) d
     left join lateral (
       select id, data_source_id, phone_number, phone_key, fields from contact where id = d.contact_id limit 1
     ) c on true
   ), judged as materialized (
     select *,
       is_free and row_number() over (partition by phone_key, is_free order by priority, id) = 1 as is_claimed
     from candidate
   ), claimed as (
     insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round,
       attempt, priority, start_time, refusals)
     select phone_key, id, $5, task_id, contact_id, data_source_id, position, phone_number, round, attempts + 1, priority,
       $6::timestamptz, refusals
     from judged
     where is_claimed
     order by phone_key
   ), marked as (
     update dial d set
       due_at = case when given.is_there and not given.is_claimed then $8::timestamptz end,
       outcome = case when not given.is_there then ${ContactStatus.FAILED} end,
       update_time = $6
     from (select task_id, position, is_there, is_claimed from judged where is_there or calls > 0 offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
   ), counted as (
     insert into task_counter as counter (task_id, slot, failed_contacts, update_time)
     select task_id, ${OTHER_CHANGES_SLOT}, count(*), $6 from judged where not is_there and calls > 0
     group by task_id order by task_id
     on conflict (task_id, slot) do update set failed_contacts = counter.failed_contacts + excluded.failed_contacts
   ), never_dialed as (
     delete from dial d
     using (select task_id, position from judged where not is_there and calls = 0 offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
     returning d.task_id
   ), shrunk as (
     update task t set
       contact_count = t.contact_count - given.contacts,
       kept_count = t.kept_count - case when t.contact_count is null then given.contacts else 0 end
     from (select task_id, count(*) as contacts from never_dialed group by task_id offset 0) given
     where t.id = any(array[given.task_id])
   ), moved as (
     insert into task_progress as known (task_id, cursor, started_count)
     select task_id, 0, count(*) filter (where is_claimed) from judged group by task_id
     on conflict (task_id) do update set started_count = known.started_count + excluded.started_count
   )
   select id, task_id, contact_id, phone_number, phone_key, fields from judged where is_claimed`,
)
