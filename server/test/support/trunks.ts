// Trunks for tests.

import { newId } from '../../src/kernel/ids.ts'
import type { Trunk } from '../../src/trunks/trunk.ts'

export function trunkWith(settings: Partial<Trunk> = {}): Trunk {
  return {
    id: newId(),
    name: 'a trunk',
    isEnabled: true,
    host: '127.0.0.1',
    port: null,
    transport: 'udp',
    username: null,
    password: null,
    registers: false,
    fromUser: null,
    fromDomain: null,
    sendsIdentity: false,
    codecs: ['ulaw'],
    numberForm: 'plus',
    prefixRules: [],
    callerIds: [],
    callerIdChoice: 'inTurn',
    callerIdDailyLimit: null,
    lines: null,
    callsPerSecond: null,
    priority: 1,
    nodes: [],
    prices: [],
    currency: null,
    billing: { firstSeconds: 1, stepSeconds: 1 },
    inbound: null,
    ...settings,
  }
}
