import { execFile } from 'node:child_process'
import { chmod, chown, cp, lchown, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../src/platform/storage/embedded/embedded-postgres.ts'
import { holdPostgres } from './support/hold-postgres.ts'
import { silentLog } from './support/silent-log.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const isRoot = process.getuid?.() === 0
const settings = { fsync: 'off' }
/** Whatever accounts this machine has. */
const accountNames = { own: 'no-such-account', shared: 'nobody' }

/** Anything root starts that it cannot run in place goes to a folder of the test, not of the system. */
async function prepare() {
  const folder = await temporaryFolder()
  const systemFolder = join(folder, 'system')
  const start = async (options: Omit<EmbeddedPostgresOptions, 'log'>) => {
    const server = await startEmbeddedPostgres({
      log: silentLog,
      settings,
      systemFolder,
      accountNames,
      ...options,
    })
    onTestFinished(() => server.stop())
    return server
  }
  return { folder, systemFolder, start }
}

async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.end()
  return true
}

async function userOf(name: string): Promise<{ uid: number; gid: number }> {
  const ask = async (which: string) => Number((await promisify(execFile)('id', [which, name])).stdout)
  return { uid: await ask('-u'), gid: await ask('-g') }
}

async function copyPackage(folder: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const source = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  await cp(source, folder, { recursive: true, verbatimSymlinks: true })
  return folder
}

async function chownAll(folder: string, uid: number, gid: number): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid)
  await chown(folder, uid, gid)
}

describe.runIf(isRoot)('as root', () => {
  it('runs PostgreSQL as nobody, with files that are closed to everybody else', async () => {
    const { folder, start } = await prepare()
    const { location } = await start({ dataDir: join(folder, 'data') })
    const { uid } = await userOf('nobody')
    expect(await stat(location)).toMatchObject({ uid })
    expect((await stat(location)).mode & 0o777).toBe(0o700)
    expect((await stat(join(location, 'postmaster.pid'))).uid).toBe(uid)
  })

  it('runs PostgreSQL as the account that has the data folder, such as that of a service', async () => {
    const { folder, start } = await prepare()
    const { uid, gid } = await userOf('daemon')
    const dataDir = join(folder, 'data')
    await mkdir(dataDir, { mode: 0o700 })
    await chown(dataDir, uid, gid)
    const { location } = await start({ dataDir })
    expect(location).toBe(join(dataDir, 'postgres'))
    expect(await stat(location)).toMatchObject({ uid, gid })
  })

  it('keeps the database elsewhere when its account cannot reach the data folder, and stays there', async () => {
    const { folder, systemFolder, start } = await prepare()
    const dataDir = join(folder, 'closed', 'data')
    await mkdir(dataDir, { recursive: true })
    await chmod(join(folder, 'closed'), 0o700)
    const first = await start({ dataDir })
    expect(first.location).toMatch(new RegExp(`^${systemFolder}/[0-9a-f]{12}/postgres$`))
    expect(await readFile(join(dataDir, 'postgres-location.txt'), 'utf8')).toContain(first.location)
    await first.stop()

    await chmod(join(folder, 'closed'), 0o755)
    const second = await start({ dataDir })
    expect(second.location).toBe(first.location)
    await second.stop()

    await rm(systemFolder, { recursive: true })
    await expect(start({ dataDir })).rejects.toThrow(`was kept in ${first.location}, which no longer exists`)
  })

  it('reaches a data folder that it made itself, whatever the umask', async () => {
    const { folder, systemFolder } = await prepare()
    const umask = process.umask(0o077)
    onTestFinished(() => {
      process.umask(umask)
    })
    const dataDir = join(folder, 'new', 'data')
    const server = await startEmbeddedPostgres({ dataDir, log: silentLog, settings, systemFolder })
    onTestFinished(() => server.stop())
    expect(server.location).toBe(join(dataDir, 'postgres'))
  })

  it('copies the binaries when its account cannot reach them', async () => {
    const { folder, systemFolder, start } = await prepare()
    await mkdir(join(folder, 'closed'), { mode: 0o700 })
    const packageFolder = await copyPackage(join(folder, 'closed', 'package'))
    const dataDir = join(folder, 'data')
    const first = await start({ dataDir, packageFolder })
    expect(await answers(first.connection)).toBe(true)
    await first.stop()
    expect(await readdir(systemFolder)).toEqual([expect.stringMatching(/^postgresql-18/)])
    const second = await start({ dataDir, packageFolder })
    expect(await answers(second.connection)).toBe(true)
  })

  it('takes over a copy that belongs to root, such as a backup brought back', async () => {
    const { folder, start } = await prepare()
    const dataDir = join(folder, 'data')
    const first = await start({ dataDir })
    await first.stop()
    await chownAll(first.location, 0, 0)
    await chmod(first.location, 0o755)
    expect(await answers((await start({ dataDir })).connection)).toBe(true)
  })

  it('opens the database of an ordinary user as that user', async () => {
    const { folder, start } = await prepare()
    const user = await userOf('daemon')
    const dataDir = join(folder, 'data')
    await mkdir(dataDir)
    await chown(dataDir, user.uid, user.gid)
    const held = await holdPostgres({ dataDir, settings, user })
    expect(held.outcome.error).toBeUndefined()
    await held.stop()
    const { location, connection } = await start({ dataDir })
    expect(await answers(connection)).toBe(true)
    expect(await stat(join(location, 'postmaster.pid'))).toMatchObject({ uid: user.uid })
  })

  it('refuses a socket folder that another user put in its place', async () => {
    const { folder, start } = await prepare()
    const dataDir = join(folder, 'data')
    const first = await start({ dataDir })
    await first.stop()
    const socketFolder = first.connection.host ?? ''
    await mkdir(socketFolder)
    onTestFinished(() => rm(socketFolder, { recursive: true, force: true }))
    await chown(socketFolder, (await userOf('daemon')).uid, 0)
    await expect(start({ dataDir })).rejects.toThrow('was made by another user')
  })
})

describe.runIf(isRoot)('as an ordinary user', () => {
  it('runs in a folder of its own, closed or not', async () => {
    const { folder } = await prepare()
    const user = await userOf('nobody')
    const dataDir = join(folder, 'data')
    await mkdir(dataDir, { mode: 0o700 })
    await chown(dataDir, user.uid, user.gid)
    const held = await holdPostgres({ dataDir, settings, user })
    expect(held.outcome).toMatchObject({ location: join(dataDir, 'postgres') })
  })

  it('says that it may not use a folder', async () => {
    const { folder } = await prepare()
    const held = await holdPostgres({ dataDir: join(folder, 'data'), user: await userOf('nobody') })
    expect(held.outcome.error?.message).toMatch(/data cannot be used: EACCES/)
  })

  it('says whose the database is', async () => {
    const { folder, start } = await prepare()
    const dataDir = join(folder, 'data')
    await (await start({ dataDir })).stop()
    const held = await holdPostgres({ dataDir, user: await userOf('daemon') })
    const { uid } = await userOf('nobody')
    expect(held.outcome.error?.message).toContain(`belongs to the user with the id ${uid}`)
  })

  it('copies a package that lacks its links and is not its own', async () => {
    const { folder } = await prepare()
    const user = await userOf('nobody')
    const packageFolder = await copyPackage(join(folder, 'package'))
    const links = JSON.parse(await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8'))
    for (const { target } of links) await rm(join(packageFolder, target), { force: true })
    const dataDir = join(folder, 'data')
    await mkdir(dataDir)
    await chown(dataDir, user.uid, user.gid)
    const held = await holdPostgres({ dataDir, packageFolder, settings, user })
    expect(held.outcome.error).toBeUndefined()
    expect(await readdir(dataDir)).toContainEqual(expect.stringMatching(/^postgresql-18/))
  })
})

it.skipIf(isRoot)('other accounts can be tried by root only', () => undefined)
