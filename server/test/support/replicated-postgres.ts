// PostgreSQL servers on this machine that are not the embedded one: one as Debian installs it, or one with a standby, which is Debian's server if it is installed, otherwise the one from the npm
// package. The standby begins as a copy of the stopped primary and then follows it by streaming replication, over TCP like on
// two machines. The settings are those of docs/scaling.md.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { appendFile, chmod, cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import {
  type Account,
  asAccount,
  chooseAccount,
} from '../../src/platform/storage/embedded/postgres-account.ts'
import { findPostgresBinaries } from '../../src/platform/storage/embedded/postgres-binaries.ts'
import { createDatabaseProxy, type DatabaseProxy } from './database-proxy.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)

export interface ReplicatedPostgres {
  /** Of both servers, the primary first. */
  url: string
  primary: PostgresServer
  standby: PostgresServer
  /** From now on the standby learns nothing. */
  cutReplication(): Promise<void>
}

export interface PostgresServer {
  url: string
  /** As a power failure: every process of the server at once, without a last word. */
  crash(): Promise<void>
  /** Makes a standby the primary. */
  promote(): Promise<void>
  /** Runs one statement in a connection of its own. */
  query<Row>(text: string): Promise<Row[]>
}

interface Binaries {
  postgres: string
  initdb: string
  ctl: string
}

interface Cluster {
  account: Account
  binaries: Binaries
  password: string
}

const ROLE = 'carillon'
const STANDBY_NAME = 'standby'
const LOCAL_SETTINGS = ["listen_addresses = '127.0.0.1'", "unix_socket_directories = ''"]
const SHARED_SETTINGS = [
  ...LOCAL_SETTINGS,
  'max_connections = 200',
  // The machine does not fail, only its processes: what was written is in the memory of the system.
  'fsync = off',
]

const DEBIAN = '/usr/lib/postgresql'

/** Of the newest PostgreSQL that Debian's packages have installed here. */
function findDebianBinaries(): Binaries | undefined {
  const newest = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .filter((major) => existsSync(join(DEBIAN, major, 'bin/postgres')))
        .sort((a, b) => Number(a) - Number(b))
        .at(-1)
    : undefined
  if (newest === undefined) return undefined
  const bin = join(DEBIAN, newest, 'bin')
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), ctl: join(bin, 'pg_ctl') }
}

export const hasDebianPostgres = findDebianBinaries() !== undefined

/** As Debian installs it but for these settings: with its own locale, and all else by default. Needs `hasDebianPostgres`. */
export async function startDebianPostgres(settings: string[]): Promise<PostgresServer> {
  const folder = join(await temporaryFolder(), 'server')
  const account = await chooseAccount(folder)
  const binaries = findDebianBinaries()
  if (!binaries) throw new Error(`there is no PostgreSQL in ${DEBIAN}`)
  const cluster = { account, binaries, password: randomBytes(12).toString('hex') }
  await createCluster(cluster, folder, { locale: 'C.UTF-8', settings: [...LOCAL_SETTINGS, ...settings] })
  if (account.isOther) await run('chown', ['-R', `${account.uid}:${account.gid}`, folder])
  const server = startServer(cluster, folder, await freePort())
  await server.ready('postgres')
  await server.query(`create database ${ROLE}`, 'postgres')
  return server
}

export async function startReplicatedPostgres({
  isSynchronous,
}: {
  isSynchronous: boolean
}): Promise<ReplicatedPostgres> {
  const folder = await temporaryFolder()
  const account = await chooseAccount(join(folder, 'primary'))
  const cluster = {
    account,
    binaries: await findBinaries(account, folder),
    password: randomBytes(12).toString('hex'),
  }
  const [primaryFolder, standbyFolder] = [join(folder, 'primary'), join(folder, 'standby')]
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  await createCluster(cluster, primaryFolder, { locale: 'C', settings: SHARED_SETTINGS })
  const way = await createDatabaseProxy({ host: '127.0.0.1', port: primaryPort })
  onTestFinished(() => way.close())

  const first = startServer(cluster, primaryFolder, primaryPort)
  await first.ready('postgres')
  await first.query(`create database ${ROLE}`, 'postgres')
  await first.stop()
  await cp(primaryFolder, standbyFolder, { recursive: true })
  await chmod(standbyFolder, 0o700)
  await writeFile(join(standbyFolder, 'standby.signal'), '')
  await configure(standbyFolder, [
    `primary_conninfo = 'host=127.0.0.1 port=${portOf(way)} user=${ROLE} password=${cluster.password} application_name=${STANDBY_NAME}'`,
  ])
  if (isSynchronous) await configure(primaryFolder, [`synchronous_standby_names = '${STANDBY_NAME}'`])
  if (account.isOther)
    await run('chown', ['-R', `${account.uid}:${account.gid}`, primaryFolder, standbyFolder])

  const primary = startServer(cluster, primaryFolder, primaryPort)
  const standby = startServer(cluster, standbyFolder, standbyPort)
  await Promise.all([primary.ready(ROLE), standby.ready(ROLE)])
  await expect
    .poll(() => primary.query('select state, sync_state from pg_stat_replication'))
    .toEqual([{ state: 'streaming', sync_state: isSynchronous ? 'sync' : 'async' }])
  const login = `${ROLE}:${cluster.password}`
  const hosts = `127.0.0.1:${primaryPort},127.0.0.1:${standbyPort}`
  const url = `postgres://${login}@${hosts}/${ROLE}?target_session_attrs=read-write`
  return { url, primary, standby, cutReplication: () => way.cut() }
}

const portOf = ({ connection }: DatabaseProxy) =>
  typeof connection === 'string' ? undefined : connection.port

async function findBinaries(account: Account, folder: string): Promise<Binaries> {
  const debian = findDebianBinaries()
  if (debian) return debian
  const { postgres, initdb } = await findPostgresBinaries({ account, copyFolder: join(folder, 'binaries') })
  return { postgres, initdb, ctl: join(postgres, '..', 'pg_ctl') }
}

async function createCluster(
  { account, binaries, password }: Cluster,
  folder: string,
  { locale, settings }: { locale: string; settings: string[] },
): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  const passwordFile = `${folder}-password`
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account.isOther) await run('chown', ['-R', `${account.uid}:${account.gid}`, folder, passwordFile])
  const args = [
    '-D',
    folder,
    '-U',
    ROLE,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
  ]
  await run(binaries.initdb, [...args, `--locale=${locale}`, '--no-sync'], asAccount(account))
  await configure(folder, settings)
}

const configure = (folder: string, lines: string[]) =>
  appendFile(join(folder, 'postgresql.conf'), `${lines.join('\n')}\n`)

function startServer({ account, binaries, password }: Cluster, folder: string, port: number) {
  const child: ChildProcess = spawn(binaries.postgres, ['-D', folder, '-p', String(port)], {
    ...asAccount(account),
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  const pid = child.pid ?? 0
  const urlOf = (database: string) => `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`

  async function stop(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT')
    await exited
  }
  onTestFinished(stop)

  async function query<Row>(text: string, database = ROLE): Promise<Row[]> {
    const client = new pg.Client({ connectionString: urlOf(database) })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row & pg.QueryResultRow>(text)).rows
    } finally {
      await client.end()
    }
  }

  async function children(): Promise<number[]> {
    const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
    const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
    return pairs.flatMap(([id, parent]) => (id !== undefined && parent === pid ? [id] : []))
  }

  return {
    url: urlOf(ROLE),
    query,
    stop,
    ready: (database: string) =>
      expect.poll(() => query('select 1', database).catch(() => [])).toHaveLength(1),
    async crash() {
      // Stopped first, so that it does not tell its children.
      child.kill('SIGSTOP')
      for (const each of [...(await children()), pid]) kill(each)
      await exited
    },
    async promote() {
      await run(binaries.ctl, ['promote', '-D', folder, '--wait'], asAccount(account))
    },
  }
}

/** A process that has ended meanwhile is as dead. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}
