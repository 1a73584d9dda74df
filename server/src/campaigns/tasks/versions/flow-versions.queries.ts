// The versions of the flow of a published task: never changed, numbered from 1.

import type { Flow } from '../../../conversations/flows/flow.ts'
import { sql } from '../../../platform/storage/sql.ts'
import { ACTOR_COLUMNS, type Actor, actorValues } from '../../../platform/trail/actor.ts'
import type { TaskStatus } from '../task-state.ts'
import type { ChangedTask } from '../tasks.queries.ts'

export interface FlowVersionRow {
  version: number
  actor: string
  version_time: Date
  document: Flow
  is_current: boolean
}

/** Newest first. */
export const listVersions = sql<FlowVersionRow, [taskId: string]>(
  'list_flow_versions',
  `select f.version, f.actor, f.version_time, f.document, f.id = t.flow_id as is_current
   from task t join call_flow f on f.task_id = t.id
   where t.id = $1
   order by f.version desc`,
)

/** Ended calls that followed a version of the flow of the task. No row: none has followed it. */
export const countCalls = sql<{ version: number; calls: number }, [taskId: string]>(
  'count_calls_of_versions',
  `select version, sum(calls) as calls from flow_sum where task_id = $1 and from_step = '' group by version`,
)

/** The task is locked. No row: its state does not allow it. Calls that start from now on follow the flow $2. */
export const changeFlow = sql<
  ChangedTask,
  [taskId: string, flowId: string, states: readonly TaskStatus[], now: Date, actor: Actor, reason: string]
>(
  'change_task_flow',
  `with changed as (
     update task set flow_id = $2, update_time = $4 where id = $1 and status = any($3)
     returning id, name, status, start_time, update_time
   ), audited as (
     insert into audit (task_id, at, ${ACTOR_COLUMNS}, operation, status, reason)
     select id, $4, ${actorValues('$5')}, 'changeFlow', status, $6 from changed
   )
   select changed.*, pg_notify('task_changed', id::text) from changed`,
)
