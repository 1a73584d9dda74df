// The rules of permission with which a seed begins: some of them, strict enough to matter.

import { RETRY_CAUSES, type RetryRules } from '../../src/campaigns/permission/retry-rules.ts'
import type { TaskSettings } from '../../src/campaigns/tasks/task-settings.ts'
import type { Chance } from './chance.ts'
import { localTime } from './wall-clock.ts'

/** What the service has, and whether people change it. */
export interface PermissionPlan {
  isOn: boolean
  hasBudgets: boolean
  hasDestinations: boolean
  /** Hours may hold where the called person is. */
  hasRecipientHours: boolean
  hasDates: boolean
  hasRetryRules: boolean
  /** Contacts have times of their own, and are withdrawn. */
  hasTimes: boolean
  /** Some tasks call only numbers that have agreed. */
  hasConsents: boolean
  /** Contacts have debts, and some tasks count the calls about each. */
  hasDebts: boolean
  lists: { isGlobal: boolean }[]
  calendars: { isGlobal: boolean; days: string[] }[]
  /** Dates around the beginning, which calendars name. */
  days: string[]
}

type Window = Pick<TaskSettings, 'dailyStartTime' | 'dailyEndTime'>
type PlannedByTask = Pick<
  TaskSettings,
  | 'windowZone'
  | 'weekdays'
  | 'scheduledStartTime'
  | 'scheduledEndTime'
  | 'retryRules'
  | 'budgets'
  | 'quietDays'
  | 'caseField'
  | 'caseQuietDays'
  | 'needsConsent'
>

export interface TaskPermission extends PlannedByTask {
  /** In place of the window that it would have. */
  window: Window | null
  /** Which of the calendars and do-not-call lists it names. */
  calendars: number[]
  doNotCallLists: number[]
}

const DAY_MS = 86_400_000
/** What some numbers of these worlds have agreed to. */
export const PURPOSE = 'offers'
const HOUR_MS = 3_600_000
const MANY = 12

export function choosePermission(
  chance: Chance,
  startTime: Date,
  zone: string,
  { hasTimes, hasDebts }: Pick<PermissionPlan, 'hasTimes' | 'hasDebts'>,
): PermissionPlan {
  const isOn = chance.isTrue(0.8)
  const has = (probability: number) => chance.isTrue(probability) && isOn
  const days = [-1, 0, 0, 1, 2].map((later) =>
    localTime(zone, new Date(startTime.getTime() + later * DAY_MS))
      .toISOString()
      .slice(0, 10),
  )
  return {
    isOn,
    hasBudgets: has(0.6),
    hasDestinations: has(0.4),
    hasRecipientHours: has(0.5),
    hasDates: has(0.3),
    hasRetryRules: has(0.5),
    hasTimes,
    hasDebts: hasDebts && isOn,
    hasConsents: has(0.4),
    lists: has(0.6) ? [{ isGlobal: true }, { isGlobal: false }, { isGlobal: chance.isTrue(0.5) }] : [],
    calendars: has(0.4)
      ? [
          { isGlobal: true, days: chance.sample(days, chance.pick([0, 0, 1])) },
          { isGlobal: false, days: chance.sample(days, chance.pick([0, 1, 2])) },
        ]
      : [],
    days,
  }
}

/** Of one country, or of several and of none; the last two are longer. */
export function chooseNumbers(chance: Chance, isOn: boolean): string[] {
  const forms = [
    (index: number) => `+49 30 55${index}${index}`,
    (index: number) => `+81 3 55${index}${index}`,
    (index: number) => `+351 ${['21', '295', '91'][index % 3]} 55${index}${index}`,
    (index: number) => `+1 ${['212', '850'][index % 2]} 555 ${index}${index}`,
    (index: number) => `030 55${index}${index}`,
  ]
  const isMixed = isOn && chance.isTrue(0.6)
  const numbers = Array.from({ length: MANY }, (_, index) =>
    (isMixed ? chance.pick(forms) : (forms[0] as (index: number) => string))(index),
  )
  return isMixed ? ['112', ...numbers.slice(1)] : numbers
}

/** Drawn from a chance of their own, so that all else in the worlds stays as it was. */
type CaseRules = Pick<TaskSettings, 'budgets' | 'caseField' | 'caseQuietDays'>

export function chooseCases(chance: Chance, { hasDebts }: PermissionPlan): CaseRules {
  if (!hasDebts || chance.isTrue(0.3)) return { budgets: [], caseField: null, caseQuietDays: null }
  const windows = chance.pick([
    [],
    [{ attempts: 1, days: 2 }],
    [{ attempts: chance.between(2, 3), days: 7 }],
    [
      { attempts: 1, days: 1 },
      { attempts: 2, days: 3 },
    ],
  ])
  return {
    budgets: windows.map((window) => ({ ...window, per: 'case' as const })),
    caseField: 'debt',
    caseQuietDays: chance.pick([null, null, 1, 7]),
  }
}

export function chooseTaskPermission(
  chance: Chance,
  plan: PermissionPlan,
  startTime: Date,
  cases: CaseRules,
): TaskPermission {
  const later = (ms: number | null) => (ms === null ? null : new Date(startTime.getTime() + ms).toISOString())
  const startMs = plan.hasDates ? chance.pick([null, -HOUR_MS, 5000, 40_000, 3 * HOUR_MS]) : null
  const endMs = plan.hasDates ? chance.pick([null, 20_000, 50_000, 2 * HOUR_MS, 3 * DAY_MS]) : null
  const isByRecipient = plan.hasRecipientHours && chance.isTrue(0.7)
  return {
    windowZone: isByRecipient ? 'recipient' : 'service',
    window: isByRecipient && chance.isTrue(0.6) ? chooseWindow(chance, startTime) : null,
    ...{ caseField: cases.caseField, caseQuietDays: cases.caseQuietDays },
    budgets: [
      ...(plan.hasBudgets ? chance.pick([[], [], [{ attempts: chance.between(1, 2), days: 3 }]]) : []),
      ...cases.budgets,
    ],
    quietDays: plan.hasBudgets ? chance.pick([null, null, 2]) : null,
    weekdays:
      plan.isOn && chance.isTrue(0.25)
        ? chance.pick([
            [1, 2, 3, 4, 5],
            [6, 7],
            [3, 7],
            [1, 4, 6, 7],
          ])
        : null,
    scheduledStartTime: later(startMs),
    // A task whose end is before its start is refused.
    scheduledEndTime: endMs !== null && endMs > (startMs ?? 0) ? later(endMs) : null,
    retryRules: plan.hasRetryRules ? chooseRetryRules(chance) : {},
    needsConsent: plan.hasConsents && chance.isTrue(0.6) ? PURPOSE : null,
    calendars: plan.calendars.flatMap((_, index) => (chance.isTrue(0.5) ? [index] : [])),
    doNotCallLists: plan.lists.flatMap((_, index) => (chance.isTrue(0.5) ? [index] : [])),
  }
}

/** Where some of the called people are: open, or with an edge that the world will cross. */
function chooseWindow(chance: Chance, startTime: Date): Window | null {
  const zone = chance.pick([
    'Europe/Lisbon',
    'Atlantic/Azores',
    'America/New_York',
    'America/Chicago',
    'Europe/Berlin',
  ])
  const at = (minutes: number) =>
    localTime(zone, new Date(startTime.getTime() + minutes * 60_000))
      .toISOString()
      .slice(11, 16)
  const dailyStartTime = at(chance.pick([-300, -30, -1, 1]))
  const dailyEndTime = at(chance.pick([2, 3, 30, 90, 300]))
  // The clock may be put back between them.
  return dailyStartTime === dailyEndTime ? null : { dailyStartTime, dailyEndTime }
}

function chooseRetryRules(chance: Chance): RetryRules {
  const rules: RetryRules = {}
  for (const cause of chance.sample(RETRY_CAUSES, chance.between(0, 5))) {
    const delay = chance.pick([undefined, 0, 10, 90, 3600])
    const count = chance.pick([undefined, 0, 1, 2])
    rules[cause] = { ...(delay !== undefined && { delay }), ...(count !== undefined && { count }) }
  }
  return rules
}
