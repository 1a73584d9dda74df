// Seals the audit trail in the background. Rows are sealed in the order of their ids, and a row that was sealed has no younger neighbour with a
// lower id: a transaction that got an id earlier may still commit. So a run notes the last id that was given and the transactions that
// write at that moment, and a run some minutes later, when all of these have ended, seals up to that id. What is noted is in memory: each node notes
// its own, and the first one makes the next seal.
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import type { Job } from '../../platform/work/jobs.ts'
import { hashOfSeal, NO_SEAL, nameOfSeal, type SealBody, sealRow } from './seal.ts'
import * as queries from './seals.queries.ts'

interface SealsDependencies {
  db: Database
  clock: Clock
  log: Log
}

interface Mark {
  takenMs: number
  lastId: number
  writers: string[]
}

const RUN_EVERY_MS = 60_000
const TELL_EVERY_MS = 60 * 60_000
/** Failed sign-ins are counted in one row for a minute. */
const MIN_AGE_MS = 120_000
const MAX_ROWS = 500

export type AuditSeals = ReturnType<typeof createAuditSeals>

export function createAuditSeals({ db, clock, log }: SealsDependencies) {
  let mark: Mark | undefined

  /** First the id, then the transactions: whoever has that id or a lower one writes still, or has ended. */
  async function takeMark(): Promise<Mark> {
    const takenMs = clock.elapsedMs()
    const { last_id: lastId = 0 } = (await queries.readLastGiven.first(db, [])) ?? {}
    return { takenMs, lastId, writers: await readWriters() }
  }

  const readWriters = async () => (await queries.readWriters.first(db, []))?.writers ?? []

  async function run(): Promise<'unfinished' | 'done'> {
    mark ??= await takeMark()
    const { takenMs, lastId, writers } = mark
    if (clock.elapsedMs() - takenMs < MIN_AGE_MS) return 'done'
    if (writers.length > 0) {
      const open = await readWriters()
      if (writers.some((writer) => open.includes(writer))) return 'done'
    }
    const sealed = await db.transaction((tx) => sealNext(tx, lastId, clock.now()), { retry: true })
    if (sealed === MAX_ROWS) return 'unfinished'
    mark = await takeMark()
    return 'done'
  }

  async function tellHead(): Promise<void> {
    const head = await readHeadName(db)
    if (head !== null) log.info({ head }, 'the audit trail is sealed up to this head')
  }

  return {
    jobs: (): Job[] => [
      {
        name: 'seal_audit',
        why: 'rows of the audit trail are sealed some minutes after they were written, so that a later change is found',
        reports: '`carillon audit verify`',
        everyMs: RUN_EVERY_MS,
        run,
      },
      {
        name: 'tell_audit_head',
        why: 'with the head of the seals somewhere else, it is found that the last ones were removed or made again',
        reports: 'a line in the log with the head, on every node',
        everyMs: TELL_EVERY_MS,
        run: tellHead,
      },
    ],
  }
}

/** Of the last seal; null: there is none. */
export async function readHeadName(db: Queryable): Promise<string | null> {
  const head = await queries.readHead.first(db, [])
  return head ? nameOfSeal(head) : null
}

/** Resolves with how many rows it has sealed. */
async function sealNext(tx: Queryable, upToId: number, now: Date): Promise<number> {
  const previous = (await queries.readHead.first(tx, [])) ?? NO_SEAL
  const rows = await queries.lockUnsealed(tx, [previous.last_id, upToId, MAX_ROWS])
  const last = rows.at(-1)
  if (!last) return 0
  const sealed = rows.map((row) => sealRow(row))
  const seal: SealBody = {
    id: previous.id + 1,
    previous: previous.hash,
    last_id: rows.length === MAX_ROWS ? last.id : upToId,
    rows: rows.length,
    last_time: new Date(Math.max(...rows.map(({ time }) => Number(time) / 1000))),
    time: now,
  }
  const hashes = sealed.map(({ hash }) => hash)
  const made = await queries.insertSeal.first(tx, [
    ...([seal.id, seal.previous, seal.last_id, seal.rows] as const),
    ...([seal.last_time, seal.time, hashOfSeal(seal, hashes)] as const),
  ])
  if (!made) return 0
  await queries.insertSealedRows(tx, [
    rows.map(({ id }) => id),
    sealed.map(({ key }) => key),
    sealed.map(({ contents }) => contents),
    hashes,
  ])
  return rows.length
}
