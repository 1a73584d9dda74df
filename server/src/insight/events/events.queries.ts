// What the stream reads beside the log: sums of ended calls, and the pages of the table of calls.
import { CallOutcome } from '../../platform/kernel/call-causes.ts'
import { HAS_TASK } from '../../platform/kernel/task-of-call.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface ProgressRow {
  task_id: string
  success_count: number
  fail_count: number
  no_answer_count: number
  /** When the last of these calls ended. */
  time: Date
}

/** The calls of each task. $1: from this number on; $2: below this number; $3: task, or null. */
export const readProgress = sql<ProgressRow>(
  'read_progress',
  `select c.task_id, count(*) filter (where c.outcome = ${CallOutcome.success}) as success_count,
     count(*) filter (where c.outcome = ${CallOutcome.fail}) as fail_count,
     count(*) filter (where c.outcome = ${CallOutcome.noAnswer}) as no_answer_count, max(c.end_time) as time
   from call c
   where c.event_seq >= $1 and c.event_seq < $2 and ${HAS_TASK('c')} and ($3::uuid is null or c.task_id = $3)
   group by c.task_id
   order by c.task_id`,
)

export const limitLockWait = sql<never, [wait: string]>(
  'limit_lock_wait',
  `select set_config('lock_timeout', $1, true)`,
)

/** As in the migrations. */
const PAGES_PER_RANGE = 16
/** Several nodes append to the table at once, each to a page of its own. */
const PAGES_IN_USE = 4 * PAGES_PER_RANGE

/** The pages of the table that are full, in whole ranges. $1: max wait for a lock. */
export const countFullPages = sql<{ pages: number }, [wait: string]>(
  'count_full_pages',
  `with limited as materialized (select set_config('lock_timeout', $1, true))
   select greatest(0, (pg_relation_size('call') / current_setting('block_size')::bigint - ${PAGES_IN_USE}) / ${PAGES_PER_RANGE}) * ${PAGES_PER_RANGE} as pages
   from limited`,
)

/** A range that has a summary costs next to nothing. */
export const summarizeCalls = sql<never, [from: number, before: number]>(
  'summarize_calls',
  `select brin_summarize_range('call_followed', page), brin_summarize_range('call_on_trunk', page)
   from generate_series($1::bigint, $2::bigint - 1, ${PAGES_PER_RANGE}) as page`,
)
