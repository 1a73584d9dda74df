// Tasks whose calls are simulated. A task is bound to the simulator when it is published while no call is real, and stays there: when the first
// trunk is enabled, the running ones pause, unless whoever enables it says otherwise. Nobody is called because a setting of the service changed.

import { InvalidInput } from '../../platform/kernel/errors.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { currentActor, DIALER } from '../../platform/trail/actor.ts'
import type { SimulatedChoice } from '../../telephony/trunks/simulated-choice.ts'
import { readSimulated, type Simulation } from '../../telephony/trunks/trunks.queries.ts'
import type { SimulatedTask } from './tasks.queries.ts'
import * as queries from './tasks.queries.ts'

/** On record with the pause. Explanations know it by its words. */
export const FIRST_TRUNK_REASON = 'its calls were simulated, and calls are real now'
const MOVED_REASON = 'its calls are real from now on; they were simulated before'

/** Calls become real in this transaction. Resolves with the running tasks whose calls were simulated until now. */
export function decideSimulated(tx: Queryable, choice: SimulatedChoice, now: Date): Promise<SimulatedTask[]> {
  switch (choice) {
    case 'pause':
      return queries.pauseSimulated(tx, [now, currentActor(), FIRST_TRUNK_REASON])
    case 'move':
      return queries.moveSimulated(tx, [now, currentActor(), MOVED_REASON])
    case 'keep':
      return queries.listSimulated(tx, [])
  }
}

/** When a node starts. On a gateway without a simulator nothing can be simulated, so what would be is paused. */
export async function bindTasks(db: Database, simulation: Simulation, now: Date): Promise<void> {
  await queries.bindPublished(db, [simulation])
  if (simulation === 'never') await queries.pauseSimulated(db, [now, DIALER, FIRST_TRUNK_REASON])
}

/** A publish or resume changed nothing: says so if it is because of where the calls would go. */
export async function refuseWrongPlace(
  db: Queryable,
  simulation: Simulation,
  { given, bound }: { given: boolean | undefined; bound: boolean | null },
): Promise<void> {
  const isSimulatedNow = (await readSimulated.first(db, [simulation]))?.is_simulated ?? true
  const field = 'isSimulated'
  if (given === false && isSimulatedNow) throw new InvalidInput({ fault: 'no_real_line', field })
  if (given === true && simulation === 'never') throw new InvalidInput({ fault: 'no_simulator', field })
  if (given === undefined && bound === true && !isSimulatedNow)
    throw new InvalidInput({ fault: 'simulated_before', field })
}
