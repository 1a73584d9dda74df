// Which addresses webhooks may have, and how much is sent.

import { type OutgoingRules, readHosts } from '../../platform/kernel/outgoing-address.ts'
import { isUnencryptedAllowed } from '../../platform/kernel/secrets/encryption.ts'
import type { Settings } from '../../platform/kernel/settings.ts'

export interface WebhookSettings {
  rules: OutgoingRules
  /** Max deliveries of a node per second. */
  perSecond: number
}

const ALLOW_SETTING = 'WEBHOOK_ALLOW'
const PER_SECOND = 100

export const DEFAULT_WEBHOOKS: WebhookSettings = {
  rules: { setting: ALLOW_SETTING, hosts: [], allowsUnencrypted: false },
  perSecond: PER_SECOND,
}

export function readWebhookSettings(settings: Settings): WebhookSettings {
  return {
    rules: {
      setting: ALLOW_SETTING,
      hosts: readHosts(ALLOW_SETTING, settings.text(ALLOW_SETTING) ?? 'none'),
      allowsUnencrypted: isUnencryptedAllowed(settings),
    },
    perSecond: settings.wholeNumber('WEBHOOK_RATE', { default: PER_SECOND, min: 1, max: 100_000 }),
  }
}
