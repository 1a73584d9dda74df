// Time is an argument: code that needs the time is given a clock, so that tests control it.

export interface Clock {
  /** The wall clock, which may be set back. */
  now(): Date
  /** Monotonic milliseconds, for measuring durations. */
  elapsedMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsedMs: () => performance.now(),
}
