// The route of each call, if the gateway has trunks: by which trunk it goes out, and which number the callee sees. It is chosen in the
// claim, or when a trunk has refused the call, in both cases with the dialer's row locked for all nodes. So the lines and the calls per
// second of a trunk hold exactly, and each live call has the trunk that it is on.
import type { Queryable } from '../../storage/database.ts'
import { mayTake } from '../../trunks/choose-trunk.ts'
import { lockDialer } from '../claim/claim.queries.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { NextRoute } from '../gateway.ts'
import { createCallerIds } from './caller-ids.ts'
import { type CallToRoute, openRouter, type Router } from './router.ts'
import * as queries from './routing.queries.ts'

export type Routing = ReturnType<typeof createRouting>

export function createRouting({ db, clock, gateway }: Pick<NodeContext, 'db' | 'clock' | 'gateway'>) {
  const callerIds = createCallerIds()

  /** With the dialer's row locked. Undefined: calls need no trunk. */
  async function open(tx: Queryable, now: Date): Promise<Router | undefined> {
    const states = gateway.trunks?.()
    return states && openRouter(tx, states, callerIds, now)
  }

  return {
    open,

    /**
     * The next trunk of a call that the others have refused before a phone rang. When this resolves, the call is on it. `isTooLate`: the
     * call is not placed any more, and the question is only whether another trunk could take it.
     */
    async next(
      { id, phoneKey, trunkIds }: CallToRoute & { id: string },
      { nodeId, tried, isTooLate }: { nodeId: string; tried: ReadonlySet<string>; isTooLate: boolean },
    ): Promise<NextRoute> {
      const isOneUp = gateway.trunks?.()?.some((state) => state.isUp && mayTake(state, { trunkIds, tried }))
      if (!isOneUp) return 'none'
      if (isTooLate) return 'later'
      return db.transaction(async (tx): Promise<NextRoute> => {
        await lockDialer(tx, [])
        const router = await open(tx, clock.now())
        const trunkId = router?.takeTrunk({ phoneKey, trunkIds }, tried)
        if (!router || trunkId === undefined) return 'later'
        const [callerId = null] = await router.callerIds([{ phoneKey, trunkId }])
        if ((await queries.moveCall.run(tx, [phoneKey, id, nodeId, trunkId, callerId])) === 0) return 'later'
        const starts = router.startsToStore(clock.now())
        if (starts !== null) await queries.recordTrunkStarts(tx, [starts])
        return { trunkId, callerId }
      })
    },
  }
}
