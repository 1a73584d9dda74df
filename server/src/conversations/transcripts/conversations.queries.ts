// Conversations of voice agents: written part by part, read with their calls.
import { IS_WITHOUT_TASK, NO_TASK } from '../../platform/kernel/task-of-call.ts'
import { sql } from '../../platform/storage/sql.ts'
import { MAX_COSTS, MAX_LATE_MS, MAX_LINES, MAX_SEARCHED, type TranscriptLine } from './conversation.ts'

/**
 * No row: the conversation would become too long. What is said to a contact that was deleted is not kept; a deletion waits for this and
 * then forgets it. $1, $2: task and call; $3: contact; $4: lines; $5: summary, or null; $6: costs by what they are for; $7-$9: how the agent took turns, or null.
 */
export const tellConversation = sql<
  { call_id: string },
  [
    taskId: string,
    callId: string,
    contactId: string,
    lines: string,
    summary: string | null,
    costs: string,
    turns: number[] | null,
    talkedOver: number | null,
    silences: number | null,
  ]
>(
  'tell_conversation',
  `with somebody as materialized (
     select id from contact where id = $3 for key share
   ), told as (
     select case when is_kept then $4::jsonb else '[]'::jsonb end as lines, case when is_kept then $5::text end as summary
     from (
       select ${IS_WITHOUT_TASK('given')} or exists (select from somebody) as is_kept from (select $1::uuid as task_id) given
     ) kept
   )
   insert into conversation as known (task_id, call_id, transcript, line_count, summary, costs, turns, talked_over, silences)
   select $1, $2, lines, jsonb_array_length(lines), summary, $6::jsonb, coalesce($7::int[], '{}'), $8::int, $9::int from told
   where jsonb_array_length(lines) <= ${MAX_LINES}
   on conflict (task_id, call_id) do update set transcript = known.transcript || excluded.transcript,
     line_count = known.line_count + excluded.line_count, summary = coalesce(excluded.summary, known.summary),
     costs = known.costs || excluded.costs, turns = known.turns || excluded.turns,
     talked_over = coalesce(known.talked_over + excluded.talked_over, excluded.talked_over, known.talked_over),
     silences = coalesce(known.silences + excluded.silences, excluded.silences, known.silences)
   where known.line_count + excluded.line_count <= ${MAX_LINES}
     and (select count(*) from jsonb_object_keys(known.costs || excluded.costs)) <= ${MAX_COSTS}
   returning call_id`,
)

/** SQL: of `call c`. Only a call with a result followed a flow, so others cost nothing. */
export const CONVERSATION_FACTS = `case when c.result is not null then (
    select jsonb_build_object('lineCount', line_count, 'summary', summary, 'costs', costs, 'pace',
      case when talked_over is not null then jsonb_build_object('turns', turns, 'talkedOver', talked_over, 'silences', silences) end)
    from conversation v where v.task_id = c.task_id and v.call_id = c.id
  ) end`

export const readTranscripts = sql<
  { call_id: string; lines: TranscriptLine[] },
  [taskId: string, callIds: string[]]
>(
  'read_transcripts',
  'select call_id, transcript as lines from conversation where task_id = $1 and call_id = any($2::uuid[])',
)

/** All that may be the task of a call record, for a search by the key of `call`. */
export const TASKS_OF_CALLS = `(select id from task where start_time is not null union all select '${NO_TASK}')`

/** $2, $3: when the call began, at most; no task is known, so the calls of each are looked into. */
const NEAR_CALLS = `${TASKS_OF_CALLS} t cross join lateral (
     select task_id, contact_id, end_time from call where task_id = t.id and start_time between $2 and $3 and id = $1 limit 1
   ) c`

/** The transcript of a call that goes on or has ended; null: its agent has told none. */
export const readTranscript = sql<
  { lines: TranscriptLine[] | null },
  [callId: string, from: Date, until: Date]
>(
  'read_transcript',
  `select (select transcript from conversation v where v.task_id = found.task_id and v.call_id = $1) as lines
   from (select task_id from live_call where id = $1 union all select c.task_id from ${NEAR_CALLS} limit 1) found`,
)

/** A call that has ended not long ago, and the addresses of the agents in all versions of the flow of its task. $4: now. */
export const findLateCall = sql<
  { task_id: string; contact_id: string; agents: string[] },
  [callId: string, from: Date, until: Date, now: Date]
>(
  'find_late_call',
  `select c.task_id, c.contact_id, array(
     select step ->> 'url' from call_flow f, jsonb_array_elements(f.document -> 'steps') step
     where (f.task_id = c.task_id or f.id = (select flow_id from task where id = c.task_id)) and step ->> 'type' = 'stream'
   ) as agents
   from ${NEAR_CALLS}
   where c.end_time > $4::timestamptz - interval '${MAX_LATE_MS} milliseconds'
   limit 1`,
)

/** Calls of a task in whose transcript or summary a text occurs. $2, $3: bounds of their ids; $4: the text. */
export const searchConversations = sql<
  { call_id: string },
  [taskId: string, from: string, until: string, text: string]
>(
  'search_conversations',
  `select call_id from (
     select call_id, transcript, summary from conversation
     where task_id = $1 and call_id >= $2 and call_id < $3 order by call_id desc limit ${MAX_SEARCHED}
   ) latest
   where position(lower($4) in lower(summary)) > 0
     or exists (select from jsonb_array_elements(transcript) line where position(lower($4) in lower(line ->> 'text')) > 0)`,
)

export interface AgentFiguresRow {
  /** Null: of all these tasks. */
  task_id: string | null
  calls: number
  turns: number
  p50: number | null
  p95: number | null
  talked_over: number
  silent: number
}

/** $1: tasks, or null for all; $2, $3: bounds of the ids of calls. A task of its own, and all of them together. */
const OF_PERIOD = `($1::uuid[] is null or task_id = any($1)) and not ${IS_WITHOUT_TASK('conversation')} and call_id >= $2 and call_id < $3`

export const readAgentFigures = sql<AgentFiguresRow, [taskIds: string[] | null, from: string, until: string]>(
  'read_agent_figures',
  `with talks as materialized (
     select task_id, turns, talked_over, silences from conversation where ${OF_PERIOD} and talked_over is not null
   ), waits as (
     select task_id, count(*)::int as turns, percentile_disc(0.5) within group (order by ms) as p50,
       percentile_disc(0.95) within group (order by ms) as p95
     from talks, unnest(talks.turns) as ms group by grouping sets ((task_id), ())
   ), counts as (
     select task_id, count(*)::int as calls, count(*) filter (where talked_over > 0)::int as talked_over,
       count(*) filter (where silences > 0)::int as silent
     from talks group by grouping sets ((task_id), ())
   )
   select counts.*, coalesce(waits.turns, 0) as turns, p50, p95
   from counts left join waits on waits.task_id is not distinct from counts.task_id`,
)

export interface AgentCostRow {
  /** Null: of all these tasks. */
  task_id: string | null
  currency: string
  amount: number
  /** How many calls have a cost. */
  calls: number
}

export const readAgentCosts = sql<AgentCostRow, [taskIds: string[] | null, from: string, until: string]>(
  'read_agent_costs',
  `select task_id, cost.value ->> 'currency' as currency, sum((cost.value ->> 'amount')::numeric)::float8 as amount,
     count(distinct call_id)::int as calls
   from conversation, jsonb_each(costs) cost
   where ${OF_PERIOD}
   group by grouping sets ((task_id, 2), (2)) order by currency`,
)
