// Calls over time, read from the sums of each minute, never from the calls themselves.

import type { EndingColumns } from '../../conversations/flows/call-ending.ts'
import { COUNTER_SUMS } from '../../dialing/dialer/settle/call-sums.queries.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface BucketRow extends EndingColumns {
  /** From 1. */
  bucket: number
  fail_count: number
  no_answer_count: number
  talk_ms: number
}

function readHistory(condition: string): string {
  return `select width_bucket(minute, $1::timestamptz[]) as bucket,
     ${COUNTER_SUMS.map(({ column, sum }) => `${sum} as ${column}`).join(', ')}
   from call_sum
   where minute >= $2 and minute < $3 and ${condition}
   group by bucket`
}

/** $1: when the buckets begin; $2: when the first begins; $3: when the last ends. */
export const readServiceHistory = sql<BucketRow>('read_service_history', readHistory('true'))

/** The parameters of `readHistory`, and $4: the task. */
export const readTaskHistory = sql<BucketRow>('read_task_history', readHistory('task_id = $4'))

export const findLastMinute = sql<{ minute: Date | null }>(
  'find_last_minute',
  'select max(minute) as minute from call_sum where task_id = $1',
)
