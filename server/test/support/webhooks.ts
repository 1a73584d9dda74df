// Webhooks on this machine, and without pauses.

import { DEFAULT_WEBHOOKS } from '../../src/insight/webhooks/webhook-settings.ts'
import { readHosts } from '../../src/platform/kernel/outgoing-address.ts'

export const HERE = {
  ...DEFAULT_WEBHOOKS,
  rules: { ...DEFAULT_WEBHOOKS.rules, hosts: readHosts('WEBHOOK_ALLOW', '127.0.0.0/8') },
}

export const FAST = { minPauseMs: 5, writeMs: 0, pollMs: 50, renewMs: 50 }
