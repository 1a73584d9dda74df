export interface DialerTiming {
  beatEveryMs: number
  /** A node whose beat stands still for this long is taken for dead. */
  deadAfterMs: number
  /** A call is placed only this soon after our last beat: well before anybody may take us for dead. */
  placeWithinMs: number
  /** A live call of which nothing was heard for this long is asked about. */
  askAfterMs: number
  /** A node whose gateway failed pauses for this long at first. */
  faultPauseMs: number
  /** A task is FAILED if calls to this many contacts were refused in a row, or no node could dial, for breakerMs. */
  breakerFaults: number
  breakerMs: number
  /** After its start, or after it had to wait for a locked contact, a node checks for such contacts for this long. */
  carefulMs: number
}

export const DEFAULT_TIMING: DialerTiming = {
  beatEveryMs: 1000,
  deadAfterMs: 6000,
  placeWithinMs: 3000,
  askAfterMs: 30_000,
  faultPauseMs: 1000,
  breakerFaults: 10,
  breakerMs: 60_000,
  carefulMs: 2000,
}
