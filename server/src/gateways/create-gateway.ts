// The gateway that the settings ask for.
import type { Gateway } from '../dialer/gateway.ts'
import type { Clock } from '../kernel/clock.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import { createSimulator } from './simulator/simulator.ts'

export interface GatewayLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

export interface GatewayDependencies {
  clock: Clock
  log: GatewayLog
}

export function createGateway(settings: GatewaySettings, { clock }: GatewayDependencies): Gateway {
  switch (settings.kind) {
    case 'simulator':
      return createSimulator({ settings: settings.simulator, clock })
    case 'asterisk':
    case 'freeswitch':
    case 'http':
      throw new Error(`the ${settings.kind} gateway is not built yet`)
  }
}
