// Writes the ends of calls, in batches: the record of each call, its dial and the counters in one statement, which only takes calls that still belong to this node.
import { dayIn } from '../../../platform/kernel/timestamps.ts'
import { giveBackCallerIds } from '../../../telephony/trunks/caller-ids.queries.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { CircuitBreaker } from '../health/circuit-breaker.ts'
import type { Membership } from '../node/membership.ts'
import type { EndedCall, NodeCalls, ReleasedCall } from '../node/node-calls.ts'
import { createLastOpportunities } from './last-opportunities.ts'
import { RELEASED_CALLS, releaseCalls } from './release.queries.ts'
import { FINAL_CAUSES, refusalPausesMs } from './retry-policy.ts'
import * as queries from './settle.queries.ts'

const MAX_CALLS_PER_SETTLEMENT = 800

interface SettlingParts {
  membership: Membership
  calls: NodeCalls
  breaker: CircuitBreaker
}

export function createSettling(node: NodeContext, { membership, calls, breaker }: SettlingParts) {
  const { db, clock, counterSlot, flow, offsetAt, timing, watch } = node
  const { live, ended, released } = calls
  const lastOpportunities = createLastOpportunities(node)
  const refusalPauses = refusalPausesMs(timing.faultPauseMs)

  const endValues = (ends: queries.SettledCall[]): unknown[] => [
    membership.nodeId(),
    FINAL_CAUSES,
    counterSlot,
    refusalPauses,
    ...queries.ENDED_CALLS.values(ends),
  ]

  const releaseValues = (releases: ReleasedCall[]): unknown[] => [
    membership.nodeId(),
    clock.now(),
    counterSlot,
    refusalPauses,
    ...RELEASED_CALLS.values(releases),
  ]

  const batchOf = <Call>(all: ReadonlyMap<string, Call>) =>
    [...all.values()].slice(0, MAX_CALLS_PER_SETTLEMENT)

  function forget(settled: { id: string }[], known: Map<string, unknown>): void {
    for (const { id } of settled) known.delete(id)
  }

  const secondsSince = (startMs: number) => (clock.elapsedMs() - startMs) / 1000

  async function settleEnds(ends: EndedCall[]): Promise<number> {
    const startMs = clock.elapsedMs()
    await queries.settlementOf(ends)(db, endValues(await lastOpportunities.of(ends)))
    // Recordings are fetched once the call is no longer live.
    for (const { id, result } of ends) if (result?.recordings) flow?.recordings.callEnded(id)
    forget(ends, ended)
    watch.settled(ends, secondsSince(startMs))
    return ends.length
  }

  async function giveBack(releases: ReleasedCall[]): Promise<number> {
    const startMs = clock.elapsedMs()
    const rows = await releaseCalls(db, releaseValues(releases))
    forget(releases, released)
    watch.released(releases, secondsSince(startMs))
    // If this fails, the numbers have a little less room until tomorrow.
    const notShown = rows.flatMap(({ caller_id: id, start_time }) =>
      id === null ? [] : [{ id, start_time }],
    )
    if (notShown.length > 0)
      await giveBackCallerIds(db, [
        notShown.map(({ id }) => id),
        notShown.map(({ start_time }) => dayIn(offsetAt, start_time)),
      ])
    return releases.length
  }

  return {
    /** Whether to settle now: at least as many calls have ended as are still live, or a batch is full. */
    hasGathered: () => ended.size + released.size >= Math.min(live.size, MAX_CALLS_PER_SETTLEMENT),

    /** Returns how many calls were settled. */
    async settle(): Promise<number> {
      const ends = batchOf(ended)
      const releases = batchOf(released)
      let count = 0
      if (ends.length > 0) count += await settleEnds(ends)
      if (releases.length > 0) count += await giveBack(releases)
      await breaker.forgetFaults()
      return count
    },
  }
}
