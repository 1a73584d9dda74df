// Which gateway places the calls, and how it is reached.
import { InvalidSetting, type Settings } from '../../platform/kernel/settings.ts'
import type { EnvironmentTrunk } from '../trunks/default-trunk.ts'
import { type AsteriskSettings, readAsteriskSettings } from './asterisk/asterisk-settings.ts'
import type { TrunkCallSettings } from './asterisk/own/own-asterisk-host.ts'
import { readMaxCall, readRingTimeout } from './call-settings.ts'
import { type HttpGatewaySettings, readHttpGatewaySettings } from './http/http-gateway-settings.ts'
import { parseSimulatorSettings, type SimulatorSettings } from './simulator/simulator-settings.ts'

export type GatewaySettings =
  /** Without GATEWAY: the trunks, and the simulator while there is none. */
  | { kind: 'trunks'; simulator: SimulatorSettings; calls: TrunkCallSettings }
  | { kind: 'simulator'; simulator: SimulatorSettings }
  | { kind: 'asterisk'; asterisk: AsteriskSettings; calls: TrunkCallSettings }
  | { kind: 'http'; http: HttpGatewaySettings; calls: TrunkCallSettings }

export type GatewayKind = GatewaySettings['kind']

/** Of GATEWAY. */
export const GATEWAY_KINDS: readonly Exclude<GatewayKind, 'trunks'>[] = ['simulator', 'asterisk', 'http']

/** Of the gateway to FreeSWITCH's event socket, which is gone. */
const FREESWITCH_SETTINGS = [
  'HOST',
  'PORT',
  'PASSWORD',
  'PASSWORD_FILE',
  'DIAL',
  'ON_ANSWER',
  'LONGEST_CALL',
  'RECORDINGS',
  'SIP_PROFILE',
].map((name) => `FREESWITCH_${name}`)

/** The trunk that the environment makes: any gateway but the simulator. */
export function environmentTrunk(settings: GatewaySettings): EnvironmentTrunk | undefined {
  switch (settings.kind) {
    case 'trunks':
    case 'simulator':
      return undefined
    case 'asterisk': {
      const { url, callerIds } = settings.asterisk
      return { kind: 'asterisk', host: new URL(url).hostname, callerIds }
    }
    case 'http': {
      const { url, callerIds } = settings.http
      return { kind: 'http', host: new URL(url).hostname, callerIds }
    }
  }
}

export function readGatewaySettings(settings: Settings): GatewaySettings {
  refuseFreeswitch(settings)
  const simulator = () => readSimulatorSettings(settings.text('SIMULATOR') ?? '')
  /** On the trunks of the console. */
  const calls = {
    ringTimeoutSeconds: readRingTimeout(settings),
    maxCallSeconds: readMaxCall(settings, 'ASTERISK_LONGEST_CALL'),
  }
  if (settings.text('GATEWAY') === undefined) return { kind: 'trunks', simulator: simulator(), calls }
  const kind = settings.oneOf('GATEWAY', GATEWAY_KINDS, 'simulator')
  switch (kind) {
    case 'simulator':
      return { kind, simulator: simulator() }
    case 'asterisk':
      return { kind, asterisk: readAsteriskSettings(settings), calls }
    case 'http':
      return { kind, http: readHttpGatewaySettings(settings), calls }
  }
}

/** Left in the environment, they would look as if they were in use. */
function refuseFreeswitch({ text }: Settings): void {
  const given =
    text('GATEWAY') === 'freeswitch'
      ? 'GATEWAY=freeswitch'
      : FREESWITCH_SETTINGS.find((name) => text(name) !== undefined)
  if (given !== undefined)
    throw new InvalidSetting(
      `${given} is gone: add your FreeSWITCH as a trunk, see docs/gateways.md#freeswitch`,
    )
}

function readSimulatorSettings(text: string): SimulatorSettings {
  try {
    return parseSimulatorSettings(text)
  } catch (error) {
    throw new InvalidSetting(error instanceof Error ? error.message : String(error))
  }
}
