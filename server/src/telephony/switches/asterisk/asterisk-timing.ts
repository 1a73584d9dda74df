// How long an Asterisk may take, and how often it is asked.
import type { EventSocketTiming } from './ari/event-socket.ts'

export interface AsteriskTiming extends EventSocketTiming {
  requestTimeoutMs: number
  /** A call that had to wait longer than this for its request is not placed. */
  placeWithinMs: number
  /** How long to hold back calls after a call waited too long. */
  slowPauseMs: number
  /** How long the last event of a call may take to arrive. */
  eventDelayMs: number
  /** How often the trunk and the place for answered calls are checked: while one of them is missing, and otherwise. */
  lookMs: { down: number; up: number }
  /** A trial playback that has not failed after this time counts as successful. */
  trialMs: number
  /** How long before a call without any response is given up Asterisk is asked about it. */
  askBeforeTimeoutMs: number
  /** How much longer than a phone may ring the application of a dead node is kept. */
  adoptedForMs: number
}

export const DEFAULT_TIMING: AsteriskTiming = {
  openWithinMs: 5000,
  reopenAfterMs: 250,
  maxReopenAfterMs: 4000,
  pingEveryMs: 5000,
  requestTimeoutMs: 5000,
  placeWithinMs: 1500,
  slowPauseMs: 1000,
  eventDelayMs: 500,
  lookMs: { down: 2000, up: 15_000 },
  trialMs: 300,
  askBeforeTimeoutMs: 700,
  adoptedForMs: 60_000,
}
