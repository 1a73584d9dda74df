// A single dialing node with a gateway that answers immediately, to measure only the dialer and the database. With
// DETAILS=yes it requests the fields of every contact, as the real gateways do.

import { createDialer } from '../../../server/src/dialer/dialer.ts'
import type { Gateway, GatewayEvent } from '../../../server/src/dialer/gateway.ts'
import { runDialer } from '../../../server/src/dialer/run-dialer.ts'
import { systemClock } from '../../../server/src/kernel/clock.ts'
import { createZoneOffsets } from '../../../server/src/kernel/timestamps.ts'
import { createDatabase } from '../../../server/src/storage/database.ts'
import { quietLog } from './quiet-log.ts'

const db = createDatabase({
  connection: process.env.DATABASE_URL ?? '',
  maxConnections: 4,
  log: quietLog,
  hasSteadyPlans: true,
  pipelines: true,
})

function createInstantGateway(wantsDetails: boolean): Gateway {
  let emit: (event: GatewayEvent) => void = () => undefined
  return {
    wantsDetails,
    async originate({ attemptId, details }) {
      if (wantsDetails && !details) throw new Error('the call has no details')
      emit({ type: 'ended', attemptId, end: { cause: 'answered', talkMs: 0 } })
    },
    async hangUp() {},
    reconcile: async () => new Map(),
    health: () => ({ isUp: true }),
    listen(onEvent) {
      emit = onEvent
    },
    async close() {},
  }
}

const log = { ...quietLog, error: (facts: object, message: string) => quietLog.error(facts, message) }
const running = runDialer(
  (onEnd) =>
    createDialer({
      db,
      clock: systemClock,
      gateway: createInstantGateway(process.env.DETAILS === 'yes'),
      offsetAt: createZoneOffsets('UTC'),
      log,
      name: 'bench',
      onEnd,
    }),
  log,
)
// The parent process waits for an address.
console.log('http://127.0.0.1:0')
process.once('SIGTERM', async () => {
  await running.stop(1000)
  await db.close()
})
