// A clock that stands still until a test moves it.

import type { Clock } from '../../src/platform/kernel/clock.ts'

export interface ManualClock extends Clock {
  /** Puts the wall clock; no time passes. */
  set(iso: string): void
  advance(ms: number): void
}

export function createManualClock(start: string): ManualClock {
  let now = new Date(start)
  let elapsedMs = 0
  return {
    now: () => new Date(now),
    elapsedMs: () => elapsedMs,
    set(iso) {
      now = new Date(iso)
    },
    advance(ms) {
      now = new Date(now.getTime() + ms)
      elapsedMs += ms
    },
  }
}
