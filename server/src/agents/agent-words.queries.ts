// Messages that voice agents sent by HTTP request, until the node that has the call takes them.
import type { AgentWord } from '../flows/flow-state.ts'
import { sql } from '../storage/sql.ts'

/** Rows of requests that were cut off are of no use to anybody. */
const KEPT = "interval '1 hour'"

/** Stores the word if its call is live, and tells all nodes. live_call has few rows, so it needs no index by id. */
export const addWord = sql<{ id: string }, [id: string, callId: string, word: string, now: Date]>(
  'add_agent_word',
  `with dropped as (delete from agent_word where create_time < $4::timestamptz - ${KEPT}),
   added as (
     insert into agent_word (id, call_id, word, create_time)
     select $1::uuid, l.id, $3::jsonb, $4 from live_call l where l.id = $2
     returning id, call_id
   )
   select id, pg_notify('agent_word', call_id::text) from added`,
)

export interface WaitingWord {
  id: string
  call_id: string
  word: AgentWord
}

/** The result fields that a live call has, and the addresses of the agents that its flow names. */
export const readCall = sql<{ fields: Record<string, string> | null; agents: string[] }, [callId: string]>(
  'read_call_of_agent',
  `select flow_state -> 'result' -> 'fields' as fields, array(
     select step ->> 'url' from call_flow f, jsonb_array_elements(f.document -> 'steps') step
     where f.id = l.flow_id and step ->> 'type' = 'stream'
   ) as agents
   from live_call l where l.id = $1`,
)

/** No row if it was used before. $2: how long it is kept; $3: now. */
export const useSignature = sql<{ signature: string }, [signature: string, until: Date, now: Date]>(
  'use_signature',
  `with dropped as (delete from used_signature where until < $3)
   insert into used_signature (signature, until) values ($1, $2) on conflict do nothing
   returning signature`,
)

export const forgetSignature = sql<never, [signature: string]>(
  'forget_signature',
  'delete from used_signature where signature = $1',
)

/** $1: a call, or null for all calls. */
export const readWords = sql<WaitingWord, [callId: string | null]>(
  'read_agent_words',
  'select id, call_id, word from agent_word where $1::uuid is null or call_id = $1 order by id',
)

export const removeWord = sql<never, [id: string]>(
  'remove_agent_word',
  'delete from agent_word where id = $1',
)

export const followWord = sql<{ is_waiting: boolean; is_live: boolean }, [id: string, callId: string]>(
  'follow_agent_word',
  `select exists (select from agent_word where id = $1) as is_waiting,
     exists (select from live_call where id = $2) as is_live`,
)
