// The services of the wing `insight` that more than its routes use: the streams of events, webhooks, and the state of the service.

import type { Erasures } from '../insight/erasure/erasure.service.ts'
import { createEventFeed } from '../insight/events/event-feed.ts'
import { createEventWriter } from '../insight/events/events.routes.ts'
import type { EventType } from '../insight/events/read-events.ts'
import type { BackupState } from '../insight/overview/backup-state.ts'
import { createSystem } from '../insight/overview/system.service.ts'
import type { Retention } from '../insight/retention/retention.service.ts'
import { createEventPresenter } from '../insight/webhooks/present-events.ts'
import { createEventReader } from '../insight/webhooks/read-events.ts'
import { createSender, WEBHOOK_TIMEOUT_MS } from '../insight/webhooks/send-webhook.ts'
import { createWebhookRunner } from '../insight/webhooks/webhook-runner.ts'
import { DEFAULT_WEBHOOKS } from '../insight/webhooks/webhook-settings.ts'
import { createWebhooks } from '../insight/webhooks/webhooks.service.ts'
import { OPEN_BOX } from '../platform/kernel/secrets/secret-box.ts'
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
