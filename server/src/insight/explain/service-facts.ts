// What explanations of all tasks share: the nodes, the trunks and the database.

import type { Database } from '../../platform/storage/database.ts'
import type { StorageHealth } from '../../platform/storage/storage-health.ts'
import { summarizeNodes } from './dialer-nodes.ts'
import { readNodes } from './explain.queries.ts'
import type { TaskFacts } from './task-facts.ts'
import type { TrunkFact } from './trunk-facts.ts'

export interface ServiceFacts extends Pick<TaskFacts, 'nodes' | 'storageProblem'> {
  now: Date
  trunks: readonly TrunkFact[]
  /** GATEWAY=simulator: no call needs a trunk. */
  isSimulatorAlone: boolean
}

interface ServiceFactsDependencies {
  db: Database
  storageHealth: Pick<StorageHealth, 'check'>
  /** The enabled trunks. */
  readTrunks(): Promise<TrunkFact[]>
  isSimulatorAlone: boolean
}

export function createServiceFacts(dependencies: ServiceFactsDependencies) {
  const { db, storageHealth, readTrunks, isSimulatorAlone } = dependencies
  return async (now: Date): Promise<ServiceFacts> => {
    const [nodes, storageProblem = null, trunks] = await Promise.all([
      readNodes(db, [now]),
      storageHealth.check(),
      readTrunks(),
    ])
    return { now, nodes: summarizeNodes(nodes), storageProblem, trunks, isSimulatorAlone }
  }
}

export type ReadServiceFacts = ReturnType<typeof createServiceFacts>
