// Calls without a task: one number, called because somebody asked for it. They wait in single_call; each attempt is a live call like
// all others.

import {
  CASE_RULES,
  caseUsed,
  holidaysOf,
  type Limits,
  type LimitsUsedRow,
  limitsUsed,
  missingConsent,
} from '../../../campaigns/permission/rules.queries.ts'
import type { StoredSettings } from '../../../campaigns/tasks/task-settings.ts'
import type { CallResult } from '../../../conversations/flows/call-result.ts'
import { impersonalResult } from '../../../conversations/flows/impersonal-result.ts'
import { CallOutcome } from '../../../platform/kernel/call-causes.ts'
import { IS_INBOUND } from '../../../platform/kernel/call-direction.ts'
import { HAS_TASK, IS_WITHOUT_TASK, KEYS_WITHOUT_TASK } from '../../../platform/kernel/task-of-call.ts'
import { sql } from '../../../platform/storage/sql.ts'
import type { StoredStep } from '../../../telephony/trunks/test/test-trunk.ts'
import {
  type CallRouteRow,
  type Simulation,
  simulatedNow,
  trunkNameOf,
} from '../../../telephony/trunks/trunks.queries.ts'
import { SILENT_NODE } from '../node/node.queries.ts'

/** What was asked for, as it is stored with the call. */
export interface CallPurpose {
  /** Call: for a system that asks for calls. Inbound: nobody asked for it, somebody calls in. */
  purpose: 'call' | 'test' | 'audio' | 'inbound'
  /** The task whose flow and hours it has, or that called the caller last. */
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
  /** Of the test of a trunk: the steps that are over. */
  steps?: readonly StoredStep[] | undefined
  /** What counts as success; without it every answered call. */
  successWhen?: string | undefined
  /** Its hours hold where the called person is. */
  isByRecipient?: boolean | undefined
}

/** What it has of the settings of a task. */
export type CallSettings = Pick<
  StoredSettings,
  'maxDialCount' | 'callInterval' | 'dailyStartTime' | 'dailyEndTime' | 'weekdays' | 'windowZone'
>

/** With what is known of the call later. */
export interface StoredPurpose extends CallPurpose {
  isAnswered?: boolean
  /** ISO 8601: for a node that takes the call over. */
  answerTime?: string
  /** Why it could not be placed, or could not go on. */
  reason?: string
}

interface CalledTaskRow {
  flow_id: string | null
  do_not_call_list_ids: string[]
  settings: StoredSettings
  holidays: string[]
}

export const findCalledTask = sql<CalledTaskRow, [id: string]>(
  'find_called_task',
  `select flow_id, do_not_call_list_ids, settings, ${holidaysOf('task')} as holidays from task where id = $1`,
)

/** The days of the global calendars. */
export const readGlobalHolidays = sql<{ days: string[] }, []>(
  'read_global_holidays',
  'select days from holidays_of(null)',
)

export interface NumberFactsRow extends LimitsUsedRow {
  do_not_call_list_id: string | null
  missing_consent: string | null
  has_undisclosed_agent: boolean | null
}

const undisclosedAgent = (flowId: string) =>
  `(select has_undisclosed_agent from call_flow where id = ${flowId}) as has_undisclosed_agent`

/** $1: phone key; $2: lists that hold besides the global ones; $3: now; $4-$6: limits; $7: flow. */
export const readNumberFacts = sql<
  NumberFactsRow,
  [phoneKey: string, listIds: string[], now: Date, ...limits: Limits, flowId: string | null]
>(
  'read_number_facts',
  `select (select list_id from do_not_call_list_with($1, $2::uuid[], $3)) as do_not_call_list_id,
     ${limitsUsed('$1', '$3', '$4::int[]', '$5::int[]', '$6::int')}, null::text as missing_consent,
     ${undisclosedAgent('$7::uuid')}`,
)

/** Those that people wait for. A partial index has all that have not ended. */
export const countTestCalls = sql<{ calls: number }, []>(
  'count_test_calls',
  "select count(*)::int as calls from single_call where end_time is null and request ->> 'purpose' <> 'call'",
)

/** $1: a number at which counting stops. */
export const countOpenCalls = sql<{ calls: number }, [max: number]>(
  'count_open_single_calls',
  'select count(*)::int as calls from (select from single_call where end_time is null limit $1) open',
)

/** A test call that waits has its number as well. */
export const hasLiveCall = sql<{ has_call: boolean }, [phoneKey: string]>(
  'has_live_call',
  `select exists (select from live_call where phone_key = any(same_number($1))) or exists (
     select from single_call where end_time is null and phone_key = any(same_number($1)) and request ->> 'purpose' <> 'call'
   ) as has_call`,
)

/**
 * The test calls of a number in the last while, the newest first: a row if there are `$2` or more, with when the one was asked for that has to
 * become older. One that was never placed has rung no phone. $1: phone key; $3: since when.
 */
export const findTestCallsFull = sql<{ create_time: Date }, [phoneKey: string, max: number, since: Date]>(
  'find_test_calls_full',
  `select create_time from single_call
   where phone_key = any(same_number($1)) and request ->> 'purpose' in ('test', 'audio') and create_time > $3
     and (end_time is null or attempts + refusals > 0)
   order by create_time desc offset $2::int - 1 limit 1`,
)

export const insertSingleCall = sql<
  never,
  [
    ...[id: string, phoneKey: string, phoneNumber: string, flowId: string | null],
    ...[request: CallPurpose, settings: CallSettings, priority: number],
    ...[now: Date, callTime: Date, until: Date, simulation: Simulation],
  ]
>(
  'insert_single_call',
  `with asked as (
     insert into single_call (id, phone_key, phone_number, flow_id, request, settings, priority, create_time, call_time, until, due_at,
       is_simulated)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, ${simulatedNow('$11')})
     returning id
   )
   select pg_notify('single_call', id::text) from asked`,
)

/** How many that systems have asked for wait for the simulator. */
export const countSimulatedCalls = sql<{ calls: number }, []>(
  'count_simulated_single_calls',
  "select count(*)::int as calls from single_call where end_time is null and is_simulated and request ->> 'purpose' = 'call'",
)

/** Of calls that an earlier version has taken down. $1: a Simulation. */
export const bindCalls = sql<never, [simulation: Simulation]>(
  'bind_single_calls',
  `update single_call set is_simulated = ${simulatedNow('$1')} where is_simulated is null and end_time is null`,
)

export interface WaitingCall {
  id: string
  phone_key: string
  phone_number: string
  flow_id: string | null
  request: StoredPurpose
  settings: CallSettings
  until: Date
  attempts: number
  refusals: number
  releases: number
  reason: string | null
}

/** With what decides about it. */
export interface DueCall extends WaitingCall, NumberFactsRow {
  /** Of its task, if it names one. */
  task_settings: StoredSettings | null
  /** Null: it has no hours. */
  holidays: string[] | null
  /** The number has a live call. */
  is_busy: boolean
  is_simulated: boolean | null
}

const WAITING =
  's.id, s.phone_key, s.phone_number, s.flow_id, s.request, s.settings, s.until, s.attempts, s.refusals, s.releases, s.reason'
const LOWEST_PRIORITY = 5

/** The holidays of call `s` with its task `t`; null: it has no hours. */
function hoursOfCall(s: string, t: string): string {
  return `case when ${t}.id is not null or ${s}.settings ?| array['dailyStartTime', 'dailyEndTime', 'weekdays']
       then (select days from holidays_of(${t}.settings -> 'calendarIds')) end`
}

/**
 * Calls that are due, the highest priority first. One that is being cancelled is left out. $1: now; $2: max number of calls; $3-$5: the
 * limits of the service.
 */
export const readDueCalls = sql<DueCall, [now: Date, max: number, ...limits: Limits]>(
  'read_due_single_calls',
  `select ${WAITING}, s.is_simulated, t.settings as task_settings,
     ${hoursOfCall('s', 't')} as holidays,
     exists (select from live_call l where l.phone_key = any(same_number(s.phone_key))) as is_busy,
     (select list_id from do_not_call_list_with(s.phone_key, coalesce(t.do_not_call_list_ids, '{}'), $1)) as do_not_call_list_id,
     ${limitsUsed('s.phone_key', '$1', "($3::int[] || coalesce(t.budget_attempts, '{}'))", "($4::int[] || coalesce(t.budget_days, '{}'))", 'greatest($5::int, t.quiet_days)')},
     ${caseUsed('t', "coalesce(s.request -> 'fields', '{}')", 's.phone_key', '$1')},
     ${missingConsent('s.phone_key', 't.needs_consent', '$1')}, ${undisclosedAgent('s.flow_id')}
   from generate_series(0, ${LOWEST_PRIORITY}) as rank (priority)
   cross join lateral (
     select * from single_call
     where end_time is null and priority = rank.priority::smallint and due_at <= $1
     order by due_at limit $2
     for update skip locked
   ) s
   left join lateral (
     select id, do_not_call_list_ids, budget_attempts, budget_days, quiet_days, needs_consent, settings, ${CASE_RULES('task')} from task where id = (s.request ->> 'taskId')::uuid limit 1
   ) t on true
   order by rank.priority, s.due_at, s.id
   limit $2`,
)

export const readNextDue = sql<{ due_at: Date | null }, []>(
  'read_next_single_call',
  `select min(next.due_at) as due_at from generate_series(0, ${LOWEST_PRIORITY}) as rank (priority)
   cross join lateral (
     select due_at from single_call where end_time is null and due_at is not null and priority = rank.priority::smallint
     order by due_at limit 1
   ) next`,
)

/** Whose time is over, before which none is due. $1: now; $2: max number of calls. */
export const readLateCalls = sql<WaitingCall, [now: Date, max: number]>(
  'read_late_single_calls',
  `select ${WAITING} from single_call s where end_time is null and due_at <= $1 and until <= $1 limit $2`,
)

/**
 * An attempt begins now. $1: node; $2: now; $3: the call; $4: the attempt; $5, $6: trunk and caller ID, or null; $7: whether it is prepared
 * before it is placed.
 */
export const takeSingleCall = sql<{ id: string; contact_id: string }>(
  'take_single_call',
  `with live as (
     insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round, attempt,
       priority, start_time, refusals, flow_id, request, trunk_id, caller_id)
     select phone_key, $4, $1, ${KEYS_WITHOUT_TASK('id')}, 0, phone_number, 1, attempts + 1, greatest(priority, 1), $2, refusals,
       flow_id, request, $5, $6
     from single_call where id = $3
     returning id, contact_id
   ), taken as (
     update single_call set due_at = null, reason = null, is_preparing = $7 where id = $3
   )
   select id, contact_id from live`,
)

/** A call that is ready, with what decides about it; its row is locked, so that a cancellation comes before or after. */
export type PreparedCallRow = Pick<DueCall, 'until' | 'task_settings' | 'holidays' | 'settings' | 'request'> &
  Pick<NumberFactsRow, 'do_not_call_list_id' | 'missing_consent' | 'has_undisclosed_agent'>

/**
 * No row: it was cancelled, or belongs to another node by now. Its budgets were judged in the claim, which has counted it. $1: call; $2: now;
 * $3: phone key; $4: attempt; $5: node.
 */
export const lockPreparedCall = sql<
  PreparedCallRow,
  [id: string, now: Date, phoneKey: string, attemptId: string, nodeId: string]
>(
  'lock_prepared_call',
  `select s.until, s.settings, s.request, t.settings as task_settings, ${hoursOfCall('s', 't')} as holidays,
     (select list_id from do_not_call_list_with(s.phone_key, coalesce(t.do_not_call_list_ids, '{}'), $2)) as do_not_call_list_id,
     ${missingConsent('s.phone_key', 't.needs_consent', '$2')}, ${undisclosedAgent('s.flow_id')}
   from single_call s
   left join lateral (
     select id, do_not_call_list_ids, budget_attempts, budget_days, quiet_days, needs_consent, settings from task where id = (s.request ->> 'taskId')::uuid limit 1
   ) t on true
   where s.id = $1 and s.cancel_time is null
     and exists (select from live_call l where l.phone_key = $3 and l.id = $4 and l.node_id = $5)
   for update of s`,
)

/** It is placed next. Nothing changes if it was cancelled or released meanwhile. */
export const noteReady = sql<never, [id: string]>(
  'note_single_call_ready',
  'update single_call set is_preparing = false where id = $1 and cancel_time is null and is_preparing',
)

/** They are tried later. $1, $2, $3: calls, when, and why. */
export const postponeCalls = sql<never, [ids: string[], times: Date[], reasons: string[]]>(
  'postpone_single_calls',
  `update single_call s set due_at = given.due_at, reason = given.reason
   from unnest($1::uuid[], $2::timestamptz[], $3::text[]) as given (id, due_at, reason)
   where s.id = given.id and s.due_at is not null`,
)

/** They end without a call, or without a further one. The first gets a record, so that it is an event. $1: now; $2, $3: calls and why. */
export const endUncalled = sql<never, [now: Date, ids: string[], reasons: string[]]>(
  'end_uncalled',
  `with ended as (
     update single_call s set due_at = null, end_time = $1, reason = given.reason
     from unnest($2::uuid[], $3::text[]) as given (id, reason)
     where s.id = given.id and s.due_at is not null
     returning s.*
   ), recorded as (
     insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause, start_time,
       end_time, talk_ms, request)
     select case when releases + refusals = 0 then id else gen_random_uuid() end, ${KEYS_WITHOUT_TASK('id')}, phone_number, phone_key, 1, 1,
       ${CallOutcome.fail}, 'gateway_error', $1, $1, 0,
       request || jsonb_build_object('reason', reason, 'isUncalled', request ->> 'purpose' = 'call')
     from ended where attempts = 0
     returning id
   )
   select pg_notify('call_ended', '') from recorded limit 1`,
)

/** $1, $2: phone key and id; $3: node; $4: when, in ISO 8601. */
export const noteAnswered = sql<never>(
  'note_single_call_answered',
  `update live_call set request = request || jsonb_build_object('isAnswered', true, 'answerTime', $4::text) where phone_key = $1 and id = $2 and node_id = $3`,
)

/** Of the test of a trunk. $1, $2: phone key and id; $3: node; $4: the steps, as JSON. */
export const noteSteps = sql<never>(
  'note_trunk_test_steps',
  `update live_call set request = jsonb_set(request, '{steps}', $4::jsonb) where phone_key = $1 and id = $2 and node_id = $3`,
)

export interface SingleCallRow extends CallRouteRow {
  id: string
  phone_number: string
  request: StoredPurpose
  is_waiting: boolean
  is_preparing: boolean
  create_time: Date
  cause: string | null
  result: CallResult | null
  end_time: Date | null
}

/** It waits, or is live. */
export const findOpenSingleCall = sql<SingleCallRow>(
  'find_open_single_call',
  `select id, phone_number, request, true as is_waiting, false as is_preparing, create_time, null as cause, null as result, null::timestamptz as end_time,
     null::uuid as trunk_id, null as caller_id, null as trunk_name
   from single_call where id = $1 and due_at is not null
   union all
   select id, phone_number, request, false,
     coalesce((select is_preparing from single_call s where s.id = l.contact_id), false), start_time, null, null, null, trunk_id, caller_id, ${trunkNameOf('trunk_id')}
   from live_call l where not ${HAS_TASK('l')} and id = $1`,
)

/** The id has the time at which the call was asked for: $2 and $3 bound the search. */
export const findEndedSingleCall = sql<SingleCallRow>(
  'find_ended_single_call',
  `select id, phone_number, request, false as is_waiting, false as is_preparing, start_time as create_time, cause, result, end_time, trunk_id, caller_id,
     ${trunkNameOf('trunk_id')} as trunk_name
   from call
   where ${IS_WITHOUT_TASK('call')} and id = $1 and start_time >= coalesce($2, '-infinity'::timestamptz)
     and start_time <= coalesce($3, 'infinity'::timestamptz)
   limit 1`,
)

export interface AskedCallRow {
  id: string
  phone_number: string
  phone_key: string
  request: StoredPurpose
  settings: CallSettings
  priority: number
  create_time: Date
  call_time: Date
  until: Date
  attempts: number
  due_at: Date | null
  reason: string | null
  cancel_time: Date | null
  is_preparing: boolean
  end_time: Date | null
  /** The attempt that goes on. */
  live_id: string | null
  is_answered: boolean
  /** What keeps all calls from being placed. */
  obstacle: string | null
}

const IS_ALIVE = `heartbeat_time > $2::timestamptz - ${SILENT_NODE}`
/** Of single_call `s` with its live call `l`. $2: now. */
const ASKED = `s.*, l.id as live_id, coalesce((l.request ->> 'isAnswered')::boolean, false) as is_answered,
     case
       when not exists (select from dialer_node where ${IS_ALIVE}) then 'no_dialer'
       when (select lines from dialer) = 0 then 'no_lines'
       when (select bool_and(gateway_fault is not null) from dialer_node where ${IS_ALIVE}) then 'gateway_down'
     end as obstacle`

export const findAskedCall = sql<AskedCallRow, [id: string, now: Date]>(
  'find_asked_call',
  `select ${ASKED} from single_call s left join live_call l on l.contact_id = s.id
   where s.id = $1 and s.request ->> 'purpose' = 'call'`,
)

/**
 * Newest first. $1: its number as it is compared, or null; $3: whether it has ended, or null; $4, $5: rows to skip and to take; $6: the
 * call after which the page begins, or null.
 */
export const listAskedCalls = sql<
  { total: number } & (AskedCallRow | { id: null }),
  [
    ...[phoneKey: string | null, now: Date, hasEnded: boolean | null],
    ...[offset: number, limit: number, afterId: string | null],
  ]
>(
  'list_asked_calls',
  `with hits as materialized (
     select id from single_call
     where request ->> 'purpose' = 'call' and ($1::text is null or phone_key = any(same_number($1)))
       and ($3::boolean is null or (end_time is not null) = $3)
   ), page as (
     select id from hits where $6::uuid is null or id < $6 order by id desc offset $4::bigint limit $5::bigint
   )
   select counted.total, ${ASKED}
   from (select count(*) as total from hits) counted
     left join (page join single_call s using (id) left join live_call l on l.contact_id = s.id) on true
   order by s.id desc`,
)

/** One that waits or is being prepared ends at once; one that is live has no further attempt. No row: it has ended. $1: call; $2: now. */
export const cancelCall = sql<{ id: string; phone_number: string }, [id: string, now: Date]>(
  'cancel_single_call',
  `update single_call set cancel_time = coalesce(cancel_time, $2),
     end_time = case when due_at is not null or is_preparing then $2::timestamptz end,
     reason = case when due_at is not null or is_preparing then 'cancelled' end, due_at = null, is_preparing = false
   where id = $1 and end_time is null and request ->> 'purpose' = 'call'
   returning id, phone_number`,
)

/**
 * What no statement of this version leaves behind: a call whose live row is gone, because a node of an older version settled it or a row was
 * lost, and test calls of an older version, which waited in live_call. $1: now.
 */
export const endStrandedCalls = sql<{ id: string }, [now: Date]>(
  'end_stranded_calls',
  `update single_call s set end_time = $1, reason = 'lost'
   where end_time is null and due_at is null and not exists (select from live_call l where l.contact_id = s.id)
   returning id`,
)

/** With the flows that only they had. $1: until when they ended; $2: max number of calls. */
export const forgetOldCalls = sql<{ id: string }, [before: Date, max: number]>(
  'forget_old_single_calls',
  `with forgotten as (
     delete from single_call where id in (select id from single_call where end_time < $1 limit $2 for update skip locked)
     returning id, flow_id, request
   ), flows as (
     delete from call_flow where id in (select flow_id from forgotten where request ->> 'taskId' is null)
   )
   select id from forgotten`,
)

/**
 * What was said without a task to contacts that were deleted goes with them: when they called us, and in ended calls to their numbers that
 * somebody asked for, with the fields of these. $1, $2: contacts and their numbers as they are compared.
 */
export const forgetCallsOf = sql<never, [contactIds: string[], phoneKeys: string[]]>(
  'forget_single_calls_of',
  `with given as materialized (
     select * from unnest($1::uuid[], $2::text[]) as given (id, phone_key)
   ), found as materialized (
     select c.task_id, c.start_time, c.id, c.contact_id
     from given join call c on c.phone_key = given.phone_key and ${IS_WITHOUT_TASK('c')}
       and (c.request ->> 'purpose' = 'call' or ${IS_INBOUND('c')} and c.request ->> 'contactId' = given.id::text)
     where not exists (select from single_call s where s.id = c.contact_id and s.end_time is null)
   ), live as (
     select l.id from given join live_call l on l.phone_key = given.phone_key and ${IS_INBOUND('l')} and l.request ->> 'contactId' = given.id::text
   ), untold as (
     update conversation v set transcript = '[]', line_count = 0, summary = null
     where ${IS_WITHOUT_TASK('v')} and v.call_id = any(array(select id from found union all select id from live))
   ), emptied as (
     update single_call s set request = s.request - 'fields'
     where s.id = any(array(select contact_id from found)) and s.request ? 'fields'
   )
   update call c set result = ${impersonalResult('c.result')}, request = c.request - 'fields' from found
   where c.task_id = found.task_id and c.start_time = found.start_time and c.id = found.id and (c.result is not null or c.request ? 'fields')`,
)
