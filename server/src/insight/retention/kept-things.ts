// What is kept for a time, and how a step of forgetting it goes. A step is one short transaction over some thousand rows at most.

import { forgetAudit } from '../../access/audit/forget-audit.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { readHorizon } from '../../platform/storage/event-horizon.queries.ts'
import * as old from './old-rows.queries.ts'

export const KEPT_THINGS = [
  'calls',
  'heard',
  'recordings',
  'denials',
  'deliveries',
  'lines',
  'audit',
] as const
export type KeptThing = (typeof KEPT_THINGS)[number]

/** After how many days things are deleted by default; 0: never. Recordings and what was heard: RECORDING_DAYS. */
export const DEFAULT_DAYS: Record<Exclude<KeptThing, 'recordings' | 'heard'>, number> = {
  ...{ calls: 1826, denials: 365, deliveries: 30, lines: 1826, audit: 0 },
}

/** The budget of attempts counts the call records of 30 days. */
export const MIN_CALL_DAYS = 31
export const MAX_DAYS = 36_500

export interface Step {
  /** What is older goes. */
  before: Date
  now: Date
  cursor: number
  span: number
}

export interface StepResult extends Pick<Step, 'cursor' | 'span'> {
  rows: number
  bytes: number
  /** Nothing older is left. */
  isDone: boolean
  /** Sums may differ from records that are older. */
  horizon?: Date
}

type Forget = (tx: Queryable, step: Step) => Promise<StepResult>

const MAX_ROWS = 1000
const MAX_SPAN = 10_000_000
const NONE = { rows: 0, bytes: 0 }

/** The next range is so long that it has about as many rows as a step should have. */
function nextSpan(span: number, rows: number, max = MAX_SPAN): number {
  if (rows > MAX_ROWS) return Math.max(1, Math.floor((span * MAX_ROWS) / rows))
  return rows < MAX_ROWS / 2 ? Math.min(span * 2, max) : span
}

/**
 * The cursor is a number of the sequence of events. A range with too many calls is made shorter before anything is changed, unless one
 * settlement alone has written it.
 */
function byCalls(statement: typeof old.deleteCalls, hasHorizon: boolean): Forget {
  return async (tx, { before, cursor, span: given }) => {
    const { complete_before: horizon } = await readHorizon(tx)
    for (let span = given; ; span = Math.max(1, Math.floor(span / 4))) {
      const to = Math.min(cursor + span, horizon)
      if (to <= cursor) return { ...NONE, cursor, span, isDone: true }
      const measured = await old.measureCalls.first(tx, [cursor, to, 2 * MAX_ROWS + 1])
      const { calls = 0, last_end: lastEnd = null } = measured ?? {}
      const isYoung = lastEnd !== null && lastEnd >= before
      if (span > 1 && (isYoung || calls > 2 * MAX_ROWS)) continue
      if (isYoung) return { ...NONE, cursor, span: 16, isDone: true }
      const freed = calls > 0 ? ((await statement.first(tx, [cursor, to])) ?? NONE) : NONE
      const done = { ...freed, cursor: to, span: nextSpan(span, calls), isDone: to === horizon }
      return hasHorizon && calls > 0 ? { ...done, horizon: before } : done
    }
  }
}

const byAge =
  (statement: typeof old.deleteDeliveries): Forget =>
  async (tx, { before, cursor, span }) => {
    const freed = (await statement.first(tx, [before, MAX_ROWS])) ?? NONE
    return { ...freed, cursor, span, isDone: freed.rows < MAX_ROWS }
  }

const MINUTE_MS = 60_000
const MAX_LENGTH_MS = 366 * DAY_MS

/** The cursor is a time in milliseconds, the span as well. */
const byTime: Forget = async (tx, { before, cursor, span }) => {
  const first = cursor > 0 ? cursor : (await old.readFirstTime.first(tx, []))?.at?.getTime()
  if (first === undefined || first >= before.getTime()) return { ...NONE, cursor, span, isDone: true }
  const length = Math.max(span, MINUTE_MS)
  const to = Math.min(first + length, before.getTime())
  const freed = (await old.deleteDenials.first(tx, [new Date(cursor > 0 ? first : 0), new Date(to)])) ?? NONE
  return {
    ...freed,
    cursor: to,
    span: nextSpan(length, freed.rows, MAX_LENGTH_MS),
    isDone: to === before.getTime(),
  }
}

const recordings: Forget = async (tx, { before, now, cursor, span }) => {
  const freed = (await old.eraseRecordings.first(tx, [before, now, MAX_ROWS])) ?? NONE
  return { ...freed, cursor, span, isDone: freed.rows < MAX_ROWS }
}

const audit: Forget = async (tx, { before, now, cursor, span }) => {
  const freed = await forgetAudit(tx, { before, now, maxRows: MAX_ROWS })
  return { ...freed, cursor, span }
}

export const FORGET: Record<KeptThing, Forget> = {
  calls: byCalls(old.deleteCalls, true),
  heard: byCalls(old.forgetHeard, false),
  recordings,
  denials: byTime,
  deliveries: byAge(old.deleteDeliveries),
  lines: byAge(old.deleteLines),
  audit,
}

export const WHY: Record<KeptThing, string> = {
  calls: 'call records are deleted past their age; what they count as stays in the sums',
  heard:
    'transcripts, summaries and what callees keyed in are forgotten past their age; the call records stay',
  recordings: 'recordings are deleted past their age',
  denials: 'decisions that a number may not be called are deleted past their age',
  deliveries: 'deliveries of webhooks are deleted past their age',
  lines: 'the samples of lines in use are deleted past their age',
  audit: 'the audit trail is deleted past its age, if it has one',
}
