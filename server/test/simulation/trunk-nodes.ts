// The gateway of a node in a world with trunks: the real registry of lines, over a switch of the network for each trunk.

import type { Clock } from '../../src/platform/kernel/clock.ts'
import type { Gateway } from '../../src/telephony/gateway.ts'
import { createRegistry } from '../../src/telephony/lines/registry.ts'
import { createTrunkWatch } from '../../src/telephony/lines/trunk-watch.ts'
import type { Trunk } from '../../src/telephony/trunks/trunk.ts'
import { silentLog } from '../support/silent-log.ts'
import { standInHost } from '../support/stand-in-host.ts'
import type { Actor } from './actor.ts'
import type { PhoneNetwork } from './phone-network.ts'

interface TrunkNodeOptions {
  trunks: readonly Trunk[]
  network: PhoneNetwork
  clock: Clock
}

export function createTrunkNodes({ trunks, network, clock }: TrunkNodeOptions) {
  return {
    gatewayFor(actor: Actor): Gateway {
      const watch = createTrunkWatch({ read: async () => trunks, log: silentLog, setTimer: () => () => {} })
      // Calls without a flow are dialed there too.
      const host = standInHost((trunk) => network.gatewayFor(actor, trunk), { needsFlow: false })
      const gateway = createRegistry({ real: { trunks: watch, host }, clock, log: silentLog })
      watch.refresh()
      return gateway
    },
  }
}
