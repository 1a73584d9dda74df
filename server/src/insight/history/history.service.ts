// Calls over time, of one task or of all.

import { findTask } from '../../campaigns/tasks/tasks.queries.ts'
import { type EndingCounts, endingCounts } from '../../conversations/flows/call-ending.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { InvalidInput, NotFound } from '../../platform/kernel/errors.ts'
import { isId } from '../../platform/kernel/ids.ts'
import type { Zone } from '../../platform/kernel/timestamps.ts'
import type { Database } from '../../platform/storage/database.ts'
import { MINUTES_KEPT_MS, SUM_BUCKET_MS } from '../../platform/storage/sum-bucket.ts'
import type { BucketRow } from './history.queries.ts'
import * as queries from './history.queries.ts'
import { type Buckets, divide, type Period } from './history-buckets.ts'
import { readLineHistory } from './line-history.queries.ts'

interface HistoryRequest {
  from: Date | undefined
  to: Date | undefined
  /** Seconds; undefined: chosen to fit the period. */
  step: number | undefined
}

export interface History extends Period {
  stepSeconds: number
  buckets: {
    start: Date
    successCount: number
    failCount: number
    noAnswerCount: number
    talkMs: number
    endings: EndingCounts
  }[]
}

export interface LineHistory extends Period {
  stepSeconds: number
  /** Null where no node was running. */
  buckets: { start: Date; inUse: number | null; limit: number | null }[]
}

export interface Histories {
  lines(request: HistoryRequest): Promise<LineHistory>
  ofService(request: HistoryRequest): Promise<History>
  ofTask(id: string, request: HistoryRequest): Promise<History>
}

const MINUTE_MS = 60_000
const DEFAULT_PERIOD_MS = 6 * 60 * MINUTE_MS

export function createHistories({ db, clock, zone }: { db: Database; clock: Clock; zone: Zone }): Histories {
  return {
    async lines({ step, ...given }) {
      const period = periodOf(given, { to: clock.now() })
      const { starts, stepSeconds, end } = divide(period, step, zone)
      const rows = await readLineHistory(db, [starts, starts[0], end])
      const found = new Map(rows.map((row) => [row.bucket, row]))
      const buckets = starts.map((start, index) => {
        const row = found.get(index + 1)
        return { start, inUse: row?.in_use ?? null, limit: row?.max_lines ?? null }
      })
      return { ...period, stepSeconds, buckets }
    },

    async ofService({ step, ...given }) {
      const period = periodOf(given, { to: clock.now() })
      const buckets = divide(period, step, zone, minStepOf(period, clock.now()))
      const rows = await queries.readServiceHistory(db, [buckets.starts, buckets.starts[0], buckets.end])
      return fill(period, buckets, rows)
    },

    async ofTask(id, { step, ...given }) {
      const task = isId(id) ? await findTask.first(db, [id]) : undefined
      if (!task) throw new NotFound('task', id)
      const last = await queries.findLastMinute.first(db, [id])
      const end = endOf(task.end_time, last?.minute ?? null, clock.now())
      const period = periodOf(given, { from: task.start_time, to: end })
      const buckets = divide(period, step, zone, minStepOf(period, clock.now()))
      const rows = await queries.readTaskHistory(db, [buckets.starts, buckets.starts[0], buckets.end, id])
      return fill(period, buckets, rows)
    },
  }
}

/** The sums of earlier days are kept by the quarter of an hour. */
function minStepOf({ from }: Period, now: Date): number {
  return now.getTime() - from.getTime() > MINUTES_KEPT_MS ? SUM_BUCKET_MS / 1000 : 0
}

/** The last call of a stopped task may end after the task. */
function endOf(endTime: Date | null, lastMinute: Date | null, now: Date): Date {
  if (!endTime) return now
  const lastCall = lastMinute ? lastMinute.getTime() + MINUTE_MS : 0
  return new Date(Math.max(endTime.getTime(), lastCall))
}

function periodOf(
  given: Pick<HistoryRequest, 'from' | 'to'>,
  defaults: { from?: Date | null; to: Date },
): Period {
  const to = given.to ?? defaults.to
  const earliest = new Date(to.getTime() - DEFAULT_PERIOD_MS)
  const from = given.from ?? (defaults.from && defaults.from <= to ? defaults.from : earliest)
  if (given.from && from >= to) {
    const detail = { fault: 'not_earlier', field: 'from', params: { other: 'to' } } as const
    throw new InvalidInput(detail)
  }
  // The period of a task that starts now must not be empty.
  return { from, to: new Date(Math.max(to.getTime(), from.getTime() + 1)) }
}

const NO_CALLS: Omit<BucketRow, 'bucket'> = {
  success_count: 0,
  fail_count: 0,
  no_answer_count: 0,
  talk_ms: 0,
  unsuccessful_count: 0,
  machine_count: 0,
  not_answered_count: 0,
}

/** A bucket for every step, also where no call ended. */
function fill(period: Period, { starts, stepSeconds }: Buckets, rows: BucketRow[]): History {
  const found = new Map(rows.map((row) => [row.bucket, row]))
  const buckets = starts.map((start, index) => {
    const row = found.get(index + 1) ?? NO_CALLS
    return {
      start,
      successCount: row.success_count,
      failCount: row.fail_count,
      noAnswerCount: row.no_answer_count,
      talkMs: row.talk_ms,
      endings: endingCounts(row.success_count + row.fail_count + row.no_answer_count, row),
    }
  })
  return { ...period, stepSeconds, buckets }
}
