import type { Settings } from '../../kernel/settings.ts'
import { readCallerIds } from '../caller-ids.ts'

export interface FreeswitchSettings {
  callerIds: readonly string[]
}

export function readFreeswitchSettings(settings: Settings): FreeswitchSettings {
  return { callerIds: readCallerIds(settings) }
}
