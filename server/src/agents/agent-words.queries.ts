// Words of voice agents that came by request, on their way to the node that has the call.
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

/** The result fields that a live call has. */
export const readCallFields = sql<{ fields: Record<string, string> | null }, [callId: string]>(
  'read_call_fields',
  "select flow_state -> 'result' -> 'fields' as fields from live_call where id = $1",
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
