// The settings of a task: each of them once, under the name by which callers give it. `task.settings` has them as JSON, and whatever adds, changes,
// copies, compares or shows settings goes by this list; task-settings.schema.ts says what callers may give. A task that was stored before a
// setting existed has its default.
import type { Flow } from '../../conversations/flows/flow.ts'
import { dialedNumber } from '../../platform/kernel/phone/phone-number.ts'
import { type GivenWindow, strictestWindows } from '../permission/budgets.ts'
import type { RetryRules } from '../permission/retry-rules.ts'
import type { StopWhen } from './goal.ts'

interface Setting<Value> {
  default: Value
  /** It can be changed while the task is PAUSED, and the audit trail says from what to what. */
  isForPaused?: boolean
  /** Contacts wait by it, so they are judged again after a change. */
  isHours?: boolean
  /** What is stored of a given value. */
  normalize?(value: Value): Value
}

/** What the audit trail can show of a change; see SettingChanges in task-settings.schema.ts. */
export type SettingValue = string | number | number[] | StopWhen | null

function setting<Value>(
  value: Value,
  more: Omit<Setting<Value>, 'default' | 'isForPaused'> = {},
): Setting<Value> {
  return { default: value, ...more }
}

function settingForPaused<Value extends SettingValue>(
  value: Value,
  more: Omit<Setting<Value>, 'default' | 'isForPaused'> = {},
): Setting<Value> {
  return { default: value, isForPaused: true, ...more }
}

const eachOnce = <Value>(values: Value[]) => [...new Set(values)]

export const TASK_SETTINGS = {
  /** 1 is the highest. */
  priority: settingForPaused<number>(3),
  maxDialCount: settingForPaused<number>(3),
  /** In seconds. */
  callInterval: settingForPaused<number>(60),
  /** HH:MM, or null for midnight. */
  dailyStartTime: settingForPaused<string | null>(null, { isHours: true }),
  dailyEndTime: settingForPaused<string | null>(null, { isHours: true }),
  listMode: setting<'snapshot' | 'live'>('snapshot'),
  windowZone: settingForPaused<'service' | 'recipient'>('service', { isHours: true }),
  /** 1 is Monday; null is every day. */
  weekdays: settingForPaused<number[] | null>(null, {
    isHours: true,
    normalize: (days) => days && eachOnce(days).sort((a, b) => a - b),
  }),
  calendarIds: setting<string[]>([], { normalize: eachOnce }),
  doNotCallListIds: setting<string[]>([], { normalize: eachOnce }),
  /** The trunks by which its calls go out; empty: any. */
  trunkIds: setting<string[]>([], { normalize: eachOnce }),
  /** The numbers that callees see, in place of those of the trunk. */
  callerIds: setting<string[]>([], {
    normalize: (numbers) => eachOnce(numbers.map((number) => dialedNumber(number) ?? number)),
  }),
  /** In ISO form. Calls start from this time on. */
  scheduledStartTime: settingForPaused<string | null>(null),
  /** In ISO form. Calls start before this time, at which the task is stopped. */
  scheduledEndTime: settingForPaused<string | null>(null),
  retryRules: setting<RetryRules>({}),
  /** How often one number may be called by all tasks, in addition to the budgets of the service. */
  budgets: setting<GivenWindow[]>([], { normalize: strictestWindows }),
  /** The field of a contact that says the case which its calls are about: a debt, an order. */
  caseField: setting<string | null>(null, { normalize: (field) => field?.trim() ?? null }),
  /** After a conversation about a case: for how long the task calls nobody about it. */
  caseQuietDays: setting<number | null>(null),
  /** After a call that a person answered: for how long the task does not call the number. */
  quietDays: setting<number | null>(null),
  /** Nobody is called who has not agreed to this; null: nobody is asked. */
  needsConsent: setting<string | null>(null, {
    normalize: (purpose) => purpose?.trim().toLowerCase() ?? null,
  }),
  /** What an answered call does. */
  flow: setting<Flow | null>(null),
  /** `answered`, `person`, or a condition on the result of a call. */
  successWhen: setting<string>('answered'),
  /** When all of it is met, the task completes; null: when every contact is done. */
  stopWhen: settingForPaused<StopWhen | null>(null),
  /** What the callee hears when somebody begins to listen in; empty: nothing. */
  listenNotice: setting<string>(''),
  /** A flow that can record a call before the callee was told is refused. */
  needsRecordingNotice: setting<boolean>(false),
  /** Max number of voice agents at once; null is no limit. */
  maxAgents: setting<number | null>(null),
}

export type SettingName = keyof typeof TASK_SETTINGS
export type TaskSettings = { [Name in SettingName]: (typeof TASK_SETTINGS)[Name]['default'] }

/** As `task.settings` has them: without the flow, which has a row of its own, and without settings that came later. */
export type StoredSettings = Partial<Omit<TaskSettings, 'flow'>>

/** What callers give of a task: the settings, and what it is called. */
export interface TaskDraft extends TaskSettings {
  name: string
  description: string
}

const list: Record<SettingName, Setting<unknown>> = TASK_SETTINGS
export const SETTING_NAMES = Object.keys(TASK_SETTINGS) as SettingName[]

/** Settings that can be changed while the task is PAUSED. */
export const SETTINGS_FOR_PAUSED = SETTING_NAMES.filter((name) => list[name].isForPaused)

export const DEFAULT_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, list[name].default]),
) as TaskSettings

export function readSettings(stored: StoredSettings, flow: Flow | null = null): TaskSettings {
  return { ...DEFAULT_SETTINGS, ...stored, flow }
}

/** What `task.settings` gets of the given settings; the others stay as they are. */
export function storedSettings(given: Partial<TaskSettings>): StoredSettings {
  const entries = SETTING_NAMES.flatMap((name) => {
    const value = name === 'flow' ? undefined : given[name]
    const { normalize } = list[name]
    return value === undefined ? [] : [[name, normalize ? normalize(value) : value]]
  })
  return Object.fromEntries(entries)
}

export const isHours = (name: SettingName): boolean => list[name].isHours === true
