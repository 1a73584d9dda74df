import { sql } from '../storage/sql.ts'

export interface LimitsRow {
  lines: number
  calls_per_second: number
}

export const readLimits = sql<LimitsRow>('read_limits', 'select lines, calls_per_second from dialer')

/** A null leaves the limit as it is. */
export const changeLimits = sql<LimitsRow>(
  'change_limits',
  `with changed as (
     update dialer set lines = coalesce($1, lines), calls_per_second = coalesce($2, calls_per_second)
     returning lines, calls_per_second
   )
   select lines, calls_per_second, pg_notify('task_changed', '') from changed`,
)
