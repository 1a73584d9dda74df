// Creates the registry of lines that the settings name, with the switches behind it.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { Country } from '../../platform/kernel/phone/phone-key.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Gateway } from '../gateway.ts'
import type { OwnPhone, PhoneSwitch } from '../own-phones/own-phone.ts'
import type { Switch } from '../switch.ts'
import { createOwnAsterisk } from '../switches/asterisk/own/own-asterisk.ts'
import {
  createOwnAsteriskHost,
  type OwnAsteriskHost,
  type TrunkCallSettings,
} from '../switches/asterisk/own/own-asterisk-host.ts'
import type { OwnAsteriskSettings } from '../switches/asterisk/own/own-asterisk-settings.ts'
import { createSharedAsterisk } from '../switches/asterisk/shared-asterisk.ts'
import type { GatewaySettings } from '../switches/gateway-settings.ts'
import { createHttpGateway } from '../switches/http/http-gateway.ts'
import { createSimulator } from '../switches/simulator/simulator.ts'
import { isOfEnvironment } from '../trunks/default-trunk.ts'
import type { Registrar } from '../trunks/registrar.ts'
import type { TrunkProbe } from '../trunks/test/trunk-probe.ts'
import { createOwnPhoneCalls } from './own-phone-calls.ts'
import { createRegistry, type Registry } from './registry.ts'
import type { TrunkWatch } from './trunk-watch.ts'

export interface LinesDependencies {
  clock: Clock
  log: Log
  /** For switches that store calls in it and receive notifications of other nodes through it. */
  db: Database
  onNotify(channel: string, hear: () => void): void
  trunks: TrunkWatch
  registrar: Registrar
  ownPhones: TrunkWatch<OwnPhone>
  country(): Country | undefined
  /** The node's own folder. */
  dataDir: string
  ownAsterisk: OwnAsteriskSettings
}

/** All that a node has for calls. */
export interface Lines {
  gateway: Gateway
  /** Tests trunks; undefined while this node runs no switch for them. */
  probe(): TrunkProbe | undefined
  /** Own phones register with it; undefined on a node without one. */
  phoneSwitch?: PhoneSwitch | undefined
}

export function createLines(settings: GatewaySettings, dependencies: LinesDependencies): Lines {
  const { clock, log } = dependencies
  switch (settings.kind) {
    case 'trunks':
      return withSimulator(settings, dependencies)
    case 'simulator': {
      const simulator = createSimulator({ settings: settings.simulator, clock })
      return { gateway: createRegistry({ simulator, clock, log }), probe: () => undefined }
    }
    case 'asterisk': {
      const environment = createSharedAsterisk({ settings: settings.asterisk, clock, log })
      return besideEnvironment(environment, settings.calls, dependencies)
    }
    case 'http': {
      const environment = createHttpGateway({ settings: settings.http, ...dependencies })
      return besideEnvironment(environment, settings.calls, dependencies)
    }
  }
}

function withSimulator(
  settings: Extract<GatewaySettings, { kind: 'trunks' }>,
  dependencies: LinesDependencies,
): Lines {
  const { clock, log, trunks, ownAsterisk } = dependencies
  const host = openHost(settings.calls, dependencies)
  const simulator = createSimulator({ settings: settings.simulator, clock })
  const { sipHost, sipPort, externalAddress } = ownAsterisk
  const boundHost = isAnyAddress(sipHost) ? undefined : sipHost
  const ownPhones = createOwnPhoneCalls({
    ...{ phones: dependencies.ownPhones, host, clock, log },
    sip: { host: externalAddress ?? boundHost, port: sipPort },
  })
  const gateway = createRegistry({ simulator, real: { trunks, host }, ownPhones, clock, log })
  const probe = () => probeWithLines(host.probe(), gateway.lineStates)
  return { gateway, probe, phoneSwitch: ownPhones.phoneSwitch }
}

const isAnyAddress = (host: string) => host === '0.0.0.0' || host === '::'

function besideEnvironment(
  environment: Switch,
  calls: TrunkCallSettings,
  dependencies: LinesDependencies,
): Lines {
  const { clock, log, trunks } = dependencies
  const host = openHost(calls, dependencies)
  const gateway = createRegistry({ environment, real: { trunks, host }, clock, log })
  const ownId = () => trunks.enabled()?.find(isOfEnvironment)?.id
  const probe = probeOf(environment, ownId, () => probeWithLines(host.probe(), gateway.lineStates))
  return { gateway, probe: () => probe }
}

function openHost(calls: TrunkCallSettings, dependencies: LinesDependencies): OwnAsteriskHost {
  const { dataDir, ownAsterisk, clock, log, country, registrar } = dependencies
  return createOwnAsteriskHost({
    ...{ country, registrar, clock, log, settings: calls },
    create: () => createOwnAsterisk({ dataDir, settings: ownAsterisk, clock, log }),
  })
}

/** What the switch knows of its calls, and what the registry knows of its lines. */
export function probeWithLines(
  probe: TrunkProbe | undefined,
  lineStates: Registry['lineStates'],
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

/** Tells how the gateway of the environment is. It calls nobody to try it out: `carillon gateway check` does that. `others`: of the trunks of the console. */
export function probeOf(
  environment: Pick<Switch, 'health'>,
  ownId: () => string | undefined,
  others: () => TrunkProbe | undefined,
): TrunkProbe {
  return {
    resolve: async (trunk) => others()?.resolve(trunk) ?? [],
    async state(trunkId) {
      if (trunkId !== ownId()) return others()?.state(trunkId)
      const health = environment.health(trunkId)
      const fault = health.isUp ? undefined : health.reason
      return { isReachable: health.isUp, roundTripMs: undefined, registration: undefined, fault }
    },
    seenAs: async (trunk) => others()?.seenAs?.(trunk),
    details: async () => (await others()?.details?.()) ?? new Map(),
    call(request, onSign) {
      const probe = others()
      if (!probe) return Promise.reject(new Error('Asterisk does not run'))
      return probe.call(request, onSign)
    },
  }
}
