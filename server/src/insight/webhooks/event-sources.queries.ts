// The rows that are events. All statements: $1 and $2: from this number of the sequence on, and below this one; $3: tasks, or an empty
// list for all; $4: max rows. Each row has its `event_seq`.

import { type RecordingRow, recordingColumns } from '../../conversations/recordings/recordings.queries.ts'
import { type CallRow, callColumns } from '../../dialing/calls/calls.queries.ts'
import type { EntryRow } from '../../lists/do-not-call/do-not-call.queries.ts'
import { type ImportJobRow, columns as importColumns } from '../../lists/imports/imports.queries.ts'
import { sql } from '../../platform/storage/sql.ts'
import { IS_TOLD, type TaskChangeRow } from '../events/events.queries.ts'

type Bounds = [from: number, before: number, taskIds: readonly string[], limit: number | null]

const isBetween = (row: string) => `${row}.event_seq >= $1 and ${row}.event_seq < $2`
const isOfTask = (row: string) => `(cardinality($3::uuid[]) = 0 or ${row}.task_id = any($3))`

export interface EndedCallRow extends CallRow {
  event_seq: number
  data_source_id: string
  /** No other call to the contact follows in this round. */
  is_last: boolean
  /** Of the contact in its list; null if its task has forgotten it. */
  position: number | null
  /** Null if they are not asked for, or the contact was deleted. */
  fields: Record<string, string> | null
}

/** The call after which its contact is done. */
export type LastCallRow = EndedCallRow & { task_id: string; position: number }

/** The contact of call `c` was done without another call after it. */
const IS_DENIED_LATER = `d.round = c.round and exists (
       select from denial n
       where n.phone_key = c.phone_key and n.at >= c.end_time and n.task_id = c.task_id and n.contact_id = c.contact_id and n.event_seq is not null
     )`
/** The contact of call `c` was cut short in the same round, which is an event of its own. */
const IS_CUT_SHORT_LATER = `d.round = c.round and coalesce(d.event_seq > c.event_seq, false)`

/**
 * A call was the last of its round if the contact is done, or in another round by now: a recall takes only contacts that are done. $5:
 * whether the fields of the contacts are asked for. A call that was asked for by itself has its own fields, and knows whether it is tried again.
 */
export const readEndedCalls = sql<EndedCallRow, [...Bounds, hasFields: boolean]>(
  'read_webhook_calls',
  `with page as materialized (
     select * from call c
     where ${isBetween('c')} and ${IS_TOLD} and (${isOfTask('c')} or c.request ->> 'taskId' = any($3::uuid[]::text[]))
     order by event_seq, end_time, id
     limit $4
   )
   select c.event_seq, ${callColumns}, c.data_source_id, d.position,
     not coalesce(c.request ? 'isTriedAgain', false) and (d.position is null or (d.round > c.round or d.outcome is not null) and not exists (
       select from unnest(d.call_times) as began (start_time)
       join call later on later.task_id = c.task_id and later.start_time = began.start_time
         and later.contact_id = c.contact_id and later.round = c.round
       where began.start_time > c.start_time
     ) and not (${IS_DENIED_LATER}) and not (${IS_CUT_SHORT_LATER})) as is_last,
     case when $5 then coalesce((select fields from contact where id = c.contact_id), c.request -> 'fields') end as fields
   from page c left join lateral (
     select dial.position, dial.round, dial.outcome, dial.call_times, dial.event_seq
     from listed_contact place join dial on dial.task_id = c.task_id and dial.position = place.position
     where place.id = c.contact_id limit 1
   ) d on true
   order by c.event_seq, c.end_time, c.id`,
)

export interface DoneContactRow {
  event_seq: number
  task_id: string
  data_source_id: string
  position: number
  at: Date
  fields: Record<string, string> | null
}

/** Contacts that are done without a call, or without another one: they may never be called. $5: as above. */
export const readDeniedContacts = sql<DoneContactRow, [...Bounds, hasFields: boolean]>(
  'read_webhook_denials',
  `select n.event_seq, n.task_id, place.data_source_id, place.position, n.at,
     case when $5 then (select fields from contact where id = n.contact_id) end as fields
   from denial n cross join lateral (
     select data_source_id, position from listed_contact where id = n.contact_id limit 1
   ) place
   where ${isBetween('n')} and ${isOfTask('n')}
   order by n.event_seq, place.position
   limit $4`,
)

/** Contacts that the goal of their task has cut short. $5: as above. */
export const readCutShortContacts = sql<DoneContactRow, [...Bounds, hasFields: boolean]>(
  'read_webhook_cut_short',
  `select d.event_seq, d.task_id, t.data_source_id, d.position, d.update_time as at,
     case when $5 then (select fields from contact where id = d.contact_id) end as fields
   from dial d join task t on t.id = d.task_id
   where ${isBetween('d')} and ${isOfTask('d')}
   order by d.event_seq, d.position
   limit $4`,
)

/** Of its state, not of its settings. */
export const readTaskChanges = sql<TaskChangeRow, Bounds>(
  'read_webhook_task_changes',
  `select a.event_seq, a.id, a.task_id, a.at, a.actor, a.operation, a.status, a.reason from audit a
   where ${isBetween('a')} and ${isOfTask('a')} and a.operation not in ('add', 'update', 'reschedule', 'changeFlow')
   order by a.event_seq, a.id
   limit $4`,
)

export const readEndedImports = sql<ImportJobRow & { event_seq: number }, Bounds>(
  'read_webhook_imports',
  `select event_seq, ${importColumns} from import_job j
   where ${isBetween('j')} and cardinality($3::uuid[]) = 0
   order by event_seq, id
   limit $4`,
)

export interface AddedEntryRow extends EntryRow {
  event_seq: number
  list_id: string
  list_name: string | null
}

export const readAddedEntries = sql<AddedEntryRow, Bounds>(
  'read_webhook_entries',
  `select e.event_seq, coalesce(e.position, 0) as position, e.phone_number, e.note, e.actor, e.create_time, e.expire_time, e.list_id,
     (select name from do_not_call_list where id = e.list_id) as list_name
   from do_not_call_entry e
   where ${isBetween('e')} and cardinality($3::uuid[]) = 0
   order by e.event_seq, e.position
   limit $4`,
)

export interface ImportedEntriesRow {
  event_seq: number
  id: string
  list_id: string
  list_name: string | null
  added_count: number
  actor: string
  end_time: Date
}

/** Files from which numbers were added to do-not-call lists. */
export const readImportedEntries = sql<ImportedEntriesRow, Bounds>(
  'read_webhook_imported_entries',
  `select j.event_seq, j.id, j.do_not_call_list_id as list_id, j.added_count, j.actor, j.end_time,
     (select name from do_not_call_list where id = j.do_not_call_list_id) as list_name
   from import_job j
   where ${isBetween('j')} and cardinality($3::uuid[]) = 0 and j.do_not_call_list_id is not null and j.added_count > 0
   order by j.event_seq, j.id
   limit $4`,
)

export const readKeptRecordings = sql<RecordingRow & { event_seq: number }, Bounds>(
  'read_webhook_recordings',
  `select event_seq, ${recordingColumns} from recording r
   where ${isBetween('r')} and ${isOfTask('r')} and status = 'kept'
   order by event_seq, id
   limit $4`,
)
