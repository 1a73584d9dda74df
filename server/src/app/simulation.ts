// When calls are simulated, by what the environment says. All nodes are started with the same GATEWAY.

import { bindTasks } from '../campaigns/tasks/simulated-tasks.ts'
import { bindSingleCalls } from '../dialing/dialer/single-calls/single-calls.service.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Simulation } from '../telephony/trunks/trunks.queries.ts'
import type { AppOptions } from './app-options.ts'

export function simulationOf({ gatewayKind }: Pick<AppOptions, 'gatewayKind'>): Simulation {
  if (gatewayKind === undefined) return 'withoutTrunks'
  return gatewayKind === 'simulator' ? 'always' : 'never'
}

/** Before a node dials: what was asked for while calls were simulated rings nobody now. */
export async function bindSimulated(db: Database, simulation: Simulation, now: Date): Promise<void> {
  await bindTasks(db, simulation, now)
  await bindSingleCalls(db, simulation)
}
