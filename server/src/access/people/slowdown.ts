// Whoever gives wrong passwords has to wait ever longer before the next try. A try counts as wrong until it was right, so that many at once are no way
// around it. Kept by each node for itself, and forgotten an hour after the last try.
interface Tries {
  wrong: number
  untilMs: number
  lastMs: number
}

interface Limits {
  /** Wrong ones without a wait. */
  free: number
  maxSeconds: number
}

const FORGET_MS = 60 * 60_000
const MAX_KEYS = 10_000

export interface Slowdown {
  /** Seconds to wait; 0: go ahead. */
  wait(key: string): number
  begin(key: string): void
  /** Takes one try back. */
  wasRight(key: string): void
  forget(key: string): void
}

export function createSlowdown({ free, maxSeconds }: Limits, nowMs: () => number): Slowdown {
  const all = new Map<string, Tries>()

  function triesOf(key: string): Tries {
    const known = all.get(key)
    if (known && nowMs() - known.lastMs < FORGET_MS) return known
    all.delete(key)
    const [oldest] = all.keys()
    if (oldest !== undefined && all.size >= MAX_KEYS) all.delete(oldest)
    const fresh = { wrong: 0, untilMs: 0, lastMs: nowMs() }
    all.set(key, fresh)
    return fresh
  }

  return {
    forget: (key) => void all.delete(key),
    wait(key) {
      return Math.max(0, Math.ceil(((all.get(key)?.untilMs ?? 0) - nowMs()) / 1000))
    },
    begin(key) {
      const tries = triesOf(key)
      tries.wrong += 1
      tries.lastMs = nowMs()
      const seconds = tries.wrong < free ? 0 : Math.min(maxSeconds, 2 ** Math.min(20, tries.wrong - free))
      tries.untilMs = nowMs() + seconds * 1000
    },
    wasRight(key) {
      const tries = all.get(key)
      if (!tries) return
      tries.wrong = Math.max(0, tries.wrong - 1)
      tries.untilMs = tries.wrong < free ? 0 : tries.untilMs
    },
  }
}
