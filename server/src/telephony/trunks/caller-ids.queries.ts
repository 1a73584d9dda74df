// What is known of caller IDs over all nodes. Rows are locked in the order of the numbers, and by a claim last of all.
import { sql } from '../../platform/storage/sql.ts'

/** $1, $2: caller IDs, and by how much their calls change; $3: the day. The last statement of a claim. */
export const countCallerIds = sql<never, [callerIds: string[], calls: number[], day: string]>(
  'count_caller_ids',
  `insert into caller_id_use as known (caller_id, day, calls)
   select caller_id, $3::date, calls from unnest($1::text[], $2::int[]) as given (caller_id, calls) order by caller_id
   on conflict (caller_id) do update set
     calls = case when known.day = excluded.day then known.calls else 0 end + excluded.calls, day = excluded.day`,
)

/** Of calls that were not placed, by the days on which they were claimed. A statement of its own: a claim may wait for the other rows. */
export const giveBackCallerIds = sql<never, [callerIds: string[], days: string[]]>(
  'give_back_caller_ids',
  `with given as materialized (
     select caller_id, day, count(*)::int as calls from unnest($1::text[], $2::date[]) as each (caller_id, day) group by 1, 2
   ), locked as materialized (
     select caller_id from caller_id_use where caller_id in (select caller_id from given) order by caller_id for no key update
   )
   update caller_id_use known set calls = greatest(0, known.calls - given.calls)
   from locked join given using (caller_id)
   where known.caller_id = locked.caller_id and known.day = given.day`,
)

/** Returns those that did not rest already. $2: their rates and those of their pools; $4: until when; $5: now; $6: the day. */
export const restCallerIds = sql<
  { caller_id: string },
  [callerIds: string[], rates: number[], poolRates: number[], until: Date, now: Date, day: string]
>(
  'rest_caller_ids',
  `insert into caller_id_use as known (caller_id, day, calls, rest_until, answer_rate, pool_answer_rate)
   select caller_id, $6::date, 0, $4::timestamptz, rate, pool_rate
   from unnest($1::text[], $2::real[], $3::real[]) as given (caller_id, rate, pool_rate) order by caller_id
   on conflict (caller_id) do update set rest_until = excluded.rest_until, answer_rate = excluded.answer_rate,
     pool_answer_rate = excluded.pool_answer_rate
   where known.rest_until is null or known.rest_until <= $5
   returning caller_id`,
)

/** For the statement of a claim that reads what all nodes use: by number, the calls of the day and whether it rests. */
export const callerIdUse = (day: string, now: string) =>
  `(select coalesce(jsonb_object_agg(caller_id, jsonb_build_object(
     'calls', case when day = ${day}::date then calls else 0 end, 'isResting', coalesce(rest_until > ${now}, false)
   )), '{}') from caller_id_use where day = ${day}::date or rest_until > ${now})`

export interface CallerIdUseRow {
  caller_id: string
  calls: number
  /** Null: it does not rest. */
  rest_until: Date | null
  answer_rate: number | null
  pool_answer_rate: number | null
}

/** Of today; $1: the day; $2: now. */
export const listCallerIdUse = sql<CallerIdUseRow, [day: string, now: Date]>(
  'list_caller_id_use',
  `select caller_id, case when day = $1::date then calls else 0 end as calls,
     case when rest_until > $2 then rest_until end as rest_until, answer_rate, pool_answer_rate
   from caller_id_use where day = $1::date or rest_until > $2`,
)
