// The decision whether a number may be called now. A no is a denial: `never` ends the contact for its task, `not_yet` makes it
// wait until a time. The claim decides with it, and so does the preview of a task.

import type { ZoneOffsets } from '../../platform/kernel/timestamps.ts'
import type { DenialReason } from '../../platform/words/calls.ts'
import { DAYS_OF_MONTH, type UsedBudget } from './budgets.ts'
import { type CallingHours, nextOpening } from './calling-hours.ts'
import { type DestinationRules, destinationProblem } from './destinations.ts'
import { isInEuropeanUnion } from './european-union.ts'
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
  'no_consent',
  'undisclosed_agent',
] as const satisfies DenialReason[]
export type NeverReason = (typeof NEVER_REASONS)[number]

export const NOT_YET_REASONS = [
  'recipient_hours',
  'daily_budget',
  'monthly_budget',
  'before_call_time',
  'attempt_budget',
  'quiet_period',
  'case_budget',
  'case_quiet_period',
] as const satisfies DenialReason[]
export type NotYetReason = (typeof NOT_YET_REASONS)[number]

/** In the order in which task_counter counts them; it may only grow at its end. */
export const DENIAL_REASONS = [
  ...['do_not_call', 'emergency_number', 'denied_prefix', 'no_allowed_prefix', 'too_short', 'too_long'],
  ...['no_calling_hours', 'recipient_hours', 'daily_budget', 'monthly_budget'],
  ...['withdrawn', 'after_call_until', 'before_call_time', 'denied_on_trunk'],
  ...['premium_number', 'attempt_budget', 'quiet_period', 'no_consent'],
  ...['undisclosed_agent', 'case_budget', 'case_quiet_period'],
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
  /** What the task asks for and the person has not agreed to. */
  missingConsent: string | null
  /** The call can come to a voice agent that nobody has announced. */
  hasUndisclosedAgent: boolean
  /** If a budget of attempts is used up. */
  budget: UsedBudget | null
  /** A person answered a call a short time ago. */
  quietUntil: Date | null
  /** Of a task that names a field which says the case: the same about this one. */
  ofCase: CaseLimits | null
}

export interface CaseLimits extends Pick<PermissionFacts, 'budget' | 'quietUntil'> {
  field: string
}

/** Of a number of which neither budgets nor calls are asked for. */
export const UNLIMITED = { budget: null, quietUntil: null, ofCase: null } as const

/** Of a number that is no contact. */
export const AT_ANY_TIME = { callTime: null, callUntil: null, isWithdrawn: false } as const

export interface PermissionRules {
  destinations: DestinationRules
  zones: RecipientZones
}

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

/** Also by the clock of the service. */
export type DenialByHours = Denial | { kind: 'not_yet'; reason: 'outside_window'; until: Date }

/** Hours by the clock of the service hold for all people: who waits does so until they are open. */
export function inServiceHours(
  denial: Denial | undefined,
  hours: CallingHours,
  serviceZone: ZoneOffsets,
  now: Date,
): DenialByHours | undefined {
  if (denial?.kind === 'never') return denial
  const opening = nextOpening(hours, [serviceZone], denial?.until ?? now)
  if (!opening) return { kind: 'never', reason: 'no_calling_hours', detail: { place: 'service' } }
  if (denial) return { ...denial, until: opening }
  return opening > now ? { kind: 'not_yet', reason: 'outside_window', until: opening } : undefined
}

export const TOO_LATE: Denial = { kind: 'never', reason: 'after_call_until', detail: {} }

function neverProblem(facts: PermissionFacts, destinations: DestinationRules): Denial | undefined {
  if (facts.isWithdrawn) return { kind: 'never', reason: 'withdrawn', detail: {} }
  const problem = destinationProblem(facts.phoneKey, destinations, facts.isSimulated)
  if (problem) {
    const { reason, ...detail } = problem
    return { kind: 'never', reason, detail }
  }
  const { doNotCallListId: listId, missingConsent: purpose } = facts
  if (listId !== null) return { kind: 'never', reason: 'do_not_call', detail: { listId } }
  if (purpose !== null) return { kind: 'never', reason: 'no_consent', detail: { purpose } }
  return facts.hasUndisclosedAgent && !facts.isSimulated && isInEuropeanUnion(facts.phoneKey)
    ? { kind: 'never', reason: 'undisclosed_agent', detail: {} }
    : undefined
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

/** Of used budgets and quiet periods the one that lasts longest. */
function budgetProblem({ budget, quietUntil, ofCase }: PermissionFacts): Wait | undefined {
  const waits: (Wait | null)[] = [
    budget && waitFor(budget, budgetReason(budget.days)),
    quietUntil && { kind: 'not_yet', reason: 'quiet_period', until: quietUntil, detail: {} },
  ]
  if (ofCase) {
    const { field, budget, quietUntil: until } = ofCase
    waits.push(
      budget && waitFor(budget, 'case_budget', { field }),
      until && { kind: 'not_yet', reason: 'case_quiet_period', until, detail: { field } },
    )
  }
  return waits.reduce<Wait | undefined>(
    (longest, wait) => (wait && (!longest || wait.until > longest.until) ? wait : longest),
    undefined,
  )
}

function waitFor({ until, attempts, days }: UsedBudget, reason: NotYetReason, more: DenialDetail = {}): Wait {
  return { kind: 'not_yet', reason, until, detail: { attempts, days, ...more } }
}

function budgetReason(days: number): NotYetReason {
  if (days === 1) return 'daily_budget'
  return days === DAYS_OF_MONTH ? 'monthly_budget' : 'attempt_budget'
}
