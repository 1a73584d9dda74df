// What was shown to callees, and what came of it.
import { IS_INBOUND } from '../../../platform/kernel/call-direction.ts'
import { sql } from '../../../platform/storage/sql.ts'

/** $1: phone keys. Calls of any task, found through the index by number. */
export const readLastShown = sql<{ phone_key: string; caller_id: string }, [phoneKeys: string[]]>(
  'read_last_shown',
  `select called.phone_key, shown.caller_id
   from unnest($1::text[]) as called (phone_key) cross join lateral (
     select caller_id from call c
     where c.phone_key = called.phone_key and c.caller_id is not null
     order by c.start_time desc limit 1
   ) shown`,
)

/** Of the calls that ended since $1, by pool and number; the index of calls on trunks finds them. A task with caller IDs of its own has its own pool. People who call back are not counted. */
export const countAnswersByCallerId = sql<
  { pool_id: string; caller_id: string; calls: number; answered: number },
  [since: Date]
>(
  'count_answers_by_caller_id',
  `select concat(c.trunk_id, case when jsonb_array_length(t.settings -> 'callerIds') > 0 then c.task_id end) as pool_id,
     c.caller_id, count(*)::int as calls, count(c.answer_time)::int as answered
   from call c left join task t on t.id = c.task_id
   where c.trunk_id is not null and c.caller_id is not null and c.end_time > $1 and not ${IS_INBOUND('c')}
   group by 1, 2`,
)
