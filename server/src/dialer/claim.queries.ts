// Claiming: from what is due to what is written down as live. The statements of one claim run in one transaction
// that holds the dialer's row, so there is one claim at a time over all nodes and the limits hold exactly.
import { sql } from '../storage/sql.ts'
import { COUNTER_SLOTS, endedCallsOf, openCounters, SELDOM_SLOT } from '../tasks/task-counters.queries.ts'
import { dropKept } from '../tasks/task-list.queries.ts'
import { cursorOf, newestProgress, startedCallsOf } from '../tasks/task-progress.queries.ts'
import type { StartedCalls } from './rate-window.ts'

export interface DialerRow {
  lines: number
  calls_per_second: number
}

/**
 * Everyone waits for who holds this row, so who holds it and says nothing for a while (a machine that is gone,
 * a process that was stopped) loses it, and its transaction.
 */
export const lockDialer = sql<DialerRow>(
  'lock_dialer',
  `select lines, calls_per_second, set_config('idle_in_transaction_session_timeout', '3s', true)
   from dialer for no key update`,
)

export interface DialerProgressRow {
  started: StartedCalls
  /** Calls claimed since ever. */
  started_total: number
}

/** Like all that a claim decides on, read after the statement that locks the dialer: it sees what the last claim left. */
export const readDialerProgress = sql<DialerProgressRow>(
  'read_dialer_progress',
  'select started, started_total from dialer_progress order by seq desc limit 1',
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

export interface RunningTask {
  id: string
  priority: number
  daily_start: string | null
  daily_end: string | null
  /** Contacts that were never dialed, counting those that are deleted by now; 0 is exact. */
  fresh: number
  live: number
  /** How many are due at priorities 1 to 5, up to the limit asked for. */
  due: number[]
  /** Whether anyone waits for an attempt, now or later. */
  is_waiting: boolean
  /** Calls ended or taken back since ever, of all tasks together. */
  all_ended: number
  /** Whether the circuit breaker counts refused calls. */
  has_faults: boolean
}

/** How many calls of task t are up: those claimed less those that have ended or were taken back. */
export const LIVE_CALLS = `(${startedCallsOf('t')} - ${endedCallsOf('t')})`

const ALL_ENDED = `coalesce((
  select sum(newest.ended) from generate_series(0, ${COUNTER_SLOTS - 1}) as slots (slot) cross join lateral (
    select ended from dialer_slot where slot = slots.slot order by seq desc limit 1
  ) newest
), 0)::bigint`

/**
 * Whether the list of task t, of data source s, has a contact after a position. Asking for the first makes PostgreSQL look
 * in the order of the positions even while it knows nothing of a list that was just imported.
 */
export function hasContactAfter(position: string): string {
  return `((
    select c.position from contact c
    where c.data_source_id = s.id and c.position > ${position} and c.position <= coalesce(t.list_end, s.last_position)
    order by c.position limit 1
  ) is not null)`
}

/**
 * Everything a claim decides on; a statement after the one that locks the dialer, to see what was committed
 * while we waited for it. $1: now; $2: count no more due attempts than this; $3, $4: tasks, and the time before which
 * none of their attempts is due. That bound keeps the scan away from the index entries of attempts long made,
 * which stay there as long as some old snapshot is open.
 */
export const readRunningTasks = sql<RunningTask>(
  'read_running_tasks',
  `select t.id, t.priority, t.daily_start, t.daily_end,
     case when ${hasContactAfter('reached.cursor')} then coalesce(t.list_end, s.last_position) - reached.cursor else 0 end as fresh,
     ${LIVE_CALLS} as live,
     array(
       select (
         select count(*) from (
           select from dial d
           where d.task_id = t.id and d.priority = p and d.due_at is not null and d.due_at >= bound.floor and d.due_at <= $1
           limit $2
         ) counted
       )::int
       from generate_series(1, 5) p
     ) as due,
     exists (select from dial d where d.task_id = t.id and d.due_at is not null and d.due_at >= bound.floor) as is_waiting,
     ${ALL_ENDED} as all_ended,
     exists (select from task_fault f where f.task_id = t.id) as has_faults
   from task t
   join data_source s on s.id = t.data_source_id
   left join unnest($3::uuid[], $4::timestamptz[]) as given (task_id, floor) on given.task_id = t.id
   cross join lateral (select coalesce(given.floor, '-infinity') as floor) bound
   cross join lateral (select ${cursorOf('t')} as cursor offset 0) reached
   where t.status = 1
   order by t.id`,
)

/**
 * Of the tasks that are to get lines, those that still run. Holding their rows keeps everyone else away from
 * their lists: a pause, a recall or a deleted contact comes before this claim or after it, never in its middle.
 * A task that somebody else holds is left for the next claim: the others' lines must not wait for it.
 */
export const lockRunningTasks = sql<{ id: string }>(
  'lock_running_tasks',
  'select id from task where id = any($1::uuid[]) and status = 1 order by id for no key update skip locked',
)

export interface ClaimedCall {
  id: string
  phone_key: string
  task_id: string
  contact_id: string
  phone_number: string
}

/** What a gateway may want to pass on about calls just claimed. */
export const readCallDetails = sql<{ id: string; task_name: string; fields: Record<string, string> }>(
  'read_call_details',
  `select l.id, t.name as task_name, c.fields
   from unnest($1::uuid[]) as given (id)
   join live_call l on l.id = given.id
   join task t on t.id = l.task_id
   join contact c on c.id = l.contact_id`,
)

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
 * the old progress goes, and the counters that the ends of the calls will need are there. The progress is given as
 * equal to one of a list, so that the row is looked up, and the table never read through.
 */
function leaveTasks(tasks: string, slot: string, now: string): string {
  return `forgotten as (
     delete from task_progress p using (select task_id, seq from ${tasks} offset 0) given
     where p.task_id = any(array[given.task_id]) and p.seq = any(array[given.seq])
   ), opened as (
     ${openCounters(tasks, slot, now)}
   )`
}

/**
 * The next contacts of each task's list. The cursor moves in the same transaction that writes the calls down, past
 * the gaps that deleted contacts left. A contact whose number is up elsewhere, or who is, waits: it becomes due
 * again shortly, at no attempt's cost.
 * $1, $2: tasks and lines; $3: attempt ids, as many as lines; $4: node; $5: now; $6: when to look again; $7: the slot of
 * the counters that the ends of the calls will need.
 */
export const claimFreshContacts = sql<ClaimedCall>(
  'claim_fresh_contacts',
  `with reading as materialized (
     select t.id as task_id, t.data_source_id, t.priority, given.lines,
       coalesce(t.list_end, s.last_position) as list_end, ${LAST_PROGRESS}
     from unnest($1::uuid[], $2::int[]) as given (id, lines)
     join task t on t.id = given.id
     join data_source s on s.id = t.data_source_id
     left join lateral ${newestProgress('t.id')} last on true
   ), candidate as materialized (
     select reading.task_id, reading.priority, c.id as contact_id, c.data_source_id, c.position, c.phone_number,
       c.phone_key, ($3::uuid[])[row_number() over ()] as id, ${isFree('c.phone_key', 'c.id')} as is_free
     from reading cross join lateral (
       select * from contact c
       where c.data_source_id = reading.data_source_id
         and c.position > reading.cursor and c.position <= reading.list_end
       order by c.position
       limit reading.lines
     ) c
   ), claimed as (
     insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round,
       attempt, priority, start_time, is_first)
     select distinct on (phone_key) phone_key, id, $4, task_id, contact_id, data_source_id, position, phone_number, 1, 1,
       priority, $5::timestamptz, true
     from candidate
     where is_free
     order by phone_key, priority, id
     returning id, task_id, contact_id, phone_number, phone_key
   ), moved as (
     insert into task_progress (task_id, seq, cursor, started_count)
     select reading.task_id, reading.seq + 1,
       case when progress.contacts = reading.lines then progress.position else reading.list_end end,
       reading.started_count + coalesce(started.calls, 0)
     from reading
     left join (select task_id, count(*) as contacts, max(position) as position from candidate group by task_id) progress
       on progress.task_id = reading.task_id
     left join (select task_id, count(*) as calls from claimed group by task_id) started
       on started.task_id = reading.task_id
   ), ${leaveTasks('reading', '$7', '$5')}, deferred as (
     insert into dial (task_id, contact_id, position, phone_number, priority, due_at, update_time)
     select task_id, contact_id, position, phone_number, priority, $6, $5
     from candidate
     where (select count(*) from claimed) < (select count(*) from candidate) and id not in (select id from claimed)
   )
   select id, task_id, contact_id, phone_number, phone_key from claimed`,
)

/**
 * The contacts whose next attempt is due. Needs no row locks on dial: who changes a due row holds its task.
 * A contact that is gone is done; if it was never dialed it leaves the list. $1-$3: tasks, priorities and lines;
 * $4: attempt ids; $5: node; $6: now; $7: each task's lower bound; $8: when to look again at a number that is up
 * elsewhere; $9: the counters' slot.
 */
export const claimDueContacts = sql<ClaimedCall>(
  'claim_due_contacts',
  `with picked as materialized (
     select d.task_id, d.contact_id, d.round, d.attempts, d.priority, d.position, d.calls,
       c.id is not null as is_there, c.data_source_id, c.phone_number, c.phone_key,
       ($4::uuid[])[row_number() over ()] as id, ${isFree('c.phone_key', 'c.id')} as is_free
     from unnest($1::uuid[], $2::smallint[], $3::int[], $7::timestamptz[]) as given (task_id, priority, lines, floor)
     cross join lateral (
       select * from dial d
       where d.task_id = given.task_id and d.priority = given.priority
         and d.due_at is not null and d.due_at >= given.floor and d.due_at <= $6
       order by d.due_at, d.position
       limit given.lines
     ) d
     left join contact c on c.id = d.contact_id
   ), claimed as (
     insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round,
       attempt, priority, start_time)
     select distinct on (phone_key) phone_key, id, $5, task_id, contact_id, data_source_id, position, phone_number, round,
       attempts + 1, priority, $6::timestamptz
     from picked
     where is_there and is_free
     order by phone_key, priority, id
     returning id, task_id, contact_id, phone_number, phone_key
   ), marked as (
     update dial d set
       due_at = case when picked.is_there and claimed.id is null then $8::timestamptz end,
       outcome = case when not picked.is_there then 2 end,
       update_time = $6
     from picked left join claimed on claimed.id = picked.id
     where d.task_id = picked.task_id and d.position = picked.position and (picked.is_there or picked.calls > 0)
   ), gone as (
     insert into task_counter as counter (task_id, slot, failed_contacts, update_time)
     select task_id, ${SELDOM_SLOT}, count(*), $6 from picked where not is_there and calls > 0
     group by task_id order by task_id
     on conflict (task_id, slot, seq) do update set failed_contacts = counter.failed_contacts + excluded.failed_contacts
   ), left_undialed as (
     delete from dial d using picked
     where d.task_id = picked.task_id and d.position = picked.position and not picked.is_there and picked.calls = 0
     returning d.task_id
   ), last as materialized (
     select given.task_id, ${LAST_PROGRESS}
     from (select distinct task_id from picked) given
     left join lateral ${newestProgress('given.task_id')} last on true
   ), moved as (
     insert into task_progress (task_id, seq, cursor, started_count)
     select last.task_id, last.seq + 1, last.cursor, last.started_count + coalesce(started.calls, 0)
     from last
     left join (select task_id, count(*) as calls from claimed group by task_id) started using (task_id)
   ), ${leaveTasks('last', '$9', '$6')}, shrunk as (
     update task t set ${dropKept('t', 'less.contacts')}
     from (select task_id, count(*) as contacts from left_undialed group by task_id) less
     where t.id = less.task_id
   )
   select id, task_id, contact_id, phone_number, phone_key from claimed`,
)
