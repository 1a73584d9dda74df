// Who is told of what, by which way, and when.
import type { Language } from '../../platform/words/languages.ts'

/** With what each is about. */
export const ALERT_KINDS = {
  trunk: 'a trunk is down, or far fewer calls by it are answered than the day before',
  task: 'a task has failed, or has completed without a call',
  upkeep: 'backups, deletions or recordings are late',
  webhook: 'a webhook was switched off',
  service: 'no calls can be placed, a node is missing or a key is',
} as const
export type AlertKind = keyof typeof ALERT_KINDS
export const alertKinds = Object.keys(ALERT_KINDS) as AlertKind[]

export interface NotificationSettings {
  addresses: string[]
  chatUrls: string[]
  alerts: AlertKind[]
  /** Of the wall clock; null: no report. */
  reportHour: number | null
  language: Language
}

/** What was set. */
export type StoredSettings = Partial<NotificationSettings>

const DEFAULTS: NotificationSettings = {
  addresses: [],
  chatUrls: [],
  alerts: alertKinds,
  reportHour: null,
  language: 'en',
}

export const withDefaults = (stored: StoredSettings): NotificationSettings => ({ ...DEFAULTS, ...stored })

export const MAX_ADDRESSES = 20
export const MAX_CHATS = 10

/** As the trail and answers name it: the rest of the address may be a secret. */
export const chatName = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'chat')
