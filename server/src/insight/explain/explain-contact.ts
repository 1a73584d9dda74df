// Why a contact of a task is not being called now, and when it can be: a pure function of the facts.

import { nextAttempt, type TaskHours } from '../../campaigns/permission/next-attempt.ts'
import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import { isAnsweredCause } from '../../platform/kernel/call-causes.ts'
import type { Zone, ZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { type ContactStateCode, contactStateOf, isNever, isNotYet } from './state-codes.ts'
import type { Reason, TaskReason } from './task-facts.ts'
import { type Told, tell } from './wording.ts'

export interface ContactFacts {
  /** Null if it was deleted. `wasReadBefore`: by the task that this one continues. */
  contact: {
    isInList: boolean
    wasReadBefore?: boolean
    callTime?: Date | null
    callUntil?: Date | null
    isWithdrawn?: boolean
  } | null
  /** Exists from the end of its first call on, or from the start if it remained of a task that this one continues. */
  dial: {
    dueAt: Date | null
    outcome: number | null
    /** Why the gateway refused its last call, if it did. */
    refusal?: string | null
    /** Of the last call, or why it may never be called. */
    cause?: string | null
    /** Why it may not be called before `dueAt`. */
    waitReason?: string | null
    /** The task was stopped before its next attempt. */
    isCutShort?: boolean
  } | null
  live: { startTime: Date; attempt: number } | null
  /** When the other call to its number started, if there is one. */
  busySince: Date | null
  /** If it was not dialed yet: the contacts of the list that come before it. */
  contactsAhead: number
  /** Where the called person may be. */
  zones: readonly ZoneOffsets[]
}

type ContactReason = Reason<ContactStateCode>

export interface ContactExplanation {
  /** 1 SUCCESS, 2 FAILED, 3 NOT_DIALED, 4 IN_PROGRESS, in this task. */
  status: number
  state: ContactStateCode
  message: string
  reasons: Told<ContactReason>[]
  /** It is not dialed before this time; null if it is live or done, or if a person has to act first. */
  nextTime: Date | null
}

const SUCCESS = 1

export function explainContact(
  facts: ContactFacts,
  task: { status: number; reasons: TaskReason[]; hours: TaskHours },
  now: Date,
  zone: Zone,
): ContactExplanation {
  const { dial, live } = facts
  const status = live ? 4 : dial ? (dial.outcome ?? 4) : 3
  const headline = (reasons: ContactReason[]) => {
    const told = reasons.map((reason) => tell(reason, now, zone)) as [Told<ContactReason>]
    return { state: told[0].code, message: told[0].message, reasons: told }
  }
  const settled = settledReason(facts)
  if (settled) return { status, ...headline([settled]), nextTime: null }

  const blockers = task.reasons.flatMap(taskBlocker)
  const mayDial = task.status === TaskStatus.RUNNING
  const { hours } = task
  const zones = hours.isRecipientZone ? facts.zones : [zone.offsetAt]
  const next = nextTime(facts, hours, zones, now)
  const callUntil = facts.contact?.callUntil ?? null
  const isTooLate = !facts.contact?.isWithdrawn && callUntil !== null && callUntil <= (next ?? now)
  const own: ContactReason = isTooLate ? { code: 'after_call_until' } : waitingReason(facts, now)
  return {
    status,
    // What ends the wait of its task does not help a contact for which it is too late then.
    ...headline(mayDial && isTooLate ? [own, ...blockers] : [...blockers, own]),
    nextTime: mayDial && !isTooLate && !facts.contact?.isWithdrawn ? next : null,
  }
}

/** The first moment at which the contact's own times, its interval and the hours allow a call. */
function nextTime(
  { contact, dial }: ContactFacts,
  hours: TaskHours,
  zones: readonly ZoneOffsets[],
  now: Date,
): Date | null {
  const { callTime = null } = contact ?? {}
  const dueAt = dial?.dueAt ?? null
  const earliest = callTime && (dueAt === null || callTime > dueAt) ? callTime : dueAt
  return nextAttempt(hours, zones, earliest, now)
}

/** The reason of a contact that does not wait for anything. */
function settledReason({ contact, dial, live }: ContactFacts): ContactReason | undefined {
  if (live) return { code: 'live', since: live.startTime, attempt: live.attempt }
  if (!contact) return { code: 'deleted' }
  if (dial && dial.outcome !== null) {
    const { cause = null, outcome, refusal, isCutShort } = dial
    if (isNever(cause)) return { code: cause }
    if (isCutShort) return { code: 'cut_short' }
    if (outcome === SUCCESS) return { code: 'done_success' }
    if (refusal) return { code: 'done_failed', reason: refusal }
    return isAnsweredCause(cause) ? { code: 'done_unsuccessful', reason: cause } : { code: 'done_failed' }
  }
  if (!contact.isInList && !dial) return { code: contact.wasReadBefore ? 'not_remaining' : 'not_in_task' }
  return undefined
}

function waitingReason(facts: ContactFacts, now: Date): ContactReason {
  const { contact, dial, busySince, contactsAhead } = facts
  const { callTime = null, isWithdrawn = false } = contact ?? {}
  if (isWithdrawn) return { code: 'withdrawn' }
  if (callTime && callTime > now && (dial?.dueAt ?? now) <= callTime)
    return { code: 'before_call_time', until: callTime }
  const waitReason = dial?.waitReason ?? null
  const until = dial?.dueAt && dial.dueAt > now ? dial.dueAt : undefined
  if (until && isNotYet(waitReason)) return { code: waitReason, until }
  if (busySince) return { code: 'number_busy_elsewhere', since: busySince }
  if (until && dial?.cause === 'callback') return { code: 'waiting_callback', until }
  if (until) return { code: 'waiting_interval', until, ...(dial?.refusal && { reason: dial.refusal }) }
  return dial ? { code: 'waiting_line' } : { code: 'waiting_turn', contactsAhead }
}

function taskBlocker(reason: TaskReason): ContactReason[] {
  const code = contactStateOf(reason.code)
  return code ? [{ ...reason, code }] : []
}
