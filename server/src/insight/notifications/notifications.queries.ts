import { sql } from '../../platform/storage/sql.ts'
import { ENDED_LEASE, isFree, isLeasedBy, takeLease } from '../../platform/work/lease.ts'
import type { StoredSettings } from './notification-settings.ts'

export interface NotificationRow {
  settings: StoredSettings
  report_day: string | null
  sent_time: Date | null
  error: string | null
  error_time: Date | null
}

const columns = 'settings, report_day, sent_time, error, error_time'

export const readNotification = sql<NotificationRow>(
  'read_notification',
  `select ${columns} from notification where is_only`,
)

export const lockNotification = sql<NotificationRow>(
  'lock_notification',
  `select ${columns} from notification where is_only for no key update`,
)

export const changeNotification = sql<never, [settings: StoredSettings, reportDay: string | null]>(
  'change_notification',
  'update notification set settings = $1, report_day = $2 where is_only',
)

/** No row: another node does it. $1: owner; $2: for how many ms. */
export const leaseNotification = sql<NotificationRow, [owner: string, ms: number]>(
  'lease_notification',
  `update notification set ${takeLease('$1', '$2')} where is_only and (${isFree()} or ${isLeasedBy('$1')})
   returning ${columns}`,
)

export const releaseNotification = sql<never, [owner: string]>(
  'release_notification',
  `update notification set ${ENDED_LEASE} where is_only and ${isLeasedBy('$1')}`,
)

/** $1: now; $2: what went wrong, or null. */
export const noteSending = sql<never, [now: Date, error: string | null]>(
  'note_notification',
  `update notification set sent_time = case when $2::text is null then $1 else sent_time end,
     error = $2, error_time = case when $2 is not null then $1::timestamptz end
   where is_only`,
)

export const noteReport = sql<never, [day: string]>(
  'note_notification_report',
  'update notification set report_day = $1 where is_only',
)

export interface AlertRow {
  key: string
  message: string
  seen_time: Date
  told_time: Date | null
}

/** Those that are not known yet. $1: keys; $2: messages; $3: now. */
export const insertAlerts = sql<never, [keys: string[], messages: string[], now: Date]>(
  'insert_notified_alerts',
  `insert into notified_alert (key, message, seen_time)
   select given.key, given.message, $3 from unnest($1::text[], $2::text[]) as given (key, message)
   on conflict (key) do nothing`,
)

export const listAlerts = sql<AlertRow>(
  'list_notified_alerts',
  'select key, message, seen_time, told_time from notified_alert order by seen_time, key',
)

export const noteTold = sql<never, [keys: string[], now: Date]>(
  'note_told_alerts',
  'update notified_alert set told_time = $2 where key = any($1::text[])',
)

export const deleteAlerts = sql<never, [keys: string[]]>(
  'delete_notified_alerts',
  'delete from notified_alert where key = any($1::text[])',
)
