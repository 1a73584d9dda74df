// Limits the failures of each network per minute. Memory is bounded: when the table is full, the network that failed first is
// dropped and starts again from zero.

export interface FailureLimit {
  /** Counts a failure. Beyond the limit it returns the seconds until the count starts again. */
  count(network: string): number | undefined
}

const WINDOW_MS = 60_000
const MAX_NETWORKS = 10_000

export function createFailureLimit(
  perMinute: number,
  nowMs: () => number = () => performance.now(),
  maxNetworks = MAX_NETWORKS,
): FailureLimit & { size(): number } {
  const windows = new Map<string, { failures: number; endsAtMs: number }>()

  function windowOf(network: string, now: number) {
    const known = windows.get(network)
    if (known && known.endsAtMs > now) return known
    windows.delete(network)
    const [oldest] = windows.keys()
    if (oldest !== undefined && windows.size >= maxNetworks) windows.delete(oldest)
    const fresh = { failures: 0, endsAtMs: now + WINDOW_MS }
    windows.set(network, fresh)
    return fresh
  }

  return {
    size: () => windows.size,
    count(network) {
      if (perMinute === 0) return undefined
      const now = nowMs()
      const window = windowOf(network, now)
      window.failures += 1
      return window.failures > perMinute ? Math.ceil((window.endsAtMs - now) / 1000) : undefined
    },
  }
}
