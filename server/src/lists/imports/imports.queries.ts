// Import jobs, their files and their failed rows. Every change of a job is announced on the channel `import_changed`.

import { sql } from '../../platform/storage/sql.ts'
import { ENDED_LEASE, isFree, isLeasedBy, leaseUntil, takeLease } from '../../platform/work/lease.ts'
import type { FailureParams, ImportFailureCode } from '../contacts/import-failures.ts'
import type { FileReading, ImportError, ImportPreview, ImportSettings, ImportStatus } from './import-job.ts'

export interface ImportJobRow {
  id: string
  /** The target: one of the two is not null. */
  data_source_id: string | null
  do_not_call_list_id: string | null
  status: ImportStatus
  actor: string
  file_name: string
  file_size: number
  file_digest: string
  reading: FileReading
  encoding: string | null
  preview: ImportPreview | null
  settings: ImportSettings | null
  total_rows: number | null
  read_rows: number
  added_count: number
  updated_count: number
  fail_count: number
  duplicate_count: number
  unplaced_count: number
  error: ImportError | null
  undo_actor: string | null
  undo_time: Date | null
  undone_count: number
  kept_count: number
  attempts: number
  create_time: Date
  start_time: Date | null
  end_time: Date | null
}

export const columns = `id, data_source_id, do_not_call_list_id, status, actor, file_name, file_size, file_digest, reading, encoding, preview,
  settings, total_rows, read_rows, added_count, updated_count, fail_count, duplicate_count, unplaced_count, error, undo_actor, undo_time, undone_count,
  kept_count, attempts, create_time, start_time, end_time`
export const announced = `pg_notify('import_changed', '')`

export const insertJob = sql<ImportJobRow>(
  'insert_import_job',
  `insert into import_job (id, data_source_id, do_not_call_list_id, status, actor, file_name, file_size, file_digest, reading,
     preview, create_time, encoding)
   values ($1, $2, $3, 'uploaded', $4, $5, $6, $7, $8, $9, $10, $11)
   returning ${columns}`,
)

export const insertPiece = sql<never>(
  'insert_import_piece',
  'insert into import_piece (job_id, piece, bytes) values ($1, $2, $3)',
)

export const readPiece = sql<{ bytes: Buffer }>(
  'read_import_piece',
  'select bytes from import_piece where job_id = $1 and piece = $2',
)

/** `own`: those of the actor $1. */
export const countOpenJobs = sql<{ total: number; own: number }, [actor: string]>(
  'count_open_import_jobs',
  `select count(*) as total, count(*) filter (where actor = $1) as own
   from import_job where status in ('uploaded', 'running')`,
)

export const findJob = sql<ImportJobRow>('find_import_job', `select ${columns} from import_job where id = $1`)

/** Null of an import into a do-not-call list. */
export const findSourceOfJob = sql<{ data_source_id: string | null }, [id: string]>(
  'find_source_of_import_job',
  'select data_source_id from import_job where id = $1',
)

/** A preview can have hundreds of kilobytes. */
const columnsOfList = columns.replace('preview', 'null::jsonb as preview')

/** $1: data source, $2: do-not-call list; null for all. */
const IS_LISTED = `($1::uuid is null or data_source_id = $1) and ($2::uuid is null or do_not_call_list_id = $2)`

export const countJobs = sql<{ total: number }>(
  'count_import_jobs',
  `select count(*) as total from import_job where ${IS_LISTED}`,
)

export const listJobs = sql<ImportJobRow>(
  'list_import_jobs',
  `select ${columnsOfList} from import_job
   where ${IS_LISTED}
   order by create_time desc, id desc
   offset $3 limit $4`,
)

/** $3: the job after which the page begins. */
export const listJobsAfter = sql<ImportJobRow>(
  'list_import_jobs_after',
  `select ${columnsOfList} from import_job
   where ${IS_LISTED}
     and (create_time, id) < (select create_time, id from import_job where id = $3)
   order by create_time desc, id desc
   limit $4`,
)

/** $2: settings; $3: now. */
export const startJob = sql<ImportJobRow>(
  'start_import_job',
  `with started as (
     update import_job set status = 'running', settings = $2, start_time = $3
     where id = $1 and status = 'uploaded'
     returning ${columns}
   )
   select started.*, ${announced} from started`,
)

/**
 * Claims the job without a valid lease that was started first. The CTE keeps the planner from locking more than one row.
 * $1: owner; $2: length of the lease in milliseconds.
 */
export const claimJob = sql<ImportJobRow>(
  'claim_import_job',
  `with next as materialized (
     select id as next_id from import_job
     where status in ('running', 'undoing') and ${isFree()}
     order by start_time, id
     limit 1
     for update skip locked
   )
   update import_job
   set ${takeLease('$1', '$2')}, attempts = attempts + 1
   from next where id = next_id
   returning ${columns}`,
)

/** Whether any node has a job to run, now or later. */
export const hasUnfinished = sql<{ exists: boolean }>(
  'has_unfinished_import_jobs',
  `select exists (select from import_job where status in ('running', 'undoing'))`,
)

/** $2: owner; $3: new length of the lease in milliseconds. */
export const renewLease = sql<never>(
  'renew_import_lease',
  `update import_job set lease_until = ${leaseUntil('$3')}
   where id = $1 and ${isLeasedBy('$2')} and status in ('running', 'undoing')`,
)

/** The job can be claimed again after $3 milliseconds; $4: true if the attempt does not count. */
export const releaseLease = sql<never>(
  'release_import_lease',
  `update import_job set ${takeLease('null', '$3')},
     attempts = greatest(0, attempts - $4::boolean::integer)
   where id = $1 and ${isLeasedBy('$2')} and status in ('running', 'undoing')`,
)

export const setTotalRows = sql<never>(
  'set_import_total_rows',
  `with counted as (
     update import_job set total_rows = $3 where id = $1 and ${isLeasedBy('$2')} and status = 'running' returning id
   )
   select ${announced} from counted`,
)

/** Moves the position from $3 by a batch; $4: added, $5: updated, $6: failed, $7: duplicates, $8: numbers without a country, $9: the positions of the added contacts. Changes nothing if the position is not $3. */
export const moveOn = sql<
  never,
  [
    id: string,
    owner: string,
    position: number,
    added: number,
    updated: number,
    failed: number,
    duplicates: number,
    unplaced: number,
    positions: string,
  ]
>(
  'move_import_on',
  `with moved as (
     update import_job
     set read_rows = read_rows + $4::integer + $5::integer + $6::integer, added_count = added_count + $4::integer,
       updated_count = updated_count + $5::integer, fail_count = fail_count + $6::integer,
       duplicate_count = duplicate_count + $7::integer, unplaced_count = unplaced_count + $8::integer, attempts = 0,
       added_positions = added_positions + $9::int8multirange
     where id = $1 and ${isLeasedBy('$2')} and read_rows = $3 and status = 'running'
     returning id
   )
   select ${announced} from moved`,
)

/** Ends a job and removes its file; $2: allowed statuses; $3: new status; $4: error; $5: now; $6: required owner of the lease, or null. */
export const endJob = sql<ImportJobRow>(
  'end_import_job',
  `with ended as (
     update import_job set status = $3, error = $4, end_time = $5, preview = null, ${ENDED_LEASE},
       event_seq = next_event_seq()
     where id = $1 and status = any($2::text[]) and ($6::uuid is null or ${isLeasedBy('$6')})
     returning ${columns}
   ), emptied as (
     delete from import_piece where job_id in (select id from ended)
   )
   select ended.*, ${announced} from ended`,
)

/** Jobs that were uploaded before $1 and never started. */
export const findForgottenJobs = sql<{ id: string }>(
  'find_forgotten_import_jobs',
  `select id from import_job where status = 'uploaded' and create_time < $1`,
)

/** Jobs that ended before $1, with their failures. */
export const deleteOldJobs = sql<never>(
  'delete_old_import_jobs',
  `delete from import_job where end_time < $1 and status <> 'undoing'`,
)

/** $2: rows, $3: titles of columns, $4: values, $5: codes, $6: parameters, $7: messages. */
export const insertFailures = sql<never>(
  'insert_import_failures',
  `insert into import_failure (job_id, row_number, column_title, value, code, params, message)
   select $1, row_number, column_title, value, code, params, message
   from rows from (unnest($2::integer[]), unnest($3::text[]), unnest($4::text[]), unnest($5::text[]),
     jsonb_array_elements($6::jsonb), unnest($7::text[]))
     as given (row_number, column_title, value, code, params, message)`,
)

/** Rows that were imported, with a number whose country is not known: the first $6 of a job. $4: the title of their column. */
export const insertUnplaced = sql<
  never,
  [jobId: string, rows: number[], numbers: string[], title: string | null, message: string, max: number]
>(
  'insert_unplaced_import_rows',
  `insert into import_failure (job_id, row_number, column_title, value, code, params, message, is_warning)
   select $1, row_number, $4, value, 'country_unknown', '{}', $5, true
   from unnest($2::integer[], $3::text[]) as given (row_number, value)
   order by row_number
   limit greatest(0, $6 - (select count(*) from import_failure where job_id = $1 and is_warning))`,
)

export interface ImportFailureRow {
  row_number: number
  column_title: string | null
  value: string
  code: ImportFailureCode
  params: FailureParams
  message: string
}

const failureColumns = 'row_number, column_title, value, code, params, message'

/** Behind row $2, in the order of the file. */
export const readFailuresAfter = sql<ImportFailureRow>(
  'read_import_failures_after',
  `select ${failureColumns} from import_failure where job_id = $1 and row_number > $2 and not is_warning order by row_number limit $3`,
)

export const countFailuresWithCode = sql<{ total: number }>(
  'count_import_failures_with_code',
  'select count(*)::integer as total from import_failure where job_id = $1 and code = $2',
)

export const findFailure = sql<{ row_number: number }, [jobId: string, row: number]>(
  'find_import_failure',
  'select row_number from import_failure where job_id = $1 and row_number = $2',
)

/** With the code $2, or all failures where it is null: warnings only if they are asked for. $5: the row after which they begin. */
export const listFailures = sql<ImportFailureRow>(
  'list_import_failures',
  `select ${failureColumns} from import_failure where job_id = $1 and (code = $2 or ($2::text is null and not is_warning))
     and row_number > $5
   order by row_number offset $3 limit $4`,
)
