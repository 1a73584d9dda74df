// Whether this node is one of the nodes that dial. A heartbeat every second renews that. A node whose heartbeat the others
// miss is removed, and finds out at its next one: it forgets its calls, which are theirs now, and registers anew.
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { DialerTiming } from './dialer-timing.ts'
import type { GatewayCondition } from './gateway-condition.ts'
import type { NodeCalls } from './node-calls.ts'
import type { NodeWatch } from './node-watch.ts'

export interface Membership {
  isBeatDue(): boolean
  /** Whether no other node can have removed this one yet, nor will before a call is placed. */
  isFresh(): boolean
  /** `fault`: why this node can place no calls, or null. */
  beat(fault: string | null): Promise<void>
}

export interface MembershipOptions {
  clock: Clock
  log: Log
  name: string
  timing: DialerTiming
  watch: NodeWatch
  condition: GatewayCondition
  calls: NodeCalls
}

export function createMembership(options: MembershipOptions): Membership {
  const { clock, log, name, timing, watch, condition, calls } = options
  let lastBeatMs = Number.NEGATIVE_INFINITY
  let nextBeatMs = Number.NEGATIVE_INFINITY
  let downSince: Date | null = null

  return {
    isBeatDue: () => clock.elapsedMs() >= nextBeatMs,
    isFresh: () => clock.elapsedMs() - lastBeatMs <= timing.placeWithinMs,

    async beat(fault) {
      downSince = fault === null ? null : (downSince ?? clock.now())
      const startedMs = clock.elapsedMs()
      const isMember = await watch.beat({ fault, faultTime: downSince, busy: condition.busy() })
      if (!isMember) {
        log.warn({ node: name }, 'node lost its membership; re-registering')
        calls.forgetAll()
        await watch.register()
      }
      lastBeatMs = startedMs
      nextBeatMs = startedMs + timing.beatEveryMs
    },
  }
}
