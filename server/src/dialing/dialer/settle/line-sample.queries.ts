// Each node records once a second how many lines are in use; the max of each minute is kept, for charts.
import { sql } from '../../../platform/storage/sql.ts'

/** $1: now. */
export const sampleLines = sql<never>(
  'sample_lines',
  `insert into line_sample as known (minute, in_use, max_lines)
   select date_trunc('minute', $1::timestamptz), greatest(progress.live, 0), dialer.lines
   from dialer_progress progress cross join dialer
   on conflict (minute) do update set in_use = greatest(known.in_use, excluded.in_use), max_lines = excluded.max_lines
   where known.in_use < excluded.in_use or known.max_lines <> excluded.max_lines`,
)
