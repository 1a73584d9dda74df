// What an import added, and its undo.
import { sql } from '../storage/sql.ts'
import { announced, columns, type ImportJobRow } from './imports.queries.ts'

export interface ImportRangeRow {
  /** The job. */
  key: string
  first: number
  last: number
}

/** Adds the positions of a batch to the range that ends before them, or as a range of their own. */
export const addRange = sql<never, [jobId: string, first: number, last: number]>(
  'add_import_range',
  `with extended as (
     update import_range set last_position = $3 where job_id = $1 and last_position = $2::bigint - 1 returning job_id
   )
   insert into import_range (job_id, first_position, last_position)
   select $1, $2, $3 where not exists (select from extended)`,
)

export const readRanges = sql<ImportRangeRow, [jobIds: string[]]>(
  'read_import_ranges',
  `select job_id as key, first_position as first, last_position as last from import_range where job_id = any($1::uuid[])
   order by job_id, last_position`,
)

/** The first contacts go first: a task would dial them next. */
export const firstRange = sql<ImportRangeRow, [jobId: string]>(
  'first_import_range',
  `select job_id as key, first_position as first, last_position as last from import_range where job_id = $1
   order by last_position limit 1`,
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

/** After a step: what remains of the range that ends at $3 begins at $4. $5: deleted, $6: kept. Changes nothing without the lease. */
export const moveUndoOn = sql<
  never,
  [id: string, owner: string, lastPosition: number, next: number, removed: number, kept: number]
>(
  'move_import_undo_on',
  `with moved as (
     update import_job set undone_count = undone_count + $5, kept_count = kept_count + $6, attempts = 0
     where id = $1 and lease_owner = $2 and status = 'undoing'
     returning id
   ), shortened as (
     update import_range set first_position = $4
     where job_id in (select id from moved) and last_position = $3 and last_position >= $4::bigint
   ), done as (
     delete from import_range where job_id in (select id from moved) and last_position = $3 and last_position < $4::bigint
   )
   select ${announced} from moved`,
)

export const endUndo = sql<never, [id: string, owner: string]>(
  'end_import_undo',
  `with ended as (
     update import_job set status = 'undone', lease_owner = null, lease_until = null
     where id = $1 and lease_owner = $2 and status = 'undoing'
     returning id
   )
   select ${announced} from ended`,
)
