// Checks whether the configured gateway could place a call now. No call is placed.
import type { Clock } from '../../platform/kernel/clock.ts'
import { checkAsterisk } from './asterisk/check-asterisk.ts'
import type { Finding } from './finding.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import { checkHttpGateway } from './http/check-http-gateway.ts'

export async function checkGateway(settings: GatewaySettings, clock: Clock): Promise<Finding[]> {
  switch (settings.kind) {
    case 'trunks':
      return [
        {
          level: 'ok',
          text: 'calls go to the trunks of the console; while there is none, the simulator takes them, and it calls nobody',
        },
      ]
    case 'simulator':
      return [{ level: 'ok', text: 'the simulator always works; it calls nobody' }]
    case 'asterisk':
      return checkAsterisk(settings.asterisk, clock)
    case 'http':
      return checkHttpGateway(settings.http, clock)
  }
}
