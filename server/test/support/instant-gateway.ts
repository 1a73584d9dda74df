// A gateway whose calls end as soon as they are placed, for tests and benchmarks of the dialer alone.

import type { CallCause } from '../../src/platform/words/calls.ts'
import type { Gateway, GatewayEvent } from '../../src/telephony/gateway.ts'
import { plainGateway } from './plain-gateway.ts'

type Call = Parameters<Gateway['originate']>[0]

/** `place` says how a call ends, or throws if it is not placed. */
export function createInstantGateway(
  place: (call: Call) => CallCause = () => 'answered',
  options: Partial<Gateway> = {},
): Gateway {
  let emit: (event: GatewayEvent) => void = () => undefined
  return {
    ...plainGateway,
    async originate(call) {
      const cause = place(call)
      emit({ type: 'ended', attemptId: call.attemptId, end: { cause, talkMs: 0 } })
    },
    async hangUp() {},
    reconcile: async () => new Map(),
    health: () => ({ isUp: true }),
    listen(onEvent) {
      emit = onEvent
    },
    async close() {},
    ...options,
  }
}
