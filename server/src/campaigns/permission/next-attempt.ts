// The earliest time at which a waiting contact is dialed: when it is due, after its task starts, and inside the calling hours. Lists,
// exports, the page of a contact and the explanation of its task all use this time.
import type { ZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { type CallingHours, callingHours, type HoursRow, nextOpening } from './calling-hours.ts'
import type { RecipientZones } from './recipient-zones.ts'

/** When a task may start calls. */
export interface TaskHours extends CallingHours {
  /** The hours hold where the called person is, so they are decided for each contact. */
  isRecipientZone: boolean
  /** Calls start from this time on. */
  startAt: Date | null
}

export interface TaskHoursRow extends HoursRow {
  settings: HoursRow['settings'] & {
    windowZone?: 'service' | 'recipient'
    scheduledStartTime?: string | null
  }
}

/** Null: the hours do not open in the coming months. */
export function nextAttempt(
  hours: TaskHours,
  zones: readonly ZoneOffsets[],
  dueAt: Date | null,
  now: Date,
): Date | null {
  const earliest = Math.max(now.getTime(), dueAt?.getTime() ?? 0, hours.startAt?.getTime() ?? 0)
  return nextOpening(hours, zones, new Date(earliest)) ?? null
}

/** Whether no attempt that may follow `from` starts before `callUntil`: the hours do not open in between. */
export function isTooLate(
  hours: TaskHours,
  zones: readonly ZoneOffsets[],
  callUntil: Date,
  from: Date,
  now: Date,
): boolean {
  const next = nextAttempt(hours, zones, from, now)
  return next === null || callUntil <= next
}

/**
 * From this time on no attempt can start: it is too late, or the hours do not open again before `callUntil`. `now` if none can start
 * from now on. As the hours open and close with whole minutes, the search goes by minutes.
 */
export function lastOpportunity(
  hours: TaskHours,
  zones: readonly ZoneOffsets[],
  callUntil: Date,
  now: Date,
): Date {
  const canStartAfter = (ms: number) => !isTooLate(hours, zones, callUntil, new Date(ms), now)
  if (canStartAfter(callUntil.getTime() - 1)) return callUntil
  if (!canStartAfter(now.getTime())) return now
  let possible = minuteOf(now)
  let tooLate = minuteOf(callUntil)
  while (tooLate - possible > 1) {
    const middle = Math.floor((possible + tooLate) / 2)
    if (canStartAfter(middle * MINUTE_MS)) possible = middle
    else tooLate = middle
  }
  return new Date(tooLate * MINUTE_MS)
}

export interface WaitingContact {
  due_at: Date | null
  /** Null if the contact was deleted. */
  phone_key: string | null
  time_zone: string | null
  /** The contact's own times. */
  call_time: Date | null
  call_until: Date | null
}

interface NextAttemptOptions {
  hours: TaskHours
  serviceZone: ZoneOffsets
  recipientZones: RecipientZones
  now: Date
}

/** For many contacts of one task: caches by minute and place when closed hours open. Null too if it is too late for the contact then. */
export function createNextAttempts({ hours, serviceZone, recipientZones, now }: NextAttemptOptions) {
  const service = [serviceZone]
  const known = new Map<readonly ZoneOffsets[], Map<number, Date | null>>()

  function nextIn(zones: readonly ZoneOffsets[], earliest: Date): Date | null {
    const ofPlace = known.get(zones) ?? new Map<number, Date | null>()
    known.set(zones, ofPlace)
    const minute = minuteOf(earliest)
    const opening = ofPlace.get(minute)
    if (opening !== undefined) return opening
    const next = nextAttempt(hours, zones, earliest, now)
    if (next === null || minuteOf(next) > minute) ofPlace.set(minute, next)
    return next
  }

  return ({ due_at, phone_key, time_zone, call_time, call_until }: WaitingContact): Date | null => {
    if (due_at === null || phone_key === null) return null
    const zones = hours.isRecipientZone ? recipientZones.of(phone_key, time_zone ?? undefined).zones : service
    const next = nextIn(zones, call_time && call_time > due_at ? call_time : due_at)
    return next && call_until && call_until <= next ? null : next
  }
}

const MINUTE_MS = 60_000
const minuteOf = (time: Date) => Math.floor(time.getTime() / MINUTE_MS)

export function taskHours(row: TaskHoursRow): TaskHours {
  const { windowZone, scheduledStartTime } = row.settings
  return {
    ...callingHours(row),
    isRecipientZone: windowZone === 'recipient',
    startAt: scheduledStartTime ? new Date(scheduledStartTime) : null,
  }
}
