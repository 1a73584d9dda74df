// Metrics of the replica from which this node reads, for Prometheus. They exist only if DATABASE_READ_URL is set.
import { Gauge, type Registry } from 'prom-client'
import type { ReplicaState } from '../../platform/storage/replica/read-replica.ts'

export function addReplicaMetrics(registry: Registry, state: () => ReplicaState): void {
  const registers = [registry]
  new Gauge({
    name: 'carillon_replica_in_use',
    help: 'Whether this node reads from the replica of the database: 1 or 0',
    registers,
    collect() {
      this.set(state().inUse ? 1 : 0)
    },
  })
  new Gauge({
    name: 'carillon_replica_lag_seconds',
    help: 'How far the replica of the database is behind the primary; absent if it is not known',
    registers,
    collect() {
      const { lagSeconds } = state()
      if (lagSeconds === null) this.remove()
      else this.set(lagSeconds)
    },
  })
}
