// The nodes that dial, and the calls of nodes that are gone.
import { HAS_TASK } from '../../../platform/kernel/task-of-call.ts'
import { sql } from '../../../platform/storage/sql.ts'

/** A node without a heartbeat for this long is shown as not running. */
export const SILENT_NODE = "interval '10 seconds'"

export const registerNode = sql<never>(
  'register_node',
  'insert into dialer_node (id, name, start_time, heartbeat_time) values ($1, $2, $3, $3)',
)

export interface SeenNode {
  id: string
  heartbeat: number
  is_up: boolean
  database_time: Date
  /** False: another node has removed the one that sent the heartbeat, and taken over its calls. */
  is_member: boolean
}

/** Answers with all nodes, the oldest first. One statement, as an idle service sends little else. */
export const sendHeartbeat = sql<SeenNode>(
  'send_heartbeat',
  `with beaten as (
     update dialer_node set heartbeat = heartbeat + 1, heartbeat_time = $2, gateway_fault = $3, gateway_fault_time = $4, gateway_busy = $5,
       task_waits = $6, trunk_states = $7
     where id = $1 returning id
   )
   select id, heartbeat, case when id = $1 then $3 else gateway_fault end is null as is_up, clock_timestamp() as database_time,
     exists (select from beaten) as is_member
   from dialer_node order by id`,
)

/** How each node that is alive sees its trunks; none before its first heartbeat. $1: now. */
export const readTrunkReports = sql<{ name: string; trunk_states: unknown }, [now: Date]>(
  'read_trunk_reports',
  `select name, coalesce(trunk_states, '[]') as trunk_states from dialer_node
   where heartbeat_time > $1::timestamptz - ${SILENT_NODE}
   order by name`,
)

/** Only if its heartbeat has not changed. */
export const removeNode = sql<never>(
  'remove_node',
  'delete from dialer_node where id = $1 and heartbeat = $2',
)

export const leave = sql<never>('leave', 'delete from dialer_node where id = $1')

/** With what a node needs to go on with a call that it has not placed. */
export interface FoundCall {
  id: string
  phone_key: string
  task_id: string
  contact_id: string
  phone_number: string
  flow_id: string | null
  flow_state: unknown
  flow_version: number | null
  trunk_id: string | null
  /** When it was answered, if that is stored. */
  answer_time: Date | null
  /** Of a call without a task: the gateway was not asked for it. */
  is_preparing: boolean
  success_when: string
  fields: Record<string, string> | null
  is_by_recipient: boolean
  /** Of a call without a task: the task that others are told. */
  told_task_id: string | null
}

/** Of live call `l`. */
const FOUND = `l.id, l.phone_key, l.task_id, l.contact_id, l.flow_id, l.phone_number, l.flow_state, l.trunk_id,
     coalesce(l.flow_state ->> 'answerTime', l.request ->> 'answerTime')::timestamptz as answer_time,
     coalesce(not ${HAS_TASK('l')} and (select is_preparing from single_call where id = l.contact_id), false) as is_preparing,
     coalesce((select window_zone = 'recipient' from task where id = l.task_id), (l.request ->> 'isByRecipient')::boolean, false)
       as is_by_recipient,
     coalesce((select settings ->> 'successWhen' from task where id = l.task_id), l.request ->> 'successWhen', 'answered')
       as success_when,
     case when l.flow_id is not null
       then coalesce(l.request -> 'fields', (select fields from contact where id = l.contact_id)) end as fields,
     (select version from call_flow where id = l.flow_id) as flow_version,
     case when not ${HAS_TASK('l')} then coalesce(l.request ->> 'taskId', l.id::text) end as told_task_id`

/**
 * Takes over the calls of nodes that are gone, which then cannot settle them any more. $1: node.
 */
export const adoptCalls = sql<FoundCall>(
  'adopt_calls',
  `update live_call l set node_id = $1
   where not exists (select from dialer_node n where n.id = l.node_id)
   returning ${FOUND}`,
)

/**
 * Calls that have certainly ended, whoever has them now: the node knows how, so it settles them. $1: node; $2, $3: phone keys
 * and ids.
 */
export const takeBackCalls = sql<{ id: string }>(
  'take_back_calls',
  `update live_call l set node_id = $1
   from (select * from unnest($2::text[], $3::uuid[]) as given (phone_key, id) offset 0) given
   where l.phone_key = any(array[given.phone_key]) and l.id = given.id
   returning l.id`,
)

/** All live calls of this node in the database. */
export const readOwnCalls = sql<FoundCall>(
  'read_own_calls',
  `select ${FOUND} from live_call l where l.node_id = $1`,
)
