// How long things are kept, and the maintenance jobs that delete what is older. The state of each job is its row in `retention`: any dialing
// node does the next step, and a node that dies in one leaves nothing half done.

import type { Clock } from '../../platform/kernel/clock.ts'
import { InvalidInput } from '../../platform/kernel/errors.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { Database } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import type { Job } from '../../platform/work/jobs.ts'
import { DEFAULT_DAYS, FORGET, KEPT_THINGS, type KeptThing, MIN_CALL_DAYS, WHY } from './kept-things.ts'
import type { RetentionRow } from './retention.queries.ts'
import * as queries from './retention.queries.ts'

export interface KeptView {
  what: KeptThing
  /** 0: for ever. */
  days: number
  defaultDays: number
  isDefault: boolean
  lastTime: Date | null
  rows: number
  bytes: number
  totalRows: number
  totalBytes: number
  /** Null: never. */
  nextTime: Date | null
  isRunning: boolean
  /** It should have run a day ago. */
  isLate: boolean
}

/** Null: the default. */
export type RetentionChange = Partial<Record<KeptThing, number | null | undefined>>

const RUN_EVERY_MS = 60 * 60_000
const LOOK_EVERY_MS = 60_000

interface RetentionDependencies {
  db: Database
  clock: Clock
  log: Log
  /** RECORDING_DAYS. */
  recordingDays: number
}

export type Retention = ReturnType<typeof createRetention>

export function createRetention({ db, clock, log, recordingDays }: RetentionDependencies) {
  let known = new Map<string, RetentionRow>()
  const defaultOf = (what: KeptThing) =>
    what === 'recordings' || what === 'heard' ? recordingDays : DEFAULT_DAYS[what]
  const daysOf = (what: KeptThing, row = known.get(what)) => row?.days ?? defaultOf(what)

  async function follow(): Promise<void> {
    known = new Map((await queries.readRetention(db, [])).map((row) => [row.what, row]))
  }

  async function list(): Promise<KeptView[]> {
    await follow()
    const now = clock.now()
    return KEPT_THINGS.map((what) => present(what, known.get(what), now))
  }

  function present(what: KeptThing, row: RetentionRow | undefined, now: Date): KeptView {
    const days = daysOf(what, row)
    const next = row && days > 0 ? row.next_time : null
    return {
      ...{ what, days, defaultDays: defaultOf(what), isDefault: (row?.days ?? null) === null },
      lastTime: row?.end_time ?? null,
      ...{ rows: row?.rows ?? 0, bytes: row?.bytes ?? 0 },
      ...{ totalRows: row?.total_rows ?? 0, totalBytes: row?.total_bytes ?? 0 },
      nextTime: next && new Date(Math.max(next.getTime(), now.getTime())),
      isRunning: isRunning(row),
      isLate: next !== null && (row?.end_time ?? null) !== null && next.getTime() < now.getTime() - DAY_MS,
    }
  }

  /** A step of its job. Several nodes may try at once: one of them has the row. */
  async function step(what: KeptThing): Promise<'unfinished' | 'done'> {
    const run = await db.transaction(async (tx) => {
      const now = clock.now()
      const row = await queries.lockDue.first(tx, [what, now])
      if (!row) return undefined
      const days = daysOf(what, row)
      const { cursor, span } = row
      const before = new Date(now.getTime() - days * DAY_MS)
      const none = { rows: 0, bytes: 0, cursor, span, isDone: true, horizon: undefined }
      const done = days === 0 ? none : await FORGET[what](tx, { before, now, cursor, span })
      const nextTime = done.isDone ? new Date(now.getTime() + RUN_EVERY_MS) : null
      await queries.noteStep(tx, [
        ...[what, now, !isRunning(row), done.rows, done.bytes, done.cursor, done.span],
        ...[done.horizon ?? null, nextTime],
      ])
      return { ...done, rows: (isRunning(row) ? row.rows : 0) + done.rows, bytes: row.bytes + done.bytes }
    })
    if (!run) return 'done'
    if (!run.isDone) return 'unfinished'
    if (run.rows > 0) log.info({ what, rows: run.rows }, 'what was older than its age is deleted')
    return 'done'
  }

  return {
    list,
    follow,

    /** As it was read last: after how many days something is deleted. */
    days: (what: KeptThing): number => daysOf(what),

    /** Of the jobs that have not run for a day. */
    late: async (): Promise<KeptThing[]> =>
      (await list()).filter(({ isLate }) => isLate).map(({ what }) => what),

    async change(change: RetentionChange): Promise<KeptView[]> {
      const { calls } = change
      if (calls && calls < MIN_CALL_DAYS) throw tooFewDays(calls)
      const now = clock.now()
      await db.transaction(async (tx) => {
        const rows = new Map((await queries.readRetention(tx, [])).map((row) => [row.what, row]))
        const [before, after]: Record<string, number>[] = [{}, {}]
        for (const what of KEPT_THINGS) {
          const days = change[what]
          if (days === undefined) continue
          Object.assign(before ?? {}, { [what]: daysOf(what, rows.get(what)) })
          Object.assign(after ?? {}, { [what]: days ?? defaultOf(what) })
          await queries.changeDays(tx, [what, days, now])
        }
        await recordChange(tx, {
          ...{ at: now, operation: 'retention.change', before: before ?? {}, after: after ?? {} },
        })
      })
      return list()
    },

    jobs: (): Job[] =>
      KEPT_THINGS.map((what) => ({
        name: `forget_${what}`,
        why: WHY[what],
        reports: '`GET /api/retention`: when it ran, and the rows and bytes that it has freed',
        everyMs: LOOK_EVERY_MS,
        run: () => step(what),
      })),
  }
}

/** Its last run has begun and not come to its end. */
const isRunning = (row: RetentionRow | undefined) =>
  row !== undefined && row.start_time !== null && (row.end_time === null || row.end_time < row.start_time)

function tooFewDays(days: number): InvalidInput {
  return new InvalidInput(
    `calls must be 0 or at least ${MIN_CALL_DAYS}, because attempts of 30 days are counted (got ${days})`,
    { fault: 'out_of_range', field: 'calls', params: { min: MIN_CALL_DAYS } },
  )
}
