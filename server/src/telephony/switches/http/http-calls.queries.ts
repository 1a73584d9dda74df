// Stores the calls of the HTTP gateway.
import type { CallResult } from '../../../conversations/flows/call-result.ts'
import { sql } from '../../../platform/storage/sql.ts'
import type { FlowNames } from './platform-result.ts'

export interface HttpCallRow {
  attempt_id: string
  create_time: Date
  is_refused: boolean
  ring_time: Date | null
  answer_time: Date | null
  end_time: Date | null
  cause: string | null
  talk_ms: number | null
  result: CallResult | null
  sip_status: number | null
}

const columns =
  'attempt_id, create_time, is_refused, ring_time, answer_time, end_time, cause, talk_ms, result, sip_status'

/** $1: attempts; $2: now; $3: the names of their flows, as JSON. Returns those that were not stored before. */
export const beginCalls = sql<
  { attempt_id: string },
  [ids: string[], now: Date, flowNames: (string | null)[]]
>(
  'begin_http_calls',
  `insert into http_call (attempt_id, create_time, flow_names)
   select id, $2, flow_names from unnest($1::text[], $3::jsonb[]) as given (id, flow_names) order by id
   on conflict do nothing
   returning attempt_id`,
)

/** Reserves the rows of attempts that were never begun, so that they never will be. */
export const refuseUnknownCalls = sql<never, [ids: string[], now: Date]>(
  'refuse_unknown_http_calls',
  `insert into http_call (attempt_id, create_time, is_refused)
   select id, $2, true from unnest($1::text[]) as given (id) order by id
   on conflict do nothing`,
)

/** The platform did not accept these calls. Skips those that it has reported meanwhile. */
export const refuseCalls = sql<{ attempt_id: string }, [ids: string[]]>(
  'refuse_http_calls',
  `update http_call set is_refused = true
   where attempt_id = any($1::text[]) and ring_time is null and answer_time is null and end_time is null
   returning attempt_id`,
)

export const readCalls = sql<HttpCallRow, [ids: string[]]>(
  'read_http_calls',
  `select ${columns} from http_call where attempt_id = any($1::text[])`,
)

/** No row if there is no such call. */
export const readFlowNames = sql<{ flow_names: FlowNames | null }, [id: string]>(
  'read_http_call_flow_names',
  'select flow_names from http_call where attempt_id = $1',
)

/** Calls whose stage is beyond the given one. $2: 0 nothing, 1 ringing, 2 answered. */
export const readNews = sql<HttpCallRow, [ids: string[], known: number[]]>(
  'read_http_call_news',
  `select ${columns}
   from unnest($1::text[], $2::smallint[]) as given (id, known)
   join http_call on attempt_id = id
   where known < case
     when is_refused or end_time is not null then 3
     when answer_time is not null then 2
     when ring_time is not null then 1
     else 0
   end`,
)

/**
 * Adds reports, one row per call. The first report of each stage counts, and after the end nothing changes. A call that was
 * reported as answered stays answered, whatever the end says, unless a machine had answered it. Results add up until the end; of a call
 * that nobody answered there is none. Returns the calls that exist, changed or not. The lock reads the current rows, in a
 * fixed order, so that nodes with reports about the same calls neither overwrite nor deadlock each other.
 */
export const recordReports = sql<
  { attempt_id: string },
  [
    ids: string[],
    ringTimes: (Date | null)[],
    answerTimes: (Date | null)[],
    endTimes: (Date | null)[],
    causes: (string | null)[],
    talkMs: (number | null)[],
    results: (string | null)[],
    sipStatuses: (number | null)[],
  ]
>(
  'record_http_call_reports',
  `with given as (
     select * from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::int[],
       $7::jsonb[], $8::smallint[]) as given (id, ring_time, answer_time, end_time, cause, talk_ms, result, sip_status)
   ), known as materialized (
     select ${columns} from http_call where attempt_id = any($1::text[]) order by attempt_id for update
   ), merged as (
     select known.attempt_id, coalesce(known.ring_time, given.ring_time) as ring_time,
       coalesce(known.answer_time, given.answer_time) as answer_time, given.end_time, given.cause, given.talk_ms, given.sip_status,
       coalesce(known.result || given.result || jsonb_strip_nulls(jsonb_build_object(
         'digits', coalesce(known.result->'digits' || (given.result->'digits'), known.result->'digits', given.result->'digits'),
         'fields', coalesce(known.result->'fields' || (given.result->'fields'), known.result->'fields', given.result->'fields')
       )), known.result, given.result) as result
     from given join known on known.attempt_id = given.id
     where known.end_time is null and not known.is_refused
   ), changed as (
     update http_call c set
       ring_time = merged.ring_time,
       answer_time = merged.answer_time,
       end_time = merged.end_time,
       cause = case
         when merged.answer_time is not null and merged.cause <> 'voicemail' then 'answered' else merged.cause
       end,
       result = case
         when merged.end_time is not null and merged.answer_time is null and merged.cause not in ('answered', 'voicemail')
           then null
         else merged.result
       end,
       talk_ms = case
         when merged.end_time is null then null
         when merged.answer_time is null and merged.cause <> 'answered' or merged.cause = 'voicemail' then 0
         else coalesce(merged.talk_ms,
           least(greatest(extract(epoch from merged.end_time - merged.answer_time) * 1000, 0), 2147483647)::int, 0)
       end,
       sip_status = case when merged.answer_time is null and merged.cause <> 'answered' then merged.sip_status end
     from merged
     where c.attempt_id = merged.attempt_id
     returning c.attempt_id
   )
   select attempt_id, (select pg_notify('http_call', '') from changed limit 1) from known`,
)

/** Overdue calls. $2, $3: begun, or answered, before this time. */
export const readOverdueCalls = sql<
  { attempt_id: string },
  [ids: string[], begunBefore: Date, answeredBefore: Date]
>(
  'read_overdue_http_calls',
  `select attempt_id from http_call
   where attempt_id = any($1::text[]) and end_time is null and not is_refused
     and case when answer_time is null then create_time <= $2 else answer_time <= $3 end`,
)

export const loseCalls = sql<{ attempt_id: string }, [ids: string[], now: Date]>(
  'lose_http_calls',
  `with lost as (
     update http_call set end_time = $2, cause = 'lost', talk_ms = 0
     where attempt_id = any($1::text[]) and end_time is null and not is_refused
     returning attempt_id
   )
   select attempt_id, pg_notify('http_call', '') from lost`,
)

export const forgetCalls = sql<never, [createdBefore: Date]>(
  'forget_http_calls',
  'delete from http_call where create_time < $1',
)
