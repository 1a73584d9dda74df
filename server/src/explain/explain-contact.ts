// Why a contact of a task is not being called now, and when it can be: a pure function of the facts.

import { isAnsweredCause } from '../kernel/call-causes.ts'
import type { Zone, ZoneOffsets } from '../kernel/timestamps.ts'
import { nextAttempt, type TaskHours } from '../permission/next-attempt.ts'
import { TaskStatus } from '../tasks/task-state.ts'
import { neverSentence, notYetSentence } from './denial-words.ts'
import type { TaskExplanation } from './explain-task.ts'
import { type ContactStateCode, contactStateOf, isNever, isNotYet } from './state-codes.ts'
import type { Reason, TaskReason } from './task-facts.ts'
import { countOf, shortTime } from './wording.ts'

export interface ContactFacts {
  /** Null if it was deleted. */
  /** `isPart`: the task continues another one, with the contacts that this one was not done with. */
  contact: { isInList: boolean; isPart?: boolean } | null
  /** Exists from the end of its first call on, or from the start if the task continues another one. */
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

type ContactReason = Reason<ContactStateCode> & { contactsAhead?: number }

export interface ContactExplanation {
  /** 1 SUCCESS, 2 FAILED, 3 NOT_DIALED, 4 IN_PROGRESS, in this task. */
  status: number
  state: ContactStateCode
  message: string
  reasons: ContactReason[]
  /** It is not dialed before this time; null if it is live or done, or if a person has to act first. */
  nextTime: Date | null
}

const SUCCESS = 1

export function explainContact(
  facts: ContactFacts,
  task: Pick<TaskExplanation, 'status' | 'reasons'> & { hours: TaskHours },
  now: Date,
  zone: Zone,
): ContactExplanation {
  const { dial, live } = facts
  const status = live ? 4 : dial ? (dial.outcome ?? 4) : 3
  const settled = settledReason(facts, now, zone)
  if (settled) return { status, ...headline([settled]), nextTime: null }

  const blockers = task.reasons.flatMap(taskBlocker)
  const mayDial = task.status === TaskStatus.RUNNING
  const { hours } = task
  const zones = hours.isRecipientZone ? facts.zones : [zone.offsetAt]
  return {
    status,
    ...headline([...blockers, waitingReason(facts, now, zone)]),
    nextTime: mayDial ? nextAttempt(hours, zones, dial?.dueAt ?? null, now) : null,
  }
}

function headline(reasons: ContactReason[]): Pick<ContactExplanation, 'state' | 'message' | 'reasons'> {
  const [first] = reasons as [ContactReason]
  return { state: first.code, message: first.message, reasons }
}

/** The reason of a contact that does not wait for anything. */
function settledReason(
  { contact, dial, live }: ContactFacts,
  now: Date,
  { timestamps }: Zone,
): ContactReason | undefined {
  if (live) {
    return {
      code: 'live',
      message: `It is being called since ${shortTime(live.startTime, now, timestamps)}, attempt ${live.attempt}.`,
      since: live.startTime,
      attempt: live.attempt,
    }
  }
  if (!contact) {
    return { code: 'deleted', message: 'It was deleted from the data source and is never dialed again.' }
  }
  if (dial && dial.outcome !== null) {
    const { cause = null } = dial
    if (isNever(cause)) return { code: cause, message: neverSentence(cause) }
    if (dial.isCutShort) {
      return {
        code: 'cut_short',
        message: 'The task was stopped before its next attempt. A task that continues this one dials it.',
      }
    }
    if (dial.outcome !== SUCCESS && dial.refusal) {
      return {
        code: 'done_failed',
        message: `It is done: the gateway refused its calls (${dial.refusal}). A recall dials it again.`,
        reason: dial.refusal,
      }
    }
    if (dial.outcome !== SUCCESS && isAnsweredCause(cause)) {
      return {
        code: 'done_unsuccessful',
        message: `It is done: its last call was answered, but is no success by the rule of the task (${cause}). A recall dials it again.`,
        reason: cause,
      }
    }
    return dial.outcome === SUCCESS
      ? { code: 'done_success', message: 'It is done: a call was successful.' }
      : { code: 'done_failed', message: 'It is done: no attempt reached it. A recall dials it again.' }
  }
  if (!contact.isInList && !dial) {
    return contact.isPart
      ? {
          code: 'not_remaining',
          message: 'The task that this one continues was done with it, so it is not on the list of this one.',
        }
      : {
          code: 'not_in_task',
          message:
            'It was added to the data source after the task was published, so it is not on the list of the task.',
        }
  }
  return undefined
}

function waitingReason(
  { dial, busySince, contactsAhead }: ContactFacts,
  now: Date,
  { timestamps }: Zone,
): ContactReason {
  const waitReason = dial?.waitReason ?? null
  if (dial?.dueAt && dial.dueAt > now && isNotYet(waitReason)) {
    const message = notYetSentence(waitReason, shortTime(dial.dueAt, now, timestamps))
    return { code: waitReason, message, until: dial.dueAt }
  }
  if (dial?.dueAt && dial.dueAt > now && !busySince && dial.cause === 'callback') {
    const message = `Another call was asked for: it waits until ${shortTime(dial.dueAt, now, timestamps)}.`
    return { code: 'waiting_callback', message, until: dial.dueAt }
  }
  if (dial?.dueAt && dial.dueAt > now && !busySince) {
    return {
      code: 'waiting_interval',
      message: dial.refusal
        ? `The gateway refused its last call (${dial.refusal}): it is tried again at ${shortTime(dial.dueAt, now, timestamps)}.`
        : `It waits for its next attempt until ${shortTime(dial.dueAt, now, timestamps)}.`,
      until: dial.dueAt,
      ...(dial.refusal && { reason: dial.refusal }),
    }
  }
  if (busySince) {
    return {
      code: 'number_busy_elsewhere',
      message: `Its number is up in another call since ${shortTime(busySince, now, timestamps)}; it is dialed after that.`,
      since: busySince,
    }
  }
  if (dial)
    return {
      code: 'waiting_line',
      message: 'Its next attempt is due: it is dialed as soon as a line is free.',
    }
  return {
    code: 'waiting_turn',
    message:
      contactsAhead === 0
        ? 'It is the next on the list.'
        : `${countOf(contactsAhead, 'contact')} of the list come before it.`,
    contactsAhead,
  }
}

function taskBlocker(reason: TaskReason): ContactReason[] {
  const code = contactStateOf(reason.code)
  return code ? [{ ...reason, code }] : []
}
