// What running tasks will say next.

import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface SpeakingTask {
  id: string
  /** Nobody hears it. */
  is_simulated: boolean
  flow_id: string
  data_source_id: string
  /** The position up to which the list has been read, and its end. */
  cursor: number
  list_end: number
}

/** Running tasks with a flow. $1: how many at most. */
export const listSpeakingTasks = sql<SpeakingTask>(
  'list_speaking_tasks',
  `select t.id, coalesce(t.is_simulated, false) as is_simulated, t.flow_id, t.data_source_id, reached.cursor, coalesce(t.list_end, s.last_position) as list_end
   from task t
   join data_source s on s.id = t.data_source_id
   cross join lateral task_progress_now(t.id) reached
   where t.status = ${TaskStatus.RUNNING} and t.flow_id is not null
   order by t.priority, t.id
   limit $1`,
)

export interface ContactToCall {
  position: number
  phone_number: string
  fields: Record<string, string>
}

/** $1: data source; $2, $3: after this position, up to that one; $4: how many at most. */
export const listComingContacts = sql<ContactToCall>(
  'list_coming_contacts',
  `select position, phone_number, fields from contact
   where data_source_id = $1 and position > $2 and position <= $3
   order by position
   limit $4`,
)

/** Contacts that are called again soon. $1: task; $2: data source; $3: due before; $4: how many at most of each priority. */
export const listDueContacts = sql<ContactToCall>(
  'list_due_contacts',
  `select c.position, c.phone_number, c.fields
   from generate_series(1, 5) as given (priority)
   cross join lateral (
     select d.position from dial d
     where d.task_id = $1 and d.priority = given.priority and d.due_at is not null and d.due_at < $3
     order by d.due_at
     limit $4
   ) due
   join contact c on c.data_source_id = $2 and c.position = due.position`,
)
