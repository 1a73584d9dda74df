// Creates the gateway that the settings name.
import type { Gateway } from '../dialer/gateway.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import { createAsteriskGateway } from './asterisk/asterisk-gateway.ts'
import { createFreeswitchGateway } from './freeswitch/freeswitch-gateway.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import { createHttpGateway } from './http/http-gateway.ts'
import { createSimulator } from './simulator/simulator.ts'

export interface GatewayDependencies {
  clock: Clock
  log: Log
  /** For gateways that store calls in it and receive notifications of other nodes through it. */
  db: Database
  onNotify(channel: string, hear: () => void): void
}

export function createGateway(settings: GatewaySettings, dependencies: GatewayDependencies): Gateway {
  const { clock } = dependencies
  switch (settings.kind) {
    case 'simulator':
      return createSimulator({ settings: settings.simulator, clock })
    case 'asterisk':
      return createAsteriskGateway({ settings: settings.asterisk, ...dependencies })
    case 'freeswitch':
      return createFreeswitchGateway({ settings: settings.freeswitch, ...dependencies })
    case 'http':
      return createHttpGateway({ settings: settings.http, ...dependencies })
  }
}
