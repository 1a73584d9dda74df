// When nightly backups are due, and when the last one is too old.

import type { BackupRow } from '../../insight/overview/backup-state.ts'
import { DAY_MS, type Timestamps } from '../../platform/kernel/timestamps.ts'

/** On the clock of the service's time zone: hardly anybody is called then. */
const NIGHT = '03:00:00'
const RETRY_MS = 60 * 60_000
/** A night and the time that a large backup takes. */
const LATE_MS = 1.5 * DAY_MS
/** Where nobody has tried for this long, the setting was removed. */
const FORGOTTEN_MS = 7 * DAY_MS

type Times = Pick<BackupRow, 'try_time' | 'good_time' | 'fail_time'>

/** Once a night, at the first chance after that night if the service was down, and every hour after a failure. The first one at once. */
export function isBackupDue({ try_time, good_time }: Times, now: Date, timestamps: Timestamps): boolean {
  if (try_time && now.getTime() - try_time.getTime() < RETRY_MS) return false
  return good_time === null || good_time < lastNight(now, timestamps)
}

function lastNight(now: Date, { format, parse }: Timestamps): Date {
  const nightOf = (instant: Date) => parse(`${format(instant).slice(0, 10)} ${NIGHT}`, 'first') as Date
  const today = nightOf(now)
  return today <= now ? today : nightOf(new Date(now.getTime() - DAY_MS))
}

/** Whether anybody makes backups: this node, or another one lately. */
export function isBackupExpected({ try_time }: Times, now: Date, isSetHere: boolean): boolean {
  return isSetHere || (try_time !== null && now.getTime() - try_time.getTime() < FORGOTTEN_MS)
}

export function isBackupLate({ good_time, try_time }: Times, now: Date): boolean {
  const since = good_time ?? try_time
  return since !== null && now.getTime() - since.getTime() > LATE_MS
}
