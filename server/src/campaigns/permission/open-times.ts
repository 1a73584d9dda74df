// When calls may start within a period, as a list of times from and to.
import type { ZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { type CallingHours, nextClosing, nextOpening } from './calling-hours.ts'

export interface OpenTime {
  from: Date
  /** Not included. */
  to: Date
}

/** What touches is one. */
export function openTimes(hours: CallingHours, offsetAt: ZoneOffsets, period: OpenTime): OpenTime[] {
  const times: OpenTime[] = []
  for (let at = period.from; at < period.to; ) {
    const opening = nextOpening(hours, [offsetAt], at)
    if (!opening || opening >= period.to) break
    const closing = nextClosing(hours.window, offsetAt, opening)
    const to = closing < period.to ? closing : period.to
    const last = times.at(-1)
    if (last && last.to.getTime() === opening.getTime()) last.to = to
    else times.push({ from: opening, to })
    at = closing
  }
  return times
}
