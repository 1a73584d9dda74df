// Alerts and the morning report: who sends them, and the settings of that.
import { alertsOf } from '../insight/notifications/alerts.ts'
import { createDeliver } from '../insight/notifications/deliver.ts'
import { createNotifications } from '../insight/notifications/notifications.service.ts'
import { createNotifier } from '../insight/notifications/notifier.ts'
import { createMailer } from '../insight/notifications/send-mail.ts'
import type { System } from '../insight/overview/system.service.ts'
import { createReports } from '../insight/reports/reports.service.ts'
import { createSender, WEBHOOK_TIMEOUT_MS } from '../insight/webhooks/send-webhook.ts'
import { DEFAULT_WEBHOOKS } from '../insight/webhooks/webhook-settings.ts'
import type { TrunkHealth } from '../telephony/trunks/health/trunk-health.service.ts'
import type { AppOptions } from './app-options.ts'
import type { Databases } from './databases.ts'
import type { Readers } from './readers.ts'

interface NotificationParts {
  readers: Readers
  system: System
  trunkHealth: Pick<TrunkHealth, 'problems'>
}

export function createNotificationServices(
  options: AppOptions,
  { db, readDb }: Databases,
  { readers: { timestamps, offsetAt }, system, trunkHealth }: NotificationParts,
) {
  const { clock, log, mail } = options
  const { rules } = options.webhooks ?? DEFAULT_WEBHOOKS
  const deliver = createDeliver({
    clock,
    sendMail: mail && createMailer(mail),
    createSender: () => createSender({ rules, clock, timeoutMs: WEBHOOK_TIMEOUT_MS }),
  })
  const notifier = createNotifier({
    ...{ db, clock, log, timestamps, deliver, reports: createReports({ db: readDb, clock }) },
    readAlerts: async (language) =>
      alertsOf(await system.read(), await trunkHealth.problems(), {
        zone: { timestamps, offsetAt },
        language,
      }),
  })
  const notifications = createNotifications({
    ...{ db, clock, timestamps, rules, deliver, canMail: mail !== undefined },
    changed: notifier.wake,
  })
  return { notifier, notifications }
}
