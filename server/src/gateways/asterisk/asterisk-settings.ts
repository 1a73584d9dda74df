import type { Settings } from '../../kernel/settings.ts'
import { readCallerIds } from '../caller-ids.ts'

export interface AsteriskSettings {
  callerIds: readonly string[]
}

export function readAsteriskSettings(settings: Settings): AsteriskSettings {
  return { callerIds: readCallerIds(settings) }
}
