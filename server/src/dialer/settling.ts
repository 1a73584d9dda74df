// Writes down the ends of calls, in batches: each settled call's record, its dial, its contact and the counters in one
// statement, which only takes calls that are still this node's.
import type { Clock } from '../kernel/clock.ts'
import { arrayOf } from '../storage/array-literal.ts'
import type { Database } from '../storage/database.ts'
import { isLockTimeout } from '../storage/database-errors.ts'
import { type CallEnd, outcomeOfCause } from './gateway.ts'
import type { EndedCall, NodeCalls, ReleasedCall } from './node-calls.ts'
import type { NodeWatch } from './node-watch.ts'
import { FINAL_CAUSES, refusalPausesMs } from './retry-policy.ts'
import * as queries from './settle.queries.ts'

const MAX_ENDS_PER_SETTLEMENT = 800
const MAX_TALK_MS = 2 ** 31 - 1

export interface Settling {
  /** How many calls were settled. */
  settle(): Promise<number>
  /** Whether so many calls have ended that waiting for more is not worth it: as many as are still up, or a batch full. */
  hasGathered(): boolean
}

export interface SettlingOptions {
  db: Database
  clock: Clock
  watch: NodeWatch
  calls: NodeCalls
  counterSlot: number
  faultPauseMs: number
}

export function createSettling({
  db,
  clock,
  watch,
  calls,
  counterSlot,
  faultPauseMs,
}: SettlingOptions): Settling {
  const { live, ended, released, held, accepted } = calls
  const refusalPauses = refusalPausesMs(faultPauseMs)

  function endValues(ends: EndedCall[]): unknown[] {
    return [
      arrayOf(ends, ({ id }) => id),
      arrayOf(ends, ({ end }) => outcomeOfCause(end.cause)),
      arrayOf(ends, ({ end }) => end.cause),
      arrayOf(ends, ({ answerTime }) => answerTime?.getTime() ?? null),
      arrayOf(ends, ({ endTime }) => endTime.getTime()),
      arrayOf(ends, ({ end }) => talkTime(end)),
      watch.nodeId(),
      FINAL_CAUSES,
      counterSlot,
      arrayOf(ends, ({ phoneKey }) => phoneKey),
      arrayOf(ends, ({ end }) => (end.fault === undefined ? 'f' : 't')),
      refusalPauses,
      arrayOf(ends, ({ contactId }) => contactId),
    ]
  }

  function releaseValues(releases: ReleasedCall[]): unknown[] {
    return [
      arrayOf(releases, ({ id }) => id),
      watch.nodeId(),
      clock.now(),
      arrayOf(releases, ({ pauseMs }) => Math.round(pauseMs)),
      releases.map(({ refusal }) => refusal),
      counterSlot,
      arrayOf(releases, ({ phoneKey }) => phoneKey),
      arrayOf(releases, ({ refusal }) => (refusal === null ? 'f' : 't')),
      refusalPauses,
      arrayOf(releases, ({ contactId }) => contactId),
    ]
  }

  /** Returns the calls that were not settled because another transaction has locked their contacts. */
  async function settleOrLeave(values: unknown[]): Promise<{ id: string | null }[]> {
    if (held.isLikely()) return queries.settleFreeCalls(db, values)
    try {
      return await queries.settleCalls(db, values)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      held.noteWait()
      return queries.settleFreeCalls(db, values)
    }
  }

  const isDueNow = ({ id }: { id: string }) => !held.isTooSoon(id)

  /** Forgets calls that were written down, except those that were left alone. How many it forgets. */
  function forgetBut(
    left: { id: string | null }[],
    written: { id: string; taskId: string }[],
    known: Map<string, unknown>,
  ): number {
    const leftIds = new Set(left.map(({ id }) => id))
    // Unless the node re-registered in the meantime: then they are not its calls any more.
    for (const { id, taskId } of written) if (leftIds.has(id) && known.has(id)) held.note(id, taskId)
    const settled = written.filter(({ id }) => !leftIds.has(id))
    for (const { id } of settled) {
      known.delete(id)
      held.forget(id)
    }
    return settled.length
  }

  return {
    hasGathered: () =>
      ended.size - held.count() + released.size >= Math.min(live.size, MAX_ENDS_PER_SETTLEMENT),

    async settle() {
      const ends = [...ended.values()].filter(isDueNow).slice(0, MAX_ENDS_PER_SETTLEMENT)
      const releases = [...released.values()].filter(isDueNow).slice(0, MAX_ENDS_PER_SETTLEMENT)
      let count = 0
      if (ends.length > 0) count += forgetBut(await settleOrLeave(endValues(ends)), ends, ended)
      if (releases.length > 0) {
        const left = await queries.releaseCalls(db, releaseValues(releases))
        count += forgetBut(left, releases, released)
      }
      const placed = [...accepted]
      if (placed.length > 0) {
        await queries.forgetFaults(db, [placed])
        for (const taskId of placed) accepted.delete(taskId)
      }
      return count
    },
  }
}

/** One call that the database refuses would keep all the others from being written. */
function talkTime({ talkMs }: CallEnd): number {
  return Number.isFinite(talkMs) ? Math.min(Math.max(0, Math.round(talkMs)), MAX_TALK_MS) : 0
}
