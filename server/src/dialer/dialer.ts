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
import { newId } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import type { ZoneOffsets } from '../kernel/timestamps.ts'
import { arrayOf } from '../storage/array-literal.ts'
import type { Database } from '../storage/database.ts'
import { isLockTimeout } from '../storage/database-errors.ts'
import { COUNTER_SLOTS } from '../tasks/task-counters.queries.ts'
import { TaskStatus } from '../tasks/task-state.ts'
import { type CallToPlace, type Claim, claimCalls } from './claim.ts'
import * as complete from './complete.queries.ts'
import { isInsideWindow } from './dial-window.ts'
import {
  type AttemptState,
  type CallEnd,
  CallRefused,
  type Gateway,
  GatewayBusy,
  type GatewayEvent,
  GatewayFault,
  outcomeOfCause,
} from './gateway.ts'
import { createGatewayCondition } from './gateway-condition.ts'
import { createHeldCalls } from './held-calls.ts'
import { createKnownTasks } from './known-tasks.ts'
import { createLineWatch } from './line-watch.ts'
import { MOST_TASKS_A_CLAIM } from './look-at-tasks.ts'
import type { OwnCall } from './node.queries.ts'
import { createNodeWatch } from './node-watch.ts'
import { createRecallWatch } from './recall-watch.ts'
import { createRefusalStreaks } from './refusal-streaks.ts'
import { FINAL_CAUSES, refusalPausesMs } from './retry-policy.ts'
import * as settle from './settle.queries.ts'

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

export interface DialerTiming {
  beatEveryMs: number
  /** A node whose beat stands still for this long is taken for dead. */
  deadAfterMs: number
  /** A call is placed only this soon after our last beat: well before anybody may take us for dead. */
  placeWithinMs: number
  /** A live call of which nothing was heard for this long is asked about. */
  askAfterMs: number
  /** A node whose gateway failed pauses for this long at first. */
  faultPauseMs: number
  /** A task is FAILED if calls to this many contacts were refused in a row, or no node could dial, for breakerMs. */
  breakerFaults: number
  breakerMs: number
  /** After its start, or after it had to wait for a locked contact, a node checks for such contacts for this long. */
  carefulMs: number
}

export const DEFAULT_TIMING: DialerTiming = {
  beatEveryMs: 1000,
  deadAfterMs: 6000,
  placeWithinMs: 3000,
  askAfterMs: 30_000,
  faultPauseMs: 1000,
  breakerFaults: 10,
  breakerMs: 60_000,
  carefulMs: 2000,
}

const MOST_CALLS_A_CLAIM = 600
const MOST_ENDS_A_SETTLEMENT = 800
const FULL_LOOK_EVERY_MS = 10_000
/** A claim that has waited longer than this is not placed: its task may have been paused in the meantime. */
const CLAIM_HOLDS_MS = 900
const LONGEST_RETRY_AFTER_MS = 3_600_000
const MOST_TALK_MS = 2 ** 31 - 1

interface LiveCall {
  phoneKey: string
  taskId: string
  contactId: string
  heardMs: number
  answerTime: Date | null
  /** When we asked for it; a call that was taken over says nothing about our gateway. */
  placedMs: number
  /** Why it is not known whether the call was placed. */
  unclear: string | null
}

interface EndedCall {
  id: string
  phoneKey: string
  taskId: string
  contactId: string
  end: CallEnd
  answerTime: Date | null
  endTime: Date
}

/** A call that was not placed, and for how long the contact waits at least. */
interface Release {
  pauseMs: number
  /** The gateway's words, if it refused this very call. */
  refusal: string | null
}

interface ReleasedCall extends Release {
  id: string
  phoneKey: string
  taskId: string
  contactId: string
}

/** `now`: there may be more to claim; `soon`: somebody waits for a time or a line; `later`: nothing to dial. */
export type NextStep = 'now' | 'soon' | 'later'

export interface Dialer {
  /** Beats, looks after dead nodes and silent calls, claims and places. Says how soon to come back. */
  step(): Promise<NextStep>
  /** Writes down what has ended. How many calls that were. */
  settle(): Promise<number>
  /** Whether so many calls have ended that waiting for more is not worth it: as many as are still up, or a batch full. */
  hasGathered(): boolean
  /** Whether calls have ended that could not be settled yet: they are to be tried again soon. */
  hasHeldCalls(): boolean
  /** Calls placed and not settled. */
  liveCalls(): number
  /** From now on nothing new is claimed. */
  drain(): void
  /** Leaves; calls that are still up are for the others to take over. */
  leave(): Promise<void>
}

export function createDialer(options: DialerOptions): Dialer {
  const { db, clock, gateway, offsetAt, log } = options
  const timing = { ...DEFAULT_TIMING, ...options.timing }
  const onEnd = options.onEnd ?? (() => undefined)
  const random = options.random ?? Math.random
  const slot = Math.floor(random() * COUNTER_SLOTS)
  const watch = createNodeWatch({ db, clock, name: options.name, deadAfterMs: timing.deadAfterMs })
  const recallWatch = createRecallWatch({ db, clock })

  const live = new Map<string, LiveCall>()
  const ended = new Map<string, EndedCall>()
  const held = createHeldCalls(clock, timing.carefulMs)
  const released = new Map<string, ReleasedCall>()
  /** Attempts of claims whose answer was lost: if such a claim did happen, its calls were never placed. */
  const unplaced = new Set<string>()
  /** Tasks that had calls refused and now had one placed. */
  const accepted = new Set<string>()
  const known = createKnownTasks(offsetAt)
  const lines = createLineWatch({ db, clock, log })
  /** Requests to which the gateway may still answer: a call that is over needs no answer any more. */
  const requested = new Set<string>()
  let placing = 0
  let onAllPlaced: (() => void) | undefined
  let isDraining = false
  let lastLookMs = clock.elapsedMs()
  let lastBeatMs = Number.NEGATIVE_INFINITY
  let nextBeatMs = Number.NEGATIVE_INFINITY
  let strayLookMs = Number.NEGATIVE_INFINITY
  let orphanLookMs = Number.NEGATIVE_INFINITY
  let downSince: Date | null = null
  const condition = createGatewayCondition(clock, timing.faultPauseMs)
  const streaks = createRefusalStreaks()
  const refusalPauses = refusalPausesMs(timing.faultPauseMs)
  const notPlaced: Release = { pauseMs: timing.faultPauseMs, refusal: null }

  gateway.listen(hear)

  function hear(event: GatewayEvent): void {
    const call = live.get(event.attemptId)
    // Not ours, or settled long ago: an event that came late or twice.
    if (!call) return
    call.heardMs = clock.elapsedMs()
    if (event.type === 'answered') call.answerTime ??= clock.now()
    if (event.type === 'ended') end(event.attemptId, event.end)
  }

  function end(id: string, told: CallEnd): void {
    const callEnd: CallEnd = told.fault === undefined ? told : { ...told, cause: 'gateway_error' }
    const call = live.get(id)
    if (!call) return
    live.delete(id)
    forgetRequest(id)
    condition.ended(call.placedMs, callEnd.cause === 'answered', callEnd.fault)
    if (call.unclear !== null) placed(call.taskId)
    if (callEnd.fault !== undefined)
      log.warn({ call: id, reason: callEnd.fault }, 'the gateway failed to handle a call; the node pauses')
    const endTime = clock.now()
    const answerTime =
      callEnd.cause === 'answered' ? (call.answerTime ?? new Date(endTime.getTime() - callEnd.talkMs)) : null
    const { phoneKey, taskId, contactId } = call
    ended.set(id, { id, phoneKey, taskId, contactId, end: callEnd, answerTime, endTime })
    onEnd()
  }

  /** The call was certainly not placed. */
  function release(id: string, how: Release): void {
    const call = live.get(id)
    if (!call) return
    live.delete(id)
    forgetRequest(id)
    const { phoneKey, taskId, contactId } = call
    released.set(id, { id, phoneKey, taskId, contactId, ...how })
    if (how.refusal !== null && call.placedMs > Number.NEGATIVE_INFINITY)
      streaks.refused(taskId, contactId, how.refusal)
    onEnd()
  }

  function forgetRequest(id: string): void {
    requested.delete(id)
    condition.forget(id)
  }

  /** A call of this task was placed. Not if the gateway accepts calls that it then fails to handle. */
  function placed(taskId: string): void {
    if (condition.fault() !== null) return
    streaks.accepted(taskId)
    accepted.add(taskId)
  }

  function track({ id, phone_key: phoneKey, task_id: taskId, contact_id: contactId }: OwnCall): LiveCall {
    const call: LiveCall = {
      phoneKey,
      taskId,
      contactId,
      heardMs: clock.elapsedMs(),
      answerTime: null,
      placedMs: Number.NEGATIVE_INFINITY,
      unclear: null,
    }
    live.set(id, call)
    return call
  }

  /** Why no call can be placed through our gateway, or null. */
  function gatewayFault(): string | null {
    const health = gateway.health()
    return health.isUp ? condition.fault() : health.reason
  }

  /** Whether nobody can have taken us for dead yet, nor will before a call is placed. */
  function isBeatFresh(): boolean {
    return clock.elapsedMs() - lastBeatMs <= timing.placeWithinMs
  }

  async function beat(fault: string | null): Promise<void> {
    downSince = fault === null ? null : (downSince ?? clock.now())
    const startedMs = clock.elapsedMs()
    const isMember = await watch.beat({ fault, faultTime: downSince, busy: condition.busy() })
    if (!isMember) {
      // Taken for dead: our calls belong to somebody else, and what we know of them is worth nothing.
      log.warn({ node: options.name }, 'was taken for dead, beginning again')
      for (const id of live.keys()) forgetRequest(id)
      live.clear()
      ended.clear()
      held.clear()
      released.clear()
      unplaced.clear()
      await watch.register()
    }
    lastBeatMs = startedMs
    nextBeatMs = startedMs + timing.beatEveryMs
  }

  /** A look at all live calls, and while somebody holds an old snapshot at all that ever were: not at every beat. */
  async function adopt(): Promise<void> {
    const nowMs = clock.elapsedMs()
    if (nowMs < orphanLookMs + FULL_LOOK_EVERY_MS) return
    try {
      const adopted = await watch.adoptCalls(slot)
      orphanLookMs = nowMs
      if (adopted.length === 0) return
      log.warn({ calls: adopted.length }, 'took over the calls of a node that is gone')
      for (const call of adopted) track(call)
      ask(adopted.map(({ id }) => id))
    } catch (error) {
      strayLookMs = Number.NEGATIVE_INFINITY
      throw error
    }
  }

  /**
   * Calls under our name that we know nothing of. The connection broke just when they became ours: in a claim, and
   * they were not placed; or in taking them over, and the gateway has to be asked.
   */
  async function findStrays(): Promise<void> {
    const nowMs = clock.elapsedMs()
    if (nowMs < strayLookMs + FULL_LOOK_EVERY_MS) return
    const strays = (await watch.ownCalls()).filter(
      ({ id }) => !live.has(id) && !ended.has(id) && !released.has(id),
    )
    strayLookMs = nowMs
    for (const call of strays) track(call)
    for (const { id } of strays) if (unplaced.delete(id)) release(id, notPlaced)
    const unclear = strays.map(({ id }) => id).filter((id) => live.has(id))
    if (unclear.length > 0) ask(unclear)
  }

  /** What does the gateway know of these? Without an answer they stay live, to be asked about again. */
  function ask(ids: string[]): void {
    for (const id of ids) {
      const call = live.get(id)
      if (call) call.heardMs = clock.elapsedMs()
    }
    gateway.reconcile(ids).then(
      (states) => {
        for (const id of ids) learn(id, states.get(id) ?? { state: 'unknown' })
      },
      (error) => log.warn({ err: error, calls: ids.length }, 'the gateway could not be asked about calls'),
    )
  }

  function learn(id: string, known: AttemptState): void {
    if (known.state === 'ended') end(id, known.end)
    else if (known.state === 'not_placed')
      release(id, refusedIf(known.refusal ?? live.get(id)?.unclear ?? null))
    else if (known.state === 'unknown') end(id, { cause: 'lost', talkMs: 0 })
    const call = live.get(id)
    if (call) call.heardMs = clock.elapsedMs()
  }

  /** A request that failed in a way that left open whether the call was placed was refused, if the call was not. */
  function refusedIf(refusal: string | null): Release {
    return refusal === null ? notPlaced : { pauseMs: 0, refusal }
  }

  function askAboutSilentCalls(): void {
    const silentSince = clock.elapsedMs() - timing.askAfterMs
    const silent = [...live].filter(([, call]) => call.heardMs <= silentSince).map(([id]) => id)
    if (silent.length > 0) ask(silent)
  }

  async function claim(mostCalls: number): Promise<NextStep> {
    const made = await claimOrRemember(Math.min(mostCalls, MOST_CALLS_A_CLAIM))
    for (const claimed of made.calls) {
      // Asked anew for each: the process may stand still between two of them.
      const now = clock.now()
      const isTooLate = isHeldUp(made.madeAt, now)
      const call = track(claimed.call)
      if (isTooLate || !isInsideWindow(claimed.window, offsetAt, now)) release(claimed.call.id, notPlaced)
      else place(claimed, call)
    }
    for (const taskId of made.finished) await completeTask(taskId)
    return made.mayHaveMore ? 'now' : made.isWaiting ? 'soon' : 'later'
  }

  async function claimOrRemember(mostCalls: number): Promise<Claim> {
    const ids: string[] = []
    try {
      return await claimCalls(
        { db, clock, random, known, mostTasks: options.mostTasksAClaim ?? MOST_TASKS_A_CLAIM },
        {
          nodeId: watch.nodeId(),
          slot,
          mostCalls,
          mayClaim: isBeatFresh,
          heldTasks: held.tasks(),
          withDetails: gateway.wantsDetails ?? false,
          newId() {
            const id = newId()
            ids.push(id)
            return id
          },
        },
      )
    } catch (error) {
      // Whether it was committed is not known.
      for (const id of ids) unplaced.add(id)
      strayLookMs = Number.NEGATIVE_INFINITY
      throw error
    }
  }

  /** Whether a claim is too old to be placed: somebody may take us for dead soon, or may have paused the task. */
  function isHeldUp(madeAt: Claim['madeAt'], now: Date): boolean {
    const ageMs = Math.max(clock.elapsedMs() - madeAt.elapsedMs, now.getTime() - madeAt.now.getTime())
    return !isBeatFresh() || ageMs > CLAIM_HOLDS_MS
  }

  async function place({ call, details, hasFaults }: CallToPlace, own: LiveCall): Promise<void> {
    const { id: attemptId, phone_number: phoneNumber, task_id: taskId, contact_id: contactId } = call
    placing += 1
    const startedMs = clock.elapsedMs()
    own.placedMs = startedMs
    requested.add(attemptId)
    condition.asked(attemptId)
    try {
      await gateway.originate({ attemptId, phoneNumber, taskId, contactId, ...(details && { details }) })
      condition.accepted(startedMs)
      if (hasFaults) placed(taskId)
      else streaks.accepted(taskId)
    } catch (error) {
      if (error instanceof GatewayFault) {
        condition.faulted(startedMs, error.message)
        release(attemptId, notPlaced)
      } else if (error instanceof GatewayBusy) {
        const isAlone = condition.wasBusy(contactId, error.message, error.retryAfterMs)
        const pauseMs = Math.min(Math.max(error.retryAfterMs, timing.faultPauseMs), LONGEST_RETRY_AFTER_MS)
        release(attemptId, { pauseMs, refusal: isAlone ? error.message : null })
      } else if (error instanceof CallRefused) {
        release(attemptId, { pauseMs: 0, refusal: error.message })
      } else {
        // Placed or not, nobody knows: the gateway is asked, and the call is never simply placed again.
        log.warn({ err: error, call: attemptId }, 'it is not known whether a call was placed')
        own.unclear = error instanceof Error ? error.message : String(error)
        ask([attemptId])
      }
    } finally {
      requested.delete(attemptId)
      placing -= 1
      if (placing === 0) onAllPlaced?.()
    }
  }

  /** A call that is just being placed is best explained by who placed it. */
  async function allPlaced(): Promise<void> {
    if (placing > 0) await new Promise<void>((resolve) => (onAllPlaced = resolve))
  }

  async function completeTask(taskId: string): Promise<void> {
    await db.transaction(async (tx) => {
      if ((await complete.lockTaskRow.run(tx, [taskId])) === 0) return
      await complete.completeTask(tx, [taskId, clock.now(), TaskStatus.RUNNING])
    })
  }

  /**
   * While nothing is claimed, tasks may be done all the same. If no node can dial, the circuit breaker of every task that
   * wants to hears of it, from one node only.
   */
  async function lookWithoutClaiming(reason: string | null, forMs: number): Promise<void> {
    const { wanting, finished } = await claimOrRemember(0)
    if (reason !== null && wanting.length > 0 && !watch.isAnyUp() && watch.isOldest())
      await settle.noteDown(db, [wanting, Math.round(forMs), reason])
    for (const taskId of finished) await completeTask(taskId)
  }

  async function tripBreakers(isUp: boolean, sinceMs: number): Promise<void> {
    const { breakerFaults, breakerMs } = timing
    const refused = streaks.atLeast(breakerFaults)
    if (refused.length > 0) {
      const columns = [
        refused.map(({ taskId }) => taskId),
        refused.map(({ contacts }) => contacts),
        refused.map(({ reason }) => reason),
      ]
      await settle.noteRefusals(db, [...columns, watch.nodeId(), Math.round(sinceMs)])
    }
    const failed = await settle.failTasks(db, [clock.now(), breakerFaults, breakerMs, isUp])
    for (const { id, fail_reason } of failed) {
      streaks.accepted(id)
      log.warn({ task: id, reason: fail_reason }, 'the gateway places none of its calls: the task is FAILED')
    }
  }

  async function lookAround(): Promise<void> {
    const nowMs = clock.elapsedMs()
    // A process that stood still has seen nothing of the time in between.
    const sinceMs = Math.min(nowMs - lastLookMs, 2 * timing.beatEveryMs)
    lastLookMs = nowMs
    const fault = condition.takeWorked() ? null : gatewayFault()
    await beat(fault)
    if (await watch.removeDeadNodes()) orphanLookMs = Number.NEGATIVE_INFINITY
    // Whoever cannot ask the gateway leaves them to one who can.
    const canAsk = gateway.health().isUp && (condition.fault() === null || !watch.isAnyUp())
    if (canAsk && !isDraining) await adopt()
    await findStrays()
    await lines.compare()
    askAboutSilentCalls()
    if (!isDraining && (mayClaim() === 0 || gatewayFault() !== null))
      await lookWithoutClaiming(fault, sinceMs)
    await tripBreakers(fault === null, sinceMs)
    await complete.finishStoppedDials(db, [clock.now(), 1000])
    const recalls = await recallWatch.carryOn()
    if (recalls > 0) log.info({ recalls }, 'carrying on with recalls that were left unfinished')
  }

  /** How many calls the gateway lets us claim now. */
  function mayClaim(): number {
    return gateway.health().isUp ? condition.allowance(requested.size) : 0
  }

  function takingBack(releases: ReleasedCall[]): unknown[] {
    return [
      arrayOf(releases, ({ id }) => id),
      watch.nodeId(),
      clock.now(),
      arrayOf(releases, ({ pauseMs }) => Math.round(pauseMs)),
      releases.map(({ refusal }) => refusal),
      slot,
      arrayOf(releases, ({ phoneKey }) => phoneKey),
      arrayOf(releases, ({ refusal }) => (refusal === null ? 'f' : 't')),
      refusalPauses,
      arrayOf(releases, ({ contactId }) => contactId),
    ]
  }

  /** Returns the calls that were not settled because another transaction has locked their contacts. */
  async function settleOrLeave(values: unknown[]): Promise<{ id: string | null }[]> {
    if (held.isLikely()) return settle.settleFreeCalls(db, values)
    try {
      return await settle.settleCalls(db, values)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      held.noteWait()
      return settle.settleFreeCalls(db, values)
    }
  }

  const isDueNow = ({ id }: { id: string }) => !held.isTooSoon(id)

  /** Forgets calls that were written down, except those that were left alone. How many it forgets. */
  function forgetBut(
    left: { id: string | null }[],
    calls: { id: string; taskId: string }[],
    known: Map<string, unknown>,
  ): number {
    const leftIds = new Set(left.map(({ id }) => id))
    const written = calls.filter(({ id }) => !leftIds.has(id))
    // Unless the node re-registered in the meantime: then they are not its calls any more.
    for (const { id, taskId } of calls) if (leftIds.has(id) && known.has(id)) held.note(id, taskId)
    for (const { id } of written) {
      known.delete(id)
      held.forget(id)
    }
    return written.length
  }

  return {
    hasHeldCalls: () => held.count() > 0,
    hasGathered: () =>
      ended.size - held.count() + released.size >= Math.min(live.size, MOST_ENDS_A_SETTLEMENT),
    liveCalls: () => live.size + ended.size + released.size,

    async step() {
      if (clock.elapsedMs() >= nextBeatMs) await lookAround()
      const mostCalls = mayClaim()
      return isDraining || mostCalls === 0 ? 'soon' : claim(mostCalls)
    },

    async settle() {
      const ends = [...ended.values()].filter(isDueNow).slice(0, MOST_ENDS_A_SETTLEMENT)
      const releases = [...released.values()].filter(isDueNow).slice(0, MOST_ENDS_A_SETTLEMENT)
      let count = 0
      if (ends.length > 0) {
        const values = settlement(ends, { nodeId: watch.nodeId(), slot, refusalPauses })
        count += forgetBut(await settleOrLeave(values), ends, ended)
      }
      if (releases.length > 0) {
        const left = await settle.releaseCalls(db, takingBack(releases))
        count += forgetBut(left, releases, released)
      }
      const placed = [...accepted]
      if (placed.length > 0) {
        await settle.forgetFaults(db, [placed])
        for (const taskId of placed) accepted.delete(taskId)
      }
      return count
    },

    drain() {
      isDraining = true
    },

    async leave() {
      await allPlaced()
      await watch.leave()
    },
  }
}

function settlement(
  ends: EndedCall[],
  { nodeId, slot, refusalPauses }: { nodeId: string; slot: number; refusalPauses: number[] },
): unknown[] {
  return [
    arrayOf(ends, ({ id }) => id),
    arrayOf(ends, ({ end }) => outcomeOfCause(end.cause)),
    arrayOf(ends, ({ end }) => end.cause),
    arrayOf(ends, ({ answerTime }) => answerTime?.getTime() ?? null),
    arrayOf(ends, ({ endTime }) => endTime.getTime()),
    arrayOf(ends, ({ end }) => talkTime(end)),
    nodeId,
    FINAL_CAUSES,
    slot,
    arrayOf(ends, ({ phoneKey }) => phoneKey),
    arrayOf(ends, ({ end }) => (end.fault === undefined ? 'f' : 't')),
    refusalPauses,
    arrayOf(ends, ({ contactId }) => contactId),
  ]
}

/** One call that the database refuses would keep all the others from being written. */
function talkTime({ talkMs }: CallEnd): number {
  return Number.isFinite(talkMs) ? Math.min(Math.max(0, Math.round(talkMs)), MOST_TALK_MS) : 0
}
