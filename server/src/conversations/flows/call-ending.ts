// What came of a call in the five words that people read: the same in counters, charts, reports and exports.
import { CALL_CAUSES, callCauses, isCallCause } from '../../platform/kernel/call-causes.ts'
import type { CallCause, CallEnding } from '../../platform/words/calls.ts'

export type EndingCounts = Record<CallEnding, number>

export function endingOfCause(cause: CallCause): CallEnding {
  return callCauses[cause].ending
}

/** A cause may also be the reason why a contact is never called: that is no ending of a call. */
export function endingOrNull(cause: string | null): CallEnding | null {
  return isCallCause(cause) ? endingOfCause(cause) : null
}

export function causesOfEnding(ending: CallEnding): CallCause[] {
  return CALL_CAUSES.filter((cause) => endingOfCause(cause) === ending)
}

/** The columns in which task_counter keeps them. Calls that are in none of them failed. */
export interface EndingColumns {
  success_count: number
  unsuccessful_count: number
  machine_count: number
  not_answered_count: number
}

export function endingCounts(calls: number, row: EndingColumns): EndingCounts {
  const { success_count, unsuccessful_count, machine_count, not_answered_count } = row
  return {
    successful: success_count,
    unsuccessful: unsuccessful_count,
    machine: machine_count,
    notAnswered: not_answered_count,
    failed: calls - success_count - unsuccessful_count - machine_count - not_answered_count,
  }
}

/** Somebody answered: successful or not, but no machine. */
export const ANSWERED_ENDINGS: readonly CallEnding[] = ['successful', 'unsuccessful']

export function answeredOf({ successful, unsuccessful }: EndingCounts): number {
  return successful + unsuccessful
}
