import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Log } from '../src/platform/kernel/log/log.ts'
import { assertServerVersion, migrate } from '../src/platform/storage/migrate.ts'
import { MigrationFailed, SchemaTooNew, ServerTooOld } from '../src/platform/storage/migration-errors.ts'
import { captureLog } from './support/log-capture.ts'
import { silentLog } from './support/silent-log.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestDatabase } from './support/test-database.ts'

const FIRST = { '0001_first.sql': 'create table first (id int); insert into first values (1);' }
const SECOND = { '0002_second.sql': 'alter table first add column name text;' }

async function prepare(files: Record<string, string>) {
  const test = await createTestDatabase({ isEmpty: true })
  onTestFinished(() => test.drop())
  const folder = join(await temporaryFolder(), 'migrations')
  await mkdir(folder)
  const write = (more: Record<string, string>) =>
    Promise.all(Object.entries(more).map(([name, text]) => writeFile(join(folder, name), text)))
  await write(files)
  const run = (log: Log = silentLog) => migrate({ connection: test.connection, folder, log })
  const tables = async () =>
    (
      await test.db.query<{ name: string }>({
        text: `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
      })
    ).rows.map(({ name }) => name)
  return { ...test, write, run, tables }
}

describe('migrate', () => {
  it('applies what is missing, in order, once', async () => {
    const { run, write, db } = await prepare({ ...SECOND, ...FIRST })
    expect(await run()).toEqual({
      applied: [
        { version: 1, name: 'first' },
        { version: 2, name: 'second' },
      ],
      version: 2,
    })
    expect(await run()).toEqual({ applied: [], version: 2 })
    await write({ '0010_tenth.sql': 'drop table first;' })
    expect((await run()).applied).toEqual([{ version: 10, name: 'tenth' }])
    const { rows } = await db.query({ text: 'select version, name from schema_migration order by version' })
    expect(rows).toHaveLength(3)
  })

  it('waits for the disk only with the last migration of a new database, and with each of an upgrade', async () => {
    const source = "select source = 'session' as is_off from pg_settings where name = 'synchronous_commit'"
    const { run, write, db } = await prepare({
      '0001_first.sql': `create table seen as ${source}`,
      '0002_second.sql': `insert into seen ${source}`,
      '0003_third.sql': `insert into seen ${source}`,
    })
    await run()
    await write({
      '0004_fourth.sql': `insert into seen ${source}`,
      '0005_fifth.sql': `insert into seen ${source}`,
    })
    await run()
    const { rows } = await db.query<{ is_off: boolean }>({ text: 'select is_off from seen' })
    expect(rows.map((row) => row.is_off)).toEqual([true, true, false, false, false])
  })

  it('logs a new database as one line, and what an upgrade changes by name', async () => {
    const { run, write } = await prepare({ ...FIRST, ...SECOND })
    const { log, lines } = captureLog()
    await run(log)
    expect(lines.map(({ msg, version }) => [msg, version])).toEqual([
      ['the database is new; its schema was made', 2],
    ])
    await write({ '0003_third.sql': 'create table third (id int)' })
    await run(log)
    expect(lines.slice(1)).toEqual([
      expect.objectContaining({ msg: 'schema migrated', version: 3, name: 'third' }),
    ])
  })

  it('lets many nodes start together: each migration is applied by one of them', async () => {
    const { run, db } = await prepare({ ...FIRST, ...SECOND })
    const results = await Promise.all(Array.from({ length: 8 }, run))
    expect(results.flatMap(({ applied }) => applied)).toHaveLength(2)
    expect((await db.query({ text: 'select id from first' })).rows).toEqual([{ id: 1 }])
  })

  it('keeps nothing of a migration that fails, and names the file and the line', async () => {
    const { run, write, tables } = await prepare({
      ...FIRST,
      '0002_second.sql': 'create table second (id int);\ninsert into second\nvalues (oops);',
    })
    const error = await run().catch((reason) => reason)
    expect(error).toBeInstanceOf(MigrationFailed)
    expect(error.message).toBe('migration 0002_second.sql (line 3) failed: column "oops" does not exist')
    expect(await tables()).toEqual(['first', 'schema_migration'])

    await write({ '0002_second.sql': 'create table second (id int);' })
    expect((await run()).applied).toEqual([{ version: 2, name: 'second' }])
  })

  it('refuses a database that a newer version migrated', async () => {
    const { run, db } = await prepare(FIRST)
    await run()
    await db.query({
      text: `insert into schema_migration (version, name, checksum) values (7, 'later', 'x')`,
    })
    const error = await run().catch((reason) => reason)
    expect(error).toBeInstanceOf(SchemaTooNew)
    expect(error.message).toContain('schema version 7')
  })

  it('refuses a migration that was changed after it was applied, but not its line ends', async () => {
    const { run, write } = await prepare({ '0001_first.sql': 'create table first (\n  id int\n);\n' })
    await run()
    await write({ '0001_first.sql': 'create table first (\r\n  id int\r\n);\r\n' })
    expect((await run()).applied).toEqual([])
    await write({ '0001_first.sql': 'create table first (id bigint);' })
    await expect(run()).rejects.toThrow('migration 0001_first.sql was changed after it had been applied')
  })

  it('refuses a history with a migration in a place that was passed', async () => {
    const { run, write } = await prepare(FIRST)
    await write({ '0003_third.sql': 'select 1;' })
    await run()
    await write(SECOND)
    await expect(run()).rejects.toThrow(
      'the database has migration 3 (third) where this version of Carillon has 2',
    )
  })

  it('refuses a database with other migrations of the same number, however many', async () => {
    const { run, db } = await prepare(FIRST)
    await run()
    await db.query({ text: `update schema_migration set name = 'foundation'` })
    await db.query({
      text: `insert into schema_migration (version, name, checksum) values (22, 'last', 'x')`,
    })
    await expect(run()).rejects.toThrow(
      'the database has migration 1 (foundation) where this version of Carillon has 1 (first): run the version',
    )
  })

  it('refuses files that are named wrongly or share a number', async () => {
    const { run, write } = await prepare({ ...FIRST, '0001_other.sql': '' })
    await expect(run()).rejects.toThrow('has the number of another')
    await write({ '2_second.sql': '' })
    await expect(run()).rejects.toThrow('is not named like')
  })

  it('has no statement timeout, also if the database has one', async () => {
    const { run, db } = await prepare({
      '0001_first.sql': "create table timeout as select current_setting('statement_timeout') as value",
    })
    await db.query({
      text: `do $$ begin execute format('alter database %I set statement_timeout = 60000', current_database()); end $$`,
    })
    expect((await run()).applied).toHaveLength(1)
    expect((await db.query({ text: 'select value from timeout' })).rows).toEqual([{ value: '0' }])
  })

  it('brings the service’s own schema to an empty database', async () => {
    const { connection, tables } = await prepare({})
    const { applied } = await migrate({ connection, log: silentLog })
    expect(applied[0]?.version).toBe(1)
    expect(await tables()).toContain('schema_migration')
  })
})

describe('assertServerVersion', () => {
  const answering = (number: number, text: string) =>
    Object.assign(new pg.Client(), { query: async () => ({ rows: [{ number, text }] }) })

  it('refuses servers before PostgreSQL 14', async () => {
    await expect(assertServerVersion(answering(130_011, '13.11'))).rejects.toThrow(ServerTooOld)
    await expect(assertServerVersion(answering(140_000, '14.0'))).resolves.toBeUndefined()
  })
})
