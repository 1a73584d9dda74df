// What happened, in the order in which it was committed as far as anybody can tell: by transaction. A transaction
// that is still open may yet write rows that come before those of finished ones, so only what lies before the
// oldest open one is read. Nothing can be added there any more: who has read up to it has missed nothing.
import { type CallRow, callColumns } from '../calls/calls.queries.ts'
import { sql } from '../storage/sql.ts'
import type { TaskStatus } from '../tasks/task-state.ts'

/** The oldest transaction that is still open, and the one that begins next: the same if none is open. */
export const readHorizon = sql<{ oldest_open: number; next: number }>(
  'read_horizon',
  `select pg_snapshot_xmin(snapshot)::text::bigint as oldest_open, pg_snapshot_xmax(snapshot)::text::bigint as next
   from pg_current_snapshot() as snapshot`,
)

/**
 * $1, $2: after this call of this transaction; $3: before this transaction; $4: task, or null; $5: how many.
 * Both bounds, as the index on xact only knows ranges of pages.
 */
export const readEndedCalls = sql<CallRow & { xact: number }>(
  'read_ended_calls',
  `select c.xact, ${callColumns} from call c
   where c.xact >= $1 and c.xact < $3 and (c.xact, c.id) > ($1, $2) and ($4::uuid is null or c.task_id = $4)
   order by c.xact, c.id
   limit $5`,
)

export interface TaskChangeRow {
  xact: number
  id: number
  task_id: string
  at: Date
  actor: string
  operation: string
  status: TaskStatus
  reason: string | null
}

/** As above. */
export const readTaskChanges = sql<TaskChangeRow>(
  'read_task_changes',
  `select a.xact, a.id, a.task_id, a.at, a.actor, a.operation, a.status, a.reason from task_audit a
   where a.xact < $3 and (a.xact, a.id) > ($1, $2) and ($4::uuid is null or a.task_id = $4)
   order by a.xact, a.id
   limit $5`,
)
