// Time is an argument: whatever needs to know the time is handed a clock, so tests own it.

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
