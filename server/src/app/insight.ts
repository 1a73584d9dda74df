// The services of the wing `insight` that more than its routes use: the streams of events, webhooks, and the state of the service.

import { createEventFeed } from '../insight/events/event-feed.ts'
import { createEventWriter } from '../insight/events/events.routes.ts'
import type { EventType } from '../insight/events/read-events.ts'
import type { BackupState } from '../insight/overview/backup-state.ts'
import { createSystem } from '../insight/overview/system.service.ts'
import { createEventPresenter } from '../insight/webhooks/present-events.ts'
import { createEventReader } from '../insight/webhooks/read-events.ts'
import { createSender, WEBHOOK_TIMEOUT_MS } from '../insight/webhooks/send-webhook.ts'
import { createWebhookRunner } from '../insight/webhooks/webhook-runner.ts'
import { DEFAULT_WEBHOOKS } from '../insight/webhooks/webhook-settings.ts'
import { createWebhooks } from '../insight/webhooks/webhooks.service.ts'
import type { AppOptions } from './app-options.ts'
import type { ConversationServices } from './conversations.ts'
import type { Databases } from './databases.ts'
import { readLostSecrets } from './lost-secrets.ts'
import type { Readers } from './readers.ts'

interface InsightParts {
  readers: Readers
  conversations: ConversationServices
  backupState(): Promise<BackupState | undefined>
}

export function createInsight(
  options: AppOptions,
  { db, storageHealth, replica }: Databases,
  { readers: { timestamps, offsetAt }, conversations, backupState }: InsightParts,
) {
  const { clock, log } = options
  const { recordings, recordingSettings } = conversations
  const openFeed = (types: EventType[]) =>
    createEventFeed({ db, log, types, describe: createEventWriter(timestamps, types) })

  const webhookSettings = options.webhooks ?? DEFAULT_WEBHOOKS
  const openSender = () =>
    createSender({ rules: webhookSettings.rules, clock, timeoutMs: WEBHOOK_TIMEOUT_MS })
  const webhooks = createWebhooks({ db, clock, rules: webhookSettings.rules, createSender: openSender })
  const system = createSystem({
    ...{ db, clock, zone: { timestamps, offsetAt }, storageHealth, recordingSettings, backupState },
    replica: () => replica?.state() ?? null,
    waitingRecordings: recordings.waiting,
    switchedOffWebhooks: webhooks.switchedOff,
    lostSecrets: () => readLostSecrets(db),
  })
  const present = createEventPresenter({ timestamps, expiryOf: recordings.expiryOf })
  const webhookRunner = createWebhookRunner({
    ...{ db, clock, log, present, random: Math.random, createSender: openSender },
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
