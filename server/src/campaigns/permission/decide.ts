// The decision whether a number may be called now. A no is a denial: `never` ends the contact for its task, `not_yet` makes it
// wait until a time. The claim decides with it, and so does the preview of a task.

import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { DenialReason } from '../../platform/words/calls.ts'
import { type CallingHours, nextOpening } from './calling-hours.ts'
import { type DestinationRules, destinationProblem } from './destinations.ts'
import type { RecipientPlace, RecipientZones } from './recipient-zones.ts'

export const NEVER_REASONS = [
  'do_not_call',
  'emergency_number',
  'denied_prefix',
  'no_allowed_prefix',
  'too_short',
  'too_long',
  'no_calling_hours',
  'withdrawn',
  'after_call_until',
  'denied_on_trunk',
  'premium_number',
] as const satisfies DenialReason[]
export type NeverReason = (typeof NEVER_REASONS)[number]

export const NOT_YET_REASONS = [
  'recipient_hours',
  'daily_budget',
  'monthly_budget',
  'before_call_time',
] as const satisfies DenialReason[]
export type NotYetReason = (typeof NOT_YET_REASONS)[number]

/** In the order in which task_counter counts them; it may only grow at its end. */
export const DENIAL_REASONS = [
  ...['do_not_call', 'emergency_number', 'denied_prefix', 'no_allowed_prefix', 'too_short', 'too_long'],
  ...['no_calling_hours', 'recipient_hours', 'daily_budget', 'monthly_budget'],
  ...['withdrawn', 'after_call_until', 'before_call_time', 'denied_on_trunk'],
  'premium_number',
] as DenialReason[]

/** What decided: the list, the prefix, the place. */
export type DenialDetail = Readonly<Record<string, string | number>>

export type Denial =
  | { kind: 'never'; reason: NeverReason; detail: DenialDetail }
  | { kind: 'not_yet'; reason: NotYetReason; until: Date; detail: DenialDetail }

/** What is known about a number at the moment of the decision. */
export interface PermissionFacts {
  /** The number as it is compared. */
  phoneKey: string
  /** No phone rings. */
  isSimulated?: boolean | undefined
  /** The contact's own time zone, if it names one. */
  timeZone: string | null
  /** The contact's own times: it is called from the first on, and before the second. */
  callTime: Date | null
  callUntil: Date | null
  isWithdrawn: boolean
  /** A list that forbids the number for the task. */
  doNotCallListId: string | null
  /** If the budget of 24 hours or of 30 days is used up: the start of the attempt that has to become older than that. */
  dayFullSince: Date | null
  monthFullSince: Date | null
}

/** Of a number that is no contact. */
export const AT_ANY_TIME = { callTime: null, callUntil: null, isWithdrawn: false } as const

export interface PermissionRules {
  destinations: DestinationRules
  zones: RecipientZones
}

export const MONTH_MS = 30 * DAY_MS

/**
 * Undefined: the number may be called now. `recipientHours`: the task's hours, if they hold where the called person is; hours by
 * the service's clock hold for the task as a whole and are decided there.
 */
export type Decision = (
  facts: PermissionFacts,
  recipientHours: CallingHours | undefined,
) => Denial | undefined

/** Decisions at one instant: people in the same place get the same answer about the hours. */
export function decideAt({ destinations, zones }: PermissionRules, now: Date): Decision {
  const openings = new Map<CallingHours, Map<RecipientPlace, Date | undefined>>()

  /** Now, if it is open. */
  function opening(hours: CallingHours, place: RecipientPlace): Date | undefined {
    const known = openings.get(hours) ?? new Map<RecipientPlace, Date | undefined>()
    openings.set(hours, known)
    if (!known.has(place)) known.set(place, nextOpening(hours, place.zones, now))
    return known.get(place)
  }

  /** What makes the contact wait, if it may be called at some time. */
  function waitProblem(facts: PermissionFacts, recipientHours: CallingHours | undefined): Denial | undefined {
    const wait = callTimeProblem(facts, now) ?? budgetProblem(facts)
    if (!recipientHours) return wait
    const place = zones.of(facts.phoneKey, facts.timeZone ?? undefined)
    const detail = { place: place.name }
    const open = opening(recipientHours, place)
    const until = open && wait ? nextOpening(recipientHours, place.zones, wait.until) : open
    if (!open || !until) return { kind: 'never', reason: 'no_calling_hours', detail }
    if (open > now && wait?.reason !== 'before_call_time')
      return { kind: 'not_yet', reason: 'recipient_hours', until, detail }
    return wait && { ...wait, until }
  }

  return (facts, recipientHours) => {
    const never = neverProblem(facts, destinations)
    if (never) return never
    const problem = waitProblem(facts, recipientHours)
    if (facts.callUntil === null || problem?.kind === 'never') return problem
    // A contact that may only be called when it is too late is done.
    return facts.callUntil <= (problem?.until ?? now) ? TOO_LATE : problem
  }
}

const TOO_LATE: Denial = { kind: 'never', reason: 'after_call_until', detail: {} }

function neverProblem(facts: PermissionFacts, destinations: DestinationRules): Denial | undefined {
  if (facts.isWithdrawn) return { kind: 'never', reason: 'withdrawn', detail: {} }
  const problem = destinationProblem(facts.phoneKey, destinations, facts.isSimulated)
  if (problem) {
    const { reason, ...detail } = problem
    return { kind: 'never', reason, detail }
  }
  if (facts.doNotCallListId === null) return undefined
  return { kind: 'never', reason: 'do_not_call', detail: { listId: facts.doNotCallListId } }
}

type Wait = Extract<Denial, { kind: 'not_yet' }>

/** If a budget is used up for longer than until the contact's time, the budget is the reason. */
function callTimeProblem(facts: PermissionFacts, now: Date): Wait | undefined {
  const { callTime } = facts
  if (callTime === null || callTime <= now) return undefined
  const budget = budgetProblem(facts)
  if (budget && budget.until > callTime) return undefined
  return { kind: 'not_yet', reason: 'before_call_time', until: callTime, detail: {} }
}

function budgetProblem({ dayFullSince, monthFullSince }: PermissionFacts): Wait | undefined {
  const daily = dayFullSince && new Date(dayFullSince.getTime() + DAY_MS)
  const monthly = monthFullSince && new Date(monthFullSince.getTime() + MONTH_MS)
  if (monthly && (!daily || monthly >= daily))
    return { kind: 'not_yet', reason: 'monthly_budget', until: monthly, detail: {} }
  return daily ? { kind: 'not_yet', reason: 'daily_budget', until: daily, detail: {} } : undefined
}
