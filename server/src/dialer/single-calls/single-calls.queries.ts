// Calls without a task: one number, called once because somebody asked for it, to try out a flow or to record an audio. They are
// live calls like all others, and found through an index that has only them.
import type { CallResult } from '../../flows/call-result.ts'
import { IS_INBOUND } from '../../kernel/call-direction.ts'
import { NO_ID } from '../../kernel/ids.ts'
import { NUMBER_KEY } from '../../kernel/phone/phone-key.ts'
import { budgetFullSince } from '../../permission/rules.queries.ts'
import { sql } from '../../storage/sql.ts'
import { type CallRouteRow, trunkNameOf } from '../../trunks/trunks.queries.ts'
import { freeLines } from '../settle/call-sums.queries.ts'
import { ENDED_CALLS } from '../settle/settle.queries.ts'

/** What was asked for, as it is stored with the call. */
export interface CallPurpose {
  /** Inbound: nobody asked for it, somebody calls in. */
  purpose: 'test' | 'audio' | 'inbound'
  /** The task whose flow is tried out, or that called the caller last. */
  taskId?: string | undefined
  /** The username of the own phone that is called. */
  ownPhone?: string | undefined
  /** Of an inbound call: who was called last at the caller's number. */
  contactId?: string
  fields: Record<string, string>
  /** The way that it is to take; what is absent is chosen as for the calls of the task. */
  trunkId?: string | undefined
  callerId?: string | undefined
  actor: string
  /** When it was asked for: ISO 8601. */
  askedAt?: string
}

/** With what is known of the call later. */
export interface StoredPurpose extends CallPurpose {
  isAnswered?: boolean
  /** Why it could not be placed, or could not go on. */
  reason?: string
}

export const findTaskFlow = sql<{ flow_id: string | null; do_not_call_list_ids: string[] }>(
  'find_task_flow',
  'select flow_id, do_not_call_list_ids from task where id = $1',
)

export interface NumberFactsRow {
  do_not_call_list_id: string | null
  day_full_since: Date | null
  month_full_since: Date | null
}

/** $1: phone key; $2: lists that hold besides the global ones; $3: now; $4, $5: the budgets of attempts, or null. */
export const readNumberFacts = sql<NumberFactsRow>(
  'read_number_facts',
  `select (select list_id from do_not_call_list_with($1, $2::uuid[], $3)) as do_not_call_list_id,
     ${budgetFullSince('$1', '$3', '$4', '24 hours')} as day_full_since,
     ${budgetFullSince('$1', '$3', '$5', '720 hours')} as month_full_since`,
)

export const countSingleCalls = sql<{ calls: number }>(
  'count_single_calls',
  `select count(*)::int as calls from live_call l where task_id = '${NO_ID}' and not ${IS_INBOUND('l')}`,
)

export const hasLiveCall = sql<{ id: string }>(
  'has_live_call',
  'select id from live_call where phone_key = $1',
)

/** The key of live_call refuses a number that has a call. $1: phone key; $2: id; $3: number; $4: now; $5: flow; $6: purpose. */
export const insertSingleCall = sql<never>(
  'insert_single_call',
  `with asked as (
     insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round, attempt,
       priority, start_time, flow_id, request)
     values ($1, $2, '${NO_ID}', '${NO_ID}', $2, '${NO_ID}', 0, $3, 1, 1, 1, $4, $5, $6)
     returning id
   )
   select pg_notify('single_call', id::text) from asked`,
)

export interface WaitingCall {
  id: string
  phone_key: string
  phone_number: string
  contact_id: string
  flow_id: string
  request: StoredPurpose
  start_time: Date
  do_not_call_list_ids: string[] | null
  trunk_ids: string[] | null
  caller_ids: string[] | null
}

/** Calls that no node has claimed, the oldest first. */
export const readWaitingCalls = sql<WaitingCall>(
  'read_waiting_calls',
  `select l.id, l.phone_key, l.phone_number, l.contact_id, l.flow_id, l.request, l.start_time,
     t.do_not_call_list_ids, t.settings -> 'trunkIds' as trunk_ids, t.settings -> 'callerIds' as caller_ids
   from live_call l left join lateral (
     select do_not_call_list_ids, settings from task where id = (l.request ->> 'taskId')::uuid limit 1
   ) t on true
   where l.task_id = '${NO_ID}' and l.node_id = '${NO_ID}'
   order by l.start_time, l.id`,
)

/** The call begins now. $1: node; $2: now; $3, $4: phone key and id; $5, $6: trunk and caller ID, or null. */
export const takeSingleCall = sql<{ id: string }>(
  'take_single_call',
  `update live_call set node_id = $1, start_time = $2, trunk_id = $5, caller_id = $6
   where phone_key = $3 and id = $4 and node_id = '${NO_ID}'
   returning id`,
)

/** $1, $2: phone key and id; $3: node. */
export const noteAnswered = sql<never>(
  'note_single_call_answered',
  `update live_call set request = request || '{"isAnswered": true}' where phone_key = $1 and id = $2 and node_id = $3`,
)

/**
 * Ends calls: writes the record and frees the lines. Late and repeated results change nothing, as in settleCalls. $1: node, which is
 * none for calls that were never claimed and have no line; $2: the node's counter slot; then the calls.
 */
export const settleSingleCalls = sql<{ id: string }>(
  'settle_single_calls',
  `with ended as (
     delete from live_call l
     using ${ENDED_CALLS.table(3)}
     where l.phone_key = any(array[given.phone_key]) and l.id = given.id and l.node_id = $1
     returning l.*, given.outcome, given.cause, to_timestamp(given.answer_ms / 1000) as answer_time,
       greatest(to_timestamp(given.end_ms / 1000), l.start_time) as end_time, given.talk_ms, given.result, given.fault,
       given.sip_status
   ), recorded as (
     insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause, start_time,
       answer_time, end_time, talk_ms, result, request, sip_status, trunk_id, caller_id)
     -- The fields of an inbound call are those of the contact, which may be erased later; its key may have its id behind the number.
     select id, task_id, contact_id, data_source_id, phone_number, ${NUMBER_KEY('phone_key')}, round, attempt, outcome, cause,
       start_time, answer_time, end_time, talk_ms, result,
       jsonb_strip_nulls(
         case when ${IS_INBOUND('ended')} then request - 'fields' else request end || jsonb_build_object('reason', fault)
       ), sip_status, trunk_id, caller_id
     from ended
   ), freed as (
     ${freeLines(`select count(*) as lines from ended where node_id <> '${NO_ID}' and not ${IS_INBOUND('ended')}`, '$2')}
   )
   select id from ended`,
)

export interface SingleCallRow extends CallRouteRow {
  id: string
  phone_number: string
  request: StoredPurpose
  is_waiting: boolean
  create_time: Date
  cause: string | null
  result: CallResult | null
  end_time: Date | null
}

export const findLiveSingleCall = sql<SingleCallRow>(
  'find_live_single_call',
  `select id, phone_number, request, node_id = '${NO_ID}' as is_waiting, start_time as create_time, null as cause, null as result,
     null as end_time, trunk_id, caller_id, ${trunkNameOf('trunk_id')} as trunk_name
   from live_call where task_id = '${NO_ID}' and id = $1`,
)

/** The id has the time at which the call was asked for: $2 and $3 bound the search. */
export const findEndedSingleCall = sql<SingleCallRow>(
  'find_ended_single_call',
  `select id, phone_number, request, false as is_waiting, start_time as create_time, cause, result, end_time, trunk_id, caller_id,
     ${trunkNameOf('trunk_id')} as trunk_name
   from call
   where task_id = '${NO_ID}' and id = $1 and start_time >= coalesce($2, '-infinity'::timestamptz)
     and start_time <= coalesce($3, 'infinity'::timestamptz)
   limit 1`,
)
