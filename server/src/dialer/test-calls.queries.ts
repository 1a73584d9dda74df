// Test calls: one number, rung once to try out a flow.
import type { CallResult } from '../flows/call-result.ts'
import { sql } from '../storage/sql.ts'

export interface TestCallRow {
  id: string
  task_id: string | null
  phone_number: string
  status: string
  cause: string | null
  reason: string | null
  result: CallResult | null
  create_time: Date
  end_time: Date | null
}

export const findTaskFlow = sql<{ flow_id: string | null }>(
  'find_task_flow',
  'select flow_id from task where id = $1',
)

/** How many test calls are under way, and whether the number has a call of any kind. $1: phone key. */
export const readTestLoad = sql<{ open: number; is_busy: boolean }>(
  'read_test_load',
  `select (select count(*)::int from test_call where status <> 'ended') as open,
     exists (select from live_call where phone_key = $1)
       or exists (select from test_call where phone_key = $1 and status <> 'ended') as is_busy`,
)

export const insertTestCall = sql<never>(
  'insert_test_call',
  `with added as (
     insert into test_call (id, task_id, flow_id, phone_number, phone_key, fields, create_time)
     values ($1, $2, $3, $4, $5, $6, $7) returning id
   )
   select pg_notify('test_call', id::text) from added`,
)

export const findTestCall = sql<TestCallRow>(
  'find_test_call',
  `select id, task_id, phone_number, status, cause, reason, result, create_time, end_time
   from test_call where id = $1`,
)

export interface TakenTestCall {
  id: string
  task_id: string | null
  flow_id: string
  phone_number: string
  phone_key: string
  fields: Record<string, string>
}

/** $1: node; $2: calls that were asked for before this time are not placed any more. */
export const takeTestCalls = sql<TakenTestCall>(
  'take_test_calls',
  `update test_call set node_id = $1, status = 'calling'
   where id in (select id from test_call where status = 'waiting' and create_time >= $2 order by id for update skip locked)
   returning id, task_id, flow_id, phone_number, phone_key, fields`,
)

export const noteTestCallAnswered = sql<never>(
  'note_test_call_answered',
  "update test_call set status = 'answered' where id = $1 and node_id = $2 and status = 'calling'",
)

/** $1: call; $2: node; $3: now; $4: cause; $5: why it could not be placed; $6: result. */
export const endTestCall = sql<never>(
  'end_test_call',
  `update test_call set status = 'ended', end_time = greatest($3, create_time), cause = $4, reason = $5, result = $6
   where id = $1 and node_id = $2 and status <> 'ended'`,
)

/** Calls of nodes that are gone, and calls that nobody has taken. Returns those that may be live. $1: now; $2: as above. */
export const endLostTestCalls = sql<{ id: string; was_placed: boolean }>(
  'end_lost_test_calls',
  `update test_call c set status = 'ended', end_time = greatest($1, create_time), cause = 'lost'
   where status <> 'ended' and case
     when status = 'waiting' then create_time < $2
     else not exists (select from dialer_node n where n.id = c.node_id)
   end
   returning id, node_id is not null as was_placed`,
)
