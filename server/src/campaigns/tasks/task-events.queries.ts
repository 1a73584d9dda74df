// Events of tasks: changes of them, and contacts that their goal has cut short.
import { type EventBounds, eventSource, isBetween, isOfTask } from '../../platform/storage/event-log.ts'
import { sql } from '../../platform/storage/sql.ts'
import {
  type DoneContactEvent,
  type DoneContactRow,
  doneContact,
} from '../permission/denial-events.queries.ts'
import type { TaskStatus } from './task-state.ts'

export interface TaskChangeRow {
  event_seq: number
  id: number
  task_id: string
  at: Date
  actor: string
  operation: string
  status: TaskStatus
  reason: string | null
}

export interface TaskChangeEvent {
  /** A change of its state, or of its settings. */
  type: 'task.status' | 'task.settings'
  seq: number
  row: TaskChangeRow
}

/** Operations that leave the state as it is. */
const OF_SETTINGS = ['add', 'update', 'reschedule', 'changeFlow']

const readChanges = sql<TaskChangeRow, EventBounds>(
  'read_task_changes',
  `select a.event_seq, a.id, a.task_id, a.at, a.actor, a.operation, a.status, a.reason from audit a
   where ${isBetween('a')} and ${isOfTask('a')}
   order by a.event_seq, a.id
   limit $4`,
)

export const taskChanges = eventSource<TaskChangeEvent, TaskChangeRow>(
  ['task.status', 'task.settings'],
  readChanges,
  (row) => ({ type: OF_SETTINGS.includes(row.operation) ? 'task.settings' : 'task.status', row }),
)

/** $5: whether the fields of the contacts are asked for. */
const readCutShort = sql<DoneContactRow, [...EventBounds, hasFields: boolean]>(
  'read_cut_short_contacts',
  `select d.event_seq, d.task_id, t.data_source_id, d.position, d.update_time as at,
     case when $5 then (select fields from contact where id = d.contact_id) end as fields
   from dial d join task t on t.id = d.task_id
   where ${isBetween('d')} and ${isOfTask('d')}
   order by d.event_seq, d.position
   limit $4`,
)

/** As they were when their task met its goal. */
export const cutShortContacts = eventSource<DoneContactEvent, DoneContactRow, [boolean]>(
  ['contact.done'],
  readCutShort,
  (row) => doneContact(row, 'failed'),
  ({ hasFields }) => [hasFields],
)
