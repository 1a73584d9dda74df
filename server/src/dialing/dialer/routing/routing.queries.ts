// What all nodes use of the trunks, and the trunk of a call that goes on to the next one. Both run with the dialer's row locked, like
// claims, so the limits of each trunk hold exactly.

import { TaskStatus } from '../../../campaigns/tasks/task-state.ts'
import { HAS_TASK } from '../../../platform/kernel/task-of-call.ts'
import { sql } from '../../../platform/storage/sql.ts'
import { callerIdUse } from '../../../telephony/trunks/caller-ids.queries.ts'
import type { StartedCalls } from '../claim/rate-window.ts'
import type { StoredCallerIdUse } from './caller-ids.ts'

export interface TrunkUseRow {
  /** Calls started in the last second, by trunk. */
  starts: Record<string, StartedCalls>
  /** Live calls, by trunk. */
  live: Record<string, number>
  caller_ids: StoredCallerIdUse
}

/** $1: the trunks whose live calls are counted; $2: the day; $3: now. */
export const readTrunkUse = sql<TrunkUseRow>(
  'read_trunk_use',
  `select trunk_starts as starts, (
     select coalesce(jsonb_object_agg(trunk_id, calls), '{}') from (
       select trunk_id, count(*) as calls from live_call where trunk_id = any($1::uuid[]) group by trunk_id
     ) counted
   ) as live, ${callerIdUse('$2', '$3')} as caller_ids
   from dialer where is_only`,
)

/**
 * Puts a call of this node on another trunk, unless its task no longer runs. $1, $2: phone key and id; $3: node; $4, $5: trunk and
 * caller ID.
 */
export const moveCall = sql<{ start_time: Date }>(
  'move_call',
  `update live_call l set trunk_id = $4, caller_id = $5
   where l.phone_key = $1 and l.id = $2 and l.node_id = $3
     and (not ${HAS_TASK('l')} or (select status from task where id = l.task_id) = ${TaskStatus.RUNNING})
   returning l.start_time`,
)

export const recordTrunkStarts = sql<never>(
  'record_trunk_starts',
  'update dialer set trunk_starts = $1 where is_only',
)
