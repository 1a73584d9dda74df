// When the calls of a task would be made, if it had all lines to itself: an estimate from a few assumptions.

import type { CallingHours } from '../../campaigns/permission/calling-hours.ts'
import type { ZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { addOpenTime } from './estimate-end.ts'
import type { RecentCallsRow } from './preview/preview.queries.ts'

export interface Assumptions {
  lines: number
  /** 0 is no limit. */
  callsPerSecond: number
  /** From the start of a call to its end. */
  secondsPerCall: number
  attemptsPerContact: number
  /** Whether the two are from recent calls of the service, or defaults. */
  isMeasured: boolean
}

export const DEFAULT_SECONDS_PER_CALL = 45
export const DEFAULT_ATTEMPTS = 1.5
/** Fewer calls say little. */
const MIN_CALLS = 20

/** No contact gets more attempts than the task allows. */
export function assumePace(
  recent: RecentCallsRow | undefined,
  maxDialCount: number,
): Pick<Assumptions, 'secondsPerCall' | 'attemptsPerContact' | 'isMeasured'> {
  const isMeasured = recent !== undefined && recent.calls >= MIN_CALLS && recent.done_contacts > 0
  const secondsPerCall = isMeasured ? Math.max(1, recent.call_seconds ?? 0) : DEFAULT_SECONDS_PER_CALL
  const attempts = isMeasured ? recent.all_calls / recent.done_contacts : DEFAULT_ATTEMPTS
  return {
    secondsPerCall: round(secondsPerCall),
    attemptsPerContact: round(Math.min(maxDialCount, Math.max(1, attempts))),
    isMeasured,
  }
}

interface Forecast extends Assumptions {
  contacts: number
  firstCall: Date
  /** When the last of the contacts that must wait may be called. */
  lastWait: Date | null
  callIntervalSeconds: number
  hours: CallingHours
  offsetAt: ZoneOffsets
}

/** Null if no line is there, or if it would take more than a year. */
export function forecastEnd(forecast: Forecast): Date | null {
  const { contacts, lines, callsPerSecond, secondsPerCall, attemptsPerContact, firstCall, lastWait } =
    forecast
  if (lines === 0) return null
  const { hours, offsetAt, callIntervalSeconds } = forecast
  const pace = Math.min(lines / secondsPerCall, callsPerSecond || Number.POSITIVE_INFINITY)
  const busySeconds = (contacts * attemptsPerContact) / pace
  // The last contact to be tried again waits for its interval.
  const retries = Math.ceil(attemptsPerContact) - 1
  const retrySeconds = retries * callIntervalSeconds
  const end = addOpenTime(hours, offsetAt, firstCall, (busySeconds + retrySeconds) * 1000)
  const lastEnd = lastWait && new Date(lastWait.getTime() + secondsPerCall * 1000)
  return end && lastEnd && lastEnd > end ? lastEnd : end
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
