// A dialing node: the parts it is made of, and the order in which they act.
//
// All truth is in the database. A node keeps in memory only the calls it is responsible for (node-calls.ts), and can be
// killed at any point.
//
// The life of a call:
//
//   claimed   A row in live_call, in this node's name, written by the claim's transaction before anything is placed.
//   live      The gateway was asked to place it (placing.ts) and has not said yet how it ended.
//   ended     The gateway said how it ended, by an event or when it was asked (recovery.ts).
//   released  It was certainly not placed: the gateway refused it, or the claim was too old. It costs no attempt.
//   settled   The end or the release is written, the row in live_call is gone and the line is free (settling.ts).
//
// A call is placed at most once. If it is not known whether it was placed, the gateway is asked; if the gateway does not
// know it, its end is `lost`, which counts as an attempt.
//
// The life of a node:
//
//   member    It has a row in dialer_node and renews it with a heartbeat every second (membership.ts). It places calls
//             only within 3 seconds of its last heartbeat.
//   removed   After 6 seconds without a heartbeat the other nodes remove its row, take over its calls and ask the gateway
//             what became of them (recovery.ts). If it is alive after all, its next heartbeat finds the row gone: it forgets
//             its calls and registers under a new id. Whatever it still writes for the old calls matches no row.
//   draining  It claims nothing new, and goes on settling.
//   left      It has removed its own row. The other nodes take over the calls that are still live.
//
// Nothing here sets a timer. `step` does what there is to do now; run-dialer.ts decides when.
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { ZoneOffsets } from '../kernel/timestamps.ts'
import type { Database } from '../storage/database.ts'
import { COUNTER_SLOTS } from '../tasks/task-counters.queries.ts'
import { TaskStatus } from '../tasks/task-state.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import * as complete from './complete.queries.ts'
import { DEFAULT_TIMING, type DialerTiming } from './dialer-timing.ts'
import type { Gateway } from './gateway.ts'
import { createGatewayCondition } from './gateway-condition.ts'
import { createLineWatch } from './line-watch.ts'
import { MOST_TASKS_A_CLAIM } from './look-at-tasks.ts'
import { createMembership } from './membership.ts'
import { createNodeCalls, type Release } from './node-calls.ts'
import { createNodeWatch } from './node-watch.ts'
import { createPlacing } from './placing.ts'
import { createRecallWatch } from './recall-watch.ts'
import { createRecovery } from './recovery.ts'
import { createRefusalStreaks } from './refusal-streaks.ts'
import { createSettling } from './settling.ts'

export interface DialerOptions {
  db: Database
  clock: Clock
  gateway: Gateway
  offsetAt: ZoneOffsets
  log: Log
  name: string
  random?: () => number
  timing?: Partial<DialerTiming>
  /** How many tasks share the lines of a claim if they can use them all. */
  mostTasksAClaim?: number
  /** Called when there is something to settle. */
  onEnd?: () => void
}

/** `now`: there may be more to claim; `soon`: work waits for a time or a line; `later`: nothing to dial. */
export type NextStep = 'now' | 'soon' | 'later'

export interface Dialer {
  /** Sends a heartbeat if one is due, looks after dead nodes and silent calls, claims and places. Says how soon to come back. */
  step(): Promise<NextStep>
  /** Writes down what has ended. How many calls that were. */
  settle(): Promise<number>
  /** Whether so many calls have ended that waiting for more is not worth it: as many as are still up, or a batch full. */
  hasGathered(): boolean
  /** Whether calls have ended that could not be settled yet: they are to be tried again soon. */
  hasHeldCalls(): boolean
  /** Calls placed and not settled. */
  liveCalls(): number
  /** Asks the gateway to end the call, if it is a live call of this node. Its end arrives and is settled like any other. */
  hangUp(callId: string): void
  /** From now on nothing new is claimed. */
  drain(): void
  /** Leaves; calls that are still up are for the others to take over. */
  leave(): Promise<void>
}

/** Dials of stopped tasks that one look finishes. */
const MAX_DIALS_PER_LOOK = 1000

export function createDialer(options: DialerOptions): Dialer {
  const { db, clock, gateway, log, name } = options
  const timing = { ...DEFAULT_TIMING, ...options.timing }
  const random = options.random ?? Math.random
  const counterSlot = Math.floor(random() * COUNTER_SLOTS)
  const notPlaced: Release = { pauseMs: timing.faultPauseMs, refusal: null }
  const watch = createNodeWatch({ db, clock, name, deadAfterMs: timing.deadAfterMs })
  const condition = createGatewayCondition(clock, timing.faultPauseMs)
  const streaks = createRefusalStreaks()
  const calls = createNodeCalls({
    clock,
    log,
    condition,
    streaks,
    carefulMs: timing.carefulMs,
    onEnd: options.onEnd ?? (() => undefined),
  })
  const node = {
    db,
    clock,
    gateway,
    log,
    name,
    timing,
    watch,
    condition,
    streaks,
    calls,
    counterSlot,
    notPlaced,
  }
  const membership = createMembership(node)
  const recovery = createRecovery({ ...node, askAfterMs: timing.askAfterMs })
  const placing = createPlacing({
    ...node,
    offsetAt: options.offsetAt,
    random,
    maxTasks: options.mostTasksAClaim ?? MOST_TASKS_A_CLAIM,
    membership,
    recovery,
  })
  const settling = createSettling({ ...node, faultPauseMs: timing.faultPauseMs })
  const breaker = createCircuitBreaker(node)
  const lines = createLineWatch(node)
  const recalls = createRecallWatch(node)
  let isDraining = false
  let lastLookMs = clock.elapsedMs()

  gateway.listen(calls.hear)

  /** Why no call can be placed through this node's gateway, or null. */
  function gatewayFault(): string | null {
    const health = gateway.health()
    return health.isUp ? condition.fault() : health.reason
  }

  async function completeTasks(taskIds: string[]): Promise<void> {
    for (const taskId of taskIds) {
      await db.transaction(async (tx) => {
        if ((await complete.lockTaskRow.run(tx, [taskId])) === 0) return
        await complete.completeTask(tx, [taskId, clock.now(), TaskStatus.RUNNING])
      })
    }
  }

  /** While nothing is claimed, tasks may be done all the same, and the circuit breaker hears of those that want to dial. */
  async function lookWithoutClaiming(fault: string | null, forMs: number): Promise<void> {
    const { wanting, finished } = await placing.claim(0)
    if (fault !== null) await breaker.noteDown(wanting, fault, forMs)
    await completeTasks(finished)
  }

  async function lookAround(): Promise<void> {
    const nowMs = clock.elapsedMs()
    // A process that stood still has seen nothing of the time in between.
    const sinceMs = Math.min(nowMs - lastLookMs, 2 * timing.beatEveryMs)
    lastLookMs = nowMs
    const fault = condition.takeWorked() ? null : gatewayFault()
    await membership.beat(fault)
    if (await watch.removeDeadNodes()) recovery.expectOrphans()
    // A node that cannot ask the gateway leaves them to one that can.
    const canAsk = gateway.health().isUp && (condition.fault() === null || !watch.isAnyUp())
    if (canAsk && !isDraining) await recovery.adoptOrphans()
    await recovery.findStrays()
    await lines.compare()
    recovery.askAboutSilentCalls()
    if (!isDraining && (placing.allowance() === 0 || gatewayFault() !== null))
      await lookWithoutClaiming(fault, sinceMs)
    await breaker.trip(fault === null, sinceMs)
    await complete.finishStoppedDials(db, [clock.now(), MAX_DIALS_PER_LOOK])
    const abandoned = await recalls.carryOn()
    if (abandoned > 0) log.info({ recalls: abandoned }, 'carrying on with recalls that were left unfinished')
  }

  return {
    settle: settling.settle,
    hasGathered: settling.hasGathered,
    hasHeldCalls: () => calls.held.count() > 0,
    liveCalls: calls.count,

    async step() {
      if (membership.isBeatDue()) await lookAround()
      const maxCalls = placing.allowance()
      if (isDraining || maxCalls === 0) return 'soon'
      const made = await placing.claim(maxCalls)
      await completeTasks(made.finished)
      return made.mayHaveMore ? 'now' : made.isWaiting ? 'soon' : 'later'
    },

    hangUp(callId) {
      if (!calls.live.has(callId)) return
      log.info({ call: callId }, 'hanging up a call on request')
      gateway
        .hangUp(callId)
        .catch((error) => log.warn({ err: error, call: callId }, 'the gateway could not hang up a call'))
    },

    drain() {
      isDraining = true
    },

    async leave() {
      // Calls that are just being placed are best explained by the node that placed them.
      await placing.allPlaced()
      await watch.leave()
    },
  }
}
