// What permission demands of every call that rings, and of every decision that somebody may not be called.

import { DENIAL_REASONS } from '../../src/campaigns/permission/decide.ts'
import type { TaskSettings } from '../../src/campaigns/tasks/task-settings.ts'
import { NO_TASK } from '../../src/platform/kernel/task-of-call.ts'
import { type History, type KnownDenial, planAt } from './history.ts'
import type { Rules } from './known-rules.ts'
import {
  type Attempts,
  areHoursOpen,
  budgetReasons,
  caseOf,
  caseWindowsOf,
  firstMinute,
  isSameNumber,
  isTaskOpen,
  neverReasons,
  quietDaysOf,
  type Recipient,
  timeReasons,
  windowsOf,
} from './permission-oracle.ts'
import type { LedgerCall } from './phone-network.ts'
import type { RealStatements } from './real-statements.ts'
import type { WallClock } from './wall-clock.ts'

export interface RingFacts {
  history: History
  wallClock: WallClock
  zone: string
  /** Calls that ring or talk, without this one. */
  live: LedgerCall[]
  ledger: readonly LedgerCall[]
  /** Attempts of which the dialer was told that nobody knows. */
  isForgotten(attemptId: string): boolean
}

type KnownClaim = NonNullable<ReturnType<History['claims']['get']>>

export function digits({ phoneNumber }: { phoneNumber: string }): string {
  return phoneNumber.replace(/[^\d+]/g, '')
}

/** Sentences about the rules that forbid this call. A claim may use any state of the rules from its begin on. */
export function checkPermission(
  call: LedgerCall,
  claim: KnownClaim,
  plan: TaskSettings,
  { history, ledger, wallClock, zone, isForgotten }: RingFacts,
): string[] {
  const recipient: Recipient = { contactId: call.contactId, key: digits(call) }
  const attemptOf = (other: LedgerCall) => {
    const start = history.claims.get(other.attemptId)?.now
    // Who answered a call that follows a flow is judged by its record.
    const isConversation = other.end?.cause === 'answered' && !other.story && !isForgotten(other.attemptId)
    return start ? [{ start, isConversation }] : []
  }
  const ownCase = caseOf(recipient, plan, history.rules.now())
  const attempts = {
    toNumber: ledger.filter((other) => isSameNumber(digits(other), recipient.key)).flatMap(attemptOf),
    aboutCase: ledger
      .filter((other) => ownCase !== undefined && caseOfCall(other, history) === ownCase)
      .flatMap(attemptOf),
  }
  const instant = wallClock.at(call.requestedMs)
  const reasonsBy = (rules: Rules) => [
    ...neverReasons(recipient, plan, rules, claim.now),
    ...timeReasons(recipient, rules, instant),
    ...budgetReasons(attempts, plan, rules, claim.now),
    ...(isTaskOpen(plan, rules, zone, instant) ? [] : ['outside_window']),
    ...(areHoursOpen(recipient, plan, rules, zone, instant) ? [] : ['recipient_hours']),
  ]
  const [first = [], ...others] = claim.rules.map(reasonsBy)
  return first
    .filter((reason) => others.every((reasons) => reasons.includes(reason)))
    .map((reason) => `rang ${call.phoneNumber} at ${instant.toISOString()} despite ${reason}`)
}

/** What a call that rang is about. The fields of the contacts of these worlds that say it never change. */
export function caseOfCall(call: LedgerCall, history: History): string | undefined {
  const task = history.task(call.taskId)
  return task && caseOf({ contactId: call.contactId, key: digits(call) }, task.plan, history.rules.now())
}

/**
 * By the wall clock, from the end of a call to the next. Undefined if there was none, or if the clock was put back before the
 * dialer has certainly heard of the end.
 */
export function gapAfter(
  last: LedgerCall | undefined,
  { startMs }: LedgerCall,
  wallClock: WallClock,
): number | undefined {
  if (!last?.endMs || wallClock.wasPutBack(last.endMs, last.endMs + HEARD_WITHIN_MS)) return undefined
  return wallClock.at(startMs).getTime() - wallClock.at(last.endMs).getTime()
}

/** An event may be lost, and the node that asks for it may be dead. */
const HEARD_WITHIN_MS = 300_000

/** How often and how soon a contact is called again in one round. */
export function checkRetry(
  call: LedgerCall,
  round: number,
  plan: TaskSettings,
  { history, ledger, wallClock, isForgotten }: RingFacts,
): string[] {
  const earlier = ledger.filter(
    ({ attemptId, taskId, contactId }) =>
      taskId === call.taskId &&
      contactId === call.contactId &&
      history.claims.get(attemptId)?.round === round,
  )
  // Faults of the gateway cost no attempt; what nobody knows is recorded as lost.
  const attempts = earlier.filter(({ end, story }) => end?.fault === undefined && !story?.failures)
  // What came of a call that follows a flow is judged by its record.
  const ended = attempts.filter(
    ({ end, attemptId, story }) => end && !isForgotten(attemptId) && !(story && end.cause === 'answered'),
  )
  const problems: string[] = []
  if (attempts.length >= plan.maxDialCount)
    problems.push(`rang contact ${call.contactId} ${attempts.length + 1} times in round ${round}`)
  for (const cause of new Set(ended.map(({ end }) => end?.cause ?? ''))) {
    const count = ended.filter(({ end }) => end?.cause === cause).length
    if (count > mostRetries(plan, cause)) problems.push(`rang again after ${cause}, ${count} times`)
  }
  const last = earlier.at(-1)
  const delayMs = 1000 * (ruleFor(plan, last?.end?.cause)?.delay ?? 0)
  const gapMs = gapAfter(last, call, wallClock)
  if (last && gapMs !== undefined && ended.includes(last)) {
    if (gapMs < delayMs) problems.push(`rang again after ${gapMs} ms, not ${delayMs}`)
  }
  return problems
}

function ruleFor(plan: TaskSettings, cause: string | undefined) {
  return Object.entries(plan.retryRules).find(([name]) => name === cause)?.[1]
}

function mostRetries(plan: TaskSettings, cause: string): number {
  const rule = ruleFor(plan, cause)
  if (/^(answered|invalid_number)$/.test(cause) || (cause === 'rejected' && !rule)) return 0
  return rule?.count ?? Number.POSITIVE_INFINITY
}

interface SkippedRow {
  task_id: string
  contact_id: string
  cause: string
  calls: number
  call_count: number | null
  /** Of the contact, over all tasks. */
  status: number | null
  is_denied: boolean
  has_failed: boolean
  is_in_progress: boolean
}

/** By its record, nothing else than a person answered the call. */
export const IS_CONVERSATION = `(answer_time is not null and cause !~ '^(voicemail|machine|screening|silence)$'
  and coalesce(result #>> '{verdict,is}', '') !~ '^(machine|screening|silence)$')`

/** Every no was true when it was said, lasts as long as it must and no longer, and is on record. */
export async function checkDenials(
  look: RealStatements['look'],
  history: History,
  zone: string,
): Promise<string[]> {
  const calls = await look<RecordedCall>(
    `select id, task_id, contact_id, phone_key, start_time, ${IS_CONVERSATION} as is_conversation from call
     where not (task_id = '${NO_TASK}' and cause = 'gateway_error' and answer_time is null)`,
  )
  const untrue = history.denials.flatMap((denial) => {
    const task = history.task(denial.taskId)
    const plan = task && planAt(task, denial.committedMs)
    // A number with a live call is not judged, so each earlier attempt was recorded or released before.
    const earlier = calls.filter(
      ({ id }) => (history.claims.get(id)?.committedMs ?? Number.POSITIVE_INFINITY) < denial.committedMs,
    )
    const ownCase = plan && caseOf(denial, plan, history.rules.now())
    const attempts = {
      toNumber: earlier.filter(({ phone_key }) => isSameNumber(phone_key, denial.key)).map(attemptOf),
      aboutCase: earlier
        .filter((call) => ownCase !== undefined && recordedCase(call, history) === ownCase)
        .map(attemptOf),
    }
    if (!plan || denial.rules.some((rules) => isTrue(denial, plan, { rules, zone, attempts }))) return []
    const until = denial.until?.toISOString() ?? 'ever'
    const told = `${denial.key} of task ${denial.taskId} until ${until} for ${denial.reason}`
    return [`denied ${told} at ${denial.now.toISOString()}, which is not so`]
  })
  return [...untrue, ...(await checkSkipped(look)), ...(await checkCounts(look, history))]
}

interface RecordedCall {
  id: string
  task_id: string
  contact_id: string
  phone_key: string
  start_time: Date
  is_conversation: boolean
}

const attemptOf = ({ start_time, is_conversation }: RecordedCall) => ({
  ...{ start: start_time, isConversation: is_conversation },
})

function recordedCase(call: RecordedCall, history: History): string | undefined {
  const task = history.task(call.task_id)
  return task && caseOf({ contactId: call.contact_id, key: call.phone_key }, task.plan, history.rules.now())
}

interface DenialFacts {
  rules: Rules
  zone: string
  attempts: Attempts
}

function isTrue(denial: KnownDenial, plan: TaskSettings, { rules, zone, attempts }: DenialFacts): boolean {
  const { reason, now, until } = denial
  const isFreeAt = (instant: Date) => budgetReasons(attempts, plan, rules, instant).length === 0
  const isOpenAt = (instant: Date) => areHoursOpen(denial, plan, rules, zone, instant)
  const { callTime, callUntil, isWithdrawn } = rules.times.get(denial.contactId) ?? {}
  if (reason === 'withdrawn') return until === null && isWithdrawn === true
  // It ends when the contact's time has come, the last attempt that is one too many gets old enough, and the hours are open.
  const from = callTime && callTime > now ? callTime : now
  const windows = [...windowsOf(plan, rules), ...caseWindowsOf(plan)]
  const periods = [...windows.map(({ days }) => days), quietDaysOf(plan, rules), plan.caseQuietDays ?? 0]
  const frees = [...attempts.toNumber, ...attempts.aboutCase].flatMap(({ start }) =>
    periods.map((days) => start.getTime() + days * DAY_MS),
  )
  const free = [from.getTime(), ...frees.sort((a, b) => a - b)]
    .map((ms) => new Date(ms))
    .find((instant) => instant >= from && isFreeAt(instant))
  const end = free && plan.windowZone === 'recipient' ? firstMinute(free, isOpenAt) : free
  if (reason === 'after_call_until') {
    if (until !== null || callUntil == null || free === undefined) return false
    const start = plan.scheduledStartTime && new Date(plan.scheduledStartTime)
    const next = firstMinute(free, (at) => at >= callUntil || (!(start && at < start) && isOpenAt(at)))
    return next === undefined || callUntil <= next
  }
  if (until === null) {
    if (reason !== 'no_calling_hours') return neverReasons(denial, plan, rules, now).includes(reason)
    // Hours that two zones share only while one of them changes its clocks may be over once the budget is free again.
    const shared = [now, ...(free ? [free] : [])].map((instant) => firstMinute(instant, isOpenAt))
    return plan.windowZone === 'recipient' && shared.includes(undefined)
  }
  const holding = [
    ...timeReasons(denial, rules, now),
    ...budgetReasons(attempts, plan, rules, now),
    ...(plan.windowZone === 'recipient' && !isOpenAt(now) ? ['recipient_hours'] : []),
  ]
  if (!holding.includes(reason) || until <= now || (callUntil && until >= callUntil)) return false
  return end?.getTime() === until.getTime()
}

const DAY_MS = 24 * 3_600_000

/**
 * A contact that was skipped has the reason on record, and is NOT_DIALED unless it was called: in another task it may have failed,
 * or be in progress.
 */
async function checkSkipped(look: RealStatements['look']): Promise<string[]> {
  const rows = await look<SkippedRow>(
    `select d.task_id, d.contact_id, d.cause, d.calls, of_contact.call_count, of_contact.status,
       exists (select from denial n where n.task_id = d.task_id and n.contact_id = d.contact_id and n.until is null
         and n.reason = d.cause) as is_denied,
       exists (select from dial o where o.contact_id = d.contact_id and o.outcome = 2) as has_failed,
       exists (select from dial o where o.contact_id = d.contact_id and o.due_at is not null)
         or exists (select from live_call l where l.contact_id = d.contact_id) as is_in_progress
     from dial d left join contact c on c.id = d.contact_id
     cross join lateral contact_calls(c.data_source_id, c.position) of_contact
     where d.outcome = 3 and not d.is_cut_short`,
  )
  return rows.flatMap((row) => {
    const name = `contact ${row.contact_id} of task ${row.task_id}`
    const statuses = [3, ...(row.has_failed ? [2] : []), ...(row.is_in_progress ? [4] : [])]
    return [
      ...(row.is_denied ? [] : [`${name} was skipped for ${row.cause} without a denial on record`]),
      ...(row.calls > 0 ? [`${name} was skipped and rung`] : []),
      ...(row.call_count === 0 && !statuses.includes(row.status ?? 3)
        ? [`${name} was never rung and has status ${row.status}`]
        : []),
    ]
  })
}

async function checkCounts(look: RealStatements['look'], history: History): Promise<string[]> {
  const rows = await look<{ task_id: string; reason: string; decisions: number; rows: number }>(
    `select task_id, reason, coalesce(sum(decisions), 0)::int as decisions, coalesce(sum(rows), 0)::int as rows
     from (
       select task_id, counted.reason, counted.decisions, 0 as rows from task_counter cross join lateral unnest(
         array['${DENIAL_REASONS.join("', '")}'], denials
       ) as counted (reason, decisions)
       union all
       select task_id, reason, 0, count(*) from denial group by task_id, reason
     ) both_sides
     group by task_id, reason`,
  )
  const counted = rows.flatMap(({ task_id, reason, decisions, rows: stored }) =>
    // Of calls without a task nothing is counted.
    decisions === stored || task_id === NO_TASK
      ? []
      : [`task ${task_id}: ${decisions} denials for ${reason}, stored ${stored}`],
  )
  const stored = rows.reduce((sum, row) => sum + row.rows, 0)
  return stored === history.denials.length
    ? counted
    : [...counted, `${history.denials.length} denials were decided, ${stored} are stored`]
}
