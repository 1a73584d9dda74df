// The gateway that the environment names, as the trunk `default`: the dialer chooses it for each call, within its limits, with one of its
// caller IDs.
import type { Gateway } from '../dialer/gateway.ts'
import type { TrunkProbe } from '../trunks/test/trunk-probe.ts'
import type { TrunkWatch } from './trunks/trunk-watch.ts'

/** Until its trunk was read, calls have no route. */
export function asDefaultTrunk(gateway: Gateway, trunks: TrunkWatch): Gateway {
  return Object.assign(gateway, {
    trunks() {
      const { isUp } = gateway.health()
      const state = { isUp, room: isUp ? Number.POSITIVE_INFINITY : 0, isSuspect: false }
      return trunks.enabled()?.map((trunk) => ({ trunk, ...state }))
    },
  })
}

/** Tells how it is. It calls nobody to try it out: `carillon gateway check` does that. */
export function probeOf(gateway: Gateway): TrunkProbe {
  return {
    resolve: async () => [],
    async state() {
      const health = gateway.health()
      const fault = health.isUp ? undefined : health.reason
      return { isReachable: health.isUp, roundTripMs: undefined, registration: undefined, fault }
    },
    call: () => Promise.reject(new Error('such a trunk cannot be tested with a call')),
  }
}
