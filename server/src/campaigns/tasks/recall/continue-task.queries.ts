import { countContacts } from '../../../lists/contacts/contact-blocks.queries.ts'
import { sql } from '../../../platform/storage/sql.ts'

export interface ContinuedTask {
  /** How far its list was read. */
  cursor: number
  /** That of a closed draft ends with the data source. */
  list_end: number
  /** Contacts between the two. */
  unread: number
  live_calls: number
}

export const findContinuedTask = sql<ContinuedTask, [taskId: string]>(
  'find_continued_task',
  `select reached.cursor, list.list_end, live.calls as live_calls,
     ${countContacts('t.data_source_id', 'reached.cursor', 'list.list_end')} as unread
   from task t
   join data_source s on s.id = t.data_source_id
   cross join lateral (select coalesce(t.list_end, s.last_position) as list_end) list
   cross join lateral task_progress_now(t.id) reached
   cross join lateral task_live_calls(t.id) live
   where t.id = $1`,
)

/**
 * Contacts that a stopped or closed task without live calls has read and was not done with wait for the new task: those that it never
 * called or whose next attempt was cut short, and those that still wait to be cut short. Reads the list between two positions;
 * contacts that were deleted are not on it any more. "Steady plans" in docs/architecture.md explains `limit 1`.
 * $1: the old task; $2: the new one; $3: priority; $4: now; $5, $6: after and up to these positions.
 */
export const addRemaining = sql<
  never,
  [oldId: string, newId: string, priority: number, now: Date, after: number, upTo: number]
>(
  'add_remaining',
  `insert into dial (task_id, contact_id, position, phone_number, priority, due_at, update_time)
   select $2, c.id, c.position, c.phone_number, $3, $4, $4
   from task t
   join contact c on c.data_source_id = t.data_source_id and c.position > $5 and c.position <= $6
   left join lateral (
     select position, outcome, is_cut_short from dial where task_id = t.id and position = c.position limit 1
   ) d on true
   where t.id = $1
     and case when d.position is null then c.position > t.list_start else d.outcome is null or d.is_cut_short end
   order by c.position`,
)

/** Contacts that were deleted since they were added; the old task is locked. $1: the new task; $2: the old one. */
export const removeDeleted = sql<never, [newId: string, oldId: string]>(
  'remove_deleted_remaining',
  `delete from dial d using task t, deleted_contact x
   where t.id = $2 and x.data_source_id = t.data_source_id and d.task_id = $1 and d.position = x.position`,
)

/** The new task reads the list on from here. */
export const beginReading = sql<never, [taskId: string, cursor: number]>(
  'begin_reading',
  'insert into task_progress (task_id, cursor, started_count) values ($1, $2, 0)',
)
