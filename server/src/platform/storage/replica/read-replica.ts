// Reads that go to a replica of the database (DATABASE_READ_URL). A read sees everything that was committed before it began:
// it asks the primary how far it has written, and waits until the replica has replayed as much. A replica that takes longer
// than a second, or does not answer, is left alone until it has caught up; meanwhile the primary answers.

import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log/log.ts'
import type { Database, Transaction } from '../database.ts'
import { isConnectionError, isReadOnly, isRetryable } from '../database-errors.ts'
import { readReplayed, readWritten } from './replica.queries.ts'
import { createReplicaLag } from './replica-lag.ts'

export interface ReplicaState {
  /** Whether a standby is read from. */
  inUse: boolean
  /** Null if it is not known. */
  lagSeconds: number | null
  /** Why a primary answers instead. */
  reason: 'unreachable' | 'lagging' | 'no_standby' | null
}

export interface ReadReplica {
  /** A database for reads only, with the replica's connections beside those that would be used without it. */
  route(primary: Database, replica: Database): Database
  state(): ReplicaState
  /** Compares the replica with the primary. */
  check(): Promise<void>
  /** Compares them every second. */
  start(): void
  stop(): Promise<void>
}

interface ReadReplicaOptions {
  /** Connections of their own for the positions, so that long reads do not delay them. */
  primary: Database
  replica: Database
  clock: Clock
  log: Log
}

/** The limit that docs/scaling.md names. */
const MAX_LAG_MS = 1_000
const LOOK_EVERY_MS = 5
const CHECK_EVERY_MS = 1_000
/** A replica whose machine is gone does not refuse. */
const ANSWER_MS = 2_000

export function createReadReplica({ primary, replica, clock, log }: ReadReplicaOptions): ReadReplica {
  const lag = createReplicaLag()
  let state: ReplicaState = { inUse: false, lagSeconds: null, reason: null }
  /** After a failover the address may lead to a primary: then reads go there, and there is no standby that would be in use. */
  const isRead = () => state.inUse || state.reason === 'no_standby'
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined

  function become(next: ReplicaState): void {
    const isNews = next.reason !== state.reason || next.inUse !== state.inUse
    state = next
    if (!isNews) return
    if (next.inUse)
      log.info({}, 'the replica of the database is up to date; reports and exports read from it')
    else if (next.reason === 'no_standby')
      log.warn({}, 'DATABASE_READ_URL leads to no standby; reports and exports read from a primary')
    else log.warn({ reason: next.reason }, 'the replica of the database cannot be used; the primary answers')
  }

  const leave = (reason: ReplicaState['reason'], lagSeconds: number | null = null) =>
    become({ inUse: false, lagSeconds, reason })

  async function written(): Promise<number> {
    return (await readWritten.first(primary, []))?.position ?? 0
  }

  /** Undefined if the replica does not answer. */
  async function replayed(): Promise<number | undefined> {
    try {
      const row = await within(ANSWER_MS, readReplayed.first(replica, []))
      return row && (row.position ?? Number.POSITIVE_INFINITY)
    } catch {
      return undefined
    }
  }

  async function compare(): Promise<void> {
    const askedMs = clock.elapsedMs()
    lag.note(await written(), askedMs)
    const reached = await replayed()
    if (reached === undefined) return leave('unreachable')
    if (reached === Number.POSITIVE_INFINITY) return leave('no_standby', 0)
    const seconds = lag.secondsBehind(reached, clock.elapsedMs())
    if (seconds * 1000 > MAX_LAG_MS) leave('lagging', seconds)
    else become({ inUse: true, lagSeconds: seconds, reason: null })
  }

  function check(): Promise<void> {
    // While the primary is away nothing is known of either.
    checking ??= compare()
      .catch(() => undefined)
      .finally(() => {
        checking = undefined
      })
    return checking
  }

  /** Whether the replica has everything that is committed now. */
  async function isCaughtUp(): Promise<boolean> {
    if (!isRead()) return false
    const position = await written()
    const sinceMs = clock.elapsedMs()
    for (;;) {
      const reached = await replayed()
      if (reached === undefined) leave('unreachable')
      else if (reached >= position) return true
      else if (clock.elapsedMs() - sinceMs > MAX_LAG_MS) leave('lagging', MAX_LAG_MS / 1000)
      if (!isRead()) return false
      await delay(LOOK_EVERY_MS)
    }
  }

  /** The primary does it if the replica fails before it has begun. */
  async function onEither<Result>(
    pools: { primary: Database; replica: Database },
    work: (db: Database, begin: () => void) => Promise<Result>,
  ): Promise<Result> {
    if (await isCaughtUp()) {
      let hasBegun = false
      try {
        return await work(pools.replica, () => {
          hasBegun = true
        })
      } catch (error) {
        if (isConnectionError(error)) leave('unreachable')
        if (hasBegun || !isOfReplica(error)) throw error
      }
    }
    return work(pools.primary, () => undefined)
  }

  return {
    check,
    state: () => state,
    route: (primaryPool, replicaPool) => {
      const pools = { primary: primaryPool, replica: replicaPool }
      return {
        query: (statement) => onEither(pools, (db) => db.query(statement)),
        transaction: (work, options) =>
          onEither(pools, (db, begin) =>
            db.transaction((tx: Transaction) => {
              begin()
              return work(tx)
            }, options),
          ),
        withClient: (work) =>
          onEither(pools, (db, begin) =>
            db.withClient((client) => {
              begin()
              return work(client)
            }),
          ),
        usage: replicaPool.usage,
        close: () => replicaPool.close(),
      }
    },
    start() {
      void check()
      timer ??= setInterval(check, CHECK_EVERY_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await checking
    },
  }
}

/** Not the fault of the statement: the primary can do it. A standby also cancels statements that are in the way of its replay. */
function isOfReplica(error: unknown): boolean {
  return isConnectionError(error) || isRetryable(error) || isReadOnly(error)
}

async function within<Value>(limitMs: number, answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), limitMs)
  })
  try {
    return await Promise.race([answer, limit])
  } finally {
    clearTimeout(timer)
  }
}
