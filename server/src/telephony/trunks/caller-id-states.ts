// What the caller IDs of the trunks do today: how often each was shown, which of them rest and why, and whether any may be shown again.
import type { Clock } from '../../platform/kernel/clock.ts'
import { dayIn, type ZoneOffsets } from '../../platform/kernel/timestamps.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type CallerIdUseRow, listCallerIdUse } from './caller-ids.queries.ts'
import { createCallerIdPool } from './caller-ids.ts'
import type { Trunk } from './trunk.ts'

export interface TrunkCallerIds {
  /** Those that were shown today or rest, in the order of the pool. */
  callerIds: {
    callerId: string
    calls: number
    restUntil: Date | null
    answerRate: number | null
    poolAnswerRate: number | null
  }[]
  isAtDailyLimit: boolean
}

interface Dependencies {
  db: Database
  clock: Clock
  offsetAt: ZoneOffsets
  trunks: { list(): Promise<Trunk[]> }
}

/** By the id of the trunk. */
export type CallerIdStates = () => Promise<ReadonlyMap<string, TrunkCallerIds>>

export function createCallerIdStates({ db, clock, offsetAt, trunks }: Dependencies): CallerIdStates {
  return async () => {
    const all = await trunks.list()
    const now = clock.now()
    const rows = all.length === 0 ? [] : await listCallerIdUse(db, [dayIn(offsetAt, now), now])
    return new Map(all.map((trunk) => [trunk.id, stateOf(trunk, rows)]))
  }
}

function stateOf(trunk: Trunk, rows: CallerIdUseRow[]): TrunkCallerIds {
  const known = new Map(rows.map((row) => [row.caller_id, row]))
  const calls = new Map(rows.map((row) => [row.caller_id, row.calls]))
  const resting = new Set(rows.filter(({ rest_until }) => rest_until !== null).map((row) => row.caller_id))
  return {
    isAtDailyLimit: createCallerIdPool(trunk, [], { calls, resting }).room() === 0,
    callerIds: trunk.callerIds.flatMap((callerId) => {
      const row = known.get(callerId)
      if (!row) return []
      const rates = row.rest_until && { answerRate: row.answer_rate, poolAnswerRate: row.pool_answer_rate }
      const { calls: shown, rest_until: restUntil } = row
      return [{ callerId, calls: shown, restUntil, answerRate: null, poolAnswerRate: null, ...rates }]
    }),
  }
}
