// The settings of a task, as callers give them.
import type { Flow } from '../flows/flow.ts'
import type { RetryRules } from '../permission/retry-rules.ts'

export interface TaskSettings extends PermissionSettings, CallSettings {
  name: string
  description: string
  priority: number
  maxDialCount: number
  callIntervalSeconds: number
  /** HH:MM, or null for midnight. */
  dailyStart: string | null
  dailyEnd: string | null
  listMode: 'snapshot' | 'live'
}

/** When the task may ring whom, beside its daily window. */
export interface PermissionSettings {
  windowZone: 'service' | 'recipient'
  /** 1 is Monday; null is every day. */
  weekdays: number[] | null
  calendarIds: string[]
  doNotCallListIds: string[]
  startAt: Date | null
  endAt: Date | null
  retryRules: RetryRules
}

/** What an answered call does, and what counts as success. */
export interface CallSettings {
  flow: Flow | null
  /** `answered`, `person`, or a condition on the result of a call. */
  successWhen: string
  /** Max number of voice agents at once; null is no limit. */
  maxAgents: number | null
}

/** The settings of a task that names none. */
export const NO_RESTRICTIONS: PermissionSettings & CallSettings = {
  windowZone: 'service',
  weekdays: null,
  calendarIds: [],
  doNotCallListIds: [],
  startAt: null,
  endAt: null,
  retryRules: {},
  flow: null,
  successWhen: 'answered',
  maxAgents: null,
}
