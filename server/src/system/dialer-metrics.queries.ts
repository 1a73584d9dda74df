// Totals of the whole service, for metrics.

import { denialsCounted } from '../dialer/claim/denial-counts.queries.ts'
import { SILENT_NODE } from '../dialer/node/node.queries.ts'
import { sql } from '../storage/sql.ts'

export interface DialerFigures {
  lines: number
  live: number
  /** By the code of the status; null if there is no task. */
  tasks_by_status: Record<number, number> | null
  success_count: number
  fail_count: number
  no_answer_count: number
  /** By reason; null if there was none. */
  denials: Record<string, number> | null
  nodes: number
  nodes_with_gateway: number
}

/** $1: now. */
export const readDialerFigures = sql<DialerFigures>(
  'read_dialer_figures',
  `select dialer.lines, (select count(*) from live_call) as live,
     (select jsonb_object_agg(status, tasks) from (select status, count(*) as tasks from task group by status) counted)
       as tasks_by_status,
     (select jsonb_object_agg(reason, decisions) from (
       ${denialsCounted('true')}
     ) denied) as denials,
     ended.success_count, ended.fail_count, ended.no_answer_count, node.nodes, node.nodes_with_gateway
   from dialer
   cross join (
     select coalesce(sum(success_count), 0)::bigint as success_count, coalesce(sum(fail_count), 0)::bigint as fail_count,
       coalesce(sum(no_answer_count), 0)::bigint as no_answer_count
     from task_counter
   ) ended
   cross join (
     select count(*) as nodes, count(*) filter (where gateway_fault is null) as nodes_with_gateway
     from dialer_node where heartbeat_time > $1::timestamptz - ${SILENT_NODE}
   ) node`,
)
