// How far the primary has written its log and how far a replica has replayed it, in bytes since the cluster was made.
import { sql } from '../sql.ts'

/** What is not flushed is not sent to replicas yet, and was acknowledged to nobody. */
export const readWritten = sql<{ position: number }>(
  'read_written_position',
  `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as position`,
)

/** No position: it is no standby, such as the primary itself. */
export const readReplayed = sql<{ position: number | null }>(
  'read_replayed_position',
  `select case when pg_is_in_recovery()
     then coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8, 0) end as position`,
)
