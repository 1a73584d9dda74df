// Totals of the whole service, for metrics.

import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import { denialsCounted } from '../../dialing/dialer/claim/denial-counts.queries.ts'
import { SILENT_NODE } from '../../dialing/dialer/node/node.queries.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface CallSums {
  success: number
  fail: number
  noAnswer: number
  answered: number
}

export interface DialerFigures {
  lines: number
  calls_per_second: number
  live: number
  /** How many tasks there are, by the code of their status; null if there are none. */
  tasks_by_status: Record<number, number> | null
  ended: CallSums
  /** Of the newest running tasks, by id; null if none runs. */
  ended_by_task: Record<string, CallSums> | null
  /** How many denials there were, by reason; null if there were none. */
  denials: Record<string, number> | null
  nodes: number
  nodes_with_gateway: number
  database_bytes: number
  /** Of the oldest transaction of this database that the service's role may see. */
  transaction_seconds: number
}

/** Each task is two time series or more, so only as many as a chart can show. */
const MAX_TASKS = 50

const SUMS = `jsonb_build_object('success', coalesce(sum(success_count), 0), 'fail', coalesce(sum(fail_count), 0),
       'noAnswer', coalesce(sum(no_answer_count), 0), 'answered', coalesce(sum(answered_count), 0))`

/** $1: now. */
export const readDialerFigures = sql<DialerFigures>(
  'read_dialer_figures',
  `select dialer.lines, dialer.calls_per_second, (select count(*) from live_call) as live,
     (select jsonb_object_agg(status, tasks) from (select status, count(*) as tasks from task group by status) counted)
       as tasks_by_status,
     (select jsonb_object_agg(reason, decisions) from (
       ${denialsCounted('true')}
     ) denied) as denials,
     (select ${SUMS} from task_counter) as ended,
     (select jsonb_object_agg(id, sums) from (
       select running.id, (select ${SUMS} from task_counter where task_id = running.id) as sums
       from (select id from task where status = ${TaskStatus.RUNNING} order by id desc limit ${MAX_TASKS}) running
     ) of_task) as ended_by_task,
     node.nodes, node.nodes_with_gateway,
     pg_database_size(current_database()) as database_bytes,
     (select coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
       where datname = current_database()) as transaction_seconds
   from dialer
   cross join (
     select count(*) as nodes, count(*) filter (where gateway_fault is null) as nodes_with_gateway
     from dialer_node where heartbeat_time > $1::timestamptz - ${SILENT_NODE}
   ) node`,
)
