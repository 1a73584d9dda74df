import type { Settings } from '../../kernel/settings.ts'
import { readCallerIds } from '../caller-ids.ts'

export interface HttpGatewaySettings {
  callerIds: readonly string[]
}

export function readHttpGatewaySettings(settings: Settings): HttpGatewaySettings {
  return { callerIds: readCallerIds(settings) }
}
