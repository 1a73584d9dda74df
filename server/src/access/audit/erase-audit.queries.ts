import { sql } from '../../platform/storage/sql.ts'

/** Rows with the pattern in what a person could be known by. $2, $3: blocks of the table. */
export const lockRows = sql<{ id: string }, [pattern: string, from: string, before: string]>(
  'lock_audit_to_erase',
  `select id::text from audit
   where ctid >= $2::text::tid and ctid < $3::text::tid and (actor ~ $1 or subject_name ~ $1 or reason ~ $1 or changes::text ~ $1)
   order by id for no key update`,
)

/** Without the key, the digest of contents says nothing about them. */
export const eraseKeys = sql<never, [ids: string[], erasureId: string]>(
  'erase_audit_keys',
  'update sealed_audit set key = null, erasure_id = $2 where id = any($1::bigint[]) and key is not null',
)

/** A number of JSON stays one. */
export const scrubRows = sql<never, [pattern: string, ids: string[]]>(
  'scrub_audit',
  `update audit set actor = regexp_replace(actor, $1, '', 'g'), subject_name = regexp_replace(subject_name, $1, '', 'g'),
     reason = regexp_replace(reason, $1, '', 'g'), changes = regexp_replace(changes::text, $1, '0', 'g')::jsonb
   where id = any($2::bigint[])`,
)
