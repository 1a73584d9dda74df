// Messages that voice agents sent by HTTP request, until the node that has the call takes them.

import { sql } from '../../platform/storage/sql.ts'
import type { AgentWord } from '../flows/flow-state.ts'

/** No row if it was used before. Signatures that are not valid any more are dropped. */
export const useSignature = sql<{ id: string }, [id: string, signature: string, until: Date, now: Date]>(
  'use_signature',
  `with dropped as (delete from agent_report where until < $4)
   insert into agent_report (id, signature, until) values ($1, $2, $3) on conflict do nothing
   returning id`,
)

export const forgetSignature = sql<never, [id: string]>(
  'forget_signature',
  'delete from agent_report where id = $1',
)

/** Stores the word in its row if its call is live, and tells all nodes. live_call has few rows, so it needs no index by id. */
export const addWord = sql<{ id: string }, [id: string, callId: string, word: string]>(
  'add_agent_word',
  `with added as (
     update agent_report r set call_id = l.id, report = $3::jsonb from live_call l where r.id = $1 and l.id = $2
     returning r.id, r.call_id
   )
   select id, pg_notify('agent_word', call_id::text) from added`,
)

export interface WaitingWord {
  id: string
  call_id: string
  word: AgentWord
}

/** The result fields that a live call has, and the addresses of the agents that its flow names. */
export const readCall = sql<
  { task_id: string; contact_id: string; fields: Record<string, string> | null; agents: string[] },
  [callId: string]
>(
  'read_call_of_agent',
  `select task_id, contact_id, flow_state -> 'result' -> 'fields' as fields, array(
     select step ->> 'url' from call_flow f, jsonb_array_elements(f.document -> 'steps') step
     where f.id = l.flow_id and step ->> 'type' = 'stream'
   ) as agents
   from live_call l where l.id = $1`,
)

/** $1: a call, or null for all calls. */
export const readWords = sql<WaitingWord, [callId: string | null]>(
  'read_agent_words',
  `select id, call_id, report as word from agent_report
   where report is not null and ($1::uuid is null or call_id = $1) order by id`,
)

/** It was taken, or is not waited for any more. */
export const removeWord = sql<never, [id: string]>(
  'remove_agent_word',
  'update agent_report set report = null where id = $1 and report is not null',
)

export const followWord = sql<{ is_waiting: boolean; is_live: boolean }, [id: string, callId: string]>(
  'follow_agent_word',
  `select exists (select from agent_report where id = $1 and report is not null) as is_waiting,
     exists (select from live_call where id = $2) as is_live`,
)
