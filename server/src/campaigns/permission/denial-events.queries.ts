// Contacts that are done without a call, or without another one, as events: they may never be called.
import { type EventBounds, eventSource, isBetween, isOfTask } from '../../platform/storage/event-log.ts'
import { sql } from '../../platform/storage/sql.ts'

/** A contact that is done in a task. */
export interface DoneContactEvent {
  type: 'contact.done'
  seq: number
  taskId: string
  dataSourceId: string
  position: number
  time: Date
  /** What came of it, if it may have changed since; undefined: as the task has it. */
  state: 'success' | 'failed' | undefined
  /** Null if they are not asked for, or the contact was deleted. */
  fields: Record<string, string> | null
}

/** What statements about contacts that are done without a call have in common. */
export interface DoneContactRow {
  event_seq: number
  task_id: string
  data_source_id: string
  position: number
  at: Date
  fields: Record<string, string> | null
}

export function doneContact(row: DoneContactRow, state?: 'failed'): Omit<DoneContactEvent, 'seq'> {
  const { task_id: taskId, data_source_id: dataSourceId, position, at: time, fields } = row
  return { type: 'contact.done', taskId, dataSourceId, position, time, state, fields }
}

/** $5: whether the fields of the contacts are asked for. */
const readDenied = sql<DoneContactRow, [...EventBounds, hasFields: boolean]>(
  'read_denied_contacts',
  `select n.event_seq, n.task_id, place.data_source_id, place.position, n.at,
     case when $5 then (select fields from contact where id = n.contact_id) end as fields
   from denial n cross join lateral (
     select data_source_id, position from listed_contact where id = n.contact_id limit 1
   ) place
   where ${isBetween('n')} and ${isOfTask('n')}
   order by n.event_seq, place.position
   limit $4`,
)

export const deniedContacts = eventSource<DoneContactEvent, DoneContactRow, [boolean]>(
  ['contact.done'],
  readDenied,
  (row) => doneContact(row),
  ({ hasFields }) => [hasFields],
)
