// Calls whose state this node does not know for certain: the calls of a node that is gone, calls in its own name that it
// does not know, and calls that the gateway has not mentioned for long. The gateway is asked about them; without an answer
// they stay live and are asked about again.

import type { AttemptState } from '../../../telephony/gateway.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { Membership } from './membership.ts'
import * as queries from './node.queries.ts'
import type { NodeCalls } from './node-calls.ts'

const FULL_LOOK_EVERY_MS = 10_000
/** A call whose flow cannot be read for this long is ended: its callee hears nothing. */
const MAX_ADOPTION_MS = 10_000

export type Recovery = ReturnType<typeof createRecovery>

interface RecoveryParts {
  membership: Membership
  calls: NodeCalls
  flows: FlowTakeover
}

/** Of calls that follow a flow. */
interface FlowTakeover {
  /** Returns those that can be tracked now. */
  adopt(
    calls: queries.FoundCall[],
    mayWait: (call: queries.FoundCall) => boolean,
  ): Promise<queries.FoundCall[]>
  noteLive(id: string): void
}

export function createRecovery(node: NodeContext, { membership, calls, flows }: RecoveryParts) {
  const { db, clock, gateway, log, timing, watch } = node
  let lastStrayLookMs = Number.NEGATIVE_INFINITY
  let lastOrphanLookMs = Number.NEGATIVE_INFINITY
  /** Calls that could not be adopted yet. */
  const waitingSinceMs = new Map<string, number>()

  function ask(ids: string[]): void {
    for (const id of ids) noteHeard(id)
    const trunkOf = (id: string) => calls.live.get(id)?.trunkId
    gateway.reconcile(ids, trunkOf).then(
      (states) => {
        for (const id of ids) apply(id, states.get(id) ?? { state: 'unknown' })
      },
      (error) =>
        log.warn(
          { err: error, calls: ids.length },
          'the gateway could not be asked about calls; asking again later',
        ),
    )
  }

  function noteHeard(id: string): void {
    const call = calls.live.get(id)
    if (call) call.heardMs = clock.elapsedMs()
  }

  function apply(id: string, known: AttemptState): void {
    if (known.state === 'ended') calls.end(id, known.end)
    else if (known.state === 'unknown') calls.end(id, { cause: 'lost', talkMs: 0 })
    else if (known.state === 'live') {
      noteHeard(id)
      flows.noteLive(id)
    }
    // A request that failed and left open whether the call was placed was a refusal, if the call was not placed.
    else release(id, known.refusal ?? calls.live.get(id)?.unclear ?? null)
  }

  function release(id: string, refusal: string | null = null): void {
    calls.release(id, { pauseMs: refusal === null ? timing.faultPauseMs : 0, refusal })
  }

  /** Tracks those that can go on. The others are strays until the next heartbeat. Returns the tracked ones. */
  async function adopt(found: queries.FoundCall[]): Promise<string[]> {
    const nowMs = clock.elapsedMs()
    for (const { id } of found) waitingSinceMs.set(id, waitingSinceMs.get(id) ?? nowMs)
    const isEarly = ({ id }: queries.FoundCall) => nowMs - (waitingSinceMs.get(id) ?? nowMs) < MAX_ADOPTION_MS
    const adopted = await flows.adopt(found, isEarly)
    for (const { id, phone_key: phoneKey, phone_number: phoneNumber, ...call } of adopted) {
      const keys = { id, phoneKey, phoneNumber, taskId: call.task_id, contactId: call.contact_id }
      const tracked = calls.track(keys, call.success_when, call.trunk_id)
      tracked.flowVersion = call.flow_version
      tracked.answerTime = call.answer_time
      watch.got(keys, 'taken_over')
    }
    if (adopted.length < found.length) lastStrayLookMs = Number.NEGATIVE_INFINITY
    else waitingSinceMs.clear()
    return adopted.map(({ id }) => id)
  }

  return {
    ask,
    /** A node is gone: look for its calls at the next opportunity. */
    expectOrphans(): void {
      lastOrphanLookMs = Number.NEGATIVE_INFINITY
    },
    /** A claim whose result was lost may have made these calls ours. None of them was placed. */
    expectStrays(ids: readonly string[]): void {
      for (const id of ids) calls.unplaced.add(id)
      lastStrayLookMs = Number.NEGATIVE_INFINITY
    },

    /**
     * Takes over the calls of nodes that are gone. Reads all live calls, and all that ever were while an old snapshot is
     * held, so it does not run at every heartbeat.
     */
    async adoptOrphans(): Promise<void> {
      const nowMs = clock.elapsedMs()
      if (nowMs < lastOrphanLookMs + FULL_LOOK_EVERY_MS) return
      try {
        const adopted = await queries.adoptCalls(db, [membership.nodeId()])
        lastOrphanLookMs = nowMs
        if (adopted.length === 0) return
        log.warn(
          { calls: adopted.length },
          'took over the calls of a node that is gone; asking the gateway about them',
        )
        // Those that were being prepared were never placed.
        const unplaced = new Set(adopted.flatMap(({ id, is_preparing }) => (is_preparing ? [id] : [])))
        const found = await adopt(adopted)
        for (const id of found) if (unplaced.has(id)) release(id)
        const unclear = found.filter((id) => !unplaced.has(id))
        if (unclear.length > 0) ask(unclear)
      } catch (error) {
        lastStrayLookMs = Number.NEGATIVE_INFINITY
        throw error
      }
    },

    /**
     * Finds calls in this node's name that it does not know: the connection broke just when they became its own. Those of a
     * claim were not placed; about those that were being taken over the gateway is asked.
     */
    async findStrays(): Promise<void> {
      const nowMs = clock.elapsedMs()
      if (nowMs < lastStrayLookMs + FULL_LOOK_EVERY_MS) return
      const { live, ended, released, unplaced } = calls
      const strays = (await queries.readOwnCalls(db, [membership.nodeId()])).filter(
        ({ id }) => !live.has(id) && !ended.has(id) && !released.has(id),
      )
      lastStrayLookMs = nowMs
      const found = await adopt(strays)
      for (const id of found) if (unplaced.delete(id)) release(id)
      const unclear = found.filter((id) => live.has(id))
      if (unclear.length > 0) ask(unclear)
    },

    askAboutSilentCalls(): void {
      const silentSince = clock.elapsedMs() - timing.askAfterMs
      const silent = [...calls.live].filter(([, call]) => call.heardMs <= silentSince).map(([id]) => id)
      if (silent.length > 0) ask(silent)
    },
  }
}
