import { sql } from '../../platform/storage/sql.ts'
import type { RowSeal, SealableRow, SealBody } from './seal.ts'

export interface SealRow extends SealBody {
  hash: Buffer
  /** Not null: a checkpoint. */
  forgotten_before: Date | null
}

const SEAL = 'id, previous, last_id, rows, last_time, time, hash, forgotten_before'
const ROW = `(extract(epoch from a.at) * 1000000)::bigint::text as time, a.actor_kind, a.actor_id, a.address, a.operation, a.task_id, a.status,
  a.subject_id, a.actor, a.subject_name, a.reason, a.changes::text as changes`

/** The last id that was given to a row, of any transaction. */
export const readLastGiven = sql<{ last_id: number }, []>(
  'read_last_audit_id',
  'select case when is_called then last_value else last_value - 1 end as last_id from audit_id_seq',
)

/** Transactions that may have rows that nobody sees yet: an id is given under this lock, and the end of the transaction releases it. */
export const readWriters = sql<{ writers: string[] }, []>(
  'read_audit_writers',
  `select coalesce(array_agg(virtualtransaction), '{}') as writers from pg_locks
   where locktype = 'relation' and relation = 'audit'::regclass and mode = 'RowExclusiveLock' and granted
     and database = (select oid from pg_database where datname = current_database())`,
)

export const readHead = sql<SealRow, []>(
  'read_audit_head',
  `select ${SEAL} from audit_seal order by id desc limit 1`,
)

/** An erasure that changes one of them waits, and finds it sealed afterwards. */
export const lockUnsealed = sql<SealableRow, [afterId: number, lastId: number, max: number]>(
  'lock_unsealed_audit',
  `select a.id, ${ROW} from audit a where a.id > $1 and a.id <= $2 order by a.id limit $3 for share`,
)

/** No row: another node has made this seal. */
export const insertSeal = sql<
  { id: number },
  [...[id: number, previous: Buffer, lastId: number, rows: number], lastTime: Date, time: Date, hash: Buffer]
>(
  'insert_audit_seal',
  `insert into audit_seal (id, previous, last_id, rows, last_time, time, hash) values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (id) do nothing returning id`,
)

export const insertSealedRows = sql<
  never,
  [ids: number[], keys: Buffer[], contents: Buffer[], hashes: Buffer[]]
>(
  'insert_sealed_audit',
  `insert into sealed_audit (id, key, contents, hash)
   select * from unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bytea[])`,
)

export const listSealsAfter = sql<SealRow, [afterId: number, limit: number]>(
  'list_audit_seals',
  `select ${SEAL} from audit_seal where id > $1 order by id limit $2`,
)

export interface ComparedRow extends SealableRow, RowSeal {
  has_row: boolean
  has_seal: boolean
  has_erasure: boolean
}

/** Rows and what their seals say about them; either may be missing. $1, $2: behind this id, and up to that one. */
export const compareRows = sql<ComparedRow, [afterId: number, lastId: number]>(
  'compare_sealed_audit',
  `select coalesce(a.id, s.id) as id, a.at is not null as has_row, s.hash is not null as has_seal, e.id is not null as has_erasure, s.key, s.contents, s.hash, ${ROW}
   from (select * from audit where id > $1 and id <= $2) a
   full join (select * from sealed_audit where id > $1 and id <= $2) s on s.id = a.id
   left join erasure e on e.id = s.erasure_id
   order by 1`,
)

/** Rows behind the last seal. */
export const countUnsealed = sql<
  { rows: number; first_id: number | null; oldest: Date | null },
  [lastId: number, before: Date]
>(
  'count_unsealed_audit',
  'select count(*) as rows, min(id) as first_id, min(at) as oldest from audit where id > $1 and at < $2',
)

/** Says from when on the trail is there. */
export const FORGET_OPERATION = 'audit.forget'
export const findForgetting = sql<{ id: number }, [before: string]>(
  'find_audit_forgetting',
  `select id from audit where operation = '${FORGET_OPERATION}' and changes #>> '{0,after}' = $1 limit 1`,
)
