// Writes the ends of calls, in batches: the record of each call, its dial, its contact and the counters in one statement,
// which only takes calls that still belong to this node.
import { NO_ID } from '../../kernel/ids.ts'
import { isLockTimeout } from '../../storage/database-errors.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { CircuitBreaker } from '../health/circuit-breaker.ts'
import type { Membership } from '../node/membership.ts'
import type { EndedCall, NodeCalls, ReleasedCall } from '../node/node-calls.ts'
import { settleSingle } from '../single-calls/wait-for-line.ts'
import { FINAL_CAUSES, refusalPausesMs } from './retry-policy.ts'
import * as queries from './settle.queries.ts'

const MAX_CALLS_PER_SETTLEMENT = 800

interface SettlingParts {
  membership: Membership
  calls: NodeCalls
  breaker: CircuitBreaker
}

export function createSettling(node: NodeContext, { membership, calls, breaker }: SettlingParts) {
  const { db, clock, counterSlot, flow, timing } = node
  const { live, ended, released, held } = calls
  const refusalPauses = refusalPausesMs(timing.faultPauseMs)

  /** `isCareful`: checks for locked contacts. */
  const endValues = (ends: EndedCall[], isCareful: boolean): unknown[] => [
    membership.nodeId(),
    FINAL_CAUSES,
    counterSlot,
    refusalPauses,
    isCareful ? ends.map(({ contactId }) => contactId) : [],
    ...queries.ENDED_CALLS.values(ends),
  ]

  const releaseValues = (releases: ReleasedCall[]): unknown[] => [
    membership.nodeId(),
    clock.now(),
    counterSlot,
    refusalPauses,
    ...queries.RELEASED_CALLS.values(releases),
  ]

  /** Returns the calls that were not settled because another transaction has locked their contacts. */
  async function settleOrLeave(ends: EndedCall[]): Promise<{ id: string | null }[]> {
    if (!held.isLikely()) {
      try {
        return await queries.settleCalls(db, endValues(ends, false))
      } catch (error) {
        if (!isLockTimeout(error)) throw error
        held.noteWait()
      }
    }
    return queries.settleCalls(db, endValues(ends, true))
  }

  /** Up to a batch of the calls, without those that it is too soon to retry. */
  const batchOf = <Call extends { id: string }>(all: ReadonlyMap<string, Call>) =>
    [...all.values()].filter(({ id }) => !held.isTooSoon(id)).slice(0, MAX_CALLS_PER_SETTLEMENT)

  /** Forgets the calls that were settled, which are all but the `left` ones. Returns their number. */
  function forgetSettled(
    batch: { id: string; taskId: string }[],
    left: { id: string | null }[],
    known: Map<string, unknown>,
  ): number {
    const leftIds = new Set(left.map(({ id }) => id))
    // If the node has re-registered in the meantime, they are not its calls any more.
    for (const { id, taskId } of batch) if (leftIds.has(id) && known.has(id)) held.note(id, taskId)
    const settled = batch.filter(({ id }) => !leftIds.has(id))
    for (const { id } of settled) {
      known.delete(id)
      held.forget(id)
    }
    return settled.length
  }

  /** They have no contact that could be locked. */
  async function settleWithoutTask(ends: EndedCall[]): Promise<number> {
    const single = ends.filter(({ taskId }) => taskId === NO_ID)
    await settleSingle(db, single, { nodeId: membership.nodeId(), slot: counterSlot })
    // Recordings are fetched when the call is stored as ended.
    for (const { id, result } of single) if (result?.recordings) flow?.recordings.callEnded(id)
    return forgetSettled(single, [], ended)
  }

  return {
    /** Whether to settle now: at least as many calls have ended as are still live, or a batch is full. */
    hasGathered: () =>
      ended.size - held.count() + released.size >= Math.min(live.size, MAX_CALLS_PER_SETTLEMENT),

    /** Returns how many calls were settled. */
    async settle(): Promise<number> {
      const ends = batchOf(ended)
      const releases = batchOf(released)
      let count = 0
      const ofTasks = ends.filter(({ taskId }) => taskId !== NO_ID)
      if (ofTasks.length > 0) count += forgetSettled(ofTasks, await settleOrLeave(ofTasks), ended)
      if (ofTasks.length < ends.length) count += await settleWithoutTask(ends)
      if (releases.length > 0) {
        const left = await queries.releaseCalls(db, releaseValues(releases))
        count += forgetSettled(releases, left, released)
      }
      await breaker.forgetFaults()
      return count
    },
  }
}
