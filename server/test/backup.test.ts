// A backup has everything as it was in one moment, is restored into an empty database, and is refused as a whole if anything in
// it is wrong.

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { verifyAudit } from '../src/access/audit/verify-audit.ts'
import { readLostSecrets } from '../src/app/lost-secrets.ts'
import { settingLines } from '../src/commands/backup/backup-settings.ts'
import { restoreBackup } from '../src/commands/backup/restore-backup.ts'
import { TAR_END, tarHeader, tarPadding } from '../src/commands/backup/tar.ts'
import { writeBackup } from '../src/commands/backup/write-backup.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createSchema, migrate } from '../src/platform/storage/migrate.ts'
import { readMigrations } from '../src/platform/storage/migration-files.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { backUp, contentOf, DATABASE_ONLY, restore, unpack } from './support/backups.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { sealAudit } from './support/seal-audit.ts'
import { silentLog } from './support/silent-log.ts'
import { differencesIn } from './support/sums.ts'
import { moveTo } from './support/task-fixtures.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { createTestDatabase } from './support/test-database.ts'

const NUMBERS = Array.from({ length: 20 }, (_, n) => String(13_800_000_000 + n))
const ODD_NAME = 'tab\tline\nreturn\r\\N \\. "quoted" 铃 🔔'
const PASSWORD = 'password-of-the-trunk'
let app: TestApp

/** Some of everything: contacts, calls, tokens, lists, sounds. */
beforeAll(async () => {
  const simulated = 'seed=7, answered=40, busy=30, no_answer=30, ring=0-0, talk=0-0, timeout=0'
  const settings = parseSimulatorSettings(simulated)
  app = await createTestApp({ role: 'all', gateway: createSimulator({ settings, clock: systemClock }) })
  const source = await app.addDataSource('customers', NUMBERS)
  await app.post(`/api/dataSource/${source}/contact/add`, { phoneNumber: '13900000000', name: ODD_NAME })
  await app.post('/api/doNotCall/list/add', { name: 'asked', entries: [] })
  await app.tokens.create({ name: 'crm', scope: 'write', expiresInDays: undefined })
  await app.post('/api/trunk/add', {
    name: 'carrier',
    host: 'sip.example',
    username: 'a',
    password: PASSWORD,
  })
  await app.rows(`insert into sound (key, bytes, duration_ms, create_time, use_time)
                  values ('a sound', decode(repeat('00ff5c0a', 100000), 'hex'), 100, now(), now())`)
  const task = await app.addTask('spring', source, { maxDialCount: 1 })
  await moveTo(app, task, 'RUNNING')
  app.startDialing()
  await eventually(async () => expect(await app.rows('select from call')).toHaveLength(21))
  await app.stopDialing(0)
  await app.rows('delete from dialer_node')
})
afterAll(() => app.close())

async function emptyDatabase() {
  const database = await createTestDatabase({ isEmpty: true })
  onTestFinished(() => database.drop())
  return database
}

const relationsIn = async ({ db }: Awaited<ReturnType<typeof emptyDatabase>>) =>
  (await db.query({ text: `select relname from pg_class where relnamespace = 'public'::regnamespace` })).rows

describe('a backup with secrets', () => {
  it('is restored row by row, with sequences, and its sums agree', async () => {
    const target = await emptyDatabase()
    const restored = await restore(await backUp(app.db, { hasSecrets: true }), target.db)
    const [was, is] = [await contentOf(app.db), await contentOf(target.db)]
    // When a migration was applied is not part of it.
    for (const content of [was, is]) content['schema_migration'] = []
    expect(is).toEqual(was)
    expect(JSON.stringify(is)).toContain('铃 🔔')
    expect(restored.rows).toBeGreaterThan(70)
    expect(await differencesIn({ ...app, db: target.db })).toEqual([])
  })

  it('has the head of the audit trail, which the restored trail contains', async () => {
    await sealAudit(app.db)
    const archive = await backUp(app.db, { hasSecrets: true })
    const { auditHead } = JSON.parse((await unpack(archive))['backup.json'] ?? '') as { auditHead: string }
    expect(auditHead).toMatch(/^\d+:[0-9a-f]{64}$/)
    const target = await emptyDatabase()
    await restore(archive, target.db)
    const [id = '', hash = ''] = auditHead.split(':')
    const verified = await verifyAudit({ db: target.db, clock: systemClock, head: { id: Number(id), hash } })
    expect(verified).toMatchObject({ findings: [], head: auditHead })
    expect(verified.rows).toBeGreaterThan(0)
  })

  it('has the tokens: they open the restored service', async () => {
    const { token } = await app.tokens.create({ name: 'old', scope: 'read', expiresInDays: undefined })
    const target = await emptyDatabase()
    await restore(await backUp(app.db, { hasSecrets: true }), target.db)
    const other = await createTestApp({ database: target })
    onTestFinished(() => other.close())
    expect(await other.tokens.authenticate(token)).toMatchObject({ name: 'old' })
  })
})

describe('a backup without secrets', () => {
  it('has neither tokens nor the secret of sounds, which is made anew', async () => {
    const [secret] = await app.rows<{ media_secret: string; hash: string }>(
      `select media_secret, encode(hash, 'hex') as hash from service, access_token limit 1`,
    )
    const archive = await backUp(app.db)
    expect(archive.includes(secret?.media_secret ?? '?')).toBe(false)
    expect(archive.includes(secret?.hash ?? '?')).toBe(false)
    expect(Object.keys(await unpack(archive)).filter((name) => name.includes('token'))).toEqual([])

    const target = await emptyDatabase()
    await restore(archive, target.db)
    const { rows } = await target.db.query<{ media_secret: string; tokens: number }>({
      text: 'select media_secret, (select count(*) from access_token) as tokens from service',
    })
    expect(rows).toEqual([{ media_secret: expect.stringMatching(/^[\w-]{72}$/), tokens: 0 }])
    expect(rows[0]?.media_secret).not.toBe(secret?.media_secret)
  })

  it('has trunks without their passwords', async () => {
    const passwordsIn = async (hasSecrets: boolean) => {
      const archive = await backUp(app.db, { hasSecrets })
      const target = await emptyDatabase()
      await restore(archive, target.db)
      const { rows } = await target.db.query({ text: 'select name, password from trunk' })
      return { rows, isInArchive: JSON.stringify(await unpack(archive)).includes(PASSWORD) }
    }
    const trunk = { name: 'carrier', password: PASSWORD }
    expect(await passwordsIn(true)).toEqual({ rows: [trunk], isInArchive: true })
    expect(await passwordsIn(false)).toEqual({ rows: [{ ...trunk, password: null }], isInArchive: false })
  })

  it('leaves trunks, phones and webhooks that say that they need their secret again', async () => {
    const add = async (path: string, body: object) => expectSuccess(await app.post(path, body))
    await add('/api/trunk/add', { name: 'open peer', host: '192.0.2.1', username: 'us' })
    await app.rows(`insert into own_phone (id, name, username, password, create_time)
      values (gen_random_uuid(), 'desk', 'desk-1', 'hidden', now())`)
    await app.rows(`insert into own_phone (id, name, username, password, create_time, expire_time)
      values (gen_random_uuid(), 'browser', 'browser-1', 'hidden', now(), now() + interval '1 hour')`)
    await add('/api/webhook/add', { url: 'https://crm.example.com/secret-path', events: ['call.ended'] })
    onTestFinished(async () => {
      await app.rows(`delete from trunk where name = 'open peer'`)
      await app.rows('update trunk set password = $1', [PASSWORD])
      await app.rows('delete from own_phone')
      await app.rows('delete from webhook')
    })
    const lostIn = async (hasSecrets: boolean) => {
      const target = await emptyDatabase()
      await restore(await backUp(app.db, { hasSecrets }), target.db)
      return readLostSecrets(target.db)
    }
    expect(await lostIn(true)).toEqual({ trunks: [], phones: [], webhooks: [] })
    const lost = { trunks: ['carrier'], phones: ['desk'], webhooks: ['crm.example.com'] }
    expect(await lostIn(false)).toEqual(lost)
    const url = 'https://crm.example.com/another-secret-path'
    await add('/api/webhook/add', { url, events: ['call.ended'], description: 'invoices' })
    const [first] = await app.rows<{ id: string }>("select id from webhook where description = ''")
    const apart = [`crm.example.com (${first?.id})`, 'crm.example.com (invoices)']
    expect(await lostIn(false)).toEqual({ ...lost, webhooks: apart })
    await app.rows("delete from webhook where description = 'invoices'")

    const problems = async () =>
      expectSuccess(await app.get<{ problems: { code: string }[] }>('/api/system')).problems.filter(
        ({ code }) => code === 'secrets_missing',
      )
    expect(await problems()).toEqual([])
    await app.rows('update trunk set password = null')
    await app.rows('update webhook set secret = null')
    expect(await problems()).toMatchObject([
      {
        ...{ trunks: ['carrier'], webhooks: ['crm.example.com'] },
        message: expect.stringContaining('Enter the password again for the trunk carrier.'),
      },
    ])
  })

  it('names the secret settings that it leaves out', () => {
    const given = [
      { name: 'TIME_ZONE', value: 'Asia/Shanghai', isSecret: false },
      { name: 'SPEECH', value: "command:say 'x'", isSecret: false },
      { name: 'ARI_PASSWORD', value: 'hidden', isSecret: true },
    ]
    expect(settingLines(given, false)).toBe(
      `TIME_ZONE=Asia/Shanghai\nSPEECH='command:say '\\''x'\\'''\n# ARI_PASSWORD was set, and is not in this backup\n`,
    )
    expect(settingLines(given, true)).toContain('ARI_PASSWORD=hidden\n')
  })
})

it('is of one moment, whatever changes meanwhile', async () => {
  const source = await app.addDataSource('growing', NUMBERS)
  const chunks: Buffer[] = []
  const sink = new Writable({
    highWaterMark: 1,
    async write(chunk: Buffer, _encoding, done) {
      // The first piece is the header: rows come after this contact.
      if (chunks.length === 0) {
        const added = await app.post(`/api/dataSource/${source}/contact/add`, { phoneNumber: '13911111111' })
        expect(added.status).toBe(200)
      }
      chunks.push(chunk)
      done()
    },
  })
  await writeBackup({ ...DATABASE_ONLY, db: app.db, time: new Date() }, sink)
  const target = await emptyDatabase()
  await restore(Buffer.concat(chunks), target.db)
  const { rows } = await target.db.query({
    text: `select contact_count from data_source where name = 'growing'`,
  })
  expect(rows).toEqual([{ contact_count: NUMBERS.length }])
  expect(await differencesIn({ ...app, db: target.db })).toEqual([])
})

describe('the files of the data folder', () => {
  const file = `2026-03-01/${'a1'.repeat(16)}.wav`

  /** A recording of the snapshot, one that nobody knows, one in another store, and words that are not stored yet. */
  async function fillFolder(): Promise<string> {
    const dataDir = await temporaryFolder()
    const recordings = join(dataDir, 'recordings')
    await mkdir(join(recordings, '2026-03-01'), { recursive: true })
    await writeFile(join(recordings, 'store-name'), 'folder:here\n')
    await writeFile(join(recordings, file), Buffer.alloc(150_000, 'wav'))
    await writeFile(join(recordings, '2026-03-01', 'unknown.wav'), 'nobody erases it')
    await mkdir(join(dataDir, 'unwritten'))
    await writeFile(join(dataDir, 'unwritten', 'word.json'), '{"stop":true}')
    await writeFile(join(dataDir, 'access-token'), 'the first token\n')
    await writeFile(join(dataDir, 'number-key'), 'the key of erased numbers\n')
    await writeFile(join(dataDir, 'secret-key'), 'the key of secrets\n')
    for (const [
      store,
      name,
    ] of [['folder:here', file], ['folder:here', 'gone.wav'], ['s3:bucket', 'far.wav']]) // biome-ignore format: one line each
      await app.rows(
        `insert into recording (id, call_id, task_id, contact_id, phone_number, phone_key, what, status, seconds, bytes, store, file, is_on_switch, create_time)
         values ($1, $1, $1, $1, '1', '1', 'call', 'kept', 9, 150000, $2, $3, false, now())`,
        [randomUUID(), store, name],
      )
    onTestFinished(async () => {
      await app.rows('delete from recording')
    })
    return dataDir
  }

  it('are those that the snapshot knows', async () => {
    const dataDir = await fillFolder()
    const recordingsFolder = join(dataDir, 'recordings')
    const archive = await backUp(app.db, {
      dataDir,
      recordingsFolder,
      settings: 'PORT=1\n',
      hasSecrets: true,
    })
    const [target, folder] = [await emptyDatabase(), await temporaryFolder()]
    await restore(archive, target.db, folder)
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      'access-token',
      'number-key',
      'recordings',
      'recordings/2026-03-01',
      `recordings/${file}`,
      'recordings/store-name',
      'restored-settings.env',
      'secret-key',
      'unwritten',
      'unwritten/word.json',
    ])
    const original = await readFile(join(recordingsFolder, file))
    expect((await readFile(join(folder, 'recordings', file))).equals(original)).toBe(true)
    expect(await readFile(join(folder, 'restored-settings.env'), 'utf8')).toBe('PORT=1\n')
    expect(await readFile(join(folder, 'secret-key'), 'utf8')).toBe('the key of secrets\n')
  })

  it('have no token without secrets, and no recordings if they are not wanted', async () => {
    const archive = await backUp(app.db, { dataDir: await fillFolder() })
    const names = Object.keys(await unpack(archive)).filter((name) => !name.startsWith('tables/'))
    expect(names).toEqual(['backup.json', 'settings.env', 'unwritten/word.json', 'manifest.json'])
  })

  it('are not restored over others', async () => {
    const [target, folder] = [await emptyDatabase(), await fillFolder()]
    const archive = await backUp(app.db)
    await expect(restore(archive, target.db, folder)).rejects.toThrow(
      `the folder ${join(folder, 'recordings')} is not empty: restore into another DATA_DIR`,
    )
  })
})

describe('refused, with nothing left in the database and in the folder,', () => {
  let archive: Buffer
  beforeAll(async () => {
    archive = await backUp(app.db, { settings: 'PORT=1\n' })
  })

  async function expectRefused(broken: Buffer, sentence: string | RegExp): Promise<void> {
    const [target, folder] = [await emptyDatabase(), await temporaryFolder()]
    await expect(restore(broken, target.db, folder)).rejects.toThrow(sentence)
    expect(await relationsIn(target)).toEqual([])
    expect(await readdir(folder)).toEqual([])
  }

  it.each([0.3, 0.6, 0.9, 0.99])('is an archive that is cut at %f', async (share) => {
    await expectRefused(
      archive.subarray(0, archive.length * share),
      /^the archive is cut: .*; nothing was restored$/,
    )
  })

  it('is one without a manifest, though its tar is whole', async () => {
    const end = archive.indexOf('manifest.json')
    await expectRefused(
      Buffer.concat([archive.subarray(0, end), TAR_END]),
      'the archive is cut: it has no manifest',
    )
  })

  it('is one in which a digit of a row was changed', async () => {
    const changed = Buffer.from(archive)
    const at = changed.indexOf('13800000007', changed.indexOf('tables/contact/'))
    changed.write('9', at + 5)
    await expectRefused(
      changed,
      'the archive is damaged: tables/contact/000001.copy has another checksum; nothing',
    )
  })

  it('is one with a row that the table cannot have', async () => {
    const changed = Buffer.from(archive)
    changed.write('x', changed.indexOf('-', changed.indexOf('tables/task/') + 512))
    await expectRefused(changed, /^the archive is damaged: rows of table task cannot be stored \(22P02\)/)
  })

  it('is one with an entry outside of the data folder', async () => {
    const at = archive.indexOf('tables/', 1000)
    const evil = Buffer.from('x')
    const entry = [tarHeader('recordings/../../evil', 1, new Date()), evil, tarPadding(1)]
    const changed = Buffer.concat([archive.subarray(0, at), ...entry, archive.subarray(at)])
    await expectRefused(changed, 'the archive is damaged: it has the unknown entry recordings/../../evil')
  })

  it('is something else', async () => {
    await expectRefused(Buffer.from('GIF89a'.repeat(1000)), 'this is not a backup of Carillon')
    await expectRefused(pack({ 'readme.txt': 'hello' }), 'this is not a backup of Carillon')
  })

  it('is one of a newer format, a newer schema or another history', async () => {
    const header = JSON.parse((await unpack(archive))['backup.json'] ?? '')
    const refuse = (change: object, sentence: string) =>
      expectRefused(pack({ 'backup.json': JSON.stringify({ ...header, ...change }) }), sentence)
    await refuse({ format: 2 }, 'the archive has format 2, but this version of Carillon reads format 1')
    const newer = { version: 9999, name: 'later', checksum: 'x' }
    await refuse(
      { migrations: [...header.migrations, newer], carillon: '9.0.0' },
      'the backup has schema version 9999 (Carillon 9.0.0), but this version of Carillon knows only up to',
    )
    await refuse(
      { migrations: [{ ...header.migrations[0], checksum: 'x' }, ...header.migrations.slice(1)] },
      'the backup was made with another migration 1 (initial_schema) than this version of Carillon has',
    )
  })

  it('is one whose restore is killed in the middle', async () => {
    const target = await emptyDatabase()
    async function* killedInTheMiddle() {
      yield archive.subarray(0, archive.length * 0.9)
      const kill = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      await target.db.query({ text: kill })
      yield archive.subarray(archive.length * 0.9)
    }
    const openTarget = async () => ({ db: target.db, location: 'here', dataDir: undefined })
    await expect(restoreBackup({ source: killedInTheMiddle(), openTarget })).rejects.toThrow()
    expect(await relationsIn(target)).toEqual([])
    await restore(archive, target.db)
    expect(await differencesIn({ ...app, db: target.db })).toEqual([])
  })
})

it('is not restored into a database that has anything', async () => {
  const target = await emptyDatabase()
  await target.db.query({ text: 'create table precious (x int); insert into precious values (1)' })
  await expect(restore(await backUp(app.db), target.db)).rejects.toThrow(
    'the database at the target is not empty: restore into another DATA_DIR or an empty database',
  )
  expect(await relationsIn(target)).toEqual([{ relname: 'precious' }])
})

it('of every earlier schema is restored as it was, and migrated', async () => {
  const migrations = await readMigrations()
  for (const count of [1, Math.floor(migrations.length / 2), migrations.length - 1]) {
    const [old, target] = [await emptyDatabase(), await emptyDatabase()]
    await old.db.withClient(async (client) => {
      await client.query('begin')
      await createSchema(client, migrations.slice(0, count))
      await client.query('commit')
    })
    await old.db.query({
      text: `insert into data_source (id, name, description, field_names, create_time, update_time)
             values (gen_random_uuid(), 'old list', '', '{}', now(), now())`,
    })
    const { header } = await restore(await backUp(old.db), target.db)
    expect(header.schemaVersion).toBe(migrations[count - 1]?.version)
    const { applied } = await migrate({ connection: target.connection, log: silentLog })
    expect(applied).toHaveLength(migrations.length - count)
    const { rows } = await target.db.query({ text: 'select name from data_source' })
    expect(rows).toEqual([{ name: 'old list' }])
  }
})

it('of an empty database is refused', async () => {
  const target = await emptyDatabase()
  await expect(backUp(target.db)).rejects.toThrow(
    'there is nothing to back up: the database has no tables of Carillon',
  )
})

function pack(files: Record<string, string>): Buffer {
  const parts = Object.entries(files).flatMap(([name, text]) => [
    tarHeader(name, Buffer.byteLength(text), new Date()),
    Buffer.from(text),
    tarPadding(Buffer.byteLength(text)),
  ])
  return Buffer.concat([...parts, TAR_END])
}
