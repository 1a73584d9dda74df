// New entries of do-not-call lists as events, but for those of files.
import { type EventBounds, eventSource, IS_OF_NO_TASK, isBetween } from '../../platform/storage/event-log.ts'
import { sql } from '../../platform/storage/sql.ts'
import type { EntryRow } from './do-not-call.queries.ts'

export interface AddedEntryRow extends EntryRow {
  event_seq: number
  list_id: string
  list_name: string | null
}

export interface AddedEntryEvent {
  type: 'doNotCall.added'
  seq: number
  entry: AddedEntryRow
}

const readAdded = sql<AddedEntryRow, EventBounds>(
  'read_added_entries',
  `select e.event_seq, coalesce(e.position, 0) as position, e.phone_number, e.note, e.actor, e.create_time, e.expire_time, e.list_id,
     (select name from do_not_call_list where id = e.list_id) as list_name
   from do_not_call_entry e
   where ${isBetween('e')} and ${IS_OF_NO_TASK}
   order by e.event_seq, e.position
   limit $4`,
)

export const addedEntries = eventSource<AddedEntryEvent, AddedEntryRow>(
  ['doNotCall.added'],
  readAdded,
  (entry) => ({ type: 'doNotCall.added', entry }),
)
