// Creates the gateway that the settings name.
import type { Gateway } from '../dialer/gateway.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log/log.ts'
import type { Country } from '../kernel/phone/phone-key.ts'
import type { OwnPhone, PhoneSwitch } from '../own-phones/own-phone.ts'
import type { Database } from '../storage/database.ts'
import type { TrunkProbe } from '../trunks/test/trunk-probe.ts'
import { createAsteriskGateway } from './asterisk/asterisk-gateway.ts'
import { createOwnAsterisk } from './asterisk/own/own-asterisk.ts'
import type { OwnAsteriskSettings } from './asterisk/own/own-asterisk-settings.ts'
import { asDefaultTrunk, probeOf } from './default-trunk-gateway.ts'
import { createFreeswitchGateway } from './freeswitch/freeswitch-gateway.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import { createHttpGateway } from './http/http-gateway.ts'
import { createSimulator } from './simulator/simulator.ts'
import { createOwnAsteriskSwitch } from './trunks/own-asterisk-switch.ts'
import { createOwnPhoneGateway } from './trunks/own-phone-gateway.ts'
import type { TrunkWatch } from './trunks/trunk-watch.ts'
import { createTrunksOrSimulator, type TrunksOrSimulator } from './trunks/trunks-or-simulator.ts'

export interface GatewayDependencies {
  clock: Clock
  log: Log
  /** For gateways that store calls in it and receive notifications of other nodes through it. */
  db: Database
  onNotify(channel: string, hear: () => void): void
  /** Takes what tests the trunks. */
  onProbe(probe: () => TrunkProbe | undefined): void
  trunks: TrunkWatch
  ownPhones: TrunkWatch<OwnPhone>
  /** Takes what has the own phones. */
  onPhoneSwitch(found: PhoneSwitch): void
  country(): Country | undefined
  /** The node's own folder. */
  dataDir: string
  ownAsterisk: OwnAsteriskSettings
}

export function createGateway(settings: GatewaySettings, dependencies: GatewayDependencies): Gateway {
  const { clock, log } = dependencies
  switch (settings.kind) {
    case 'trunks': {
      const { dataDir, ownAsterisk } = dependencies
      const trunkSwitch = createOwnAsteriskSwitch({
        ...dependencies,
        settings: settings.calls,
        create: () => createOwnAsterisk({ dataDir, settings: ownAsterisk, clock, log }),
      })
      const simulator = createSimulator({ settings: settings.simulator, clock })
      const gateway = createTrunksOrSimulator({ ...dependencies, simulator, trunkSwitch })
      dependencies.onProbe(() => probeWithLines(trunkSwitch.probe(), gateway.lineStates))
      const { sipPort, externalAddress } = ownAsterisk
      const own = createOwnPhoneGateway({
        ...{ gateway, phones: dependencies.ownPhones, phoneHost: trunkSwitch, clock, log },
        sip: { host: externalAddress, port: sipPort },
      })
      dependencies.onPhoneSwitch(own.phoneSwitch)
      return own.gateway
    }
    case 'simulator':
      return createSimulator({ settings: settings.simulator, clock })
    case 'asterisk':
      return defaultTrunk(
        createAsteriskGateway({ settings: settings.asterisk, ...dependencies }),
        dependencies,
      )
    case 'freeswitch':
      return defaultTrunk(
        createFreeswitchGateway({ settings: settings.freeswitch, ...dependencies }),
        dependencies,
      )
    case 'http':
      return defaultTrunk(createHttpGateway({ settings: settings.http, ...dependencies }), dependencies)
  }
}

function defaultTrunk(gateway: Gateway, { trunks, onProbe }: GatewayDependencies): Gateway {
  onProbe(() => probeOf(gateway))
  return asDefaultTrunk(gateway, trunks)
}

/** What the switch knows of its calls, and what the router knows of its trunks. */
function probeWithLines(
  probe: TrunkProbe | undefined,
  lineStates: TrunksOrSimulator['lineStates'],
): TrunkProbe | undefined {
  return (
    probe && {
      ...probe,
      async details() {
        const known = await probe.details?.()
        return new Map([...lineStates()].map(([id, line]) => [id, { ...known?.get(id), ...line }]))
      },
    }
  )
}
