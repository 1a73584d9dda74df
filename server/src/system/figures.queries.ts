// Totals of the service as a whole, as metrics show them.
import { SILENT_NODE } from '../dialer/node.queries.ts'
import { sql } from '../storage/sql.ts'

export interface FiguresRow {
  lines: number
  live: number
  /** How many tasks are in status 0, 1, 2 and so on. */
  tasks: number[]
  success_count: number
  fail_count: number
  no_answer_count: number
  nodes: number
  nodes_with_gateway: number
}

/** $1: now. */
export const readFigures = sql<FiguresRow>(
  'read_figures',
  `select dialer.lines, (select count(*) from live_call) as live,
     counted_tasks.by_status as tasks,
     counted.success_count, counted.fail_count, counted.no_answer_count, node.nodes, node.nodes_with_gateway
   from dialer
   cross join (
     select array(
       select coalesce(counted.tasks, 0) from generate_series(0, 6) code
       left join (select status, count(*) as tasks from task group by status) counted on counted.status = code
       order by code
     ) as by_status
   ) counted_tasks
   cross join (
     select coalesce(sum(success_count), 0)::bigint as success_count, coalesce(sum(fail_count), 0)::bigint as fail_count,
       coalesce(sum(no_answer_count), 0)::bigint as no_answer_count
     from task_counter
   ) counted
   cross join (
     select count(*) as nodes, count(*) filter (where gateway_fault is null) as nodes_with_gateway
     from dialer_node where beat_time > $1::timestamptz - ${SILENT_NODE}
   ) node`,
)
