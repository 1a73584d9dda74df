// Why calls end, and what came of a call in the five words that people read: the same in counters, charts, reports and exports. The three outcomes of
// the API are coarser: somebody who answered and asked for another call counts there as noAnswer.
import type { AnsweredCause } from './success-rule.ts'

/**
 * The finer cause of an outcome. `voicemail`: a platform says that a machine answered. `lost`: the end was not observed. A gateway
 * ends every call that was picked up with `answered`; what came of it decides the other causes of an answered call.
 */
export type CallCause =
  | AnsweredCause
  | 'no_answer'
  | 'unreachable'
  | 'switched_off'
  | 'voicemail'
  | 'busy'
  | 'rejected'
  | 'invalid_number'
  | 'congestion'
  | 'network_error'
  | 'gateway_error'
  | 'lost'

/** `unsuccessful`: answered, but no success by the rule of the task. */
export const CALL_ENDINGS = ['successful', 'unsuccessful', 'machine', 'notAnswered', 'failed'] as const
export type CallEnding = (typeof CALL_ENDINGS)[number]

export type EndingCounts = Record<CallEnding, number>

const endings: Record<CallCause, CallEnding> = {
  answered: 'successful',
  callback: 'unsuccessful',
  silence: 'unsuccessful',
  unverified: 'unsuccessful',
  agent_failed: 'unsuccessful',
  not_confirmed: 'unsuccessful',
  machine: 'machine',
  screening: 'machine',
  voicemail: 'machine',
  no_answer: 'notAnswered',
  unreachable: 'notAnswered',
  switched_off: 'notAnswered',
  busy: 'failed',
  rejected: 'failed',
  invalid_number: 'failed',
  congestion: 'failed',
  network_error: 'failed',
  gateway_error: 'failed',
  lost: 'failed',
}

export function endingOfCause(cause: CallCause): CallEnding {
  return endings[cause]
}

/** A cause may also be the reason why a contact is never called: that is no ending of a call. */
export function endingOrNull(cause: string | null): CallEnding | null {
  return cause !== null && Object.hasOwn(endings, cause) ? endings[cause as CallCause] : null
}

export function causesOfEnding(ending: CallEnding): CallCause[] {
  return (Object.keys(endings) as CallCause[]).filter((cause) => endings[cause] === ending)
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
