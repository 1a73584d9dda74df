// The course of calls over time: of one task, and of all together.
import type { Clock } from '../kernel/clock.ts'
import { InvalidInput, NotFound } from '../kernel/errors.ts'
import { isId } from '../kernel/ids.ts'
import type { Zone } from '../kernel/timestamps.ts'
import type { Database } from '../storage/database.ts'
import type { BucketRow } from './history.queries.ts'
import * as queries from './history.queries.ts'
import { type Buckets, divide, type Stretch } from './history-buckets.ts'

export interface HistoryRequest {
  from: Date | undefined
  to: Date | undefined
  /** Seconds; chosen if it is not given. */
  step: number | undefined
}

export interface History extends Stretch {
  stepSeconds: number
  buckets: {
    start: Date
    successCount: number
    failCount: number
    noAnswerCount: number
    talkMs: number
  }[]
}

export interface Histories {
  ofService(request: HistoryRequest): Promise<History>
  ofTask(id: string, request: HistoryRequest): Promise<History>
}

const MINUTE_MS = 60_000
const USUAL_MS = 6 * 60 * MINUTE_MS

export function createHistories({ db, clock, zone }: { db: Database; clock: Clock; zone: Zone }): Histories {
  return {
    async ofService({ from, to, step }) {
      const stretch = stretchOf({ from, to }, { to: clock.now() })
      const buckets = divide(stretch, step, zone)
      const rows = await queries.readServiceHistory(db, [buckets.starts, buckets.starts[0], buckets.end])
      return fill(stretch, buckets, rows)
    },

    async ofTask(id, { from, to, step }) {
      const task = isId(id) ? await queries.findTaskTimes.first(db, [id]) : undefined
      if (!task) throw new NotFound('task', id)
      const stretch = stretchOf({ from, to }, { from: task.start_time, to: endOf(task, clock.now()) })
      const buckets = divide(stretch, step, zone)
      const rows = await queries.readTaskHistory(db, [buckets.starts, buckets.starts[0], buckets.end, id])
      return fill(stretch, buckets, rows)
    },
  }
}

/** A task that has ended is over when its last call is: that may be after it was stopped. */
function endOf({ end_time, last_call }: { end_time: Date | null; last_call: Date | null }, now: Date): Date {
  if (!end_time) return now
  const lastCall = last_call ? last_call.getTime() + MINUTE_MS : 0
  return new Date(Math.max(end_time.getTime(), lastCall))
}

function stretchOf(
  asked: { from: Date | undefined; to: Date | undefined },
  usual: { from?: Date | null; to: Date },
): Stretch {
  const to = asked.to ?? usual.to
  const usualFrom = usual.from && usual.from <= to ? usual.from : new Date(to.getTime() - USUAL_MS)
  const from = asked.from ?? usualFrom
  if (asked.from && from >= to) {
    const detail = { code: 'not_earlier', field: 'from', params: { other: 'to' } } as const
    throw new InvalidInput('from must be earlier than to', detail)
  }
  // What has begun this very moment has a beginning at least.
  return { from, to: new Date(Math.max(to.getTime(), from.getTime() + 1)) }
}

/** A bucket for every step, whether anything ended in it or not. */
function fill(stretch: Stretch, { starts, stepSeconds }: Buckets, rows: BucketRow[]): History {
  const found = new Map(rows.map((row) => [row.bucket, row]))
  const buckets = starts.map((start, index) => {
    const row = found.get(index + 1)
    return {
      start,
      successCount: row?.success_count ?? 0,
      failCount: row?.fail_count ?? 0,
      noAnswerCount: row?.no_answer_count ?? 0,
      talkMs: row?.talk_ms ?? 0,
    }
  })
  return { ...stretch, stepSeconds, buckets }
}
