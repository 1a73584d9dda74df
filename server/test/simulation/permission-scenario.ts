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
  lists: { isGlobal: boolean }[]
  calendars: { isGlobal: boolean; days: string[] }[]
  /** Dates around the beginning, which calendars name. */
  days: string[]
}

type PlannedByTask = Pick<
  TaskSettings,
  'windowZone' | 'weekdays' | 'scheduledStartTime' | 'scheduledEndTime' | 'retryRules'
>

export interface TaskPermission extends PlannedByTask {
  /** Which of the calendars and do-not-call lists it names. */
  calendars: number[]
  doNotCallLists: number[]
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MANY = 12

export function choosePermission(
  chance: Chance,
  startTime: Date,
  zone: string,
  hasTimes: boolean,
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
    (index: number) => `+351 21 55${index}${index}`,
    (index: number) => `030 55${index}${index}`,
  ]
  const isMixed = isOn && chance.isTrue(0.6)
  const numbers = Array.from({ length: MANY }, (_, index) =>
    (isMixed ? chance.pick(forms) : (forms[0] as (index: number) => string))(index),
  )
  return isMixed ? ['112', ...numbers.slice(1)] : numbers
}

export function chooseTaskPermission(chance: Chance, plan: PermissionPlan, startTime: Date): TaskPermission {
  const later = (ms: number | null) => (ms === null ? null : new Date(startTime.getTime() + ms).toISOString())
  const startMs = plan.hasDates ? chance.pick([null, -HOUR_MS, 5000, 40_000, 3 * HOUR_MS]) : null
  const endMs = plan.hasDates ? chance.pick([null, 20_000, 50_000, 2 * HOUR_MS, 3 * DAY_MS]) : null
  return {
    windowZone: plan.hasRecipientHours && chance.isTrue(0.7) ? 'recipient' : 'service',
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
    calendars: plan.calendars.flatMap((_, index) => (chance.isTrue(0.5) ? [index] : [])),
    doNotCallLists: plan.lists.flatMap((_, index) => (chance.isTrue(0.5) ? [index] : [])),
  }
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
