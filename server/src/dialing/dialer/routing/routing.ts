// The route of each call, if the gateway has trunks: by which trunk it goes out, and which number the callee sees. It is chosen in the
// claim, or when a trunk has refused the call, in both cases with the dialer's row locked for all nodes. So the lines and the calls per
// second of a trunk hold exactly, and each live call has the trunk that it is on.

import { destinationRules, type StoredDestinations } from '../../../campaigns/permission/destinations.ts'
import { readRules } from '../../../campaigns/permission/rules.queries.ts'
import { dayIn } from '../../../platform/kernel/timestamps.ts'
import type { Queryable } from '../../../platform/storage/database.ts'
import type { NextRoute } from '../../../telephony/gateway.ts'
import { mayTake } from '../../../telephony/trunks/choose-trunk.ts'
import { lockDialer } from '../claim/claim.queries.ts'
import type { NodeContext } from '../dialer-options.ts'
import { type CallToRoute, openRouter, type Router } from './router.ts'
import * as queries from './routing.queries.ts'

export type Routing = ReturnType<typeof createRouting>

type RoutingContext = Pick<NodeContext, 'db' | 'clock' | 'gateway' | 'offsetAt'> & {
  testableTrunks: Pick<NodeContext['testableTrunks'], 'country'>
}

export function createRouting({ db, clock, gateway, offsetAt, testableTrunks }: RoutingContext) {
  /** With the dialer's row locked. `hasOwnCallerIds`: whether tasks have some. Undefined: calls need no trunk. */
  async function open(
    tx: Queryable,
    { now, rules, hasOwnCallerIds }: { now: Date; rules: StoredDestinations; hasOwnCallerIds: () => boolean },
  ): Promise<Router | undefined> {
    const states = gateway.trunks()
    const sending = { destinations: destinationRules(rules), country: testableTrunks.country() }
    const day = dayIn(offsetAt, now)
    return states && openRouter(tx, { states, now, day, hasOwnCallerIds: hasOwnCallerIds(), sending })
  }

  return {
    open,

    /**
     * The next trunk of a call that the others have refused before a phone rang. When this resolves, the call is on it. `shown`: the caller ID
     * of the trunk before. `isTooLate`: the call is not placed any more, and the question is only whether another trunk could take it.
     */
    async next(
      { id, shown, ...call }: CallToRoute & { id: string; shown: string | null },
      { nodeId, tried, isTooLate }: { nodeId: string; tried: ReadonlySet<string>; isTooLate: boolean },
    ): Promise<NextRoute> {
      const isOneUp = gateway.trunks()?.some((state) => state.isUp && mayTake(state, { ...call, tried }))
      if (!isOneUp) return 'none'
      if (isTooLate) return 'later'
      return db.transaction(async (tx): Promise<NextRoute> => {
        await lockDialer(tx, [])
        const now = clock.now()
        const rules = await readRules.first(tx, [])
        const hasOwnCallerIds = () => call.callerIds.length > 0
        const router = rules && (await open(tx, { now, rules, hasOwnCallerIds }))
        await router?.expect([call])
        const route = router?.take(call, tried)
        if (!router || !route) return 'later'
        const values = [call.phoneKey, id, nodeId, route.trunkId, route.callerId]
        const moved = await queries.moveCall.first(tx, values)
        if (!moved) return 'later'
        if (shown !== null && dayIn(offsetAt, moved.start_time) === dayIn(offsetAt, now))
          router.giveBack(shown)
        const starts = router.startsToStore(clock.now())
        if (starts !== null) await queries.recordTrunkStarts(tx, [starts])
        await router.storeCallerIds()
        return route
      })
    },
  }
}
