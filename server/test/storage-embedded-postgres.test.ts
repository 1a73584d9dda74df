import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createDatabase } from '../src/platform/storage/database.ts'
import {
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../src/platform/storage/embedded/embedded-postgres.ts'
import {
  EmbeddedPostgresFailed,
  EmbeddedPostgresUnavailable,
} from '../src/platform/storage/embedded/embedded-postgres-errors.ts'
import { eventually } from './support/eventually.ts'
import { startHolder } from './support/hold-postgres.ts'
import { listen } from './support/listen.ts'
import { silentLog } from './support/silent-log.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

/** Not waiting for the disk makes a start several times faster, and changes nothing of what is tested. */
async function start(options: Omit<EmbeddedPostgresOptions, 'log'>) {
  const server = await startEmbeddedPostgres({ log: silentLog, settings: { fsync: 'off' }, ...options })
  onTestFinished(() => server.stop())
  return server
}

async function ask<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, text: string): Promise<Row[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  return dirname(dirname(createRequire(import.meta.url).resolve(name)))
}

describe('the embedded PostgreSQL', () => {
  it('keeps its data from one start to the next', async () => {
    const dataDir = await temporaryFolder()
    const first = await start({ dataDir })
    await ask(first.connection, 'create table item as select 42 as id')
    await first.stop()
    expect(await first.exited).toMatchObject({ isExpected: true })
    const second = await start({ dataDir })
    expect(await ask(second.connection, 'select id from item')).toEqual([{ id: 42 }])
    expect(second.location).toBe(join(dataDir, 'postgres'))
  })

  it('is set up for UTC, UTF-8 and durable commits, and is deaf to the network', async () => {
    const { connection } = await start({ dataDir: await temporaryFolder(), settings: {} })
    const [row] = await ask(
      connection,
      `select current_setting('timezone') as zone, current_setting('server_encoding') as encoding,
              current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
              current_setting('data_checksums') as checksums, current_database() as database,
              (select datlocprovider::text || datlocale from pg_database where datname = 'carillon') as locale,
              upper('é') as upper`,
    )
    expect(row).toEqual({
      zone: 'UTC',
      encoding: 'UTF8',
      addresses: '',
      fsync: 'on',
      checksums: 'on',
      database: 'carillon',
      locale: 'bC.UTF-8',
      upper: 'É',
    })
    const { mode } = await stat(connection.host ?? '')
    expect(mode & 0o777).toBe(0o700)
  })

  it.each([
    ['spaces, Chinese and quotes', `数据 文件夹, it's "$HOME" \\ %s`],
    ['a long name', join('long'.repeat(40), 'path'.repeat(30))],
  ])('starts in a folder with %s', async (_, name) => {
    const dataDir = join(await temporaryFolder(), name)
    const { connection, location } = await start({ dataDir })
    expect(location).toBe(join(dataDir, 'postgres'))
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('starts in a folder given by a relative path', async () => {
    const dataDir = await temporaryFolder()
    const { location } = await start({ dataDir: join(relative(process.cwd(), dataDir), 'a', '..', 'b') })
    expect(location).toBe(join(dataDir, 'b', 'postgres'))
  })

  it('opens files that were copied with other modes', async () => {
    const dataDir = await temporaryFolder()
    const first = await start({ dataDir })
    await first.stop()
    await chmod(first.location, 0o755)
    await start({ dataDir })
  })

  it('is not confused by a creation that was interrupted', async () => {
    for (let leftovers: string[] = []; leftovers.length === 0; ) {
      const dataDir = await temporaryFolder()
      const holder = startHolder({ dataDir })
      await eventually(async () => expect((await readdir(dataDir)).join()).toMatch(/postgres(\.tmp-|,|$)/))
      await holder.kill()
      // None, if this process was too slow: then it was not interrupted, and another one is.
      leftovers = (await readdir(dataDir)).filter((name) => name.includes('.tmp-'))
      const { connection } = await start({ dataDir })
      expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    }
  })

  it('says what is wrong with a folder that holds something else', async () => {
    const dataDir = await temporaryFolder()
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'letter.txt'), 'dear')
    await expect(start({ dataDir })).rejects.toThrow('holds something else')
    await expect(start({ dataDir: join(dataDir, 'postgres', 'letter.txt') })).rejects.toThrow(
      'cannot be used',
    )
  })

  it.each([
    ['15', /was made by PostgreSQL 15, which this PostgreSQL \d+ cannot open: run "carillon upgrade"/],
    ['99', /was made by PostgreSQL 99, which this PostgreSQL \d+ cannot open: run the newer Carillon/],
  ])(
    'refuses a database of PostgreSQL %s in one sentence, and leaves it as it is',
    async (version, sentence) => {
      const dataDir = await temporaryFolder()
      await mkdir(join(dataDir, 'postgres'))
      await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), `${version}\n`)
      const error = await start({ dataDir }).catch((reason) => reason)
      expect(error).toBeInstanceOf(EmbeddedPostgresFailed)
      expect(error.message).toMatch(sentence)
      expect(await readdir(join(dataDir, 'postgres'))).toEqual(['PG_VERSION'])
    },
  )

  it('says why when PostgreSQL does not start', async () => {
    const dataDir = await temporaryFolder()
    const settings = { fsync: 'off', shared_buffers: 'plenty' }
    const error = await start({ dataDir, settings }).catch((reason) => reason)
    expect(error).toBeInstanceOf(EmbeddedPostgresFailed)
    expect(error.message).toMatch(/ended with code 1 while starting:\n.*FATAL.*shared_buffers/s)
  })

  it('tells when PostgreSQL ends by itself', async () => {
    const dataDir = await temporaryFolder()
    const { connection, exited, location } = await start({ dataDir })
    const pid = Number((await readFile(join(location, 'postmaster.pid'), 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGKILL')
    expect(await exited).toEqual({
      isExpected: false,
      reason: expect.stringContaining(`the embedded PostgreSQL in ${location} was ended by SIGKILL`),
    })
    await expect(ask(connection, 'select 1')).rejects.toThrow()
    // In the same process, and also to clear away the shared memory that the killed one left.
    await start({ dataDir })
  })

  it('takes its lock again after PostgreSQL restarted itself', async () => {
    const { connection } = await start({ dataDir: await temporaryFolder() })
    const holders = () =>
      ask<{ pid: number; name: string }>(
        connection,
        `select a.pid, application_name as name from pg_locks l join pg_stat_activity a using (pid)
          where locktype = 'advisory'`,
      )
    const [before] = await holders()
    expect(before?.name).toBe(`carillon ${process.pid}`)
    process.kill(before?.pid ?? 0, 'SIGKILL') // a crashed backend makes the server end all the others
    await eventually(async () => {
      const [after] = await holders()
      expect(after?.name).toBe(before?.name)
      expect(after?.pid).not.toBe(before?.pid)
    })
  })
})

describe('a restart of the database', () => {
  it('is survived by the pool and by those who listen', async () => {
    const dataDir = await temporaryFolder()
    const first = await start({ dataDir })
    const { connection } = first
    const db = createDatabase({ connection, maxConnections: 3, log: silentLog })
    onTestFinished(() => db.close())
    const onNotify = vi.fn()
    const onGap = vi.fn()
    const listener = listen({ connection, channels: ['news'], onNotify, onGap, log: silentLog })
    onTestFinished(() => listener.close())
    await listener.ready
    await db.query({ text: 'create table item as select 1 as id' })
    const inFlight = db.query({ text: 'select pg_sleep(60)' }).catch((error) => error)

    await first.stop()
    expect(await inFlight).toBeInstanceOf(Error)
    expect(listener.connected).toBe(false)
    await expect(db.query({ text: 'select 1' })).rejects.toThrow()

    await start({ dataDir })
    expect((await db.query({ text: 'select id from item' })).rows).toEqual([{ id: 1 }])
    await eventually(() => expect(onGap).toHaveBeenCalledTimes(1))
    await db.query({ text: `notify news, 'back'` })
    await eventually(() => expect(onNotify).toHaveBeenCalledWith('news', 'back'))
  })
})

describe('the platform package', () => {
  async function copyWithoutLinks(): Promise<string> {
    const folder = join(await temporaryFolder(), 'package')
    await cp(findPackage(), folder, { recursive: true, verbatimSymlinks: true })
    const links = JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8'))
    for (const { target } of links) await rm(join(folder, target), { force: true })
    return folder
  }

  it('gets the links that its install script would have made', async () => {
    const { connection } = await start({
      dataDir: await temporaryFolder(),
      packageFolder: await copyWithoutLinks(),
    })
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('is named when there is none, with the way out', async () => {
    const packageFolder = await copyWithoutLinks()
    await writeFile(join(packageFolder, 'native', 'bin', 'postgres'), 'not a program')
    const error = await start({ dataDir: await temporaryFolder(), packageFolder }).catch((reason) => reason)
    expect(error).toBeInstanceOf(EmbeddedPostgresUnavailable)
    expect(error.message).toContain('set DATABASE_URL')
  })
})
