// Flows as they are stored: each once, and never changed.
import { sql } from '../../platform/storage/sql.ts'
import type { Flow } from './flow.ts'

export const readFlow = sql<{ document: Flow }>('read_flow', 'select document from call_flow where id = $1')

/** A flow is never changed: another document is another flow. The same flow may be there: a test call has kept it. */
export const insertFlow = sql<never, [id: string | null, document: Flow, hasUndisclosedAgent: boolean]>(
  'insert_flow',
  'insert into call_flow (id, document, has_undisclosed_agent) values ($1, $2, $3) on conflict (id) do nothing',
)

/** Gives a published task another version of its flow. */
export const addVersion = sql<
  never,
  [
    ...[id: string, document: Flow, taskId: string, version: number, actor: string, now: Date],
    hasUndisclosedAgent: boolean,
  ]
>(
  'add_flow_version',
  `insert into call_flow (id, document, task_id, version, actor, version_time, has_undisclosed_agent)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

/** Of a draft that has another flow now. A draft has no calls, but calls without a task may have its flow. */
export const deleteReplacedFlow = sql<never>(
  'delete_replaced_flow',
  'delete from call_flow where id = $1 and not exists (select from single_call where flow_id = $1 and end_time is null)',
)
