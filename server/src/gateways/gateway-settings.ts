// Which gateway places the calls, and how it is reached.
import { InvalidSetting, type Settings } from '../kernel/settings.ts'
import { type AsteriskSettings, readAsteriskSettings } from './asterisk/asterisk-settings.ts'
import { type FreeswitchSettings, readFreeswitchSettings } from './freeswitch/freeswitch-settings.ts'
import { type HttpGatewaySettings, readHttpGatewaySettings } from './http/http-gateway-settings.ts'
import { parseSimulatorSettings, type SimulatorSettings } from './simulator/simulator-settings.ts'

export type GatewaySettings =
  | { kind: 'simulator'; simulator: SimulatorSettings }
  | { kind: 'asterisk'; asterisk: AsteriskSettings }
  | { kind: 'freeswitch'; freeswitch: FreeswitchSettings }
  | { kind: 'http'; http: HttpGatewaySettings }

export type GatewayKind = GatewaySettings['kind']

export const GATEWAY_KINDS: readonly GatewayKind[] = ['simulator', 'asterisk', 'freeswitch', 'http']

export function readGatewaySettings(settings: Settings): GatewaySettings {
  const kind = settings.oneOf('GATEWAY', GATEWAY_KINDS, 'simulator')
  switch (kind) {
    case 'simulator':
      return { kind, simulator: readSimulatorSettings(settings.text('SIMULATOR') ?? '') }
    case 'asterisk':
      return { kind, asterisk: readAsteriskSettings(settings) }
    case 'freeswitch':
      return { kind, freeswitch: readFreeswitchSettings(settings) }
    case 'http':
      return { kind, http: readHttpGatewaySettings(settings) }
  }
}

function readSimulatorSettings(text: string): SimulatorSettings {
  try {
    return parseSimulatorSettings(text)
  } catch (error) {
    throw new InvalidSetting(error instanceof Error ? error.message : String(error))
  }
}
