// Says by itself whether a number may be called: from the rules as they were committed, and by the calendar of the platform.
// Nothing here uses the code under test.

import type { TaskSettings } from '../../src/campaigns/tasks/task-settings.ts'
import type { Rules } from './known-rules.ts'
import { isWindowOpen } from './wall-clock.ts'

export interface Recipient {
  contactId: string
  /** Its number, without separators. */
  key: string
}

const DAY_MS = 24 * 3_600_000
const MINUTE_MS = 60_000
/** More than the weekdays and holidays of these worlds can close. */
const MAX_SEARCH_MS = 20 * DAY_MS

const EMERGENCY = /^(\+49)?(110|112|911)$/

/** The zones of the area codes and countries in these worlds, the first that fits. A number without a country is where the service is. */
const COUNTRY_ZONES: [prefix: string, zones: string[]][] = [
  ['+49', ['Europe/Berlin']],
  ['+81', ['Asia/Tokyo']],
  ['+35121', ['Europe/Lisbon']],
  ['+351295', ['Atlantic/Azores']],
  ['+1212', ['America/New_York']],
  ['+1850', ['America/New_York', 'America/Chicago']],
  ['+351', ['Europe/Lisbon', 'Atlantic/Madeira', 'Atlantic/Azores']],
]

/** What no platform knows is no time zone. */
const UNKNOWN_ZONE = /^Nowhere\//

/** A number that names no country counts as the international one of the same digits. */
export function isSameNumber(one: string, other: string): boolean {
  return one.replace(/\D/g, '') === other.replace(/\D/g, '')
}

/** Why the number may never be called by the task: all reasons that hold. */
export function neverReasons(
  { key }: Recipient,
  plan: Pick<TaskSettings, 'doNotCallListIds' | 'needsConsent' | 'flow'>,
  rules: Rules,
  now: Date,
): string[] {
  const digits = key.replace('+', '').length
  const begins = (prefix: string) => key.startsWith(prefix)
  const isForbidden = [...rules.lists].some(([id, { isGlobal, entries }]) => {
    if (!isGlobal && !plan.doNotCallListIds.includes(id)) return false
    return [...entries].some(
      ([listed, expiry]) => isSameNumber(listed, key) && (expiry === null || expiry > now),
    )
  })
  const hasAgreed = rules.consents.some(
    (each) =>
      isSameNumber(each.key, key) &&
      each.purpose === plan.needsConsent &&
      !each.isWithdrawn &&
      each.givenMs <= now.getTime() &&
      (each.expireMs === null || each.expireMs > now.getTime()),
  )
  // In these worlds an agent announces itself, or nobody does.
  const hasStranger = plan.flow?.steps.some(
    (step) => step.type === 'stream' && !step.announces?.includes('artificialVoice'),
  )
  const reasons: [boolean, string][] = [
    [hasStranger === true && /^\+(33|49)/.test(key), 'undisclosed_agent'],
    [plan.needsConsent !== null && !hasAgreed, 'no_consent'],
    [isForbidden, 'do_not_call'],
    [!rules.allowsEmergency && EMERGENCY.test(key), 'emergency_number'],
    [rules.deniedPrefixes.some(begins), 'denied_prefix'],
    [rules.allowedPrefixes.length > 0 && !rules.allowedPrefixes.some(begins), 'no_allowed_prefix'],
    [digits < rules.minDigits, 'too_short'],
    [digits > rules.maxDigits, 'too_long'],
  ]
  return reasons.flatMap(([holds, reason]) => (holds ? [reason] : []))
}

/** A call to the number that was placed. */
export interface Attempt {
  start: Date
  /** Whether a person answered; undefined: nobody can say. */
  isConversation: boolean | undefined
}

/** Those to the number, and those about its case, if the task names a field that says it. */
export interface Attempts {
  toNumber: readonly Attempt[]
  aboutCase: readonly Attempt[]
}

type CaseField = Pick<TaskSettings, 'caseField'>

/** What the calls of a task to a contact are about: its debt, or else its number. Undefined: the task names no field. */
export function caseOf({ contactId, key }: Recipient, { caseField }: CaseField, { debts }: Rules) {
  if (caseField === null) return undefined
  const debt = caseField === 'debt' ? debts.get(contactId) : undefined
  return JSON.stringify([caseField, debt ?? key.replace(/\D/g, '')])
}

type Limits = Pick<TaskSettings, 'budgets' | 'quietDays' | 'caseQuietDays'>
interface Window {
  attempts: number
  days: number
}

/** Those of a case. */
export const caseWindowsOf = ({ budgets }: Limits): Window[] => budgets.filter(({ per }) => per === 'case')

/** Of the service and of the task. */
export function windowsOf(plan: Limits, rules: Rules): Window[] {
  const { attemptsPerDay, attemptsPerMonth } = rules
  return [
    ...(attemptsPerDay === null ? [] : [{ attempts: attemptsPerDay, days: 1 }]),
    ...(attemptsPerMonth === null ? [] : [{ attempts: attemptsPerMonth, days: 30 }]),
    ...rules.budgets,
    ...plan.budgets.filter(({ per }) => per !== 'case'),
  ]
}

export const quietDaysOf = (plan: Limits, rules: Rules) => Math.max(plan.quietDays ?? 0, rules.quietDays ?? 0)

/** Which budgets are used up, and whether it is quiet, if these attempts were made. */
export function budgetReasons(
  { toNumber, aboutCase }: Attempts,
  plan: Limits,
  rules: Rules,
  now: Date,
): string[] {
  const within = (attempts: readonly Attempt[], days: number) =>
    attempts.filter(({ start }) => start.getTime() > now.getTime() - days * DAY_MS)
  const isUsed = (attempts: readonly Attempt[]) => (window: Window) =>
    within(attempts, window.days).length >= window.attempts
  const isQuiet = (attempts: readonly Attempt[], days: number) =>
    within(attempts, days).some(({ isConversation }) => isConversation)
  return [
    ...windowsOf(plan, rules)
      .filter(isUsed(toNumber))
      .map(({ days }) => WINDOW_REASONS[days] ?? 'attempt_budget'),
    ...(isQuiet(toNumber, quietDaysOf(plan, rules)) ? ['quiet_period'] : []),
    ...(caseWindowsOf(plan).some(isUsed(aboutCase)) ? ['case_budget'] : []),
    ...(isQuiet(aboutCase, plan.caseQuietDays ?? 0) ? ['case_quiet_period'] : []),
  ]
}

const WINDOW_REASONS: Record<number, string> = { 1: 'daily_budget', 30: 'monthly_budget' }

/** Which of the contact's own times forbid a call. */
export function timeReasons({ contactId }: Recipient, { times }: Rules, instant: Date): string[] {
  const { callTime, callUntil, isWithdrawn } = times.get(contactId) ?? {}
  return [
    ...(isWithdrawn ? ['withdrawn'] : []),
    ...(callTime && instant < callTime ? ['before_call_time'] : []),
    ...(callUntil && instant >= callUntil ? ['after_call_until'] : []),
  ]
}

/** Whether the task's window, weekdays and holidays allow a call, wherever the called person may be. */
export function areHoursOpen(
  { contactId, key }: Recipient,
  plan: TaskSettings,
  rules: Rules,
  zone: string,
  instant: Date,
): boolean {
  const holidays = holidaysOf(plan, rules)
  return zonesOf(contactId, key, plan, rules, zone).every((each) =>
    isWindowOpen(plan, each, instant, holidays),
  )
}

/** For the task as a whole: its dates and, unless they depend on the called person, its hours. */
export function isTaskOpen(plan: TaskSettings, rules: Rules, zone: string, instant: Date): boolean {
  const { scheduledStartTime: start, scheduledEndTime: end } = plan
  if ((start && instant < new Date(start)) || (end && instant >= new Date(end))) return false
  return plan.windowZone === 'recipient' || isWindowOpen(plan, zone, instant, holidaysOf(plan, rules))
}

function holidaysOf(plan: TaskSettings, rules: Rules): ReadonlySet<string> {
  const calendars = [...rules.calendars].filter(
    ([id, { isGlobal }]) => isGlobal || plan.calendarIds.includes(id),
  )
  return new Set(calendars.flatMap(([, { days }]) => [...days]))
}

function zonesOf(contactId: string, key: string, plan: TaskSettings, rules: Rules, zone: string): string[] {
  if (plan.windowZone === 'service') return [zone]
  const own = rules.timeZones.get(contactId)
  if (own !== undefined && !UNKNOWN_ZONE.test(own)) return [own]
  return COUNTRY_ZONES.find(([prefix]) => key.startsWith(prefix))?.[1] ?? [zone]
}

/** The first instant from this one on at which it holds; undefined if there is none for weeks. It only changes at full minutes. */
export function firstMinute(from: Date, isOpen: (instant: Date) => boolean): Date | undefined {
  if (isOpen(from)) return from
  const lastMs = from.getTime() + MAX_SEARCH_MS
  let atMs = Math.floor(from.getTime() / MINUTE_MS) * MINUTE_MS + MINUTE_MS
  for (; atMs <= lastMs; atMs += MINUTE_MS) {
    if (isOpen(new Date(atMs))) return new Date(atMs)
  }
  return undefined
}

/** What every contact must satisfy at the moment of a claim. */
export function mayRing(
  recipient: Recipient,
  plan: TaskSettings,
  { rules, zone, now, attempts }: { rules: Rules; zone: string; now: Date; attempts: Attempts },
): boolean {
  return (
    isTaskOpen(plan, rules, zone, now) &&
    areHoursOpen(recipient, plan, rules, zone, now) &&
    neverReasons(recipient, plan, rules, now).length === 0 &&
    timeReasons(recipient, rules, now).length === 0 &&
    budgetReasons(attempts, plan, rules, now).length === 0
  )
}
