// A single dialing node with a gateway that answers immediately, to measure only the dialer and the database. With
// DETAILS=yes it requests the fields of every contact, as the real gateways do.

import { createDialer } from '../../../server/src/dialing/dialer/dialer.ts'
import { runDialer } from '../../../server/src/dialing/dialer/run-dialer.ts'
import { systemClock } from '../../../server/src/platform/kernel/clock.ts'
import { createZoneOffsets } from '../../../server/src/platform/kernel/timestamps.ts'
import { createDatabase } from '../../../server/src/platform/storage/database.ts'
import { createInstantGateway } from '../../../server/test/support/instant-gateway.ts'
import { quietLog } from './quiet-log.ts'

const db = createDatabase({
  connection: process.env.DATABASE_URL ?? '',
  maxConnections: 4,
  log: quietLog,
  hasSteadyPlans: true,
  pipelines: true,
})

const wantsDetails = process.env.DETAILS === 'yes'
const gateway = createInstantGateway(
  ({ details }) => {
    if (wantsDetails && !details) throw new Error('the call has no details')
    return 'answered'
  },
  { wantsDetails },
)

const running = runDialer(
  (onEnd) =>
    createDialer({
      db,
      clock: systemClock,
      gateway,
      offsetAt: createZoneOffsets('UTC'),
      log: quietLog,
      name: 'bench',
      onEnd,
    }),
  quietLog,
)
// The parent process waits for an address.
console.log('http://127.0.0.1:0')
process.once('SIGTERM', async () => {
  await running.stop(1000)
  await db.close()
})
