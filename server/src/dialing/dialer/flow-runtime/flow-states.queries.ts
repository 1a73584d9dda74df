// The stored flow states of live calls.
import { sql } from '../../../platform/storage/sql.ts'

/**
 * Returns the calls that still belong to the node; only these may go on. "Steady plans" in docs/architecture.md explains
 * `offset 0` and `= any(array[...])`. $1-$3: phone keys, ids and states; $4: node.
 */
export const writeFlowStates = sql<{ id: string }>(
  'write_flow_states',
  `update live_call l set flow_state = given.state
   from (select * from unnest($1::text[], $2::uuid[], $3::jsonb[]) as given (phone_key, id, state) offset 0) given
   where l.phone_key = any(array[given.phone_key]) and l.id = given.id and l.node_id = $4
   returning l.id`,
)
