// What an import added, and its undo.
import { sql } from '../../platform/storage/sql.ts'
import { ENDED_LEASE, isLeasedBy } from '../../platform/work/lease.ts'
import { announced, columns, type ImportJobRow } from './imports.queries.ts'

export interface ImportRangeRow {
  /** The job. */
  key: string
  first: number
  last: number
}

/** The first contacts go first in an undo: a task would dial them next. */
export const readRanges = sql<ImportRangeRow, [jobIds: string[]]>(
  'read_import_ranges',
  `select id as key, lower(range) as first, upper(range) - 1 as last from import_job cross join unnest(added_positions) range
   where id = any($1::uuid[]) order by id, range`,
)

export const beginUndo = sql<
  ImportJobRow,
  [id: string, statuses: readonly string[], actor: string, now: Date]
>(
  'begin_import_undo',
  `with begun as (
     update import_job set status = 'undoing', undo_actor = $3, undo_time = $4, attempts = 0
     where id = $1 and status = any($2::text[])
     returning ${columns}
   )
   select begun.*, ${announced} from begun`,
)

/** After a step: what remains begins at $3. $4: deleted, $5: kept. Changes nothing without the lease. */
export const moveUndoOn = sql<
  never,
  [id: string, owner: string, next: number, removed: number, kept: number]
>(
  'move_import_undo_on',
  `with moved as (
     update import_job set undone_count = undone_count + $4, kept_count = kept_count + $5, attempts = 0,
       added_positions = added_positions - int8multirange(int8range(null, $3))
     where id = $1 and ${isLeasedBy('$2')} and status = 'undoing'
     returning id
   )
   select ${announced} from moved`,
)

export const endUndo = sql<never, [id: string, owner: string]>(
  'end_import_undo',
  `with ended as (
     update import_job set status = 'undone', ${ENDED_LEASE}
     where id = $1 and ${isLeasedBy('$2')} and status = 'undoing'
     returning id
   )
   select ${announced} from ended`,
)
