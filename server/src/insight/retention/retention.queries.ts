// The state of each retention job: how old things become, and how far the job has come.
import { sql } from '../../platform/storage/sql.ts'

export interface RetentionRow {
  what: string
  days: number | null
  cursor: number
  span: number
  start_time: Date | null
  end_time: Date | null
  rows: number
  bytes: number
  total_rows: number
  total_bytes: number
  next_time: Date
}

const columns =
  "what, days, cursor, span, start_time, end_time, rows, bytes, total_rows, total_bytes, greatest(next_time, 'epoch') as next_time"

export const readRetention = sql<RetentionRow, []>('read_retention', `select ${columns} from retention`)

/** No row: it is not due, or another node is at it. */
export const lockDue = sql<RetentionRow, [what: string, now: Date]>(
  'lock_due_retention',
  `select ${columns} from retention where what = $1 and next_time <= $2 for no key update skip locked`,
)

export interface StepNote {
  what: string
  now: Date
  isFirst: boolean
  rows: number
  bytes: number
  cursor: number
  span: number
  /** What is older may be gone. */
  horizon: Date | null
  /** When the next run begins; null: this one goes on. */
  nextTime: Date | null
}

/** $1: what, $2: now, $3: whether it is the first step of a run, $4: rows, $5: bytes, $6: cursor, $7: span, $8: horizon, $9: next run or null. */
export const noteStep = sql<never>(
  'note_retention_step',
  `update retention set
     start_time = case when $3 then $2 else start_time end,
     end_time = case when $9::timestamptz is not null then $2 else end_time end,
     rows = case when $3 then 0 else rows end + $4::bigint, bytes = case when $3 then 0 else bytes end + $5::bigint,
     total_rows = total_rows + $4::bigint, total_bytes = total_bytes + $5::bigint, cursor = $6, span = $7,
     horizon = greatest(horizon, $8::timestamptz), next_time = coalesce($9, next_time)
   where what = $1`,
)

/** Another age holds at once. $2: days, or null for the default; $3: now. */
export const changeDays = sql<never, [what: string, days: number | null, now: Date]>(
  'change_retention_days',
  `with changed as (update retention set days = $2, next_time = $3 where what = $1)
   select pg_notify('retention_changed', '')`,
)
