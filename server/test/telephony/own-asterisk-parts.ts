// What a test needs for the Asterisk that Carillon runs.

import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { GatewayStorage } from '../../src/app/app-options.ts'
import { systemClock } from '../../src/platform/kernel/clock.ts'
import { createSilentLog } from '../../src/platform/kernel/log/log.ts'
import { type Lines, probeWithLines } from '../../src/telephony/lines/create-lines.ts'
import { createRegistry } from '../../src/telephony/lines/registry.ts'
import { createOwnAsterisk } from '../../src/telephony/switches/asterisk/own/own-asterisk.ts'
import { createOwnAsteriskHost } from '../../src/telephony/switches/asterisk/own/own-asterisk-host.ts'
import type { OwnAsteriskSettings } from '../../src/telephony/switches/asterisk/own/own-asterisk-settings.ts'
import { createSimulator } from '../../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../../src/telephony/switches/simulator/simulator-settings.ts'
import type { Trunk } from '../../src/telephony/trunks/trunk.ts'
import type { Programs } from './install-programs.ts'
import { freeUdpPort } from './run-asterisk.ts'

/** Leaves the data folder as `carillon asterisk install` does. */
export async function linkPrograms(dataDir: string, { root, suite }: Programs): Promise<void> {
  await mkdir(join(dataDir, 'asterisk/programs'), { recursive: true })
  await symlink(root, join(dataDir, 'asterisk/programs', `${suite}-${process.arch}`))
}

export async function ownAsteriskSettings(first: number, last: number): Promise<OwnAsteriskSettings> {
  return {
    ...{ program: undefined, path: undefined, externalAddress: undefined, localNetworks: [] },
    ...{ sipHost: '127.0.0.1', sipPort: await freeUdpPort(), rtpPorts: { first, last } },
  }
}

interface OwnAsteriskOptions {
  dataDir: string
  settings: OwnAsteriskSettings
  ringTimeoutSeconds?: number
}

const common = { clock: systemClock, log: createSilentLog() }

function createHost(
  { dataDir, settings, ringTimeoutSeconds = 5 }: OwnAsteriskOptions,
  country: GatewayStorage['country'] = () => undefined,
) {
  const timing = { firstPauseMs: 10, qualifySeconds: 1 }
  return createOwnAsteriskHost({
    ...{ country, ...common, settings: { ringTimeoutSeconds, maxCallSeconds: 60 } },
    create: () => createOwnAsterisk({ dataDir, settings, ...common, bindAddress: '127.0.0.1', timing }),
  })
}

/** The Asterisk of a node with these trunks, once it answers, and what tests them. */
export async function startWithTrunks(options: OwnAsteriskOptions, trunks: readonly Trunk[]) {
  const host = createHost(options)
  await host.apply(trunks)
  await host.asterisk()?.ready()
  const probe = host.probe()
  if (!probe) throw new Error('there are no trunks')
  return { probe, stop: host.stop }
}

/** The gateway of a service without GATEWAY. */
export function trunksOrSimulator(options: OwnAsteriskOptions) {
  return ({ trunks, country }: GatewayStorage): Lines => {
    const host = createHost(options, country)
    const simulator = createSimulator({ settings: parseSimulatorSettings(''), clock: systemClock })
    const gateway = createRegistry({ ...common, simulator, real: { trunks, host } })
    return { gateway, probe: () => probeWithLines(host.probe(), gateway.lineStates) }
  }
}
