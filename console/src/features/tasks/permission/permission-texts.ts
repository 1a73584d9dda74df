// The permission and schedule of a task in words: for the summary in the form, and for the task page.
import type { Schemas } from '@carillon/client'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { useSystem } from '../../../session/use-system.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { type NamedRule, useCalendars, useDoNotCallLists, useTrunks } from './named-rules.ts'
import { permissionMessages } from './permission.messages.ts'
import { retryCauses, toRetryRows } from './retry-values.ts'

export type PermissionSettings = Pick<
  Schemas['TaskSettings'],
  | 'windowZone'
  | 'weekdays'
  | 'calendarIds'
  | 'doNotCallListIds'
  | 'trunkIds'
  | 'callerIds'
  | 'scheduledStartTime'
  | 'scheduledEndTime'
  | 'retryRules'
  | 'stopWhen'
  | 'budgets'
  | 'quietDays'
  | 'caseField'
  | 'caseQuietDays'
  | 'needsConsent'
>

type Words = (typeof permissionMessages)['en']

/** One line with what is set; lists and calendars that apply to every task are not counted. */
export function usePermissionSummary(settings: PermissionSettings): string {
  const t = useMessages(permissionMessages)
  const { causes } = useMessages(tasksMessages)
  const format = useFormat()
  const { windowZone, weekdays, calendarIds, doNotCallListIds, retryRules } = settings
  const { scheduledStartTime, scheduledEndTime, trunkIds, callerIds } = settings
  const ruled = retryCauses.filter((cause) => retryRules[cause] !== undefined)
  const parts = [
    weekdays === null ? '' : weekdaysText(weekdays, t),
    windowZone === 'recipient' ? t.summary.recipient : '',
    calendarIds.length > 0 ? t.summary.calendars(calendarIds.length) : '',
    doNotCallListIds.length > 0 ? t.summary.lists(doNotCallListIds.length) : '',
    trunkIds.length > 0 ? t.summary.trunks(trunkIds.length) : '',
    callerIds.length > 0 ? t.summary.callerIds(callerIds.length) : '',
    numberWindows(settings).length > 0
      ? t.summary.budgets(numberWindows(settings).map(t.budget).join(t.comma))
      : '',
    settings.quietDays === null ? '' : t.summary.quiet(settings.quietDays),
    settings.caseField === null ? '' : t.summary.cases(settings.caseField),
    settings.needsConsent === null ? '' : t.summary.consent(settings.needsConsent),
    scheduledStartTime === null ? '' : t.summary.from(format.dateTime(scheduledStartTime)),
    scheduledEndTime === null ? '' : t.summary.until(format.dateTime(scheduledEndTime)),
    settings.stopWhen === null ? '' : t.summary.goal(goalText(settings.stopWhen, t)),
    ruled.length > 0 ? t.summary.retries(ruled.map((cause) => causes[cause]).join(t.comma)) : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? t.summary.plain : parts.join(t.semicolon)
}

/** Everything that holds, as labels and texts. */
export function usePermissionRows(settings: PermissionSettings): [label: string, text: string][] {
  const t = useMessages(permissionMessages)
  const { causes } = useMessages(tasksMessages)
  const format = useFormat()
  const zone = useSystem()?.timeZone ?? ''
  const calendars = useCalendars()
  const lists = useDoNotCallLists()
  const trunks = useTrunks()
  const { windowZone, weekdays, retryRules, scheduledStartTime, scheduledEndTime } = settings
  const { trunkIds, callerIds } = settings
  const trunkNames = trunkIds.map((id) => nameOf(id, trunks))
  const rules = toRetryRows(retryRules).map(({ cause, delay, unit, count }) => {
    const parts = [
      ...(delay === '' ? [] : [t.retry.delay(format.amount(Number(delay), unit))]),
      ...(count === '' ? [] : [t.retry.count(Number(count))]),
    ]
    return `${t.retry.after(causes[cause] ?? cause)}${parts.join(t.comma)}`
  })
  return [
    [t.labels.zone, windowZone === 'recipient' ? t.zones.recipient : t.zones.service(zone)],
    [t.labels.weekdays, weekdays === null ? t.everyDay : weekdaysText(weekdays, t)],
    [t.labels.calendars, namesOf(settings.calendarIds, calendars, t)],
    [t.labels.lists, namesOf(settings.doNotCallListIds, lists, t)],
    [t.labels.start, scheduledStartTime === null ? t.noSchedule.start : format.dateTime(scheduledStartTime)],
    [t.labels.end, scheduledEndTime === null ? t.noSchedule.end : format.dateTime(scheduledEndTime)],
    [t.labels.retries, rules.length === 0 ? t.defaultRetries : rules.join(t.semicolon)],
    ...chosenRow(t.labels.goal, settings.stopWhen ? [goalText(settings.stopWhen, t)] : [], t),
    ...chosenRow(t.labels.budgets, numberWindows(settings).map(t.budget), t),
    ...chosenRow(t.labels.quiet, settings.quietDays === null ? [] : [t.days(settings.quietDays)], t),
    ...chosenRow(t.labels.caseField, settings.caseField === null ? [] : [settings.caseField], t),
    ...chosenRow(
      t.labels.caseBudgets,
      settings.budgets.filter(({ per }) => per === 'case').map((window) => t.budget(window)),
      t,
    ),
    ...chosenRow(
      t.labels.caseQuiet,
      settings.caseQuietDays === null ? [] : [t.days(settings.caseQuietDays)],
      t,
    ),
    ...chosenRow(t.labels.consent, settings.needsConsent === null ? [] : [settings.needsConsent], t),
    ...chosenRow(t.labels.trunks, trunkNames, t),
    ...chosenRow(t.labels.callerIds, callerIds, t),
  ]
}

const numberWindows = ({ budgets }: PermissionSettings) => budgets.filter(({ per }) => per !== 'case')

/** `500 successful, 100 of them with result.region = north` */
export function goalText({ successes, results = [] }: Goal, t: Words): string {
  return [
    ...(successes === undefined ? [] : [t.goal.successes(successes)]),
    ...results.map(({ name, value, count }) => t.goal.results(count, name, value)),
  ].join(t.comma)
}

type Goal = NonNullable<PermissionSettings['stopWhen']>

/** Nothing is said of what a service without trunks does not have. */
function chosenRow(label: string, names: string[], { comma }: Words): [label: string, text: string][] {
  return names.length === 0 ? [] : [[label, names.join(comma)]]
}

/** Nobody knows an id, so it is not shown while the name loads, but if there is none. */
function nameOf(id: string, known: { id: string; name: string }[] | undefined): string {
  return known ? (known.find((each) => each.id === id)?.name ?? id) : '…'
}

/** Those that the task has chosen, and those that always apply. */
function namesOf(ids: string[], known: NamedRule[] | undefined, t: Words): string {
  if (!known) return '…'
  const names = [
    ...known.filter(({ isGlobal }) => isGlobal).map(({ name }) => t.always(name)),
    ...ids
      .filter((id) => !known.some((each) => each.id === id && each.isGlobal))
      .map((id) => nameOf(id, known)),
  ]
  return names.length === 0 ? t.none : names.join(t.comma)
}

/** `Mon–Fri`, or `Mon, Wed, Sun` where they do not follow each other. */
export function weekdaysText(weekdays: number[], { weekdays: names, range, comma }: Words): string {
  const days = [...weekdays].sort()
  const first = days[0] ?? 1
  const last = days.at(-1) ?? 1
  const nameOf = (day: number) => names[day - 1] ?? ''
  if (days.length > 2 && last - first === days.length - 1) return range(nameOf(first), nameOf(last))
  return days.map(nameOf).join(comma)
}
