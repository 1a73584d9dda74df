// A gateway that has nothing beside calls: no control, no trunks, no own phones. Tests add what they need.

import type { Gateway } from '../../src/telephony/gateway.ts'
import type { Switch } from '../../src/telephony/switch.ts'

export const plainGateway = {
  control: undefined,
  sendsFlow: 'never',
  wantsDetails: false,
  hasSimulator: true,
  trunks: () => undefined,
  ownPhones: async () => new Set<string>(),
  listenInbound: () => undefined,
} as const satisfies Partial<Gateway>

/** The same object, as a gateway: it places all calls, and has nothing beside them unless it says so itself. */
export function completeGateway(given: Switch): Gateway {
  const known: Partial<Gateway> = given
  for (const [name, value] of Object.entries(plainGateway))
    if (!(name in known)) Object.assign(known, { [name]: value })
  return known as Gateway
}
