// What a node makes of its gateway's answers: how much it may ask of it now, and whether it is down.
//
// Up: no limit. A fault takes the node down: it pauses, then asks for one call as a probe; each probe that fails doubles
// the pause, and the first that works brings the node up. A gateway that answers several contacts with "busy" is asked
// for nothing during a pause. After a pause the node begins with one call at a time, and each call that is accepted raises
// that. Contacts that are always answered with "busy" while others are accepted are to blame themselves: their calls count
// as refused, and slow nobody down.
import type { Clock } from '../kernel/clock.ts'

export interface GatewayCondition {
  /** How many calls may be asked for now, given how many requests are under way. */
  allowance(requestsUnderWay: number): number
  /** Why the gateway cannot place calls, or null. */
  fault(): string | null
  /** Whether a call has worked since this was last asked: then a fault that came after it is not taken for lasting. */
  takeWorked(): boolean
  /** Why the gateway makes us wait, or null. */
  busy(): string | null
  asked(attemptId: string): void
  accepted(contactId: string, startedMs: number): void
  faulted(startedMs: number, reason: string): void
  wasBusy(contactId: string, reason: string, retryAfterMs: number): BusyAnswer
  /** A call that was placed is over; `fault` says that the gateway could not handle it. */
  ended(startedMs: number, wasAnswered: boolean, fault: string | undefined): void
  /** Nothing more will be heard of this request. */
  forget(attemptId: string): void
}

export interface BusyAnswer {
  /** The contact alone is to blame: this counts as a refusal of its call. */
  isToBlame: boolean
  /** How long the contact waits: longer than the node, so that others are tried before it. */
  pauseMs: number
}

/** A contact that was answered with "busy" and not accepted since. */
interface Suspect {
  /** How often, each time with others accepted since the time before. */
  times: number
  /** How many calls had been accepted at the last time. */
  acceptedCount: number
}

interface Down {
  reason: string
  lastMs: number
  faults: number
  /** The last calls were accepted and then failed, so only an answered call shows that the gateway works again. */
  needsAnswer: boolean
}

const LONGEST_FAULT_PAUSE_MS = 30_000
const LONGEST_BUSY_PAUSE_MS = 60_000
/** A fault is forgotten if nothing has shown since that it persists. */
const FAULT_HOLDS_MS = 300_000
const ANSWER_MEMORY_MS = 5000
/** If a greater part of the latest requests was answered with "busy", the gateway means all of them. */
const BUSY_SHARE = 0.1
/** From this many calls at once on, no limit is needed any more. */
const FULL_SPEED = 64
/** A contact is to blame if it was answered with "busy" this often in a row, each time with others accepted since the last. */
const BUSY_AMONG_ACCEPTED = 5
/** Or once, if it is still answered with "busy" as the only request after this many pauses. */
const QUIET_PAUSES = 3
const MAX_SUSPECTS = 1000

export function createGatewayCondition(clock: Clock, faultPauseMs: number): GatewayCondition {
  const acceptedLately = createLatelyCount(clock)
  /** Contacts that were answered with "busy", and when. */
  const busyContacts = new Map<string, number>()
  const suspects = new Map<string, Suspect>()
  let acceptedCount = 0
  let down: Down | undefined
  let probe: string | undefined
  let hasWorked = false
  let busyReason: string | null = null
  let busyPauses = 0
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let callsAtOnce = Number.POSITIVE_INFINITY

  function pause(ms: number): void {
    pausedUntilMs = Math.max(pausedUntilMs, clock.elapsedMs() + ms)
    callsAtOnce = 1
  }

  function currentFault(): Down | undefined {
    if (down && clock.elapsedMs() - down.lastMs > FAULT_HOLDS_MS) down = undefined
    return down
  }

  function fail(startedMs: number, reason: string, wasPlaced: boolean): void {
    const before = currentFault()
    // Requests that were under way when the gateway failed tell nothing new.
    if (before && startedMs < before.lastMs) return
    const faults = (before?.faults ?? 0) + 1
    const needsAnswer = wasPlaced || (before?.needsAnswer ?? false)
    down = { reason, faults, lastMs: clock.elapsedMs(), needsAnswer }
    pause(Math.min(faultPauseMs * 2 ** (faults - 1), LONGEST_FAULT_PAUSE_MS))
  }

  /** A call that was asked for after the last fault has worked. */
  function recover(startedMs: number): void {
    if (down && startedMs < down.lastMs) return
    down = undefined
    hasWorked = true
  }

  function busyPauseMs(askedMs: number): number {
    const grownMs = busyPauses > 0 ? faultPauseMs * 2 ** (busyPauses - 1) : 0
    return Math.min(Math.max(askedMs, grownMs), LONGEST_BUSY_PAUSE_MS)
  }

  function noteBusy(contactId: string): number {
    const nowMs = clock.elapsedMs()
    const sinceMs = nowMs - Math.max(ANSWER_MEMORY_MS, 2 * busyPauseMs(0))
    for (const [id, atMs] of busyContacts) if (atMs < sinceMs) busyContacts.delete(id)
    busyContacts.set(contactId, nowMs)
    return busyContacts.size
  }

  function suspect(contactId: string): Suspect {
    const before = suspects.get(contactId)
    const times = (before?.times ?? 0) + (before && acceptedCount > before.acceptedCount ? 1 : 0)
    const now = { times, acceptedCount }
    suspects.delete(contactId)
    suspects.set(contactId, now)
    const [oldest] = suspects.keys()
    if (suspects.size > MAX_SUSPECTS && oldest !== undefined) suspects.delete(oldest)
    return now
  }

  return {
    allowance(requestsUnderWay) {
      if (clock.elapsedMs() < pausedUntilMs) return 0
      if (currentFault()) return probe === undefined ? 1 : 0
      return Math.max(0, callsAtOnce - requestsUnderWay)
    },

    fault: () => currentFault()?.reason ?? null,
    busy: () => busyReason,

    takeWorked() {
      const result = hasWorked
      hasWorked = false
      return result
    },

    asked(attemptId) {
      if (currentFault()) probe = attemptId
    },

    accepted(contactId, startedMs) {
      acceptedLately.add()
      acceptedCount += 1
      suspects.delete(contactId)
      busyPauses = 0
      busyReason = null
      callsAtOnce = callsAtOnce >= FULL_SPEED ? Number.POSITIVE_INFINITY : callsAtOnce + 1
      if (!down?.needsAnswer) recover(startedMs)
    },

    faulted(startedMs, reason) {
      fail(startedMs, reason, false)
    },

    wasBusy(contactId, reason, retryAfterMs) {
      const { times } = suspect(contactId)
      const ownPauseMs = Math.max(retryAfterMs, faultPauseMs * 2 ** Math.min(times, BUSY_AMONG_ACCEPTED))
      if (times >= BUSY_AMONG_ACCEPTED || (times > 0 && busyPauses >= QUIET_PAUSES))
        return { isToBlame: true, pauseMs: ownPauseMs }
      const busy = noteBusy(contactId)
      if (busy === 1 || busy <= BUSY_SHARE * (busy + acceptedLately.read()))
        return { isToBlame: true, pauseMs: ownPauseMs }
      // Requests that were under way together ask for one pause.
      if (clock.elapsedMs() >= pausedUntilMs) busyPauses += 1
      busyReason = reason
      const pauseMs = busyPauseMs(retryAfterMs)
      pause(pauseMs)
      return { isToBlame: false, pauseMs: Math.max(ownPauseMs, 2 * pauseMs) }
    },

    ended(startedMs, wasAnswered, fault) {
      if (fault !== undefined) fail(startedMs, fault, true)
      else if (wasAnswered) recover(startedMs)
    },

    forget(attemptId) {
      if (probe === attemptId) probe = undefined
    },
  }
}

/** How often something happened in the last 5 to 10 seconds. */
function createLatelyCount(clock: Clock) {
  let sinceMs = clock.elapsedMs()
  let current = 0
  let before = 0

  function turn(): void {
    const ageMs = clock.elapsedMs() - sinceMs
    if (ageMs < ANSWER_MEMORY_MS) return
    before = ageMs < 2 * ANSWER_MEMORY_MS ? current : 0
    current = 0
    sinceMs = clock.elapsedMs()
  }

  return {
    add() {
      turn()
      current += 1
    },
    read() {
      turn()
      return before + current
    },
  }
}
