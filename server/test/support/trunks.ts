// Trunks for tests.

import { newId } from '../../src/platform/kernel/ids.ts'
import type { Trunk } from '../../src/telephony/trunks/trunk.ts'
import { DEFAULT_TRUNK_SETTINGS } from '../../src/telephony/trunks/trunk-settings.ts'

export function trunkWith(settings: Partial<Trunk> = {}): Trunk {
  return {
    id: newId(),
    name: 'a trunk',
    host: '127.0.0.1',
    password: null,
    ...DEFAULT_TRUNK_SETTINGS,
    codecs: ['ulaw'],
    ...settings,
  }
}
