// Estimates when a task will be done: the remaining calls at the pace of the last minute, inside its calling hours.

import {
  type CallingHours,
  EVERY_DAY,
  nextClosing,
  nextOpening,
} from '../../campaigns/permission/calling-hours.ts'
import type { GoalPart } from '../../campaigns/tasks/goal.ts'
import { DAY_MS, type ZoneOffsets } from '../../platform/kernel/timestamps.ts'

export interface Progress {
  notDialed: number
  inProgress: number
  success: number
  failed: number
  callCount: number
  callsPerSecond: number
  hours: CallingHours
  /** The parts of its goal. */
  goal?: GoalPart[]
}

export const ANY_TIME: CallingHours = {
  window: { start: null, end: null },
  weekdays: EVERY_DAY,
  holidays: new Set(),
}

/** No estimate beyond this. */
const MAX_DAYS = 366

export function estimateEnd(progress: Progress, now: Date, offsetAt: ZoneOffsets): Date | null {
  const { notDialed, inProgress, success, failed, callCount, callsPerSecond, hours } = progress
  if (callsPerSecond <= 0) return null
  const done = success + failed
  const callsEach = done === 0 ? 1 : Math.max(1, callCount / done)
  // Most contacts in progress have had a call already.
  const callsToAll = notDialed * callsEach + inProgress * Math.max(1, callsEach - 1)
  const callsLeft = Math.min(callsToAll, callsToGoal(progress))
  return addOpenTime(hours, offsetAt, now, (callsLeft / callsPerSecond) * 1000)
}

/** As long as as many of the calls bring it nearer as until now. */
function callsToGoal({ goal = [], callCount }: Progress): number {
  if (goal.length === 0) return Number.POSITIVE_INFINITY
  return Math.max(
    ...goal.map(({ count, wanted }) => (wanted <= count ? 0 : ((wanted - count) * callCount) / count)),
  )
}

/** The instant at which the hours have been open for so long; null if that is too far away. */
export function addOpenTime(
  hours: CallingHours,
  offsetAt: ZoneOffsets,
  from: Date,
  openMs: number,
): Date | null {
  let left = openMs
  let instant = from
  const lastMs = from.getTime() + MAX_DAYS * DAY_MS
  while (instant.getTime() <= lastMs) {
    const opening = nextOpening(hours, [offsetAt], instant)
    if (!opening) return null
    const closing = nextClosing(hours.window, offsetAt, opening)
    const open = closing.getTime() - opening.getTime()
    if (left <= open) return new Date(opening.getTime() + left)
    left -= open
    instant = closing
  }
  return null
}
