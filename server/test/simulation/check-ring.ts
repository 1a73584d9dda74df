// What must hold at the moment a phone rings, held against what the world knows at that moment.

import { NO_TASK } from '../../src/platform/kernel/task-of-call.ts'
import {
  caseOfCall,
  checkPermission,
  checkRetry,
  digits,
  gapAfter,
  type RingFacts,
} from './check-permission.ts'
import { type History, type KnownClaim, type KnownTask, planAt } from './history.ts'
import { isSameNumber, neverReasons } from './permission-oracle.ts'
import type { LedgerCall } from './phone-network.ts'
import type { WallClock } from './wall-clock.ts'

const RUNNING = 1
/** A change of state may take so long to be heard of. */
const GRACE_MS = 1000

/** Sentences about the rules that this call breaks. */
export function checkRing(call: LedgerCall, facts: RingFacts): string[] {
  const { history, live, ledger } = facts
  const problems: string[] = []
  const claim = history.claims.get(call.attemptId)
  const isSingle = claim?.taskId === NO_TASK
  // A single call is told the task whose flow it has.
  const task = isSingle ? undefined : history.task(call.taskId)
  if (!claim || (!task && !isSingle)) return [`rang ${call.attemptId}, which nobody has written down`]

  for (const other of live) {
    if (isSameNumber(digits(other), digits(call))) problems.push(`rang ${call.phoneNumber} twice at once`)
    const about = caseOfCall(call, history)
    if (about !== undefined && caseOfCall(other, history) === about)
      problems.push(`rang ${call.phoneNumber} and ${other.phoneNumber} about ${about} at once`)
    if (other.contactId === call.contactId) problems.push(`rang contact ${call.contactId} twice at once`)
  }
  if (ledger.some((other) => other.attemptId === call.attemptId))
    problems.push(`placed ${call.attemptId} twice`)
  const limits = history.limitsBetween(claim.atMs, call.startMs)
  const lines = Math.max(...limits.map((each) => each.lines))
  if (live.length + 1 > lines) problems.push(`${live.length + 1} calls at once on ${lines} lines`)
  if (!task) return [...problems, ...checkSingle(call, claim, history), ...checkAsked(call, claim, facts)]

  const plan = planAt(task, claim.atMs)
  const intervalMs = plan.callInterval * 1000
  const last = ledger.findLast(
    (other) => other.taskId === call.taskId && other.contactId === call.contactId && other.endMs !== null,
  )
  // By the wall clock, on which the interval is kept through restarts.
  const gapMs = gapAfter(last, call, facts.wallClock) ?? intervalMs
  if (gapMs < intervalMs) problems.push(`rang again after ${gapMs} ms, not ${intervalMs}`)

  problems.push(...checkPermission(call, claim, plan, facts), ...checkRetry(call, claim.round, plan, facts))
  if (!wasRunning(task, call.requestedMs)) {
    problems.push(`rang for a task in state ${history.status(task.id)}`)
  }
  const deletedMs = history.deletedMs(call.contactId)
  if (deletedMs !== undefined && deletedMs < claim.atMs)
    problems.push(`rang a contact deleted before the claim`)

  const { maxAgents } = task.flow ?? {}
  const others = live.filter(({ taskId }) => taskId === call.taskId).length
  if (maxAgents && others >= maxAgents)
    problems.push(`${others + 1} calls of a task with ${maxAgents} agents`)
  return problems
}

/** When the call was judged at last: what was acknowledged before that counts, however long its speech took. */
function judgedAt({ attemptId, requestedMs }: LedgerCall, { admissions }: History) {
  return admissions.get(attemptId) ?? { fromMs: requestedMs - GRACE_MS, toMs: requestedMs }
}

/** A call without a task: no rule of a task holds, but those for all calls do. */
function checkSingle(call: LedgerCall, { now }: KnownClaim, history: History): string[] {
  const { fromMs, toMs } = judgedAt(call, history)
  const rules = history.rules.between(fromMs, toMs)
  const reasons = rules.map((each) =>
    neverReasons(
      { contactId: call.contactId, key: digits(call) },
      { doNotCallListIds: [], needsConsent: null, flow: null },
      each,
      now,
    ),
  )
  return reasons.every((each) => each.length > 0)
    ? [`rang ${call.phoneNumber} without a task, in spite of ${reasons.at(-1)?.join(', ')}`]
    : []
}

/** What was asked for: not before its time nor after it, not more often, and not once it was cancelled. */
function checkAsked(call: LedgerCall, claim: KnownClaim, { history, ledger }: RingFacts): string[] {
  const asked = history.singles.get(claim.contactId)
  if (!asked) return [`rang ${call.phoneNumber}, which nobody has asked for`]
  const { callTime, until, maxDialCount, cancelledMs } = asked
  // A call that the gateway failed to handle costs no attempt.
  const earlier = ledger.filter(
    ({ contactId, end }) => contactId === call.contactId && end?.fault === undefined,
  ).length
  return [
    ...(claim.now < callTime ? [`rang ${call.phoneNumber} before its time`] : []),
    ...(claim.now >= until ? [`rang ${call.phoneNumber} after its time`] : []),
    ...(earlier >= maxDialCount
      ? [`rang ${call.phoneNumber} ${earlier + 1} times, not ${maxDialCount}`]
      : []),
    ...(cancelledMs !== undefined && cancelledMs < judgedAt(call, history).fromMs
      ? [`rang ${call.phoneNumber}, which was cancelled`]
      : []),
  ]
}

/** At the time itself, or until at most the grace before it. */
function wasRunning(task: KnownTask, atMs: number): boolean {
  return task.states.some(({ fromMs, status }, index) => {
    const untilMs = task.states[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY
    return status === RUNNING && fromMs <= atMs && untilMs >= atMs - GRACE_MS
  })
}

/** Calls started in any second, against the limits in force around it. */
export function checkRate(ledger: readonly LedgerCall[], history: History, wallClock: WallClock): string[] {
  const problems: string[] = []
  for (const [what, timeOf] of [
    ['claimed', (call: LedgerCall) => history.claims.get(call.attemptId)?.atMs ?? call.requestedMs],
    ['asked for', (call: LedgerCall) => call.requestedMs],
  ] as const) {
    const calls = ledger.map((call) => ({ call, atMs: timeOf(call) })).sort((a, b) => a.atMs - b.atMs)
    for (const [index, { atMs }] of calls.entries()) {
      const limits = history.limitsBetween(atMs - 2000, atMs + 1000).map((each) => each.callsPerSecond)
      if (limits.includes(0)) continue
      // The second that the clock jumps over is one in which calls may start.
      if (wallClock.wasPutForward(atMs - 2000, atMs + 2000)) continue
      const most = Math.max(...limits)
      const second = calls.slice(index).filter((each) => each.atMs < atMs + 1000)
      // A claim is counted when it is made; what it takes to commit it can push calls together.
      const jitterMs = Math.max(...second.map(({ call }) => delayOf(call, history)))
      const counted =
        what === 'claimed' ? second : second.filter((each) => each.atMs < atMs + 1000 - jitterMs + SLACK_MS)
      if (counted.length > most) {
        problems.push(`${counted.length} calls ${what} in the second from ${atMs} on, limit ${most}`)
        break
      }
    }
  }
  return problems
}

/** How much of that the rate window makes up for. */
const SLACK_MS = 20

function delayOf(call: LedgerCall, history: History): number {
  return call.requestedMs - (history.claims.get(call.attemptId)?.atMs ?? call.requestedMs)
}
