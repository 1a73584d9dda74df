// The times of a contact between which it may be called: from `callTime` on, and before `callUntil`.
import { InvalidInput } from '../../platform/kernel/errors.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { readWrittenTime } from '../../platform/kernel/written-time.ts'

export const CALL_TIME = 'callTime'
export const CALL_UNTIL = 'callUntil'
export type CallTimeField = typeof CALL_TIME | typeof CALL_UNTIL

/** Null: at any time. */
export interface CallTimes {
  callTime: Date | null
  callUntil: Date | null
}

/** What is left out stays as it is. */
export interface GivenCallTimes {
  callTime?: Date | null | undefined
  callUntil?: Date | null | undefined
}

export const ANY_TIME: CallTimes = { callTime: null, callUntil: null }

export function isCallTimeField(name: string): name is CallTimeField {
  return name === CALL_TIME || name === CALL_UNTIL
}

export function mergeCallTimes(current: CallTimes, given: GivenCallTimes): CallTimes {
  const { callTime = current.callTime, callUntil = current.callUntil } = given
  return { callTime, callUntil }
}

export function isEmptyPeriod({ callTime, callUntil }: CallTimes): boolean {
  return callTime !== null && callUntil !== null && callTime >= callUntil
}

export function refuseEmptyPeriod(times: CallTimes): void {
  if (isEmptyPeriod(times))
    throw new InvalidInput({ fault: 'not_later', field: CALL_UNTIL, params: { other: CALL_TIME } })
}

export function areSameTimes(a: CallTimes, b: CallTimes): boolean {
  return sameTime(a.callTime, b.callTime) && sameTime(a.callUntil, b.callUntil)
}

const sameTime = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()

/** A cell of a file. If the clock shows the time twice, and of a day, the contact may be called as long as possible. */
export function readCellTime(name: CallTimeField, cell: string, timestamps: Timestamps): Date | undefined {
  return readWrittenTime(cell, timestamps, name === CALL_TIME ? 'first' : 'last')
}
