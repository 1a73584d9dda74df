// Calls from outside. They are live calls without a task, in the name of the node whose gateway has them. They take no line of the
// service, so they are not counted with those.
import { HAS_TASK, KEYS_WITHOUT_TASK } from '../../../platform/kernel/task-of-call.ts'
import { sql } from '../../../platform/storage/sql.ts'

/** The contact of the latest call to the number, of those that still exist. A call that is live now counts as well. $1: phone key. */
export const findCalledContact = sql<{ task_id: string; contact_id: string; fields: Record<string, string> }>(
  'find_called_contact',
  `select c.task_id, c.contact_id, k.fields
   from (
     (select task_id, contact_id, start_time, request from live_call where phone_key = any(same_number($1)))
     union all
     (select task_id, contact_id, start_time, request from call where phone_key = any(same_number($1)) and ${HAS_TASK('call')}
       order by start_time desc limit 50)
   ) c
   cross join lateral (select fields from contact where id = c.contact_id limit 1) k
   where ${HAS_TASK('c')}
   order by c.start_time desc
   limit 1`,
)

/** No row: the number has a live call. $1: phone key; $2: id; $3: node; $4: number; $5: now; $6: flow; $7: purpose; $8, $9: trunk and our number. */
export const insertInboundCall = sql<{ id: string }>(
  'insert_inbound_call',
  `insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round, attempt,
     priority, start_time, flow_id, request, trunk_id, caller_id)
   values ($1, $2, $3, ${KEYS_WITHOUT_TASK('$2::uuid')}, 0, $4, 1, 1, 1, $5, $6, $7, $8, $9)
   on conflict (phone_key) do nothing
   returning id`,
)

/** It follows another flow. $1, $2: phone key and id; $3: flow. */
export const changeFlow = sql<never>(
  'change_inbound_flow',
  'update live_call set flow_id = $3 where phone_key = $1 and id = $2',
)
