import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/platform/storage/embedded/embedded-postgres.ts'
import { DataFolderInUse } from '../src/platform/storage/embedded/embedded-postgres-errors.ts'
import { type HeldPostgres, holdPostgres } from './support/hold-postgres.ts'
import { silentLog } from './support/silent-log.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

async function start(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog })
  onTestFinished(() => server.stop())
  return server
}

function started(held: HeldPostgres) {
  if (held.outcome.error) throw new Error(held.outcome.error.message)
  return held.outcome
}

async function readPostmasterPid(location: string): Promise<number> {
  return Number((await readFile(join(location, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** Writes rows one by one until the database goes away; returns how many it was told are safe. */
async function writeUntilItBreaks(
  connection: pg.ClientConfig,
  onRow: (count: number) => void,
): Promise<number> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  let acknowledged = 0
  try {
    for (;;) {
      await client.query('insert into item values ($1)', [acknowledged + 1])
      acknowledged++
      onRow(acknowledged)
    }
  } catch {
    return acknowledged
  }
}

describe('after the owning process was killed', () => {
  it('the next start stops the orphan, and no acknowledged row is lost', async () => {
    const dataDir = await temporaryFolder()
    const held = await holdPostgres({ dataDir })
    const { connection, location } = started(held)
    const client = new pg.Client(connection)
    await client.connect()
    await client.query('create table item (id int)')
    await client.end()
    const orphanPid = await readPostmasterPid(location)

    let next: Promise<Awaited<ReturnType<typeof start>>> | undefined
    const acknowledged = await writeUntilItBreaks(connection, (count) => {
      // The writer goes on while the owner dies and the next one takes over.
      if (count === 200) next = held.kill().then(() => start(dataDir))
    })
    const server = await next
    expect(await readPostmasterPid(location)).not.toBe(orphanPid)
    const reader = new pg.Client(server?.connection)
    await reader.connect()
    const { rows } = await reader.query('select count(*)::int as count, max(id) as last from item')
    await reader.end()
    expect(acknowledged).toBeGreaterThanOrEqual(200)
    // A row may have been written whose answer did not arrive.
    expect(rows[0].count).toBeGreaterThanOrEqual(acknowledged)
    expect(rows[0].count).toBe(rows[0].last)
  })

  it('and PostgreSQL with it, the next start recovers every acknowledged row', async () => {
    const dataDir = await temporaryFolder()
    const held = await holdPostgres({ dataDir })
    const { connection, location } = started(held)
    const client = new pg.Client(connection)
    await client.connect()
    await client.query('create table item (id int)')
    await client.end()
    const postmasterPid = await readPostmasterPid(location)
    const acknowledged = await writeUntilItBreaks(connection, (count) => {
      if (count !== 200) return
      process.kill(postmasterPid, 'SIGKILL')
      void held.kill()
    })
    await held.kill()
    const server = await start(dataDir)
    const reader = new pg.Client(server.connection)
    await reader.connect()
    const { rows } = await reader.query('select count(*)::int as count from item')
    await reader.end()
    expect(rows[0].count).toBeGreaterThanOrEqual(acknowledged)
  })
})

describe('while the owning process lives', () => {
  it('a second one is refused in one sentence, and the first goes on', async () => {
    const dataDir = await temporaryFolder()
    const held = await holdPostgres({ dataDir })
    const { connection } = started(held)
    const error = await start(dataDir).catch((reason) => reason)
    expect(error).toBeInstanceOf(DataFolderInUse)
    expect(error).toMatchObject({ folder: dataDir, pid: held.pid })
    expect(error.message).toBe(
      `the data folder ${dataDir} is in use by another process (pid ${held.pid}): ` +
        'stop it first, or give this one a folder of its own',
    )
    const client = new pg.Client(connection)
    await client.connect()
    await client.end()
  })

  it('a command beside it finds its database', async () => {
    const dataDir = await temporaryFolder()
    const held = await holdPostgres({ dataDir })
    expect(await findEmbeddedPostgres(dataDir)).toEqual(started(held).connection)
  })

  it('a second start in the same process is refused too', async () => {
    const dataDir = await temporaryFolder()
    await start(dataDir)
    await expect(start(dataDir)).rejects.toThrow(`(pid ${process.pid})`)
  })

  it('the folder is free again after it stopped', async () => {
    const dataDir = await temporaryFolder()
    const held = await holdPostgres({ dataDir })
    started(held)
    await held.stop()
    await start(dataDir)
  })
})

describe('several processes at the same time', () => {
  it('on an empty folder: one wins, the others are refused', async () => {
    const dataDir = await temporaryFolder()
    const all = await Promise.all(Array.from({ length: 3 }, () => holdPostgres({ dataDir })))
    const winners = all.filter(({ outcome }) => !outcome.error)
    const losers = all.filter(({ outcome }) => outcome.error)
    expect(losers.map(({ outcome }) => outcome.error?.name)).toEqual(['DataFolderInUse', 'DataFolderInUse'])
    expect(winners).toHaveLength(1)
    expect(losers[0]?.outcome.error?.message).toContain(`(pid ${winners[0]?.pid})`)
  })

  it('on the folder of a killed process: one wins, the others are refused', async () => {
    const dataDir = await temporaryFolder()
    const first = await holdPostgres({ dataDir })
    started(first)
    await first.kill()
    const all = await Promise.all(Array.from({ length: 3 }, () => holdPostgres({ dataDir })))
    const results = all.map(({ outcome }) => outcome.error?.message ?? 'started').sort()
    expect(results).toEqual(['started', expect.stringContaining('in use'), expect.stringContaining('in use')])
  })
})

describe('a process id that now belongs to another program', () => {
  it('does not keep the database from starting', async () => {
    const dataDir = await temporaryFolder()
    for (const pid of [process.pid, process.ppid, 1, 999_999_999]) {
      const server = await start(dataDir)
      const lockFile = join(server.location, 'postmaster.pid')
      const socketLockFile = join(server.connection.host ?? '', '.s.PGSQL.5432.lock')
      const contents = await Promise.all([readFile(lockFile, 'utf8'), readFile(socketLockFile, 'utf8')])
      process.kill(await readPostmasterPid(server.location), 'SIGKILL')
      await server.exited
      const [content, socketContent] = contents.map((text) => text.replace(/^\d+/, String(pid)))
      await writeFile(lockFile, content ?? '')
      await writeFile(socketLockFile, socketContent ?? '')
    }
    await start(dataDir)
  })

  it('nor does a lock file that the disk had no room for', async () => {
    const dataDir = await temporaryFolder()
    const server = await start(dataDir)
    await server.stop()
    await writeFile(join(server.location, 'postmaster.pid'), '')
    await start(dataDir)
  })
})
