import { sql } from '../../storage/sql.ts'

export interface ContinuedTask {
  data_source_id: string
  /** Where its list ends; that of a closed draft ends with the data source. */
  list_end: number
  live_calls: number
}

export const findContinuedTask = sql<ContinuedTask, [taskId: string]>(
  'find_continued_task',
  `select t.data_source_id, coalesce(t.list_end, s.last_position) as list_end, live.calls as live_calls
   from task t
   join data_source s on s.id = t.data_source_id
   cross join lateral task_live_calls(t.id) live
   where t.id = $1`,
)

/**
 * Contacts that a stopped or closed task without live calls was not done with wait for the new task: those that it never called or
 * whose next attempt was cut short, and those that still wait to be cut short. Reads the list between two positions; contacts
 * that were deleted are not on it any more. The bounds of the dials are for the plan: no step reads all of them. A contact without a dial is none of a task that continues another one.
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
   left join dial d on d.task_id = t.id and d.position = c.position and d.position > $5 and d.position <= $6
   where t.id = $1
     and case when d.position is null then t.continues_task_id is null else d.outcome is null or d.is_cut_short end
   order by c.position`,
)

/** Contacts that were deleted since they were added; the old task is locked. $1: the new task; $2: data source. */
export const removeDeleted = sql<never, [newId: string, dataSourceId: string]>(
  'remove_deleted_remaining',
  `delete from dial d using deleted_contact x
   where x.data_source_id = $2 and d.task_id = $1 and d.position = x.position`,
)

/** $1: task; $2: priority; $3, $4: after and up to these positions. */
export const moveContacts = sql<never, [taskId: string, priority: number, after: number, upTo: number]>(
  'move_contacts',
  `update dial set priority = $2
   where task_id = $1 and position > $3 and position <= $4 and priority <> $2 and due_at is not null`,
)

/** No contact of the list is fresh: each of the task's contacts has a dial. */
export const endReading = sql<never, [taskId: string, listEnd: number]>(
  'end_reading',
  'insert into task_progress (task_id, cursor, started_count) values ($1, $2, 0)',
)
