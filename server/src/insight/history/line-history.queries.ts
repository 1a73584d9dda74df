// Lines in use over time, read from a sample of each minute.
import { sql } from '../../platform/storage/sql.ts'

export interface LinesRow {
  /** From 1. */
  bucket: number
  in_use: number
  max_lines: number
}

/** $1: when the buckets begin; $2: when the first begins; $3: when the last ends. */
export const readLineHistory = sql<LinesRow>(
  'read_line_history',
  `select width_bucket(minute, $1::timestamptz[]) as bucket, max(in_use) as in_use, max(max_lines) as max_lines
   from line_sample
   where minute >= $2 and minute < $3
   group by bucket`,
)
