// Stands in for the Asterisk of a node: it runs at once, and its lines are gateways of a test.

import type { Switch, SwitchHost } from '../../src/telephony/switch.ts'
import type { Trunk } from '../../src/telephony/trunks/trunk.ts'

export function standInHost(open: (trunk: Trunk) => Switch, more: Partial<SwitchHost> = {}): SwitchHost {
  return {
    needsFlow: true,
    apply: async () => undefined,
    applyPhones: async () => undefined,
    fault: () => undefined,
    isGone: () => false,
    open,
    close: () => undefined,
    phones: () => undefined,
    stop: async () => undefined,
    ...more,
  }
}
