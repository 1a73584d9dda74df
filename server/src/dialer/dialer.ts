// A dialing node. All truth is in the database; what is kept here are the calls this node has placed and the
// ends it has heard of and not yet written.
//
// The life of a call: claimed (written down as live, in the claim's transaction), placed (the gateway was asked),
// ended (the gateway said so, or could be asked afterwards), settled (the end is written, the line is free).
// A node that dies leaves rows of live calls. The others see that its beat stands still, take its row away and
// its calls over, and ask the gateway what became of them. A node that was only slow finds its row gone: from then
// on nothing it does counts, and it begins again under a new id.
//
// Nothing here sets a timer. `step` does what there is to do now; whoever runs the node decides when.
import type { Clock } from '../kernel/clock.ts'
import type { ZoneOffsets } from '../kernel/timestamps.ts'
import type { Database } from '../storage/database.ts'
import type { ClaimedCall } from './claim.queries.ts'
import { claimCalls } from './claim.ts'
import * as complete from './complete.queries.ts'
import {
  type AttemptState,
  type CallEnd,
  type Gateway,
  type GatewayEvent,
  GatewayFault,
  outcomeOfCause,
} from './gateway.ts'
import { createNodeWatch } from './node-watch.ts'
import { FINAL_CAUSES } from './retry-policy.ts'
import * as settle from './settle.queries.ts'

export interface DialerLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface DialerOptions {
  db: Database
  clock: Clock
  gateway: Gateway
  offsetAt: ZoneOffsets
  log: DialerLog
  name: string
  random?: () => number
  timing?: Partial<DialerTiming>
  /** Called when something happened that a step could act on. */
  onWake?: () => void
}

export interface DialerTiming {
  beatEveryMs: number
  /** A node whose beat stands still for this long is taken for dead. */
  deadAfterMs: number
  /** A call is placed only this soon after our last beat: well before anybody may take us for dead. */
  placeWithinMs: number
  /** A live call of which nothing was heard for this long is asked about. */
  askAfterMs: number
  /** A refused call is tried again after this. */
  faultPauseMs: number
  breakerFaults: number
  breakerMs: number
}

const usualTiming: DialerTiming = {
  beatEveryMs: 1000,
  deadAfterMs: 6000,
  placeWithinMs: 3000,
  askAfterMs: 30_000,
  faultPauseMs: 1000,
  breakerFaults: 10,
  breakerMs: 60_000,
}

const MOST_CALLS_A_CLAIM = 200
const MOST_ENDS_A_SETTLEMENT = 500
const COUNTER_SLOTS = 8
const DUE_FLOOR_MARGIN_MS = 60_000
const FULL_LOOK_EVERY_MS = 10_000

interface LiveCall {
  heardMs: number
  answerTime: Date | null
}

interface EndedCall {
  id: string
  end: CallEnd
  answerTime: Date | null
  endTime: Date
}

/** `now`: there may be more to claim; `soon`: somebody waits for a time or a line; `later`: nothing to dial. */
export type NextStep = 'now' | 'soon' | 'later'

export interface Dialer {
  /** Beats, looks after dead nodes and silent calls, claims and places. Says how soon to come back. */
  step(): Promise<NextStep>
  /** Writes down what has ended. How many calls that were. */
  settle(): Promise<number>
  /** Calls placed and not settled. */
  liveCalls(): number
  /** From now on nothing new is claimed. */
  drain(): void
  /** Leaves; calls that are still up are for the others to take over. */
  leave(): Promise<void>
}

export function createDialer(options: DialerOptions): Dialer {
  const { db, clock, gateway, offsetAt, log } = options
  const timing = { ...usualTiming, ...options.timing }
  const wake = options.onWake ?? (() => undefined)
  const random = options.random ?? Math.random
  const slot = Math.floor(random() * COUNTER_SLOTS)
  const watch = createNodeWatch({ db, clock, name: options.name, deadAfterMs: timing.deadAfterMs })

  const live = new Map<string, LiveCall>()
  const ended = new Map<string, EndedCall>()
  const released = new Map<string, string | null>()
  const asking = new Set<Promise<void>>()
  let isDraining = false
  let lastBeatMs = Number.NEGATIVE_INFINITY
  let nextBeatMs = Number.NEGATIVE_INFINITY
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  const dueFloors = new Map<string, Date>()
  let fullLookMs = Number.NEGATIVE_INFINITY
  let downSince: Date | null = null

  gateway.listen(hear)

  function hear(event: GatewayEvent): void {
    const call = live.get(event.attemptId)
    // Not ours, or settled long ago: an event that came late or twice.
    if (!call) return
    call.heardMs = clock.elapsedMs()
    if (event.type === 'answered') call.answerTime ??= clock.now()
    if (event.type === 'ended') end(event.attemptId, event.end)
  }

  function end(id: string, callEnd: CallEnd): void {
    const call = live.get(id)
    if (!call) return
    live.delete(id)
    const endTime = clock.now()
    const answerTime =
      callEnd.cause === 'answered' ? (call.answerTime ?? new Date(endTime.getTime() - callEnd.talkMs)) : null
    ended.set(id, { id, end: callEnd, answerTime, endTime })
    wake()
  }

  /** The call was certainly not placed. */
  function release(id: string, fault: string | null): void {
    if (!live.delete(id)) return
    released.set(id, fault)
    wake()
  }

  async function beat(): Promise<boolean> {
    const health = gateway.health()
    downSince = health.isUp ? null : (downSince ?? clock.now())
    const startedMs = clock.elapsedMs()
    const isMember = await watch.beat(health.isUp ? null : health.reason, downSince)
    if (!isMember) {
      // Taken for dead: our calls belong to somebody else, and what we know of them is worth nothing.
      log.warn({ node: options.name }, 'was taken for dead, beginning again')
      live.clear()
      ended.clear()
      released.clear()
      await watch.register()
    }
    lastBeatMs = startedMs
    nextBeatMs = startedMs + timing.beatEveryMs
    return health.isUp
  }

  async function adopt(): Promise<void> {
    const adopted = await watch.adoptCalls()
    if (adopted.length === 0) return
    log.warn({ calls: adopted.length }, 'took over the calls of a node that is gone')
    for (const { id } of adopted) track(id)
    await ask(adopted.map(({ id }) => id))
  }

  function track(id: string): void {
    live.set(id, { heardMs: clock.elapsedMs(), answerTime: null })
  }

  /** What does the gateway know of these? Without an answer they stay live, to be asked about again. */
  async function ask(ids: string[]): Promise<void> {
    let states: ReadonlyMap<string, AttemptState>
    try {
      states = await gateway.reconcile(ids)
    } catch (error) {
      log.warn({ err: error, calls: ids.length }, 'the gateway could not be asked about calls')
      return
    }
    for (const id of ids) {
      const known = states.get(id) ?? { state: 'unknown' }
      if (known.state === 'ended') end(id, known.end)
      else if (known.state === 'not_placed') release(id, null)
      else if (known.state === 'unknown') end(id, { cause: 'lost', talkMs: 0 })
      const call = live.get(id)
      if (call) call.heardMs = clock.elapsedMs()
    }
  }

  async function askAboutSilentCalls(): Promise<void> {
    const silentSince = clock.elapsedMs() - timing.askAfterMs
    const silent = [...live].filter(([, call]) => call.heardMs <= silentSince).map(([id]) => id)
    if (silent.length > 0) await ask(silent)
  }

  async function claim(): Promise<NextStep> {
    const nowMs = clock.elapsedMs()
    if (nowMs >= fullLookMs + FULL_LOOK_EVERY_MS) {
      dueFloors.clear()
      fullLookMs = nowMs
    }
    const startTime = clock.now()
    const { calls, finished, drained, isWaiting } = await claimCalls(
      { db, clock, offsetAt, random },
      { nodeId: watch.nodeId(), slot, mostCalls: MOST_CALLS_A_CLAIM, dueFloors },
    )
    dueFloors.clear()
    for (const taskId of drained) dueFloors.set(taskId, new Date(startTime.getTime() - DUE_FLOOR_MARGIN_MS))
    for (const call of calls) {
      track(call.id)
      place(call)
    }
    for (const taskId of finished) await completeTask(taskId)
    return calls.length > 0 ? 'now' : isWaiting ? 'soon' : 'later'
  }

  function place(call: ClaimedCall): void {
    // Somebody may take us for dead soon: whoever takes the call over must find that it was not placed late.
    if (clock.elapsedMs() - lastBeatMs > timing.placeWithinMs) {
      release(call.id, null)
      return
    }
    const placing = gateway
      .originate({
        attemptId: call.id,
        phoneNumber: call.phone_number,
        taskId: call.task_id,
        contactId: call.contact_id,
      })
      .catch(async (error: unknown) => {
        if (error instanceof GatewayFault) {
          pausedUntilMs = clock.elapsedMs() + timing.faultPauseMs
          release(call.id, error.message)
          return
        }
        // Placed or not, nobody knows: the gateway is asked, and the call is never simply placed again.
        log.warn({ err: error, call: call.id }, 'it is not known whether a call was placed')
        await ask([call.id])
      })
      .finally(() => asking.delete(placing))
    asking.add(placing)
  }

  async function completeTask(taskId: string): Promise<void> {
    await db.transaction(async (tx) => {
      if ((await complete.lockList.run(tx, [taskId])) === 0) return
      if ((await complete.lockTaskRow.run(tx, [taskId])) === 0) return
      await complete.completeTask(tx, [taskId, clock.now()])
    })
  }

  /** While the gateway is down nothing is claimed, and the circuit breaker of every task that wants to dial counts on. */
  async function noteDown(reason: string): Promise<void> {
    const { wanting } = await claimCalls(
      { db, clock, offsetAt, random },
      { nodeId: watch.nodeId(), slot, mostCalls: 0, dueFloors: new Map() },
    )
    if (wanting.length > 0) await settle.noteFaults(db, [wanting, clock.now(), reason])
  }

  async function tripBreakers(): Promise<void> {
    const now = clock.now()
    const longEnough = new Date(now.getTime() - timing.breakerMs)
    const failed = await settle.failTasks(db, [now, timing.breakerFaults, longEnough])
    for (const { id } of failed) log.warn({ task: id }, 'the gateway refuses its calls: the task is FAILED')
  }

  return {
    liveCalls: () => live.size + ended.size + released.size,

    async step() {
      const isBeatDue = clock.elapsedMs() >= nextBeatMs
      if (isBeatDue) {
        const isUp = await beat()
        await watch.removeDeadNodes()
        await adopt()
        await askAboutSilentCalls()
        if (!isUp && !isDraining) await noteDown(describeDown(gateway))
        await tripBreakers()
        await complete.finishStoppedDials(db, [clock.now(), slot, 1000])
      }
      if (isDraining || clock.elapsedMs() < pausedUntilMs || !gateway.health().isUp) return 'soon'
      return claim()
    },

    async settle() {
      const ends = [...ended.values()].slice(0, MOST_ENDS_A_SETTLEMENT)
      if (ends.length > 0) {
        await settle.settleCalls(db, settlement(ends, watch.nodeId(), slot))
        for (const { id } of ends) ended.delete(id)
      }
      const releases = [...released].slice(0, MOST_ENDS_A_SETTLEMENT)
      for (const fault of new Set(releases.map(([, cause]) => cause))) {
        const ids = releases.filter(([, cause]) => cause === fault).map(([id]) => id)
        const now = clock.now()
        const again = new Date(now.getTime() + timing.faultPauseMs)
        await settle.releaseCalls(db, [ids, watch.nodeId(), now, again, fault])
        for (const id of ids) released.delete(id)
      }
      return ends.length + releases.length
    },

    drain() {
      isDraining = true
    },

    async leave() {
      await Promise.allSettled(asking)
      await watch.leave()
    },
  }
}

function describeDown(gateway: Gateway): string {
  const health = gateway.health()
  return health.isUp ? 'the gateway was down' : health.reason
}

function settlement(ends: EndedCall[], nodeId: string, slot: number): unknown[] {
  return [
    ends.map(({ id }) => id),
    ends.map(({ end }) => outcomeOfCause(end.cause)),
    ends.map(({ end }) => end.cause),
    ends.map(({ answerTime }) => answerTime),
    ends.map(({ endTime }) => endTime),
    ends.map(({ end }) => Math.max(0, Math.round(end.talkMs))),
    nodeId,
    FINAL_CAUSES,
    slot,
  ]
}
