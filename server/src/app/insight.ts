// The services of the wing `insight` that more than its routes use: the streams of events, webhooks, the state of the service, and what people are told of it.

import type { Erasures } from '../insight/erasure/erasure.service.ts'
import { createEventFeed } from '../insight/events/event-feed.ts'
import { createEventWriter } from '../insight/events/events.routes.ts'
import type { EventType } from '../insight/events/read-events.ts'
import { alertsOf } from '../insight/notifications/alerts.ts'
import { createDeliver } from '../insight/notifications/deliver.ts'
import { createNotifications } from '../insight/notifications/notifications.service.ts'
import { createNotifier } from '../insight/notifications/notifier.ts'
import { createMailer } from '../insight/notifications/send-mail.ts'
import type { BackupState } from '../insight/overview/backup-state.ts'
import { createSystem, type System } from '../insight/overview/system.service.ts'
import { createReports } from '../insight/reports/reports.service.ts'
import type { Retention } from '../insight/retention/retention.service.ts'
import { createEventPresenter } from '../insight/webhooks/present-events.ts'
import { createEventReader } from '../insight/webhooks/read-events.ts'
import { createSender, WEBHOOK_TIMEOUT_MS } from '../insight/webhooks/send-webhook.ts'
import { createWebhookRunner } from '../insight/webhooks/webhook-runner.ts'
import { DEFAULT_WEBHOOKS } from '../insight/webhooks/webhook-settings.ts'
import { createWebhooks } from '../insight/webhooks/webhooks.service.ts'
import { OPEN_BOX } from '../platform/kernel/secrets/secret-box.ts'
import type { TrunkHealth } from '../telephony/trunks/health/trunk-health.service.ts'
import type { AppOptions } from './app-options.ts'
import type { ConversationServices } from './conversations.ts'
import type { Databases } from './databases.ts'
import { readLostSecrets } from './lost-secrets.ts'
import type { Readers } from './readers.ts'
import { countStoredSecrets } from './stored-secrets.ts'

interface InsightParts {
  retention: Pick<Retention, 'late' | 'days'>
  erasures: Pick<Erasures, 'lacksKey'>
  readers: Readers
  conversations: ConversationServices
  backupState(): Promise<BackupState | undefined>
}

export function createInsight(
  options: AppOptions,
  { db, storageHealth, replica }: Databases,
  { readers: { timestamps, offsetAt }, conversations, retention, erasures, backupState }: InsightParts,
) {
  const { clock, log, secrets = OPEN_BOX } = options
  const { recordings, recordingSettings } = conversations
  const openFeed = (types: EventType[]) =>
    createEventFeed({ db, log, types, describe: createEventWriter(timestamps, types) })

  const webhookSettings = options.webhooks ?? DEFAULT_WEBHOOKS
  const openSender = () =>
    createSender({ rules: webhookSettings.rules, clock, timeoutMs: WEBHOOK_TIMEOUT_MS })
  const webhooks = createWebhooks({
    ...{ db, clock, secrets, rules: webhookSettings.rules, createSender: openSender },
  })
  const system = createSystem({
    ...{ db, clock, zone: { timestamps, offsetAt }, storageHealth, backupState },
    recordingSettings: { s3: recordingSettings.s3, days: () => retention.days('recordings') },
    replica: () => replica?.state() ?? null,
    waitingRecordings: recordings.waiting,
    switchedOffWebhooks: webhooks.switchedOff,
    lostSecrets: () => readLostSecrets(db),
    keptLate: retention.late,
    lacksNumberKey: erasures.lacksKey,
    lacksSecretKey: async () => (await countStoredSecrets(db, secrets)).lost > 0,
  })
  const present = createEventPresenter({ timestamps, expiryOf: recordings.expiryOf })
  const webhookRunner = createWebhookRunner({
    ...{ db, clock, log, secrets, present, random: Math.random, createSender: openSender },
    ...{ perSecond: webhookSettings.perSecond, timing: options.webhookTiming },
    readEvents: createEventReader(present, clock),
    readAttention: async () => (await system.read()).attention,
  })
  return {
    ...{ webhooks, system, webhookRunner },
    events: openFeed(['task', 'call']),
    progress: openFeed(['task', 'progress']),
    doneContacts: openFeed(['task', 'call', 'contact.done']),
  }
}

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
