import { sql } from '../storage/sql.ts'
import { ACTOR_COLUMNS, type Actor, actorValues } from './actor.ts'

export const insertChange = sql<
  never,
  [
    at: Date,
    actor: Actor,
    operation: string,
    subjectId: string | null,
    subjectName: string | null,
    changes: string,
  ]
>(
  'insert_audit',
  `insert into audit (at, ${ACTOR_COLUMNS}, operation, subject_id, subject_name, changes, event_seq, change_xact)
   values ($1, ${actorValues('$2')}, $3, $4, $5, $6::jsonb, null, null)`,
)

/** $1: the minute; $2: its account; $3: whose it is; $4: the network. Counts on in a row that is there, until it is sealed: then no row is changed. */
export const countRefusal = sql<
  never,
  [minute: Date, id: string | null, name: string | null, network: string]
>(
  'count_refused_sign_in',
  `insert into audit as known (at, actor, actor_kind, address, operation, subject_id, subject_name, changes, event_seq, change_xact)
   values ($1, 'unknown', 'person', $4, 'session.refuse', $2, $3, '[{"field": "count", "before": null, "after": 1}]', null, null)
   on conflict (at, address, (coalesce(subject_name, ''))) where operation = 'session.refuse' do update
   set changes = jsonb_set(known.changes, '{0,after}', to_jsonb((known.changes #>> '{0,after}')::int + 1))
   where not exists (select from sealed_audit s where s.id = known.id)`,
)
