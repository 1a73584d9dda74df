// Calls over time, read from the sums of each minute, never from the calls themselves.
import type { EndingColumns } from '../flows/call-ending.ts'
import { sql } from '../storage/sql.ts'

export interface BucketRow extends EndingColumns {
  /** From 1. */
  bucket: number
  fail_count: number
  no_answer_count: number
  talk_ms: number
}

function readHistory(condition: string): string {
  return `select width_bucket(minute, $1::timestamptz[]) as bucket, sum(success_count)::bigint as success_count,
     sum(fail_count)::bigint as fail_count, sum(no_answer_count)::bigint as no_answer_count,
     sum(talk_ms)::bigint as talk_ms, sum(unsuccessful_count)::bigint as unsuccessful_count,
     sum(machine_count)::bigint as machine_count, sum(not_answered_count)::bigint as not_answered_count
   from call_minute
   where minute >= $2 and minute < $3 and ${condition}
   group by bucket`
}

/** $1: when the buckets begin; $2: when the first begins; $3: when the last ends. */
export const readServiceHistory = sql<BucketRow>('read_service_history', readHistory('true'))

/** The same parameters, and $4: task. */
export const readTaskHistory = sql<BucketRow>('read_task_history', readHistory('task_id = $4'))

export const findLastMinute = sql<{ minute: Date | null }>(
  'find_last_minute',
  'select max(minute) as minute from call_minute where task_id = $1',
)
