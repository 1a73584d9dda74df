// Routes as the dialer chooses them, without a database: no limit of a trunk holds, and nothing is on record.

import type { CallRequest, Gateway, NextRoute } from '../../src/telephony/gateway.ts'
import { chooseTrunk, mayTake } from '../../src/telephony/trunks/choose-trunk.ts'

/** A call that was claimed while no trunk worked has the first one. */
export function routesOf(
  gateway: Gateway,
  trunkIds: string[] = [],
): Pick<CallRequest, 'route' | 'trunkIds' | 'nextRoute'> {
  const tried = new Set<string>()
  const states = () => gateway.trunks() ?? []
  const choose = (): NextRoute => {
    const choices = states().map((state) => ({ ...state, live: 0 }))
    const trunk = chooseTrunk(choices, { phoneKey: '', trunkIds, tried })?.trunk
    if (!trunk)
      return states().some((state) => state.isUp && mayTake(state, { trunkIds, tried })) ? 'later' : 'none'
    tried.add(trunk.id)
    return { trunkId: trunk.id, callerId: trunk.callerIds[0] ?? null }
  }
  const first = choose()
  const fallback = { trunkId: states()[0]?.trunk.id ?? 'none', callerId: null }
  return {
    route: typeof first === 'string' ? fallback : first,
    trunkIds,
    async nextRoute(isTooLate = false) {
      if (!isTooLate) return choose()
      return states().some((state) => state.isUp && mayTake(state, { trunkIds, tried })) ? 'later' : 'none'
    },
  }
}
