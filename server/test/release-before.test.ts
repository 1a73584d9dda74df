// Nodes of the release before go on while those of the next one start: the statements that they have prepared under the old name of the table
// `service` still read, lock and change its row, and they make no backup, which would have its secret.
import { expect, it, onTestFinished } from 'vitest'
import { createSchema, migrate } from '../src/platform/storage/migrate.ts'
import { SchemaTooNew } from '../src/platform/storage/migration-errors.ts'
import { readMigrations } from '../src/platform/storage/migration-files.ts'
import { backUp } from './support/backups.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestDatabase } from './support/test-database.ts'

const RENAMED_BY = 120

async function databaseOfBefore() {
  const database = await createTestDatabase({ isEmpty: true })
  onTestFinished(() => database.drop())
  const migrations = (await readMigrations()).filter(({ version }) => version < RENAMED_BY)
  await database.db.withClient(async (client) => {
    await client.query('begin')
    await createSchema(client, migrations)
    await client.query('commit')
  })
  const secretIn = async (table: string) => {
    const { rows } = await database.db.query<{ media_secret: string }>({
      text: `select media_secret from ${table}`,
    })
    return rows[0]?.media_secret ?? '?'
  }
  return { ...database, secretIn }
}

it('what was prepared before the upgrade reads, locks and changes the row afterwards', async () => {
  const { db, connection } = await databaseOfBefore()
  await db.withClient(async (client) => {
    const run = async (name: string, text: string, values: unknown[] = []) =>
      (await client.query({ name, text, values })).rows
    const read = () =>
      run('read', 'select own_phones, denied_prefixes, version from permission_settings where is_only')
    const lock = () =>
      run('lock', 'select version from permission_settings where is_only for no key update skip locked')
    const change = (number: string) =>
      run(
        'change',
        `with changed as (
           update permission_settings set own_phones = $1, version = version + 1 where is_only returning own_phones, version
         ) select changed.*, pg_notify('task_changed', '') from changed`,
        [[number]],
      )
    const count = () =>
      run(
        'count',
        'update permission_settings set flow_cursor = (select flow_cursor + 1 from permission_settings) returning 1 as one',
      )
    const all = [read, lock, () => change('+4930901820'), count]
    for (const each of all) expect(await each()).toHaveLength(1)

    await migrate({ connection, log: silentLog })
    for (const each of all) expect(await each()).toHaveLength(1)
    expect(await change('+4930901821')).toMatchObject([{ own_phones: ['+4930901821'] }])
    const { rows } = await client.query('select exempt_numbers, version::int, flow_cursor::int from service')
    expect(rows).toEqual([{ exempt_numbers: ['+4930901821'], version: 4, flow_cursor: 3 }])
    expect(await read()).toMatchObject([{ own_phones: ['+4930901821'], denied_prefixes: [] }])
  })
})

it('no backup without secrets has the secret of sounds: before the upgrade, after it, and of a node that does not know the schema', async () => {
  const { db, connection, secretIn } = await databaseOfBefore()
  const secret = await secretIn('permission_settings')
  expect(secret).toHaveLength(72)
  expect((await backUp(db)).includes(secret)).toBe(false)
  expect((await backUp(db, { hasSecrets: true })).includes(secret)).toBe(true)

  await migrate({ connection, log: silentLog })
  expect(await secretIn('service')).toBe(secret)
  expect((await backUp(db)).includes(secret)).toBe(false)

  await db.query({
    text: `insert into schema_migration (version, name, checksum) values (9999, 'later', '')`,
  })
  await expect(backUp(db)).rejects.toThrow(SchemaTooNew)
})
