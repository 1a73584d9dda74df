// Limits how often each of many may do something per minute: each token, or each network. Memory is bounded: when the table is full,
// the one that was counted first is dropped and starts again from zero.

export interface MinuteLimit {
  /** Counts once more. Beyond the limit it returns the seconds until the count starts again. */
  count(key: string): number | undefined
}

const WINDOW_MS = 60_000
const MAX_KEYS = 10_000

export function createMinuteLimit(
  perMinute: number,
  nowMs: () => number = () => performance.now(),
  maxKeys = MAX_KEYS,
): MinuteLimit & { size(): number } {
  const windows = new Map<string, { times: number; endsAtMs: number }>()

  function windowOf(key: string, now: number) {
    const known = windows.get(key)
    if (known && known.endsAtMs > now) return known
    windows.delete(key)
    const [oldest] = windows.keys()
    if (oldest !== undefined && windows.size >= maxKeys) windows.delete(oldest)
    const fresh = { times: 0, endsAtMs: now + WINDOW_MS }
    windows.set(key, fresh)
    return fresh
  }

  return {
    size: () => windows.size,
    count(key) {
      if (perMinute === 0) return undefined
      const now = nowMs()
      const window = windowOf(key, now)
      window.times += 1
      return window.times > perMinute ? Math.ceil((window.endsAtMs - now) / 1000) : undefined
    },
  }
}
