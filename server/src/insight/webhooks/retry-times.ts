// When an event is sent again that was not taken, and when it is given up.
import { DAY_MS } from '../../platform/kernel/timestamps.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const PAUSES_MS = [
  ...[5000, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS],
]
/** Spreads retries, so that not all events of an outage come back at the same moment. */
const JITTER = 0.2
export const MAX_FAILING_MS = 5 * DAY_MS
/** What waits is tried more often than this. After a longer silence nothing waited, and a failure is the first one. */
export const MAX_SILENCE_MS = DAY_MS

/** How long after this attempt the next one follows; undefined: it was the last. */
export function pauseAfter(attempt: number, random: () => number): number | undefined {
  const pause = PAUSES_MS[attempt - 1]
  return pause === undefined ? undefined : Math.round(pause * (1 + JITTER * random()))
}
