import { IS_INBOUND } from '../../../platform/kernel/call-direction.ts'
import { sql } from '../../../platform/storage/sql.ts'
import { quarterOf } from '../../../platform/storage/sum-bucket.ts'

export interface TrunkCallsRow {
  trunk_id: string
  /** When the quarter of an hour begins. */
  quarter: Date
  sip_status: number | null
  calls: number
  answered: number
  short_calls: number
  talk_ms: number
  /** Calls whose sound was measured, and the sums of what was measured. */
  measured: number
  loss: number
  jitter_ms: number
  scored: number
  mes: number
}

const sumOf = (name: string) => `coalesce(sum((result #>> '{media,${name}}')::float8), 0)`

/** Ended calls by trunk, quarter of an hour and SIP answer. $1: from; $2: before; $3: a shorter call is short, in milliseconds. */
export const readTrunkCalls = sql<TrunkCallsRow, [from: Date, before: Date, shortMs: number]>(
  'read_trunk_calls',
  `select trunk_id, ${quarterOf('end_time')} as quarter, sip_status, count(*) as calls, count(answer_time) as answered,
     count(*) filter (where answer_time is not null and talk_ms < $3) as short_calls, sum(talk_ms)::bigint as talk_ms,
     count(result -> 'media') as measured, ${sumOf('loss')} as loss, ${sumOf('jitterMs')} as jitter_ms,
     count(result #> '{media,mes}') as scored, ${sumOf('mes')} as mes
   from call c
   where trunk_id is not null and not ${IS_INBOUND('c')} and end_time >= $1 and end_time < $2
   group by 1, 2, 3`,
)
