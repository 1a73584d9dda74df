import { sql } from '../../platform/storage/sql.ts'

export const readRights = sql<{ may_delete: boolean }, []>(
  'read_audit_rights',
  `select bool_and(has_table_privilege(of_table, 'delete')) as may_delete from unnest(array['audit', 'audit_seal', 'sealed_audit']) as given (of_table)`,
)

/** The seals before it go: it stands for them. */
export const makeCheckpoint = sql<never, [sealId: number, before: Date]>(
  'make_audit_checkpoint',
  `with gone as (delete from audit_seal where id < $1)
   update audit_seal set forgotten_before = $2 where id = $1`,
)

/** Rows that were never sealed stay, and are found there. */
export const deleteBehind = sql<{ rows: number; bytes: number }, [lastId: number]>(
  'delete_sealed_audit',
  `with gone as (
     delete from audit a using sealed_audit s where s.id <= $1 and a.id = s.id returning pg_column_size(a.*) as bytes
   ) select count(*) as rows, coalesce(sum(bytes), 0)::bigint as bytes from gone`,
)

export const deleteProofs = sql<never, [lastId: number]>(
  'delete_audit_proofs',
  'delete from sealed_audit where id <= $1',
)
