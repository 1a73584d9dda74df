// Who can log in to the embedded PostgreSQL, and with what.
import { execFile } from 'node:child_process'
import { chmod, chown, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sqlState } from '../src/platform/storage/database-errors.ts'
import {
  type EmbeddedPostgresOptions,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/platform/storage/embedded/embedded-postgres.ts'
import { migrate } from '../src/platform/storage/migrate.ts'
import { holdPostgres } from './support/hold-postgres.ts'
import { captureLog } from './support/log-capture.ts'
import { silentLog } from './support/silent-log.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const settings = { fsync: 'off' }

async function start(
  options: Omit<EmbeddedPostgresOptions, 'log'> & { log?: EmbeddedPostgresOptions['log'] },
) {
  const server = await startEmbeddedPostgres({ log: silentLog, settings, ...options })
  onTestFinished(() => server.stop())
  return server
}

async function ask<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, text: string): Promise<Row[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

const refusal = async (connection: pg.ClientConfig) =>
  sqlState(await ask(connection, 'select 1').catch((error: unknown) => error))

const passwordFile = (dataDir: string) => join(dataDir, 'postgres-password')
const readSecret = async (dataDir: string) => (await readFile(passwordFile(dataDir), 'utf8')).trim()

async function userOf(name: string): Promise<{ uid: number; gid: number }> {
  const idOf = async (which: string) => Number((await run('id', [which, name])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

describe('the embedded PostgreSQL', () => {
  it('lets in one role, with its password, and nobody else', async () => {
    const dataDir = await temporaryFolder()
    const { connection, location } = await start({ dataDir })
    expect(await ask(connection, 'select current_user::text as name')).toEqual([{ name: 'carillon_service' }])
    expect(await refusal({ ...connection, password: 'guess' })).toBe('28P01')
    expect(await refusal({ ...connection, user: 'carillon' })).toBe('28000')
    expect(await refusal({ ...connection, user: 'carillon', database: 'postgres', password: '' })).toBe(
      '28000',
    )
    const rules = (await readFile(join(location, 'pg_hba.conf'), 'utf8'))
      .split('\n')
      .filter((line) => /^[^#]/.test(line))
    expect(rules).toEqual(['local all carillon_service scram-sha-256'])
  })

  it('gives that role its database and no rights over the server', async () => {
    const { connection } = await start({ dataDir: await temporaryFolder() })
    const [role] = await ask(
      connection,
      `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
         (select rolname from pg_roles r where r.oid = datdba) as owner
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    )
    expect(role).toEqual({
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
      owner: 'carillon_service',
    })
    for (const text of [
      `select pg_read_file('PG_VERSION')`,
      `copy (select 1) to program 'true'`,
      'create role other',
    ])
      await expect(ask(connection, text)).rejects.toMatchObject({ code: '42501' })
  })

  it('has all migrations applied by that role, and extensions that are trusted', async () => {
    const { connection } = await start({ dataDir: await temporaryFolder() })
    await migrate({ connection, log: silentLog })
    await ask(connection, 'create extension pg_trgm')
    expect(
      await ask(connection, `select distinct tableowner from pg_tables where schemaname = 'public'`),
    ).toEqual([{ tableowner: 'carillon_service' }])
  })
})

describe('the password', () => {
  it('is in a file that only the service can read, and the same at the next start', async () => {
    const dataDir = await temporaryFolder()
    const first = await start({ dataDir })
    const { mode, uid } = await stat(passwordFile(dataDir))
    expect({ mode: mode & 0o777, uid }).toEqual({ mode: 0o600, uid: process.getuid?.() })
    const secret = await readSecret(dataDir)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(first.connection.password).toBe(secret)
    await first.stop()
    expect((await start({ dataDir })).connection.password).toBe(secret)
  })

  it('is in no log, no file of PostgreSQL and no process list', async () => {
    const dataDir = await temporaryFolder()
    const { log, lines } = captureLog()
    const { location } = await start({ dataDir, log })
    const secret = await readSecret(dataDir)
    const { stdout } = await run('ps', ['-eww', '-o', 'args'], { maxBuffer: 64 * 1024 * 1024 })
    expect(stdout).toContain('postgres')
    expect(stdout).not.toContain(secret)
    expect(JSON.stringify(lines)).not.toContain(secret)
    for (const name of await readdir(location)) {
      const path = join(location, name)
      if ((await stat(path)).isFile()) expect(await readFile(path, 'latin1')).not.toContain(secret)
    }
  })

  it.each<[string, (file: string) => Promise<void>]>([
    ['was lost', (file) => rm(file)],
    ['could be read by others', (file) => chmod(file, 0o644)],
    ['is not the one the database knows', (file) => writeFile(file, 'of another folder\n')],
    ['was cut short', (file) => writeFile(file, '')],
  ])('is made anew if it %s, and the data stays', async (_, spoil) => {
    const dataDir = await temporaryFolder()
    const first = await start({ dataDir })
    await ask(first.connection, 'create table item as select 42 as id')
    await first.stop()
    await spoil(passwordFile(dataDir))
    const second = await start({ dataDir })
    expect(second.connection.password).not.toBe(first.connection.password)
    expect(await refusal(first.connection)).toBe('28P01')
    expect(await ask(second.connection, 'select id from item')).toEqual([{ id: 42 }])
    expect((await stat(passwordFile(dataDir))).mode & 0o777).toBe(0o600)
  })

  it('is found by a command beside the service, which says so if it cannot read it', async () => {
    const dataDir = await temporaryFolder()
    await start({ dataDir })
    expect(await ask(await findEmbeddedPostgres(dataDir), 'select 1 as one')).toEqual([{ one: 1 }])
    await rm(passwordFile(dataDir))
    await expect(findEmbeddedPostgres(dataDir)).rejects.toThrow(
      'run this command as the user that runs the service',
    )
  })
})

describe('login rules that let others in', () => {
  it('are replaced at the next start, also when the process was killed', async () => {
    const dataDir = await temporaryFolder()
    const held = await holdPostgres({ dataDir, settings })
    if (held.outcome.error) throw new Error(held.outcome.error.message)
    await ask(held.outcome.connection, 'create table item as select 7 as id')
    const { location } = held.outcome
    await held.kill()
    await writeFile(join(location, 'pg_hba.conf'), 'local all all trust\n')
    const { connection } = await start({ dataDir })
    expect(await refusal({ ...connection, user: 'carillon', password: '' })).toBe('28000')
    expect(await ask(connection, 'select id from item')).toEqual([{ id: 7 }])
  })
})

describe.runIf(isRoot)('as root', () => {
  const accountNames = { own: 'daemon', shared: 'nobody' }

  it('keeps the password from the account PostgreSQL runs as', async () => {
    const dataDir = await temporaryFolder()
    const { connection } = await start({
      dataDir,
      accountNames: { own: 'no-such-account', shared: 'nobody' },
    })
    const { uid, gid } = await userOf('nobody')
    await expect(run('cat', [passwordFile(dataDir)], { uid, gid })).rejects.toThrow('Permission denied')
    // The socket does not ask which account connects: without the password nobody gets in.
    expect((await stat(connection.host ?? '')).uid).toBe(uid)
    expect(await refusal({ ...connection, password: 'guess' })).toBe('28P01')
  })

  it('warns of an account that others share, and says what to do', async () => {
    const { log, lines } = captureLog()
    await start({
      dataDir: await temporaryFolder(),
      log,
      accountNames: { own: 'no-such-account', shared: 'nobody' },
    })
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 40, msg: expect.stringContaining('useradd --system') }),
    )
  })

  it('uses the account made for it, without a warning', async () => {
    const { log, lines } = captureLog()
    const { location } = await start({ dataDir: await temporaryFolder(), log, accountNames })
    const { uid } = await userOf('daemon')
    expect(await stat(join(location, 'postmaster.pid'))).toMatchObject({ uid })
    expect(lines.filter(({ level }) => level === 40)).toEqual([])
  })

  it('hands the files over once there is such an account, also after a kill', async () => {
    const dataDir = await temporaryFolder()
    const held = await holdPostgres({
      dataDir,
      settings,
      accountNames: { own: 'no-such-account', shared: 'nobody' },
    })
    if (held.outcome.error) throw new Error(held.outcome.error.message)
    await ask(held.outcome.connection, 'create table item as select 7 as id')
    await held.kill()
    const { connection, location } = await start({ dataDir, accountNames })
    expect(await ask(connection, 'select id from item')).toEqual([{ id: 7 }])
    const { uid } = await userOf('daemon')
    expect(await stat(join(location, 'postmaster.pid'))).toMatchObject({ uid })
    expect(await stat(connection.host ?? '')).toMatchObject({ uid })
  })

  it('leaves them where they are if that account cannot reach them', async () => {
    const dataDir = await temporaryFolder()
    const first = await start({ dataDir, accountNames: { own: 'no-such-account', shared: 'nobody' } })
    await first.stop()
    const { uid, gid } = await userOf('nobody')
    await chown(dataDir, uid, gid)
    await chmod(dataDir, 0o700)
    const { location } = await start({ dataDir, accountNames })
    expect(await stat(join(location, 'postmaster.pid'))).toMatchObject({ uid })
  })
})
