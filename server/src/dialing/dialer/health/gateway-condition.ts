// How many calls a node may ask its gateway for now, and whether the gateway is down, judged by its answers.
//
//   up ──many are answered with "busy"──▶ slowed ──64 accepted calls──▶ up
//   up, slowed ──a fault──▶ down ──a probe works──▶ slowed
//
// Up: no limit. Slowed: nothing is asked for during a pause, then one call at a time, and each accepted call raises that.
// Down: the node pauses, then asks for one call as a probe, to another contact if there is one. Each probe that fails doubles the
// pause. If contacts are always answered with "busy" or a fault while others are accepted, the reason is the contacts: their
// calls count as refused and do not slow down the others. To find out whether others are accepted, tasks with such answers
// come last after a pause.
import type { Clock } from '../../../platform/kernel/clock.ts'
import { type GatewayBusy, NotAsked } from '../../../telephony/refusals.ts'
import { type Asked, createSuspects } from './suspects.ts'

export type GatewayCondition = ReturnType<typeof createGatewayCondition>

interface Blame {
  /** Only this contact is concerned: the answer counts as a refusal of its call. */
  isToBlame: boolean
  /** How long the contact waits: longer than the node, so that others are tried before it. */
  pauseMs: number
}

interface Slow {
  pausedUntilMs: number
  /** After the pause; each accepted call raises it. */
  callsAtOnce: number
  /** Until a call is accepted: why the gateway makes the node wait, and how many pauses that took. */
  busy: { reason: string; pauses: number } | undefined
}

interface Fault {
  reason: string
  lastMs: number
  faults: number
  /** The last calls were accepted and then failed, so only an answered call shows that the gateway works again. */
  needsAnswer: boolean
  /** The attempt whose answer is awaited. */
  probe: string | undefined
}

type State = { is: 'up' } | ({ is: 'slowed' } & Slow) | ({ is: 'down' } & Slow & Fault)

const MAX_FAULT_PAUSE_MS = 30_000
const MAX_BUSY_PAUSE_MS = 60_000
/** A fault is forgotten if nothing has shown since that it persists. */
const FORGET_FAULT_AFTER_MS = 300_000
/** From this many calls at once on, there is no limit any more. */
const FULL_SPEED = 64
/** A contact is to blame if it was answered with "busy" this often in a row, each time with others accepted in between. */
const MAX_BUSY_AMONG_ACCEPTED = 5
/** Or once, if it is still answered with "busy" as the only request after this many pauses. */
const QUIET_PAUSES = 3
/** The same for faults: a gateway does not break down for one contact three times. */
const MAX_FAULTS_AMONG_ACCEPTED = 2

export function createGatewayCondition(clock: Clock, faultPauseMs: number) {
  const suspects = createSuspects(clock)
  let state: State = { is: 'up' }
  let hasWorked = false

  function current(): State {
    if (state.is === 'down' && clock.elapsedMs() - state.lastMs > FORGET_FAULT_AFTER_MS)
      state = afterFault(state)
    return state
  }

  function fault(): string | null {
    const now = current()
    return now.is === 'down' ? now.reason : null
  }

  const pausedUntilMs = () => (state.is === 'up' ? Number.NEGATIVE_INFINITY : state.pausedUntilMs)
  const busyPauses = () => (state.is === 'up' ? 0 : (state.busy?.pauses ?? 0))

  function pauseFor(ms: number): Slow {
    const untilMs = Math.max(pausedUntilMs(), clock.elapsedMs() + ms)
    return { pausedUntilMs: untilMs, callsAtOnce: 1, busy: state.is === 'up' ? undefined : state.busy }
  }

  function fail(startedMs: number, reason: string, wasPlaced: boolean): void {
    const now = current()
    const before = now.is === 'down' ? now : undefined
    // Requests that were open when the gateway failed tell nothing new.
    if (before && startedMs < before.lastMs) return
    const faults = (before?.faults ?? 0) + 1
    state = {
      is: 'down',
      ...pauseFor(Math.min(faultPauseMs * 2 ** (faults - 1), MAX_FAULT_PAUSE_MS)),
      reason,
      lastMs: clock.elapsedMs(),
      faults,
      needsAnswer: wasPlaced || (before?.needsAnswer ?? false),
      probe: before?.probe,
    }
  }

  /** A call that was asked for after the last fault has worked. */
  function recover(startedMs: number): void {
    if (state.is === 'down') {
      if (startedMs < state.lastMs) return
      state = afterFault(state)
    }
    hasWorked = true
  }

  function busyPauseMs(askedMs: number, pauses: number): number {
    const grownMs = pauses > 0 ? faultPauseMs * 2 ** (pauses - 1) : 0
    return Math.min(Math.max(askedMs, grownMs), MAX_BUSY_PAUSE_MS)
  }

  function putLast(taskId: string): void {
    suspects.putLast(taskId, pausedUntilMs(), (pauses) => busyPauseMs(0, pauses), MAX_BUSY_PAUSE_MS)
  }

  return {
    /** How many calls may be asked for now. `openRequests`: how many the gateway has not answered yet. */
    allowance(openRequests: number): number {
      const now = current()
      if (now.is === 'up') return Number.POSITIVE_INFINITY
      if (clock.elapsedMs() < now.pausedUntilMs) return 0
      if (now.is === 'down') return now.probe === undefined ? 1 : 0
      return Math.max(0, now.callsAtOnce - openRequests)
    },

    /** Tasks that were answered with "busy" or a fault: others come first, if they want calls. */
    deprioritizedTasks: suspects.lastTasks,

    /** Why the gateway cannot place calls, or null. */
    fault,
    /** Why the gateway makes the node wait, or null. */
    busy: () => (state.is === 'up' ? null : (state.busy?.reason ?? null)),

    /** Whether a call has worked since this was last asked. A fault that came after it does not count as lasting. */
    takeWorked(): boolean {
      const result = hasWorked
      hasWorked = false
      return result
    },

    asked(attemptId: string): void {
      const now = current()
      if (now.is === 'down') now.probe = attemptId
    },

    accepted(asked: Asked, startedMs: number): void {
      suspects.accepted(asked)
      if (state.is !== 'up') {
        state.busy = undefined
        state.callsAtOnce += 1
        if (state.is === 'slowed' && state.callsAtOnce > FULL_SPEED) state = { is: 'up' }
      }
      if (state.is !== 'down' || !state.needsAnswer) recover(startedMs)
    },

    faulted({ taskId, contactId }: Asked, startedMs: number, reason: string): Blame {
      if (suspects.note(contactId) >= MAX_FAULTS_AMONG_ACCEPTED) return { isToBlame: true, pauseMs: 0 }
      fail(startedMs, reason, false)
      putLast(taskId)
      return { isToBlame: false, pauseMs: Math.max(0, pausedUntilMs() - clock.elapsedMs()) + faultPauseMs }
    },

    wasBusy({ taskId, contactId }: Asked, busy: GatewayBusy): Blame {
      const { message: reason, retryAfterMs } = busy
      const wasAsked = !(busy instanceof NotAsked)
      const times = wasAsked ? suspects.note(contactId) : 0
      const ownPauseMs = Math.max(retryAfterMs, faultPauseMs * 2 ** Math.min(times, MAX_BUSY_AMONG_ACCEPTED))
      if (times >= MAX_BUSY_AMONG_ACCEPTED || (times > 0 && busyPauses() >= QUIET_PAUSES))
        return { isToBlame: true, pauseMs: ownPauseMs }
      if (!suspects.isBusyForAll(contactId, 2 * busyPauseMs(0, busyPauses())))
        return { isToBlame: wasAsked, pauseMs: ownPauseMs }
      // Requests that were open at the same time cause one pause.
      const pauses = busyPauses() + (clock.elapsedMs() >= pausedUntilMs() ? 1 : 0)
      const pauseMs = busyPauseMs(retryAfterMs, pauses)
      const slow = { ...pauseFor(pauseMs), busy: { reason, pauses } }
      state = state.is === 'down' ? { ...state, ...slow } : { is: 'slowed', ...slow }
      putLast(taskId)
      return { isToBlame: false, pauseMs: Math.max(ownPauseMs, 2 * pauseMs) }
    },

    /** A call that was placed is over. `fault`: why the gateway could not handle it. */
    ended(startedMs: number, wasAnswered: boolean, fault: string | undefined): void {
      if (fault !== undefined) fail(startedMs, fault, true)
      else if (wasAnswered) recover(startedMs)
    },

    /** The request will get no further answer. */
    forget(attemptId: string): void {
      if (state.is === 'down' && state.probe === attemptId) state.probe = undefined
    },
  }
}

/** Calls begin slowly again, unless enough were accepted meanwhile. */
function afterFault({ pausedUntilMs, callsAtOnce, busy }: Slow): State {
  return callsAtOnce > FULL_SPEED ? { is: 'up' } : { is: 'slowed', pausedUntilMs, callsAtOnce, busy }
}
