// The sums of the ways that calls took through the flow of their task. They follow the sequence of events, so they are some seconds behind;
// `flow_cursor` says how far they are, and changes in the same transaction.
import { HAS_TASK } from '../../../platform/kernel/task-of-call.ts'
import { sql } from '../../../platform/storage/sql.ts'
import { quarterOf } from '../../../platform/storage/sum-bucket.ts'
import { RECORDS_FROM } from '../../dialer/settle/call-sums.queries.ts'

/** Whether there may be calls that are not summed up yet, without a lock. */
export const hasUncounted = sql<{ is_behind: boolean }>(
  'has_uncounted_paths',
  'select flow_cursor <= (select last_value from event_seq) as is_behind from service',
)

/** No row: another node is at it. */
export const lockCursor = sql<{ cursor: number }>(
  'lock_flow_cursor',
  'select flow_cursor as cursor from service for no key update skip locked',
)

/** Nothing is counted until the end of this transaction. */
export const waitForCursor = sql<never>('wait_for_flow_cursor', 'select from service for no key update')

export const moveCursor = sql<never, [cursor: number]>(
  'move_flow_cursor',
  'update service set flow_cursor = $1',
)

/** Of `call`: it has followed a version of the flow of its task. A platform may not report the path, which then has only its start. */
const HAS_VERSION = `${HAS_TASK('call')} and result ? 'version'`

/** The ways of the calls that meet the condition. */
const waysOf = (condition: string) =>
  `select task_id, (result ->> 'version')::integer as version, ${quarterOf('end_time')} as quarter, from_step, exit, to_step,
     count(*)::integer as calls
   from call cross join lateral flow_ways(result -> 'path')
   where ${condition} and ${HAS_VERSION}
   group by 1, 2, 3, 4, 5, 6`

/** Adds the calls from this number of the sequence on, and below that one. */
export const addPaths = sql<never, [from: number, before: number]>(
  'add_paths',
  `insert into flow_sum as known (task_id, version, quarter, from_step, exit, to_step, calls)
   ${waysOf('event_seq >= $1 and event_seq < $2')}
   on conflict (task_id, version, quarter, from_step, exit, to_step) do update set calls = known.calls + excluded.calls`,
)

/** Of the calls of task $1 that should be in its sums. */
const RECORDED = waysOf('task_id = $1 and event_seq < (select flow_cursor from service)')

/**
 * The versions and quarters of an hour of task $1 whose sums differ from the paths of its calls. A path that was forgotten with its contact may have been
 * counted before: then the sums have more than the records, but for the number of calls.
 */
const WRONG_QUARTERS = `select version, quarter
   from (
     select version, quarter, from_step, exit, to_step, coalesce(recorded.calls, 0) as actual, coalesce(stored.calls, 0) as counted
     from (${RECORDED}) recorded
     full join (select * from flow_sum where task_id = $1) stored using (version, quarter, from_step, exit, to_step)
   ) way
   where quarter >= ${RECORDS_FROM}
   group by version, quarter
   having sum(actual) filter (where from_step = '') is distinct from sum(counted) filter (where from_step = '')
     or bool_or(case
       when (from_step, to_step) = ('', '') then actual < counted
       else actual > counted
     end)
     or coalesce(sum(actual) filter (where (from_step, to_step) = ('', '')), 0) = 0 and bool_or(actual <> counted)`

export const readWrongPaths = sql<{ quarter: Date }, [taskId: string]>('read_wrong_paths', WRONG_QUARTERS)

/** The cursor must be locked. */
export const correctPaths = sql<never, [taskId: string]>(
  'correct_paths',
  `with wrong as materialized (${WRONG_QUARTERS}), recorded as materialized (${RECORDED}), emptied as (
     delete from flow_sum s using wrong
     where s.task_id = $1 and s.version = wrong.version and s.quarter = wrong.quarter
       and not exists (
         select from recorded r
         where (r.version, r.quarter, r.from_step, r.exit, r.to_step) = (s.version, s.quarter, s.from_step, s.exit, s.to_step)
       )
   )
   insert into flow_sum as known (task_id, version, quarter, from_step, exit, to_step, calls)
   select recorded.* from recorded join wrong using (version, quarter)
   on conflict (task_id, version, quarter, from_step, exit, to_step) do update set calls = excluded.calls`,
)

export interface WayRow {
  from_step: string
  exit: string
  to_step: string
  calls: number
}

/** $2: version, or null; $3, $4: from this time on and before that one, or null. */
export const readWays = sql<
  WayRow,
  [taskId: string, version: number | null, from: Date | null, to: Date | null]
>(
  'read_ways',
  `select from_step, exit, to_step, sum(calls) as calls from flow_sum
   where task_id = $1 and ($2::integer is null or version = $2) and ($3::timestamptz is null or quarter >= $3)
     and ($4::timestamptz is null or quarter < $4)
   group by 1, 2, 3
   order by calls desc, from_step, exit, to_step`,
)

/** The live calls of a task by the step that they are in; null if they have not been answered. $2: version, or null. */
export const countLiveSteps = sql<
  { step: string | null; calls: number },
  [taskId: string, version: number | null]
>(
  'count_live_steps',
  `select flow_state ->> 'step' as step, count(*) as calls from live_call l
   where task_id = $1 and ($2::integer is null or $2 = (select version from call_flow where id = l.flow_id))
   group by 1`,
)

/** No row: there is no such task. */
export const findCurrentVersion = sql<{ version: number | null }, [taskId: string]>(
  'find_current_version',
  'select (select version from call_flow where id = task.flow_id) as version from task where id = $1',
)
