// How many calls a node may ask its gateway for now, and whether the gateway is down, judged by its answers.
//
// Up: no limit. A fault takes the node down: it pauses, then asks for one call as a probe, to another contact if there is one.
// Each probe that fails doubles the pause; the first that works brings the node up. If the gateway answers several contacts
// with "busy", it is asked for nothing during a pause. After a pause the node starts with one call at a time, and each accepted
// call raises that. If contacts are always answered with "busy" or a fault while others are accepted, the reason is the
// contacts: their calls count as refused and do not slow down the others. To find out whether others are accepted, tasks with
// such answers come last after a pause.
import type { Clock } from '../../kernel/clock.ts'
import { type GatewayBusy, NotAsked } from '../gateway.ts'

export type GatewayCondition = ReturnType<typeof createGatewayCondition>

interface Asked {
  taskId: string
  contactId: string
}

interface Blame {
  /** Only this contact is concerned: the answer counts as a refusal of its call. */
  isToBlame: boolean
  /** How long the contact waits: longer than the node, so that others are tried before it. */
  pauseMs: number
}

/** A contact that was answered with "busy" or a fault, and not accepted since. */
interface Suspect {
  /** How often, each time with others accepted in between. */
  times: number
  /** How many calls had been accepted at the last time. */
  acceptedCount: number
}

interface LastTask {
  /** How many, each with others accepted in between: an outage is not the task's. */
  pauses: number
  untilMs: number
  acceptedCount: number
}

interface Down {
  reason: string
  lastMs: number
  faults: number
  /** The last calls were accepted and then failed, so only an answered call shows that the gateway works again. */
  needsAnswer: boolean
}

const MAX_FAULT_PAUSE_MS = 30_000
const MAX_BUSY_PAUSE_MS = 60_000
/** A fault is forgotten if nothing has shown since that it persists. */
const FORGET_FAULT_AFTER_MS = 300_000
const ANSWER_MEMORY_MS = 5000
/** If more of the latest requests were answered with "busy", the gateway means all calls. */
const MAX_BUSY_SHARE = 0.1
/** From this many calls at once on, there is no limit any more. */
const FULL_SPEED = 64
/** A contact is to blame if it was answered with "busy" this often in a row, each time with others accepted in between. */
const MAX_BUSY_AMONG_ACCEPTED = 5
/** Or once, if it is still answered with "busy" as the only request after this many pauses. */
const QUIET_PAUSES = 3
/** The same for faults: a gateway does not break down for one contact three times. */
const MAX_FAULTS_AMONG_ACCEPTED = 2
const MAX_SUSPECTS = 1000

export function createGatewayCondition(clock: Clock, faultPauseMs: number) {
  const acceptedLately = createLatelyCount(clock)
  /** Contacts that were answered with "busy", and when. */
  const busyContacts = new Map<string, number>()
  const suspects = new Map<string, Suspect>()
  const lastTasks = new Map<string, LastTask>()
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
    if (down && clock.elapsedMs() - down.lastMs > FORGET_FAULT_AFTER_MS) down = undefined
    return down
  }

  function fail(startedMs: number, reason: string, wasPlaced: boolean): void {
    const before = currentFault()
    // Requests that were open when the gateway failed tell nothing new.
    if (before && startedMs < before.lastMs) return
    const faults = (before?.faults ?? 0) + 1
    const needsAnswer = wasPlaced || (before?.needsAnswer ?? false)
    down = { reason, faults, lastMs: clock.elapsedMs(), needsAnswer }
    pause(Math.min(faultPauseMs * 2 ** (faults - 1), MAX_FAULT_PAUSE_MS))
  }

  /** A call that was asked for after the last fault has worked. */
  function recover(startedMs: number): void {
    if (down && startedMs < down.lastMs) return
    down = undefined
    hasWorked = true
  }

  function busyPauseMs(askedMs: number, pauses = busyPauses): number {
    const grownMs = pauses > 0 ? faultPauseMs * 2 ** (pauses - 1) : 0
    return Math.min(Math.max(askedMs, grownMs), MAX_BUSY_PAUSE_MS)
  }

  /** Other tasks come first for a pause of its own after that of the node. */
  function putLast(taskId: string): void {
    const nowMs = clock.elapsedMs()
    const before = lastTasks.get(taskId)
    for (const [id, { untilMs }] of lastTasks) if (untilMs < nowMs - MAX_BUSY_PAUSE_MS) lastTasks.delete(id)
    const isAgain = before !== undefined && nowMs >= before.untilMs && acceptedCount > before.acceptedCount
    const pauses = (before?.pauses ?? 1) + (isAgain ? 1 : 0)
    lastTasks.set(taskId, { pauses, untilMs: pausedUntilMs + busyPauseMs(0, pauses), acceptedCount })
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
    /** How many calls may be asked for now. `openRequests`: how many the gateway has not answered yet. */
    allowance(openRequests: number): number {
      if (clock.elapsedMs() < pausedUntilMs) return 0
      if (currentFault()) return probe === undefined ? 1 : 0
      return Math.max(0, callsAtOnce - openRequests)
    },

    /** Tasks that were answered with "busy" or a fault: others come first, if they want calls. */
    deprioritizedTasks(): ReadonlySet<string> {
      const nowMs = clock.elapsedMs()
      return new Set([...lastTasks].filter(([, { untilMs }]) => nowMs < untilMs).map(([id]) => id))
    },

    /** Why the gateway cannot place calls, or null. */
    fault: () => currentFault()?.reason ?? null,
    /** Why the gateway makes the node wait, or null. */
    busy: () => busyReason,

    /** Whether a call has worked since this was last asked. A fault that came after it does not count as lasting. */
    takeWorked(): boolean {
      const result = hasWorked
      hasWorked = false
      return result
    },

    asked(attemptId: string): void {
      if (currentFault()) probe = attemptId
    },

    accepted({ taskId, contactId }: Asked, startedMs: number): void {
      acceptedLately.add()
      acceptedCount += 1
      suspects.delete(contactId)
      lastTasks.delete(taskId)
      busyPauses = 0
      busyReason = null
      callsAtOnce = callsAtOnce >= FULL_SPEED ? Number.POSITIVE_INFINITY : callsAtOnce + 1
      if (!down?.needsAnswer) recover(startedMs)
    },

    faulted({ taskId, contactId }: Asked, startedMs: number, reason: string): Blame {
      if (suspect(contactId).times >= MAX_FAULTS_AMONG_ACCEPTED) return { isToBlame: true, pauseMs: 0 }
      fail(startedMs, reason, false)
      putLast(taskId)
      return { isToBlame: false, pauseMs: Math.max(0, pausedUntilMs - clock.elapsedMs()) + faultPauseMs }
    },

    wasBusy({ taskId, contactId }: Asked, busy: GatewayBusy): Blame {
      const { message, retryAfterMs } = busy
      const wasAsked = !(busy instanceof NotAsked)
      const times = wasAsked ? suspect(contactId).times : 0
      const ownPauseMs = Math.max(retryAfterMs, faultPauseMs * 2 ** Math.min(times, MAX_BUSY_AMONG_ACCEPTED))
      if (times >= MAX_BUSY_AMONG_ACCEPTED || (times > 0 && busyPauses >= QUIET_PAUSES))
        return { isToBlame: true, pauseMs: ownPauseMs }
      const busyCount = noteBusy(contactId)
      if (busyCount === 1 || busyCount <= MAX_BUSY_SHARE * (busyCount + acceptedLately.read()))
        return { isToBlame: wasAsked, pauseMs: ownPauseMs }
      // Requests that were open at the same time cause one pause.
      if (clock.elapsedMs() >= pausedUntilMs) busyPauses += 1
      busyReason = message
      const pauseMs = busyPauseMs(retryAfterMs)
      pause(pauseMs)
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
      if (probe === attemptId) probe = undefined
    },
  }
}

/** Counts what happened in the last 5 to 10 seconds. */
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
