// Where alerts and the morning report are sent. The database has it, and whichever node looks next follows it.
import type { Clock } from '../../platform/kernel/clock.ts'
import type { OutgoingRules } from '../../platform/kernel/outgoing-address.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { Database } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import { notificationWords } from '../../platform/words/notifications.ts'
import { refuseAddress } from '../webhooks/webhooks.service.ts'
import type { Deliver, Delivered } from './deliver.ts'
import { chatName, type NotificationSettings, withDefaults } from './notification-settings.ts'
import * as queries from './notifications.queries.ts'

export interface NotificationView extends NotificationSettings {
  /** The environment names a mail server. */
  canMail: boolean
  sentTime: Date | null
  error: string | null
  errorTime: Date | null
}

/** What is undefined stays as it is. */
export type NotificationChange = {
  [Name in keyof NotificationSettings]?: NotificationSettings[Name] | undefined
}

interface NotificationsDependencies {
  db: Database
  clock: Clock
  timestamps: Timestamps
  canMail: boolean
  rules: OutgoingRules
  deliver: Deliver
  changed(): void
}

export type NotificationsService = ReturnType<typeof createNotifications>

export function createNotifications(dependencies: NotificationsDependencies) {
  const { db, clock, timestamps, canMail, rules, deliver, changed } = dependencies

  const view = (row: queries.NotificationRow): NotificationView => ({
    ...withDefaults(row.settings),
    ...{ canMail, sentTime: row.sent_time, error: row.error, errorTime: row.error_time },
  })

  async function read(): Promise<NotificationView> {
    const row = await queries.readNotification.first(db, [])
    if (!row) throw new Error('the table notification has no row')
    return view(row)
  }

  return {
    read,

    async change(change: NotificationChange): Promise<NotificationView> {
      for (const [index, url] of (change.chatUrls ?? []).entries())
        await refuseAddress(url, rules, `chatUrls[${index}]`)
      await db.transaction(async (tx) => {
        const row = await queries.lockNotification.first(tx, [])
        if (!row) throw new Error('the table notification has no row')
        const before = withDefaults(row.settings)
        const given = Object.entries(change).filter(([, value]) => value !== undefined)
        const after: NotificationSettings = { ...before, ...Object.fromEntries(given) }
        const day = after.reportHour === before.reportHour ? row.report_day : firstDay(after.reportHour)
        await queries.changeNotification(tx, [after, day])
        const [old, now] = [shown(before), shown(after)]
        await recordChange(tx, { at: clock.now(), operation: 'notification.change', before: old, after: now })
      })
      changed()
      return read()
    },

    /** Sends something to everybody, and says who took it. */
    async test(): Promise<Delivered[]> {
      const settings = await read()
      await db.transaction((tx) => recordChange(tx, { at: clock.now(), operation: 'notification.test' }))
      return deliver(notificationWords[settings.language].test, settings)
    },
  }

  /** An hour that has passed today counts from tomorrow on. */
  function firstDay(hour: number | null): string | null {
    const [today = '', time = ''] = timestamps.format(clock.now()).split(' ')
    return hour !== null && Number(time.slice(0, 2)) >= hour ? today : null
  }
}

/** For the audit trail. */
const shown = ({ chatUrls, ...settings }: NotificationSettings) => ({
  ...settings,
  chats: chatUrls.map(chatName),
})
