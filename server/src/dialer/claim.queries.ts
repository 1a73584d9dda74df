// Claiming: from what is due to what is written down as live. The statements of one claim run in one transaction
// that holds the dialer's row, so there is one claim at a time over all nodes and the limits hold exactly.
import { sql } from '../storage/sql.ts'
import { COUNTER_SLOTS, openCounters, SELDOM_SLOT } from '../tasks/task-counters.queries.ts'
import { dropKept } from '../tasks/task-list.queries.ts'
import { newestProgress } from '../tasks/task-progress.queries.ts'
import { IS_GIVEN_DIAL, IS_GIVEN_PROGRESS, IS_GIVEN_TASK } from './given-rows.queries.ts'
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
   from dialer for no key update`,
)

export interface DialerProgressRow {
  started: StartedCalls
  /** Lines in use: calls ever claimed less those that have ended or were taken back. */
  live: number
  /** Which transactions this statement sees the effects of. */
  snapshot: string
}

/** Calls of all tasks that have ended or were taken back. */
export const ALL_ENDED = `coalesce((
  select sum(newest.ended) from generate_series(0, ${COUNTER_SLOTS - 1}) as slots (slot) cross join lateral (
    select ended from dialer_slot where slot = slots.slot order by seq desc limit 1
  ) newest
), 0)::bigint`

/** Like all that a claim decides on, read after the statement that locks the dialer: it sees what the last claim left. */
export const readDialerProgress = sql<DialerProgressRow>(
  'read_dialer_progress',
  `select started, started_total - ${ALL_ENDED} as live, pg_current_snapshot()::text as snapshot
   from dialer_progress order by seq desc limit 1`,
)

export const recordStarted = sql<never>(
  'record_started',
  `with last as materialized (
     select seq, started_total from dialer_progress order by seq desc limit 1
   ), forgotten as (
     delete from dialer_progress where seq = (select seq from last)
   )
   insert into dialer_progress (seq, started, started_total) select seq + 1, $1, started_total + $2 from last`,
)

/**
 * Of the tasks that are to get lines, those that still run. Holding their rows keeps everyone else away from
 * their lists: a pause, a recall or a deleted contact comes before this claim or after it, never in its middle.
 * A task that somebody else holds is left for the next claim: the others' lines must not wait for it. The state that they
 * must be in is a value: with the state itself in the text, PostgreSQL would go through the index of all running tasks.
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
  /** For a gateway that wants details. */
  fields: Record<string, string> | null
}

/**
 * Whether neither the number nor the contact is in a call. Claims come one at a time, so what is free here is free when
 * the call is written down; should that ever be wrong, the keys of live_call refuse the claim.
 */
function isFree(phoneKey: string, contactId: string): string {
  return `(
    (select true from live_call l where l.phone_key = ${phoneKey} limit 1) is null
    and (select true from live_call l where l.contact_id = ${contactId} limit 1) is null
  )`
}

/** The current progress of a task, or what stands for it before the first claim. */
const LAST_PROGRESS = `coalesce(last.seq, 0) as seq, coalesce(last.cursor, 0) as cursor,
       coalesce(last.started_count, 0) as started_count`

/**
 * What a claim leaves behind of the tasks in `tasks` (task_id and seq, their progress so far, which has a successor now):
 * the old progress goes, and the counters that the ends of the calls will need are there.
 */
function leaveTasks(tasks: string, slot: string, now: string): string {
  return `forgotten as (
     delete from task_progress p using (select task_id, seq from ${tasks} offset 0) given
     where ${IS_GIVEN_PROGRESS}
   ), opened as (
     ${openCounters(tasks, slot, now)}
   )`
}

/** Of several contacts with the same number one gets the call: with the highest priority, and then the first. */
const IS_CLAIMED = `(is_free and row_number() over (partition by phone_key, is_free order by priority, id) = 1)`

const CLAIMED_CALLS =
  'select id, task_id, contact_id, phone_number, phone_key, fields from judged where is_claimed'

/**
 * The next contacts of each task's list. The cursor moves in the same transaction that writes the calls down, past
 * the gaps that deleted contacts left. A contact whose number is up elsewhere, or who is, waits: it becomes due
 * again shortly, at no attempt's cost. A task without any contact left has one line in `judged`, without a contact.
 * Nothing is joined that could be long on both sides: as many tasks as calls must cost little more than one.
 * $1, $2: tasks and lines; $3: attempt ids, as many as lines; $4: node; $5: now; $6: when to look again; $7: the slot of
 * the counters that the ends of the calls will need; $8: whether the gateway wants details.
 */
export const claimFreshContacts = sql<ClaimedCall>(
  'claim_fresh_contacts',
  `with reading as materialized (
     select t.id as task_id, t.data_source_id, t.priority, given.lines,
       coalesce(t.list_end, s.last_position) as list_end, ${LAST_PROGRESS}
     from unnest($1::uuid[], $2::int[]) as given (id, lines)
     cross join lateral (select * from task where id = given.id limit 1) t
     cross join lateral (select last_position from data_source where id = t.data_source_id limit 1) s
     left join lateral ${newestProgress('t.id')} last on true
   ), candidate as materialized (
     select reading.*, c.id as contact_id, c.position, c.phone_number, c.phone_key,
       case when $8::boolean then c.fields end as fields,
       ($3::uuid[])[row_number() over ()] as id, c.id is not null and ${isFree('c.phone_key', 'c.id')} as is_free
     from reading left join lateral (
       select id, position, phone_number, phone_key, fields from contact c
       where c.data_source_id = reading.data_source_id
         and c.position > reading.cursor and c.position <= reading.list_end
       order by c.position
       limit reading.lines
     ) c on true
   ), judged as materialized (
     select *, ${IS_CLAIMED} as is_claimed from candidate
   ), claimed as (
     insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round,
       attempt, priority, start_time, is_first)
     select phone_key, id, $4, task_id, contact_id, data_source_id, position, phone_number, 1, 1, priority,
       $5::timestamptz, true
     from judged
     where is_claimed
     order by phone_key
   ), moved as (
     insert into task_progress (task_id, seq, cursor, started_count)
     select task_id, seq + 1, case when count(contact_id) = lines then max(position) else list_end end,
       started_count + count(*) filter (where is_claimed)
     from judged
     group by task_id, seq, lines, list_end, started_count
   ), ${leaveTasks('reading', '$7', '$5')}, deferred as (
     insert into dial (task_id, contact_id, position, phone_number, priority, due_at, update_time)
     select task_id, contact_id, position, phone_number, priority, $6, $5
     from judged
     where contact_id is not null and not is_claimed
   )
   ${CLAIMED_CALLS}`,
)

/**
 * The contacts whose next attempt is due. Needs no row locks on dial: who changes a due row holds its task.
 * A contact that is gone is done; if it was never dialed it leaves the list. $1-$3: tasks, priorities and lines;
 * $4: attempt ids; $5: node; $6: now; $7: each task's lower bound; $8: when to look again at a number that is up
 * elsewhere; $9: the counters' slot; $10: whether the gateway wants details.
 */
export const claimDueContacts = sql<ClaimedCall>(
  'claim_due_contacts',
  `with picked as materialized (
     select d.task_id, d.contact_id, d.round, d.attempts, d.priority, d.position, d.calls, d.refusals,
       c.id is not null as is_there, c.data_source_id, c.phone_number, c.phone_key,
       case when $10::boolean then c.fields end as fields,
       ($4::uuid[])[row_number() over ()] as id, c.id is not null and ${isFree('c.phone_key', 'c.id')} as is_free
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
     select *, ${IS_CLAIMED} as is_claimed from picked
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
       outcome = case when not given.is_there then 2 end,
       update_time = $6
     from (
       select task_id, position, is_there, is_claimed from judged where is_there or calls > 0 offset 0
     ) given
     where ${IS_GIVEN_DIAL}
   ), gone as (
     insert into task_counter as counter (task_id, slot, failed_contacts, update_time)
     select task_id, ${SELDOM_SLOT}, count(*), $6 from judged where not is_there and calls > 0
     group by task_id order by task_id
     on conflict (task_id, slot, seq) do update set failed_contacts = counter.failed_contacts + excluded.failed_contacts
   ), left_undialed as (
     delete from dial d
     using (select task_id, position from judged where not is_there and calls = 0 offset 0) given
     where ${IS_GIVEN_DIAL}
     returning d.task_id
   ), started as materialized (
     select task_id, count(*) filter (where is_claimed) as calls from judged group by task_id
   ), last as materialized (
     select started.task_id, started.calls, ${LAST_PROGRESS}
     from started left join lateral ${newestProgress('started.task_id')} last on true
   ), moved as (
     insert into task_progress (task_id, seq, cursor, started_count)
     select task_id, seq + 1, cursor, started_count + calls from last
   ), ${leaveTasks('last', '$9', '$6')}, shrunk as (
     update task t set ${dropKept('t', 'given.contacts')}
     from (select task_id, count(*) as contacts from left_undialed group by task_id offset 0) given
     where ${IS_GIVEN_TASK}
   )
   ${CLAIMED_CALLS}`,
)
