// Reads call records. A page of a task's calls is found in an index that also contains the filtered columns, from the
// nearer end of the list; only the rows of that page are then read. A contact has few calls: all of them are read.

import { tookWay } from '../../campaigns/tasks/contacts/task-contacts.queries.ts'
import type { CallResult } from '../../conversations/flows/call-result.ts'
import type { FlowState } from '../../conversations/flows/flow-state.ts'
import { type ConversationFacts, MAX_SEARCHED } from '../../conversations/transcripts/conversation.ts'
import { CONVERSATION_FACTS, TASKS_OF_CALLS } from '../../conversations/transcripts/conversations.queries.ts'
import { CallOutcome } from '../../platform/kernel/call-causes.ts'
import { type CallDirection, IS_INBOUND, IS_UNCALLED } from '../../platform/kernel/call-direction.ts'
import { NUMBER_KEY } from '../../platform/kernel/phone/phone-key.ts'
import { HAS_TASK, IS_WITHOUT_TASK, TASK_ID } from '../../platform/kernel/task-of-call.ts'
import { sql } from '../../platform/storage/sql.ts'
import {
  type CallRouteRow,
  type LineCost,
  lineCostOf,
  sumLineCosts,
  trunkNameOf,
} from '../../telephony/trunks/trunks.queries.ts'

export interface CallRow extends CallRouteRow {
  id: string
  /** Null: it belongs to no task. */
  task_id: string | null
  contact_id: string
  phone_number: string
  display_name: string | null
  round: number
  attempt: number
  outcome: number
  cause: string
  start_time: Date
  answer_time: Date | null
  end_time: Date
  talk_ms: number
  result: CallResult | null
  sip_status: number | null
  direction: CallDirection
  conversation: ConversationFacts | null
  /** By the prices of today; null: not answered, or they are not known. */
  line_cost: LineCost | null
  /** Of a call that was asked for with its number: what is told about it. */
  single_call: { id: string; isLast: boolean; reason: string | null } | null
}

/** An empty page still has one row with the total, in which the call's columns are null. */
export type ListedCall = { total: number } & ({ [Column in keyof CallRow]: CallRow[Column] } | { id: null })

/** A call from outside names whom we had called at the number, and in which task; nobody, if the caller is unknown. */
const named = (id: 'taskId' | 'contactId', column: string) =>
  `case when ${IS_INBOUND('c')} then coalesce((c.request ->> '${id}')::uuid, ${column}) else ${column} end`

export const callColumns = `c.id, ${named('taskId', TASK_ID('c'))} as task_id, ${named('contactId', 'c.contact_id')} as contact_id,
  case when ${IS_INBOUND('c')} then 'inbound' else 'outbound' end as direction, c.phone_number, c.round, c.attempt, c.outcome, c.cause,
  c.start_time, c.answer_time, c.end_time, c.talk_ms, c.result, c.sip_status, c.trunk_id, c.caller_id,
  ${trunkNameOf('c.trunk_id')} as trunk_name, (select name from display_name_of(${named('contactId', 'c.contact_id')})) as display_name,
  case when c.request ->> 'purpose' = 'call' then jsonb_build_object('id', c.contact_id, 'isLast', not c.request ? 'isTriedAgain',
    'reason', c.request ->> 'reason') end as single_call,
  case when c.answer_time is not null and not ${IS_INBOUND('c')} then ${lineCostOf('c')} end as line_cost, ${CONVERSATION_FACTS} as conversation`

/** $2-$5: bounds of the start time, outcome and causes; null does not filter. */
const IS_LISTED = `start_time >= coalesce($2, '-infinity'::timestamptz) and start_time < coalesce($3, 'infinity'::timestamptz)
  and ($4::smallint is null or outcome = $4) and ($5::text[] is null or cause = any($5))`

/** As the index call_verdict has it. */
const hasVerdict = (verdict: string) => `result is not null and result -> 'verdict' ->> 'is' = ${verdict}`

/** The number of listed calls of a task. For all calls or all calls with one outcome, it comes from the task's counters, less those that were deleted. */
const TOTAL = `case
    when $2::timestamptz is not null or $3::timestamptz is not null or $5::text[] is not null
      then (select count(*) from call where task_id = $1 and ${IS_LISTED})
    else (
      select case $4::smallint
        when ${CallOutcome.success} then counted.success_count - coalesce(gone.success_count, 0)
        when ${CallOutcome.fail} then counted.fail_count - coalesce(gone.fail_count, 0)
        when ${CallOutcome.noAnswer} then counted.no_answer_count - coalesce(gone.no_answer_count, 0)
        else counted.call_count - coalesce(gone.call_count, 0)
      end
      from task_totals($1) counted left join forgotten_call gone on gone.task_id = $1
    )
  end`

/** Reads from the nearer end of the list. $6, $7: rows to skip and to take. */
function pageByNumber(total: string, isListed: string): string {
  return `with counted as materialized (
     select total, $6::bigint > total / 2 as is_near_end from (select ${total} as total from task where id = $1) task
   ), page as (
     select page.* from counted cross join lateral (
       select task_id, start_time, id from call where task_id = $1 and ${isListed}
       order by start_time desc, id desc
       offset $6 limit case when counted.is_near_end then 0 else $7::bigint end
     ) page
     union all
     select page.* from counted cross join lateral (
       select task_id, start_time, id from call where task_id = $1 and ${isListed}
       order by start_time, id
       offset greatest(counted.total - $6 - $7, 0)
       limit case when counted.is_near_end then greatest(least($7, counted.total - $6), 0) else 0 end
     ) page
   )
   select counted.total, ${callColumns}
   from counted left join (page join call c using (task_id, start_time, id)) on true
   order by c.start_time desc, c.id desc`
}

/** $6: rows to take; $7, $8: start time and id of the call after which the page begins. */
function pageAfter(total: string, isListed: string): string {
  return `with counted as materialized (
     select ${total} as total from task where id = $1
   ), page as (
     select task_id, start_time, id from call
     where task_id = $1 and ${isListed} and (start_time, id) < ($7::timestamptz, $8::uuid)
     order by start_time desc, id desc
     limit $6::bigint
   )
   select counted.total, ${callColumns}
   from counted left join (page join call c using (task_id, start_time, id)) on true
   order by c.start_time desc, c.id desc`
}

const countOf = (isListed: string) => `(select count(*) from call where task_id = $1 and ${isListed})`

/** $1: task. No row: there is no such task. */
export const listTaskCalls = sql<ListedCall>('list_task_calls', pageByNumber(TOTAL, IS_LISTED))

export const listTaskCallsAfter = sql<ListedCall>('list_task_calls_after', pageAfter(TOTAL, IS_LISTED))

// With a verdict, calls are found in an index of their own: only calls that follow a flow are in it.
const WITH_VERDICT = `${IS_LISTED} and ${hasVerdict('$8')}`
const AFTER_WITH_VERDICT = `${IS_LISTED} and ${hasVerdict('$9')}`

/** As listTaskCalls; $8: verdict. */
export const listTaskCallsByVerdict = sql<ListedCall>(
  'list_task_calls_by_verdict',
  pageByNumber(countOf(WITH_VERDICT), WITH_VERDICT),
)

/** As listTaskCallsAfter; $9: verdict. */
export const listTaskCallsByVerdictAfter = sql<ListedCall>(
  'list_task_calls_by_verdict_after',
  pageAfter(countOf(AFTER_WITH_VERDICT), AFTER_WITH_VERDICT),
)

/** The latest calls of a task that took a way through its flow. $2, $3: bounds of the start time, or null. */
export const findCallsByWay = sql<
  { id: string },
  [
    taskId: string,
    from: Date | null,
    to: Date | null,
    step: string,
    exits: string[] | null,
    toStep: string | null,
    version: number | null,
  ]
>(
  'find_calls_by_way',
  `select id from (
     select id, result from call
     where task_id = $1 and result is not null
       and start_time >= coalesce($2, '-infinity'::timestamptz) and start_time < coalesce($3, 'infinity'::timestamptz)
     order by start_time desc, id desc limit ${MAX_SEARCHED}
   ) latest
   where ${tookWay('latest.result', 4)}`,
)

/** As listTaskCalls, of the calls $8 that a search has found; $9: verdict, or null; $10: the call after which the page begins, or null. */
export const listFoundCalls = sql<ListedCall & { has_cursor: boolean }>(
  'list_found_calls',
  `with hits as materialized (
     select task_id, start_time, id from call
     where task_id = $1 and id = any($8::uuid[]) and ${IS_LISTED} and ($9::text is null or (${hasVerdict('$9')}))
   ), page as (
     select * from hits where $10::uuid is null or (start_time, id) < (select start_time, id from hits where id = $10)
     order by start_time desc, id desc offset $6::bigint limit $7::bigint
   )
   select (select count(*) from hits) as total, $10::uuid is null or exists (select from hits where id = $10) as has_cursor, ${callColumns}
   from task left join (page join call c using (task_id, start_time, id)) on true
   where task.id = $1
   order by c.start_time desc, c.id desc`,
)

/**
 * The exact start time of a call of a task, or of a call from outside. No index has only the id, but an id contains the time of its creation, which is
 * when the call starts: $3 and $4 bound the search, null searches all calls of the task.
 */
export const findCallStart = sql<{ start_time: string }>(
  'find_call_start',
  `select start_time::text from call c
   where task_id = $1 and id = $2 and (${HAS_TASK('c')} or ${IS_INBOUND('c')}) and start_time >= coalesce($3, '-infinity'::timestamptz)
     and start_time <= coalesce($4, 'infinity'::timestamptz)
   limit 1`,
)

/**
 * $1: contact; $2-$5: as above; $6, $7: rows to skip and to take; $8: its data source; $9: the call after which the page
 * begins, or null; $10: verdict, or null. No row: there is no such contact and no call to it.
 */
export const listContactCalls = sql<ListedCall & { has_cursor: boolean; phone_key: string | null }>(
  'list_contact_calls',
  `with known as materialized (
     select c.* from task t cross join lateral calls_to_contact(t.id, $1) c where t.data_source_id = $8
     union all
     select c.* from call c
     where c.phone_key = any((select same_number(phone_key) from contact where id = $1 and data_source_id = $8)::text[]) and ${IS_WITHOUT_TASK('c')}
       and ${IS_INBOUND('c')} and c.request ->> 'contactId' = $1::text
   ), subject as materialized (
     select where exists (select from contact where id = $1 and data_source_id = $8) or exists (select from known)
       or exists (select from live_call where contact_id = $1 and data_source_id = $8)
   ), hits as materialized (
     select known.* from known where ${IS_LISTED} and ($10::text is null or (${hasVerdict('$10')}))
   ), page as (
     select * from hits
     where $9::uuid is null or (start_time, id) < (select start_time, id from known where id = $9)
     order by start_time desc, id desc offset $6::bigint limit $7::bigint
   )
   select (select count(*) from hits) as total,
     $9::uuid is null or exists (select from known where id = $9) as has_cursor,
     coalesce(
       (select phone_key from contact where id = $1),
       (select phone_key from known order by start_time desc limit 1)
     ) as phone_key, ${callColumns}
   from subject left join page c on true
   order by c.start_time desc, c.id desc`,
)

/**
 * Calls from outside, newest first. $2-$5: as above, $1 is not used there; $6, $7: rows to skip and to take; $1: trunk, or null; $8: verdict,
 * or null; $9, $10: start time and id of the call after which the page begins, or null.
 */
export const listInboundCalls = sql<ListedCall>(
  'list_inbound_calls',
  `with hits as materialized (
     select task_id, start_time, id from call c
     where ${IS_WITHOUT_TASK('c')} and ${IS_INBOUND('c')} and ${IS_LISTED} and ($1::uuid is null or trunk_id = $1)
       and ($8::text is null or (${hasVerdict('$8')}))
   ), page as (
     select * from hits where $9::timestamptz is null or (start_time, id) < ($9::timestamptz, $10::uuid)
     order by start_time desc, id desc offset $6::bigint limit $7::bigint
   )
   select counted.total, ${callColumns}
   from (select count(*) as total from hits) counted left join (page join call c using (task_id, start_time, id)) on true
   order by c.start_time desc, c.id desc`,
)

/** The attempts of a call that was asked for. $1: its number as it is compared; $2: since when; $3: its id. */
export const listAttempts = sql<CallRow, [phoneKey: string, since: Date, id: string]>(
  'list_attempts',
  `select ${callColumns} from call c
   where phone_key = $1 and start_time >= $2::timestamptz - interval '2 seconds' and ${IS_WITHOUT_TASK('c')} and contact_id = $3
     and not ${IS_UNCALLED('c')}
   order by start_time, id`,
)

/** $1: task; $2: contact; $3: max number of calls. */
export const latestCalls = sql<CallRow>(
  'latest_calls',
  `select ${callColumns} from calls_to_contact($1, $2) c order by c.start_time desc, c.id desc limit $3`,
)

/** Notifies all nodes; the node of the call ends it. live_call has few rows, so it needs no index by id. */
export const requestHangUp = sql<{ phone_number: string }>(
  'request_hang_up',
  "select phone_number, pg_notify('call_hang_up', id::text) from live_call where id = $1",
)

export interface LiveCallRow {
  id: string
  task_id: string | null
  phone_number: string
  display_name: string | null
  start_time: Date
  flow_state: FlowState | null
}

/** Tells its node that somebody looks at it, so that what happens in it is stored at once. */
export const watchLiveCall = sql<LiveCallRow, [id: string]>(
  'watch_live_call',
  `select c.id, ${named('taskId', TASK_ID('c'))} as task_id, c.phone_number, c.start_time, c.flow_state,
     (select name from display_name_of(${named('contactId', 'c.contact_id')})) as display_name,
     pg_notify('call_watched', c.id::text)
   from live_call c where c.id = $1`,
)

/** `notice`: what the callee hears when somebody begins to listen in. */
export const findListened = sql<
  { is_answered: boolean; task_name: string | null; notice: string | null; node: string | null },
  [id: string]
>(
  'find_listened',
  `select c.flow_state is not null as is_answered, t.name as task_name, t.settings ->> 'listenNotice' as notice,
     (select name from dialer_node where id = c.node_id) as node
   from live_call c left join task t on t.id = c.task_id where c.id = $1`,
)

/** Notifies all nodes; the node of the call has it transferred. */
export const requestTransfer = sql<{ id: string }, [id: string, to: string]>(
  'request_transfer',
  "select id, pg_notify('call_transfer', id || ' ' || $2::text) from live_call where id = $1",
)

/** live_call has few rows, so it needs no index by id. */
export const findLiveNumber = sql<{ phone_number: string; phone_key: string }>(
  'find_live_number',
  `select phone_number, ${NUMBER_KEY('phone_key')} as phone_key from live_call where id = $1`,
)

/** A call of any task that started between $2 and $3: looks into the calls of each task in that time. */
const endedCall = (columns: string) => `select ${columns}
   from ${TASKS_OF_CALLS} t cross join lateral (
     select * from call
     where task_id = t.id and start_time between $2 and $3 and id = $1
     limit 1
   ) c
   limit 1`

/** Of a call without a task, an id that no data source has. */
export const findSourceOfLiveCall = sql<{ data_source_id: string }, [id: string]>(
  'find_source_of_live_call',
  `select data_source_id from live_call where id = $1`,
)

export const findSourceOfEndedCall = sql<{ data_source_id: string }>(
  'find_source_of_ended_call',
  endedCall('c.data_source_id'),
)

export const findCalledNumber = sql<{ phone_number: string; phone_key: string }>(
  'find_called_number',
  endedCall('c.phone_number, c.phone_key'),
)

export const findEndedCall = sql<CallRow>('find_ended_call', endedCall(callColumns))

export const findNamedTask = sql<{ id: string; name: string; success_when: string }>(
  'find_named_task',
  `select id, name, settings ->> 'successWhen' as success_when from task where id = $1`,
)

export const findTasksOfDataSource = sql<{ id: string; name: string; success_when: string }>(
  'find_tasks_of_data_source',
  `select id, name, settings ->> 'successWhen' as success_when from task
   where data_source_id = $1 and start_time is not null order by create_time desc, id desc`,
)

/** For exports. $1: task, or none for calls from outside; $2-$5: as above; $6: verdict, or null; $7: rows to take; $8, $9: the call after which they begin, or null; $10: only these calls, or null. */
export const readCallsAfter = sql<CallRow & { start_time_text: string }>(
  'read_calls_after',
  `select ${callColumns}, c.start_time::text as start_time_text from call c
   where task_id = $1 and (${HAS_TASK('c')} or ${IS_INBOUND('c')}) and ${IS_LISTED}
     and ($6::text is null or (${hasVerdict('$6')})) and ($8::timestamptz is null or (start_time, id) < ($8::timestamptz, $9::uuid))
     and ($10::uuid[] is null or id = any($10))
   order by start_time desc, id desc
   limit $7`,
)

export interface LineCostRow {
  task_id: string
  currency: string
  calls: number
  amount: number
}

/** What the lines of calls cost that ended in a period. $1, $2: from and before; $3: tasks or null. */
const lineCostsIn = (condition: string) =>
  sumLineCosts(`(
       select task_id, trunk_id, phone_key, talk_ms from call
       where end_time >= $1 and end_time < $2 and trunk_id is not null and answer_time is not null and ${condition}
     )`)

/** By the index of calls on trunks. */
export const readLineCostsOfAll = sql<LineCostRow>(
  'read_line_costs_of_all',
  lineCostsIn(`${HAS_TASK('call')} and $3::uuid[] is null`),
)

/** By the calls of each task; no call lasts longer than a day. */
export const readLineCostsOfTasks = sql<LineCostRow>(
  'read_line_costs_of_tasks',
  lineCostsIn(
    `task_id = any($3::uuid[]) and start_time >= $1::timestamptz - interval '1 day' and start_time < $2`,
  ),
)
