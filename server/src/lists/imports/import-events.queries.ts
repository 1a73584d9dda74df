// Ended imports as events. Numbers that a file puts on a do-not-call list are one event, with their count.
import { type EventBounds, eventSource, IS_OF_NO_TASK, isBetween } from '../../platform/storage/event-log.ts'
import { sql } from '../../platform/storage/sql.ts'
import { columns, type ImportJobRow } from './imports.queries.ts'

export interface EndedImportEvent {
  type: 'import.finished'
  seq: number
  row: ImportJobRow
}

export interface ImportedEntriesRow {
  event_seq: number
  id: string
  list_id: string
  list_name: string | null
  added_count: number
  actor: string
  end_time: Date
}

export interface ImportedEntriesEvent {
  type: 'doNotCall.added'
  seq: number
  imported: ImportedEntriesRow
}

const readEnded = sql<ImportJobRow & { event_seq: number }, EventBounds>(
  'read_ended_imports',
  `select event_seq, ${columns} from import_job j
   where ${isBetween('j')} and ${IS_OF_NO_TASK}
   order by event_seq, id
   limit $4`,
)

export const endedImports = eventSource<EndedImportEvent, ImportJobRow & { event_seq: number }>(
  ['import.finished'],
  readEnded,
  (row) => ({ type: 'import.finished', row }),
)

/** Files from which numbers were added to do-not-call lists. */
const readImported = sql<ImportedEntriesRow, EventBounds>(
  'read_imported_entries',
  `select j.event_seq, j.id, j.do_not_call_list_id as list_id, j.added_count, j.actor, j.end_time,
     (select name from do_not_call_list where id = j.do_not_call_list_id) as list_name
   from import_job j
   where ${isBetween('j')} and ${IS_OF_NO_TASK} and j.do_not_call_list_id is not null and j.added_count > 0
   order by j.event_seq, j.id
   limit $4`,
)

export const importedEntries = eventSource<ImportedEntriesEvent, ImportedEntriesRow>(
  ['doNotCall.added'],
  readImported,
  (imported) => ({ type: 'doNotCall.added', imported }),
)
