// Which process owns a running server. The owner holds an advisory lock in it for as long as it lives. The name of that
// session contains the owner's process id, for operators.

import { setTimeout as delay } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import type { Log } from '../../kernel/log/log.ts'
import { DataFolderInUse, EmbeddedPostgresFailed } from './embedded-postgres-errors.ts'
import { type ClusterAddress, findPostmaster, inspectPostmaster } from './postmaster.ts'

const OWNER_LOCK = 0x6361726f
/** The session of a dead owner may linger for a moment. */
const LINGER_MS = 2_000
const ORPHAN_STOP_STEPS = [
  { signal: 'SIGINT', patienceMs: 10_000 },
  { signal: 'SIGQUIT', patienceMs: 10_000 },
] as const

/** Makes sure that no server runs on the cluster: fails if a server has an owner, stops one that a dead owner left behind. */
export async function clearTheWay(
  dataDir: string,
  address: ClusterAddress,
  connection: ClientConfig,
  log: Log,
): Promise<void> {
  const postmaster = await findPostmaster(address)
  if (!postmaster) return
  const { pid, ownerPid, isOrphan } = postmaster
  if (!isOrphan) throw new DataFolderInUse(dataDir, ownerPid ?? pid)
  const holderPid = await findLockHolder(connection)
  if (holderPid !== undefined) throw new DataFolderInUse(dataDir, holderPid)

  log.warn({ pid, location: address.folder }, 'stopping the PostgreSQL that a killed process left behind')
  for (const { signal, patienceMs } of ORPHAN_STOP_STEPS) {
    signalProcess(pid, signal)
    const deadline = Date.now() + patienceMs
    while (Date.now() < deadline) {
      if (!(await inspectPostmaster(pid, address))) return
      await delay(5)
    }
  }
  throw new EmbeddedPostgresFailed(
    `a PostgreSQL left behind by a killed process (pid ${pid}) does not stop: stop it by hand`,
  )
}

async function findLockHolder(connection: ClientConfig): Promise<number | undefined> {
  const client = createOwnerClient(connection)
  try {
    await client.connect()
    const deadline = Date.now() + LINGER_MS
    for (;;) {
      const holder = await readLockHolder(client)
      if (holder === undefined || Date.now() > deadline) return holder
      await delay(50)
    }
  } catch {
    // It accepts no sessions (it is starting, stopping or has lost its socket), so no process can hold a lock in it.
    return undefined
  } finally {
    client.connection.stream.destroy()
  }
}

async function readLockHolder(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string; pid: number }>(
    `select activity.application_name as name, activity.pid
       from pg_locks held join pg_stat_activity activity on activity.pid = held.pid
      where held.locktype = 'advisory' and held.granted
        and held.classid = 0 and held.objid = $1::int::oid and held.objsubid = 1
        and held.database = (select oid from pg_database where datname = current_database())`,
    [OWNER_LOCK],
  )
  const [holder] = rows
  return holder && (Number(/^carillon (\d+)$/.exec(holder.name)?.[1]) || holder.pid)
}

export interface Ownership {
  /** Call it before the server is stopped. */
  release(): void
}

/**
 * Takes the lock and takes it again whenever the session is lost: the server restarts itself when one of its
 * processes crashes, which ends all sessions.
 */
export async function takeOwnership(
  first: pg.Client,
  connection: ClientConfig,
  dataDir: string,
  log: Log,
): Promise<Ownership> {
  let isReleased = false
  let current = first
  if (!(await tryLock(first))) throw new DataFolderInUse(dataDir, await readLockHolder(first))
  watch(first)

  function watch(client: pg.Client): void {
    client.once('end', () => {
      if (!isReleased) void regain()
    })
  }

  async function regain(): Promise<void> {
    while (!isReleased) {
      const client = createOwnerClient(connection)
      current = client
      try {
        await client.connect()
        if (await tryLock(client)) return watch(client)
        log.error({ folder: dataDir }, 'another session holds the lock of this data folder')
      } catch {
        // The server is restarting or has ended; the end is reported by its process.
      }
      client.connection.stream.destroy()
      await delay(100, undefined, { ref: false })
    }
  }

  return {
    release() {
      isReleased = true
      current.connection.stream.destroy()
    },
  }
}

export function createOwnerClient(connection: ClientConfig): pg.Client {
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    application_name: `carillon ${process.pid}`,
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined) // followed by 'end'
  return client
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [OWNER_LOCK])
  return rows[0]?.ok === true
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
