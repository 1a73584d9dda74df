// How many seconds a replica is behind. Its own clock cannot tell: a replica that is cut off has replayed all that it knows
// of. So the positions of the primary are remembered with their times, and the oldest that the replica has not reached says
// since when it lacks something.

export interface ReplicaLag {
  /** The primary was at this position at this time. */
  note(position: number, atMs: number): void
  /** Of a replica that has reached this position, at least. */
  secondsBehind(position: number, nowMs: number): number
}

/** At one a second, ten minutes. */
const MAX_REMEMBERED = 600

export function createReplicaLag(): ReplicaLag {
  const noted: { position: number; atMs: number }[] = []
  return {
    note(position, atMs) {
      const last = noted.at(-1)
      // After a failover the new primary may be behind the old one.
      if (last && position < last.position) noted.length = 0
      noted.push({ position, atMs })
      if (noted.length > MAX_REMEMBERED) noted.shift()
    },
    secondsBehind(position, nowMs) {
      const missing = noted.find((each) => each.position > position)
      return missing ? Math.max(0, nowMs - missing.atMs) / 1000 : 0
    },
  }
}
