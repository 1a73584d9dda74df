// Time is an argument: whatever needs to know the time is handed a clock, so tests own it.

export interface Clock {
  /** What the wall clock says; it may be put back. */
  now(): Date
  /** Milliseconds that only ever grow, for measuring how long something takes. */
  elapsedMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsedMs: () => performance.now(),
}
