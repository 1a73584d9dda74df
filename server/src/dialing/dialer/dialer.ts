// A dialing node: the parts it is made of, and the order in which they act.
//
// All truth is in the database. A node keeps in memory only the calls it is responsible for (node-calls.ts), and can be
// killed at any point.
//
// The life of a call:
//
//   claimed   A row in live_call, in this node's name, written by the claim's transaction before anything is placed.
//   live      The gateway was asked to place it (placing.ts) and has not reported its end yet.
//   ended     The gateway has reported its end, by an event or when it was asked (recovery.ts).
//   released  It was certainly not placed: the gateway refused it, or the claim was too old. It costs no attempt.
//   settled   The end or the release is written, the row in live_call is gone and the line is free (settling.ts).
//
// A call is placed at most once. If the node cannot tell whether it was placed, it asks the gateway; if the gateway does not
// know the call, its end is `lost`, which counts as an attempt.
//
// The life of a node:
//
//   member    It has a row in dialer_node and renews it with a heartbeat every second (membership.ts). It places calls
//             only within 3 seconds of its last heartbeat.
//   removed   After 6 seconds without a heartbeat the other nodes remove its row, take over its calls and ask the gateway
//             about them (recovery.ts). If it is alive after all, its next heartbeat finds the row gone: it forgets
//             its calls and registers under a new id. Whatever it still writes for the old calls matches no row.
//   draining  It claims nothing new, and goes on settling.
//   left      It has removed its own row. The other nodes take over the calls that are still live.
//
// `step` does what there is to do now; run-dialer.ts decides when. What waits within a call uses `setTimer`, which is passed in like the clock.

import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import type { AgentWord } from '../../conversations/flows/flow-state.ts'
import { createJobs } from '../../platform/work/jobs.ts'
import type { CallEnd } from '../../telephony/gateway.ts'
import type { FinishedTask } from './claim/claim.ts'
import { createPlacing } from './claim/placing.ts'
import { createNodeContext, type DialerOptions } from './dialer-options.ts'
import type { NodeFigures } from './dialer-watch.ts'
import { createFlowSpeech } from './flow-runtime/flow-speech.ts'
import { createFlowStates } from './flow-runtime/flow-states.ts'
import { createFlowPreparation } from './flow-runtime/prepare-flows.ts'
import { createFlowRuns, type FlowEnd } from './flow-runtime/run-flows.ts'
import { createCircuitBreaker } from './health/circuit-breaker.ts'
import { createGatewayCondition } from './health/gateway-condition.ts'
import { createTaskPace } from './health/task-pace.ts'
import { dialerJobs } from './jobs/jobs.ts'
import { createMembership } from './node/membership.ts'
import { type CallKeys, createNodeCalls } from './node/node-calls.ts'
import { createRecovery } from './node/recovery.ts'
import { createRouting } from './routing/routing.ts'
import * as complete from './settle/complete.queries.ts'
import { createOptOuts } from './settle/opt-outs.ts'
import { createSettling } from './settle/settling.ts'
import { createUnwritten } from './settle/unwritten.ts'
import { createInboundCalls } from './single-calls/inbound-calls.ts'
import { createNodeSingleCalls } from './single-calls/single-calls.ts'

/** How long a node with nothing to do waits to look again. A change is told to all nodes at once; this is for one that was missed. */
const REST_MS = 5000

/** `now`: there may be more to claim; `soon`: work waits for a time or a line; `later`: nothing to dial. */
export type NextStep = 'now' | 'soon' | 'later'

export type Dialer = ReturnType<typeof createDialer>

export function createDialer(options: DialerOptions) {
  const node = createNodeContext(options)
  const { db, clock, gateway, log, timing } = node
  const condition = createGatewayCondition(clock, timing.faultPauseMs)
  const pace = createTaskPace(clock)
  const breaker = createCircuitBreaker(node, pace)
  const flowStates = createFlowStates(node, () => membership.nodeId())
  const speech = node.flow && createFlowSpeech(node, node.flow, pace)
  const optOuts = createOptOuts(node)
  const runs =
    gateway.control && node.flow && speech
      ? createFlowRuns(node, {
          ...{ pace, control: gateway.control, flow: node.flow, speech, optOuts },
          store: flowStates.store,
        })
      : undefined
  const flows = createFlowPreparation(node, { runs, speech })
  const calls = createNodeCalls(node, {
    condition,
    breaker,
    flows: { beforeEnd, takeEnd, forgetAll: () => runs?.forgetAll() },
  })
  const membership = createMembership(node, {
    condition,
    pace,
    calls,
    takeBack: (ends) => unwritten.takeBack(ends),
  })
  const unwritten = createUnwritten(node, { membership, calls, optOuts })
  const takeover = { adopt: flows.adopt, noteLive: (id: string) => runs?.noteLive(id) }
  const recovery = createRecovery(node, { membership, calls, flows: takeover })
  const routing = createRouting(node)
  const placing = createPlacing(node, {
    membership,
    calls,
    condition,
    breaker,
    recovery,
    flows,
    optOuts,
    pace,
    routing,
  })
  const singles = createNodeSingleCalls(node, {
    ...{ membership, calls, recovery, placing, routing, gatewayFault },
  })
  const inbound = createInboundCalls(node, {
    ...{ membership, calls, flows, forget: takeEnd },
    isDraining: () => isDraining,
  })
  const settling = createSettling(node, { membership, calls, breaker })
  let isDraining = false
  let restUntilMs = 0
  let nextMaintenanceMs = 0
  let lastUpkeepMs = clock.elapsedMs()
  const jobs = createJobs(clock, [...dialerJobs(node), ...node.jobs], node.watch.job)

  gateway.listen((event) => {
    const call = calls.live.get(event.attemptId)
    node.watch.heard(event)
    if (call && event.type === 'answered') singles.noteAnswered(event.attemptId, call)
    calls.hear(event)
    runs?.hear(event)
  })

  gateway.listenInbound(inbound.hear)

  /** What the callee wished is stored first, then a voice agent has its last word. */
  function beforeEnd(call: CallKeys, end: CallEnd): Promise<unknown> | undefined {
    const { id: callId, phoneNumber, phoneKey } = call
    const listId = end.result?.optOut
    if (listId !== undefined) optOuts.keep({ listId, phoneNumber, phoneKey, callId })
    const lastWord = runs?.beforeEnd(callId, end)
    // The last word may be a wish too.
    return lastWord ? lastWord.then(() => optOuts.written(callId)) : optOuts.written(callId)
  }

  function takeEnd(id: string): FlowEnd | undefined {
    flowStates.forget(id)
    return runs?.takeEnd(id)
  }

  /** Why no call can be placed through this node's gateway, or null. */
  function gatewayFault(): string | null {
    const health = gateway.health()
    return health.isUp ? condition.fault() : health.reason
  }

  async function completeTasks(tasks: FinishedTask[]): Promise<void> {
    for (const { id, hasMetGoal } of tasks) {
      await db.transaction(async (tx) => {
        if ((await complete.lockTaskRow.run(tx, [id])) === 0) return
        await complete.completeTask(tx, [
          id,
          clock.now(),
          TaskStatus.RUNNING,
          hasMetGoal ? complete.GOAL_MET : null,
        ])
      })
    }
  }

  /** While nothing is claimed, tasks may still be done, and the circuit breaker must know which tasks want to dial. */
  async function readWithoutClaiming(fault: string | null, forMs: number): Promise<void> {
    const { wanting, finished } = await placing.claim(0)
    if (fault !== null && !membership.isAnyUp() && membership.isOldest())
      await breaker.noteDown(wanting, fault, forMs)
    await completeTasks(finished)
  }

  /** Nothing to dial and nothing live: what need not be known to the second waits, so that an idle service costs little. */
  function isAtRest(): boolean {
    return (
      clock.elapsedMs() < restUntilMs && calls.count() === 0 && !singles.mayWait() && gatewayFault() === null
    )
  }

  /** What a node does with every heartbeat. */
  async function runUpkeep(): Promise<void> {
    const nowMs = clock.elapsedMs()
    // A process that stood still has observed nothing in the meantime.
    const sinceMs = Math.min(nowMs - lastUpkeepMs, 2 * timing.heartbeatEveryMs)
    lastUpkeepMs = nowMs
    const fault = condition.takeWorked() ? null : gatewayFault()
    await membership.sendHeartbeat(fault)
    await unwritten.restore()
    if (await membership.removeDeadNodes()) recovery.expectOrphans()
    if (!isDraining) await node.keepRegistrations(membership.nodeId())
    // A node that cannot ask the gateway leaves the calls to one that can.
    const canAsk = gateway.health().isUp && (condition.fault() === null || !membership.isAnyUp())
    if (canAsk && !isDraining) await recovery.adoptOrphans()
    await recovery.findStrays()
    recovery.askAboutSilentCalls()
    if (!isDraining && (placing.allowance() === 0 || gatewayFault() !== null))
      await readWithoutClaiming(fault, sinceMs)
    if (isAtRest() && nowMs < nextMaintenanceMs) return
    await breaker.trip(membership.nodeId(), fault === null, sinceMs)
    await singles.look()
    nextMaintenanceMs = (await jobs.runDue()) === 'unfinished' ? nowMs : nowMs + REST_MS
  }

  return {
    /** Settles calls that have ended. Returns how many. */
    settle: settling.settle,
    hasGathered: settling.hasGathered,
    /** Calls that are claimed and not settled. */
    liveCalls: calls.count,
    figures: (): NodeFigures => ({ ...calls.figures(), isGatewayUp: gatewayFault() === null }),

    /**
     * Runs the upkeep if a heartbeat is due, then claims and places. Returns how soon to call it again. `isWoken`: something has
     * changed. Otherwise a node that found nothing to dial does not look again for a while, so that an idle service costs little.
     */
    async step(isWoken = true): Promise<NextStep> {
      if (isWoken) nextMaintenanceMs = 0
      if (membership.isHeartbeatDue()) await runUpkeep()
      if (!isWoken && !singles.mayWait() && clock.elapsedMs() < restUntilMs) return 'later'
      const maxCalls = placing.allowance()
      if (isDraining) return 'soon'
      await singles.claim(maxCalls)
      if (maxCalls === 0) return 'soon'
      // Those have taken lines.
      const made = await placing.claim(placing.allowance())
      await completeTasks(made.finished)
      if (made.mayHaveMore) return 'now'
      if (made.isWaiting || singles.mayWait()) return 'soon'
      restUntilMs = clock.elapsedMs() + REST_MS
      return 'later'
    },

    /** Asks the gateway to end the call, if it is a live call of this node. Its end is settled like any other. */
    hangUp(callId: string): void {
      if (!calls.live.has(callId)) return
      log.info({ call: callId }, 'hanging up a call on request')
      if (placing.callOff(callId)) return
      runs?.noteHangUp(callId)
      gateway
        .hangUp(callId)
        .catch((error) => log.warn({ err: error, call: callId }, 'the gateway could not hang up a call'))
    },

    /** Somebody has the call transferred, if it is one of this node's. */
    transfer: (callId: string, to: string) => runs?.transfer(callId, to),

    /** Somebody looks at the call. */
    watch: (callId: string) => runs?.watch(callId),

    /** What a voice agent says about a call, if it is one of this node's. */
    tell: async (callId: string, said: AgentWord): Promise<boolean> => runs?.tell(callId, said) ?? false,

    /** Somebody may have asked for a call without a task. */
    expectSingleCalls: singles.expect,

    /** From now on nothing new is claimed. */
    drain(): void {
      isDraining = true
    },

    /** The other nodes take over the calls that are still live. */
    async leave(): Promise<void> {
      // The node that asked for a call knows best what the answer means.
      await placing.allPlaced()
      await membership.leave()
      runs?.forgetAll()
      node.watch.lost()
      flowStates.close()
    },

    /** Ends the calls that wait for something to be written. */
    endAtOnce: calls.endAtOnce,

    /** Keeps on the disk what could not be written. Nothing is written to the database any more. */
    async saveUnwritten(): Promise<void> {
      optOuts.close()
      await unwritten.save()
    },
  }
}
