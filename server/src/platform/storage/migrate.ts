// Migrates a database to the schema that this code needs. Migrations are files, applied once, in order, each in its own
// transaction together with its row in `schema_migration`. An advisory lock lets any number of nodes start at the same
// time: one migrates, the others wait and find nothing left to do.

import type pg from 'pg'
import type { Log } from '../kernel/log/log.ts'
import { createClient, type DatabaseAddress } from './connection.ts'
import { MigrationFailed, SchemaTooNew, ServerTooOld } from './migration-errors.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { SESSION_SETTINGS } from './session-settings.ts'

interface MigrateOptions {
  connection: DatabaseAddress
  /** Without it, as long as the system tries. */
  connectTimeoutMs?: number
  /** The server has answered. */
  onConnected?: () => void
  log: Log
  /** Where the `NNNN_name.sql` files are; default: the service's own. */
  folder?: string
}

interface MigrateResult {
  /** The versions that this run applied, in order. */
  applied: { version: number; name: string }[]
  /** The version of the schema after the run. */
  version: number
}

interface AppliedMigration {
  version: number
  name: string
  checksum: string
}

const OLDEST_SERVER = 14
const IDLE_IN_TRANSACTION_MS = 60_000
/** Any number that no other program uses: "carillon" in ASCII, folded. */
const MIGRATION_LOCK = 0x6361726d

export async function migrate({
  connection,
  connectTimeoutMs = 0,
  onConnected,
  log,
  folder,
}: MigrateOptions): Promise<MigrateResult> {
  const migrations = await readMigrations(folder)
  const client = createClient(connection, {
    application_name: 'carillon migrate',
    connectionTimeoutMillis: connectTimeoutMs,
  })
  client.on('error', (error) => log.warn({ err: error }, 'the migration connection was lost'))
  await client.connect()
  try {
    await assertServerVersion(client)
    onConnected?.()
    // A migration may take any time, but the locks of a machine that dies during one must be released.
    const settings = {
      ...SESSION_SETTINGS,
      statement_timeout: '0',
      idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
    }
    await client.query(
      'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as setting (name, value)',
      [Object.keys(settings), Object.values(settings)],
    )
    await waitForTurn(client, log)
    const known = await readApplied(client)
    assertHistory(migrations, known)
    const pending = migrations.filter(({ version }) => !known.some((item) => item.version === version))
    // A new database waits for the disk once: the last commit writes those before it, too.
    if (known.length === 0) await client.query('set synchronous_commit = off')
    for (const migration of pending) {
      if (migration === pending.at(-1)) await client.query('reset synchronous_commit')
      await apply(client, migration)
      // A new database is one piece of news, not as many as there have ever been changes.
      if (known.length > 0) log.info({ version: migration.version, name: migration.name }, 'schema migrated')
    }
    if (known.length === 0 && pending.length > 0)
      log.info({ version: pending.at(-1)?.version }, 'the database is new; its schema was made')
    return {
      applied: pending.map(({ version, name }) => ({ version, name })),
      version: migrations.at(-1)?.version ?? 0,
    }
  } finally {
    // Ending the session releases the lock.
    await client.end().catch(() => undefined)
  }
}

export async function assertServerVersion(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: number; text: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as text`,
  )
  const [version] = rows
  if (!version || version.number < OLDEST_SERVER * 10_000) {
    throw new ServerTooOld(version?.text ?? 'unknown', OLDEST_SERVER)
  }
}

async function waitForTurn(client: pg.ClientBase, log: Log): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    MIGRATION_LOCK,
  ])
  if (rows[0]?.free) return
  log.info({}, 'another node is migrating the schema; waiting for it')
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
}

async function createHistory(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create table if not exists schema_migration (
       version int primary key,
       name text not null,
       applied_at timestamptz not null default now(),
       checksum text not null
     )`,
  )
}

async function readApplied(client: pg.ClientBase): Promise<AppliedMigration[]> {
  // A role that may not make tables may still find that nothing is left to do.
  const history = await client.query<{ has: boolean }>(
    `select to_regclass('schema_migration') is not null as has`,
  )
  if (!history.rows[0]?.has) await createHistory(client)
  const { rows } = await client.query<AppliedMigration>(
    'select version, name, checksum from schema_migration order by version',
  )
  return rows
}

/** The applied migrations must be the first ones of our list. */
function assertHistory(migrations: readonly Migration[], applied: readonly AppliedMigration[]): void {
  for (const [index, migration] of migrations.entries()) {
    const item = applied[index]
    if (!item) return
    if (migration.version !== item.version || migration.name !== item.name) {
      throw new MigrationFailed(
        `the database has migration ${item.version} (${item.name}) where this version of Carillon has ` +
          `${migration.version} (${migration.name}): run the version of Carillon that migrated it, or use another database`,
      )
    }
    if (migration.checksum !== item.checksum) {
      throw new MigrationFailed(
        `migration ${migration.file} was changed after it had been applied to this database: ` +
          'restore the file and put the change into a new migration',
      )
    }
  }
  const [last, newest] = [applied.at(-1), migrations.at(-1)?.version ?? 0]
  if (last && last.version > newest) throw new SchemaTooNew(last.version, newest)
}

/**
 * Makes the schema of an earlier version in an empty database, in the transaction that fills it. Nodes that start meanwhile wait for
 * its end.
 */
export async function createSchema(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await assertServerVersion(client)
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  await createHistory(client)
  for (const migration of migrations) await runMigration(client, migration)
}

async function runMigration(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query(migration.text)
  await client.query('insert into schema_migration (version, name, checksum) values ($1, $2, $3)', [
    migration.version,
    migration.name,
    migration.checksum,
  ])
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await runMigration(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw MigrationFailed.at(migration, error)
  }
}
