import { sql } from '../../platform/storage/sql.ts'

/** Locks the count of a token until the transaction ends. The next statement sees what was counted before. */
export const lockUse = sql<never, [tokenId: string]>(
  'lock_token_use',
  `insert into token_use (token_id, minute, calls) values ($1, '-infinity', 0)
   on conflict (token_id, minute) do update set calls = 0`,
)

/** A minute is over when its last second is a day old. */
const A_DAY_LATER = `interval '24 hours 1 minute'`
const OLD = `statement_timestamp() - ${A_DAY_LATER}`

/**
 * Counts calls if there is room for them. `used`: the calls of the last 24 hours before; `seconds`: until there is room. Also deletes what is
 * older. $1: token; $2: calls; $3: its limit.
 */
export const countUse = sql<
  { used: number; is_counted: boolean; seconds: number | null },
  [tokenId: string, calls: number, max: number]
>(
  'count_token_use',
  `with recent as materialized (
     select minute, calls, sum(calls) over (order by minute) as freed from token_use where token_id = $1 and minute > ${OLD}
   ), used as materialized (
     select coalesce(sum(calls), 0)::int as calls from recent
   ), forgotten as (
     delete from token_use where token_id = $1 and minute <= ${OLD} and minute > '-infinity'
   ), counted as (
     insert into token_use (token_id, minute, calls)
     select $1, date_trunc('minute', statement_timestamp()), $2::int from used where calls + $2::int <= $3::int
     on conflict (token_id, minute) do update set calls = token_use.calls + excluded.calls
     returning token_id
   )
   select used.calls as used, exists (select from counted) as is_counted, (
     select ceil(extract(epoch from min(minute) + ${A_DAY_LATER} - statement_timestamp()))::int
     from recent where used.calls - freed + $2::int <= $3::int
   ) as seconds
   from used`,
)
