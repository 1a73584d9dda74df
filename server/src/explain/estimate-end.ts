// Estimates when a task will be done: the remaining calls at the pace of the last minute, inside its daily window.

import type { ZoneOffsets } from '../kernel/timestamps.ts'
import { type DialWindow, isInsideWindow, nextOpening } from '../permission/dial-window.ts'

export interface Progress {
  notDialed: number
  inProgress: number
  success: number
  failed: number
  callCount: number
  callsPerSecond: number
  window: DialWindow
}

/** No estimate beyond this. */
const MAX_DAYS = 366

export function estimateEnd(progress: Progress, now: Date, offsetAt: ZoneOffsets): Date | null {
  const { notDialed, inProgress, success, failed, callCount, callsPerSecond, window } = progress
  if (callsPerSecond <= 0) return null
  const done = success + failed
  const callsEach = done === 0 ? 1 : Math.max(1, callCount / done)
  // Most contacts in progress have had a call already.
  const callsLeft = notDialed * callsEach + inProgress * Math.max(1, callsEach - 1)
  return addOpenTime(window, offsetAt, now, (callsLeft / callsPerSecond) * 1000)
}

function addOpenTime(window: DialWindow, offsetAt: ZoneOffsets, from: Date, openMs: number): Date | null {
  if (openMs > MAX_DAYS * 24 * 60 * 60_000) return null
  const [start, end] = [window.start, window.end].map((time) => (time ?? '00:00').slice(0, 5))
  if (start === end) return new Date(from.getTime() + openMs)
  // The window in which no call may start: it opens when the daily window closes.
  const closed: DialWindow = { start: end ?? null, end: start ?? null }
  let left = openMs
  let instant = from
  for (let day = 0; day <= MAX_DAYS; day += 1) {
    if (!isInsideWindow(window, offsetAt, instant)) instant = nextOpening(window, offsetAt, instant)
    const closing = nextOpening(closed, offsetAt, instant)
    const open = closing.getTime() - instant.getTime()
    if (left <= open) return new Date(instant.getTime() + left)
    left -= open
    instant = closing
  }
  return null
}
