// What each cause of a call means for the service: how it counts, what people read, where it is summed. Words: words/calls.ts.
import type { CallCause, CallEnding } from '../words/calls.ts'

export const CallOutcome = { success: 1, fail: 2, noAnswer: 3 } as const
export type CallOutcome = (typeof CallOutcome)[keyof typeof CallOutcome]

const { success, fail, noAnswer } = CallOutcome

interface CauseFacts {
  outcome: CallOutcome
  /** `outcome` is coarser: somebody who answered and asked for another call counts there as noAnswer. */
  ending: CallEnding
  /** The index of this cause in `call_sum.causes`: it never changes, and a new cause gets the next one. */
  place: number
  meaning: string
}

/** Decided by what came of a call that was picked up: a gateway ends all of them with `answered`. */
const answered = {
  answered: {
    outcome: success,
    ending: 'successful',
    place: 1,
    meaning: 'the call was answered, and is a success by the rule of its task',
  },
  callback: { outcome: noAnswer, ending: 'unsuccessful', place: 2, meaning: 'another call was asked for' },
  machine: { outcome: noAnswer, ending: 'machine', place: 3, meaning: 'a machine answered' },
  screening: { outcome: noAnswer, ending: 'machine', place: 4, meaning: 'a call screening service answered' },
  silence: { outcome: noAnswer, ending: 'unsuccessful', place: 5, meaning: 'nobody spoke' },
  unverified: {
    outcome: fail,
    ending: 'unsuccessful',
    place: 6,
    meaning: 'it is not known whether a person answered',
  },
  agent_failed: { outcome: fail, ending: 'unsuccessful', place: 7, meaning: 'the voice agent failed' },
  not_confirmed: {
    outcome: fail,
    ending: 'unsuccessful',
    place: 8,
    meaning: 'the result does not meet the condition of its task',
  },
} as const satisfies Partial<Record<CallCause, CauseFacts>>

export type AnsweredCause = keyof typeof answered

const unanswered: Record<Exclude<CallCause, AnsweredCause>, CauseFacts> = {
  no_answer: { outcome: noAnswer, ending: 'notAnswered', place: 9, meaning: 'it rang out' },
  unreachable: {
    outcome: noAnswer,
    ending: 'notAnswered',
    place: 10,
    meaning: 'the phone could not be reached',
  },
  switched_off: { outcome: noAnswer, ending: 'notAnswered', place: 11, meaning: 'the phone was off' },
  voicemail: {
    outcome: noAnswer,
    ending: 'machine',
    place: 12,
    meaning: 'the platform says that a machine took the call',
  },
  busy: { outcome: fail, ending: 'failed', place: 13, meaning: 'the line was busy' },
  rejected: { outcome: fail, ending: 'failed', place: 14, meaning: 'the call was rejected' },
  invalid_number: { outcome: fail, ending: 'failed', place: 15, meaning: 'there is no such number' },
  congestion: { outcome: fail, ending: 'failed', place: 16, meaning: 'the network was congested' },
  network_error: { outcome: fail, ending: 'failed', place: 17, meaning: 'the network failed' },
  gateway_error: { outcome: fail, ending: 'failed', place: 18, meaning: 'the gateway failed' },
  lost: { outcome: fail, ending: 'failed', place: 19, meaning: 'the end of the call was not observed' },
}

export const callCauses: Readonly<Record<CallCause, CauseFacts>> = { ...answered, ...unanswered }
export const CALL_CAUSES = Object.keys(callCauses) as CallCause[]

/** A cause of a contact may also be the reason why it is never called. */
export const isCallCause = (cause: string | null): cause is CallCause =>
  cause !== null && Object.hasOwn(callCauses, cause)

export const isAnsweredCause = (cause: string | null): cause is AnsweredCause =>
  cause !== null && Object.hasOwn(answered, cause)

export function outcomeOfCause(cause: CallCause): CallOutcome {
  return callCauses[cause].outcome
}
