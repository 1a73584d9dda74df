// Writes the ends of calls, in batches: the record of each call, its dial and the counters in one statement, which only takes calls that still belong to this node.
import { NO_ID } from '../../../platform/kernel/ids.ts'
import { dayIn } from '../../../platform/kernel/timestamps.ts'
import { giveBackCallerIds } from '../../../telephony/trunks/caller-ids.queries.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { CircuitBreaker } from '../health/circuit-breaker.ts'
import type { Membership } from '../node/membership.ts'
import type { EndedCall, NodeCalls, ReleasedCall } from '../node/node-calls.ts'
import {
  releasedSingles,
  releaseSingleCalls,
  settleSingleCalls,
} from '../single-calls/single-calls.queries.ts'
import { createLastOpportunities } from './last-opportunities.ts'
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
    ...queries.RELEASED_CALLS.values(releases),
  ]

  const batchOf = <Call>(all: ReadonlyMap<string, Call>) =>
    [...all.values()].slice(0, MAX_CALLS_PER_SETTLEMENT)

  function forget(settled: { id: string }[], known: Map<string, unknown>): void {
    for (const { id } of settled) known.delete(id)
  }

  const secondsSince = (startMs: number) => (clock.elapsedMs() - startMs) / 1000

  async function settleOfTasks(ends: EndedCall[]): Promise<number> {
    const startMs = clock.elapsedMs()
    await queries.settleCalls(db, endValues(await lastOpportunities.of(ends)))
    forget(ends, ended)
    watch.settled(ends, secondsSince(startMs))
    return ends.length
  }

  async function settleWithoutTask(single: EndedCall[]): Promise<number> {
    const startMs = clock.elapsedMs()
    await settleSingleCalls(db, [
      ...[membership.nodeId(), counterSlot, FINAL_CAUSES, refusalPauses],
      ...queries.ENDED_CALLS.values(single),
    ])
    // Recordings are fetched when the call is stored as ended.
    for (const { id, result } of single) if (result?.recordings) flow?.recordings.callEnded(id)
    forget(single, ended)
    watch.settled(single, secondsSince(startMs))
    return single.length
  }

  async function giveBack(releases: ReleasedCall[]): Promise<number> {
    const startMs = clock.elapsedMs()
    const ofTasks = releases.filter(({ taskId }) => taskId !== NO_ID)
    const single = ofTasks.length < releases.length ? releases.filter(({ taskId }) => taskId === NO_ID) : []
    const rows = ofTasks.length > 0 ? await queries.releaseCalls(db, releaseValues(ofTasks)) : []
    const given = [membership.nodeId(), clock.now(), counterSlot]
    if (single.length > 0)
      rows.push(...(await releaseSingleCalls(db, [...given, ...releasedSingles(single)])))
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
      const ofTasks = ends.filter(({ taskId }) => taskId !== NO_ID)
      const single = ofTasks.length < ends.length ? ends.filter(({ taskId }) => taskId === NO_ID) : []
      if (ofTasks.length > 0) count += await settleOfTasks(ofTasks)
      if (single.length > 0) count += await settleWithoutTask(single)
      if (releases.length > 0) count += await giveBack(releases)
      await breaker.forgetFaults()
      return count
    },
  }
}
