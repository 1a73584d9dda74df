// What came of the calls of each trunk, by the quarter of an hour in which they ended. Call records do not change, so each quarter is read
// until nothing can be added to it any more, and kept in memory after that: a look at a day reads the calls of the last hour.
import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { SUM_BUCKET_MS } from '../../../platform/storage/sum-bucket.ts'
import type { MediaQuality } from '../test/trunk-probe.ts'
import { readTrunkCalls, type TrunkCallsRow } from './trunk-figures.queries.ts'

export interface TrunkCalls {
  calls: number
  /** By people or machines. */
  answered: number
  /** Answered, and over within seconds. */
  shortCalls: number
  talkMs: number
  /** The mean of the calls whose sound was measured; null without any. */
  media: MediaQuality | null
}

export interface TrunkQuarter extends TrunkCalls {
  start: Date
}

export interface SipAnswerCount {
  sipStatus: number
  calls: number
  /** The quarter of an hour in which the last of them ended. */
  lastQuarter: Date
}

/** A shorter talk is seldom one: a machine, no sound, or a network that answers in place of the callee. */
export const SHORT_CALL_MS = 6000
export const HISTORY_MS = 24 * 3_600_000
const RECENT_MS = 3_600_000
/** An end may be written late, after an outage of the database. */
const FINAL_AFTER_MS = 30 * 60_000
const READ_EVERY_MS = 30_000
/** A day to compare with, before the last hour. */
const KEPT_MS = HISTORY_MS + RECENT_MS + SUM_BUCKET_MS

export type TrunkFigures = ReturnType<typeof createTrunkFigures>

export function createTrunkFigures({ db, clock }: { db: Database; clock: Clock }) {
  /** Rows of quarters that are final, and the time before which all are. */
  let final: TrunkCallsRow[] = []
  let finalBefore = new Date(0)
  let latest: { atMs: number; rows: Promise<TrunkCallsRow[]> } | undefined

  async function readAll(): Promise<TrunkCallsRow[]> {
    const nowMs = clock.now().getTime()
    const oldest = quarterAt(nowMs - KEPT_MS)
    const from = finalBefore > oldest ? finalBefore : oldest
    const rows = await readTrunkCalls(db, [from, new Date(nowMs + SUM_BUCKET_MS), SHORT_CALL_MS])
    const before = quarterAt(nowMs - FINAL_AFTER_MS)
    const all = [...final.filter(({ quarter }) => quarter >= oldest && quarter < from), ...rows]
    final = all.filter(({ quarter }) => quarter < before)
    finalBefore = before
    return all
  }

  /** At most once in a while, for all who ask. */
  function rows(): Promise<TrunkCallsRow[]> {
    const nowMs = clock.elapsedMs()
    if (!latest || nowMs - latest.atMs >= READ_EVERY_MS) {
      const reading = { atMs: nowMs, rows: readAll() }
      latest = reading
      reading.rows.catch(() => {
        if (latest === reading) latest = undefined
      })
    }
    return latest.rows
  }

  async function ofTrunk(id: string, fromMs: number, beforeMs = Number.POSITIVE_INFINITY) {
    return (await rows()).filter(
      ({ trunk_id, quarter }) =>
        trunk_id === id && quarter.getTime() >= fromMs && quarter.getTime() < beforeMs,
    )
  }

  return {
    /** Of the last hour, from the beginning of its first quarter on, and of the day before that. */
    async recent(id: string): Promise<{ lastHour: TrunkCalls; dayBefore: TrunkCalls }> {
      const hourMs = quarterAt(clock.now().getTime() - RECENT_MS).getTime()
      return {
        lastHour: sumOf(await ofTrunk(id, hourMs)),
        dayBefore: sumOf(await ofTrunk(id, hourMs - HISTORY_MS, hourMs)),
      }
    },

    /** The last day by the quarter of an hour, the oldest first, and what the carrier answered, the most frequent first. */
    async lastDay(id: string): Promise<{ quarters: TrunkQuarter[]; answers: SipAnswerCount[] }> {
      const nowMs = clock.now().getTime()
      const firstMs = quarterAt(nowMs - HISTORY_MS).getTime() + SUM_BUCKET_MS
      const found = await ofTrunk(id, firstMs)
      const quarters: TrunkQuarter[] = []
      for (let startMs = firstMs; startMs <= nowMs; startMs += SUM_BUCKET_MS) {
        const inIt = found.filter(({ quarter }) => quarter.getTime() === startMs)
        quarters.push({ start: new Date(startMs), ...sumOf(inIt) })
      }
      return { quarters, answers: answersIn(found) }
    },
  }
}

const quarterAt = (ms: number) => new Date(Math.floor(ms / SUM_BUCKET_MS) * SUM_BUCKET_MS)

function sumOf(rows: readonly TrunkCallsRow[]): TrunkCalls {
  const sum: TrunkCalls = { calls: 0, answered: 0, shortCalls: 0, talkMs: 0, media: null }
  const measured = { calls: 0, loss: 0, jitterMs: 0, scored: 0, mes: 0 }
  for (const row of rows) {
    sum.calls += row.calls
    sum.answered += row.answered
    sum.shortCalls += row.short_calls
    sum.talkMs += row.talk_ms
    measured.calls += row.measured
    measured.loss += row.loss
    measured.jitterMs += row.jitter_ms
    measured.scored += row.scored
    measured.mes += row.mes
  }
  const { calls, scored } = measured
  if (calls > 0)
    sum.media = {
      ...{ calls, loss: measured.loss / calls, jitterMs: measured.jitterMs / calls },
      mes: scored === 0 ? undefined : measured.mes / scored,
    }
  return sum
}

function answersIn(rows: readonly TrunkCallsRow[]): SipAnswerCount[] {
  const answers = new Map<number, SipAnswerCount>()
  for (const { sip_status: sipStatus, calls, quarter } of rows) {
    if (sipStatus === null) continue
    const known = answers.get(sipStatus) ?? { sipStatus, calls: 0, lastQuarter: quarter }
    known.calls += calls
    if (quarter > known.lastQuarter) known.lastQuarter = quarter
    answers.set(sipStatus, known)
  }
  return [...answers.values()].sort((a, b) => b.calls - a.calls || a.sipStatus - b.sipStatus)
}
