// The tables of a database as PostgreSQL knows them, so that a backup of any version of the schema needs no list of its own.
import { sql } from '../../platform/storage/sql.ts'

/** Relations of the service: in the schema in which it makes its tables, without those of extensions. */
const own = `c.relnamespace = current_schema()::regnamespace
  and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`

export interface TableRow {
  name: string
  columns: string[]
  /** Tables that its rows refer to. */
  refers_to: string[]
  bytes: number
}

/** Without columns that PostgreSQL computes, and without the list of migrations. */
export const listTables = sql<TableRow>(
  'list_tables',
  `select c.relname::text as name, pg_table_size(c.oid) as bytes,
     array(select a.attname::text from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
           order by a.attnum) as columns,
     array(select distinct other.relname::text from pg_constraint f join pg_class other on other.oid = f.confrelid
           where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
   from pg_class c
   where c.relkind = 'r' and c.relname <> 'schema_migration' and ${own}
   order by c.oid`,
)

/** Sequences are not part of a snapshot: what is read now is at least what the rows of the snapshot have. */
export const listSequences = sql<{ name: string; last_value: string | null }>(
  'list_sequences',
  `select c.relname::text as name, s.last_value::text as last_value
   from pg_class c join pg_sequences s on s.schemaname = current_schema() and s.sequencename = c.relname
   where c.relkind = 'S' and ${own}
   order by 1`,
)

export const countRelations = sql<{ relations: number }>(
  'count_relations',
  `select count(*) as relations from pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and ${own}`,
)

export const hasMigrations = sql<{ has: boolean }>(
  'has_migrations',
  `select to_regclass('schema_migration') is not null as has`,
)

export interface MigrationRow {
  version: number
  name: string
  checksum: string
}

export const listMigrations = sql<MigrationRow>(
  'list_migrations',
  'select version, name, checksum from schema_migration order by version',
)

export const readServerVersion = sql<{ version: string }>(
  'read_server_version',
  `select current_setting('server_version') as version`,
)

/** Texts are written and read in the same way by all servers. */
export const useCommonFormats = sql(
  'use_common_formats',
  `select set_config('client_encoding', 'UTF8', false), set_config('datestyle', 'ISO, YMD', false),
     set_config('intervalstyle', 'postgres', false), set_config('bytea_output', 'hex', false),
     set_config('extra_float_digits', '1', false), set_config('timezone', 'UTC', false),
     set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false),
     set_config('idle_in_transaction_session_timeout', '0', false)`,
)

export const BEGIN_SNAPSHOT = 'begin isolation level repeatable read, read only'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const listOf = (names: readonly string[]) => names.map(quoted).join(', ')

export interface TableColumns {
  name: string
  columns: readonly string[]
}

export const copyOutStatement = ({ name, columns }: TableColumns) =>
  `copy ${quoted(name)} (${listOf(columns)}) to stdout`

/** The rows are in tables of the same transaction, so they need not be frozen later. */
export const copyInStatement = ({ name, columns }: TableColumns) =>
  `copy ${quoted(name)} (${listOf(columns)}) from stdin with (freeze)`

/** Migrations insert some rows, which the backup has as well. */
export const emptyTablesStatement = (names: readonly string[]) => `truncate ${listOf(names)}`

export const setSequence = sql<never, [name: string, value: string]>(
  'set_sequence',
  `select setval(quote_ident($1)::regclass, $2::bigint)`,
)

export const BACKUP_LOCK = 0x63617262

export const tryBackupLock = sql<{ is_free: boolean }, [lock: number]>(
  'try_backup_lock',
  'select pg_try_advisory_lock($1) as is_free',
)
