// Creates the gateway that the settings name.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { Country } from '../../platform/kernel/phone/phone-key.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Gateway } from '../gateway.ts'
import type { OwnPhone, PhoneSwitch } from '../own-phones/own-phone.ts'
import { isOfEnvironment } from '../trunks/default-trunk.ts'
import type { Registrar } from '../trunks/registrar.ts'
import type { TrunkProbe } from '../trunks/test/trunk-probe.ts'
import { createAsteriskGateway } from './asterisk/asterisk-gateway.ts'
import { createOwnAsterisk } from './asterisk/own/own-asterisk.ts'
import type { OwnAsteriskSettings } from './asterisk/own/own-asterisk-settings.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import { createHttpGateway } from './http/http-gateway.ts'
import { createSimulator } from './simulator/simulator.ts'
import {
  createOwnAsteriskSwitch,
  type OwnAsteriskSwitch,
  type TrunkCallSettings,
} from './trunks/own-asterisk-switch.ts'
import { createOwnPhoneGateway } from './trunks/own-phone-gateway.ts'
import type { TrunkWatch } from './trunks/trunk-watch.ts'
import { createTrunksBesideGateway, probeOf } from './trunks/trunks-beside-gateway.ts'
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
  registrar: Registrar
  ownPhones: TrunkWatch<OwnPhone>
  /** Takes what has the own phones. */
  onPhoneSwitch(found: PhoneSwitch): void
  country(): Country | undefined
  /** The node's own folder. */
  dataDir: string
  ownAsterisk: OwnAsteriskSettings
}

export function createGateway(settings: GatewaySettings, dependencies: GatewayDependencies): Gateway {
  const { clock } = dependencies
  switch (settings.kind) {
    case 'trunks':
      return trunksOrSimulator(settings, dependencies)
    case 'simulator':
      return createSimulator({ settings: settings.simulator, clock })
    case 'asterisk': {
      const gateway = createAsteriskGateway({ settings: settings.asterisk, ...dependencies })
      return trunksBeside(gateway, settings.calls, dependencies)
    }
    case 'http': {
      const gateway = createHttpGateway({ settings: settings.http, ...dependencies })
      return trunksBeside(gateway, settings.calls, dependencies)
    }
  }
}

function trunksOrSimulator(
  settings: Extract<GatewaySettings, { kind: 'trunks' }>,
  dependencies: GatewayDependencies,
): Gateway {
  const { clock, log, ownAsterisk } = dependencies
  const trunkSwitch = openSwitch(settings.calls, dependencies)
  const simulator = createSimulator({ settings: settings.simulator, clock })
  const gateway = createTrunksOrSimulator({ ...dependencies, simulator, trunkSwitch })
  dependencies.onProbe(() => probeWithLines(trunkSwitch.probe(), gateway.lineStates))
  const { sipHost, sipPort, externalAddress } = ownAsterisk
  const boundHost = isAnyAddress(sipHost) ? undefined : sipHost
  const own = createOwnPhoneGateway({
    ...{ gateway, phones: dependencies.ownPhones, phoneHost: trunkSwitch, clock, log },
    sip: { host: externalAddress ?? boundHost, port: sipPort },
  })
  dependencies.onPhoneSwitch(own.phoneSwitch)
  return own.gateway
}

const isAnyAddress = (host: string) => host === '0.0.0.0' || host === '::'

function trunksBeside(
  gateway: Gateway,
  calls: TrunkCallSettings,
  dependencies: GatewayDependencies,
): Gateway {
  const { trunks, onProbe } = dependencies
  const trunkSwitch = openSwitch(calls, dependencies)
  const together = createTrunksBesideGateway({ ...dependencies, gateway, trunkSwitch })
  const ownId = () => trunks.enabled()?.find(isOfEnvironment)?.id
  const probe = probeOf(gateway, ownId, () => probeWithLines(trunkSwitch.probe(), together.lineStates))
  onProbe(() => probe)
  return together
}

function openSwitch(calls: TrunkCallSettings, dependencies: GatewayDependencies): OwnAsteriskSwitch {
  const { dataDir, ownAsterisk, clock, log } = dependencies
  return createOwnAsteriskSwitch({
    ...{ ...dependencies, settings: calls },
    create: () => createOwnAsterisk({ dataDir, settings: ownAsterisk, clock, log }),
  })
}

/** What the switch knows of its calls, and what the router knows of its trunks. */
export function probeWithLines(
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
