// Derives how a call ended: first from whether it was answered or rang, then from the cause that FreeSWITCH gives.

import type { CallCause } from '../../../platform/words/calls.ts'
import type { CallEnd } from '../../gateway.ts'
import { causeOf, isAboutTrunk } from '../sip-answers.ts'

/** What the events showed before the end of a call. */
export interface CallTrail {
  hasRung: boolean
  isAnswered: boolean
  /** Whether we hung up. */
  isHungUp: boolean
}

export interface LastWord {
  /** The hangup cause by FreeSWITCH's name. */
  cause: string
  /** The SIP status, if there was a response. */
  sipStatus: number | undefined
  /** The result of the last application that ran on the call. */
  response: string | undefined
  /** It was under our control: it went to no place of the settings. */
  hasFlow: boolean
  talkMs: number
}

interface Ended {
  kind: 'ended'
  end: CallEnd
}

export type Verdict =
  | Ended
  /** No response until the timeout: either the callee's network or the trunk is down. */
  | { kind: 'silent'; end: CallEnd }
  /** The trunk refused the call before it rang. */
  | { kind: 'refused'; sipStatus: number }

const causes: Readonly<Record<string, CallCause>> = {
  USER_BUSY: 'busy',
  CALL_REJECTED: 'rejected',
  UNALLOCATED_NUMBER: 'invalid_number',
  NO_ROUTE_DESTINATION: 'invalid_number',
  INVALID_NUMBER_FORMAT: 'invalid_number',
  NUMBER_CHANGED: 'invalid_number',
  NO_USER_RESPONSE: 'unreachable',
  RECOVERY_ON_TIMER_EXPIRE: 'unreachable',
  NO_ANSWER: 'unreachable', // without ever ringing
  PROGRESS_TIMEOUT: 'unreachable',
  ALLOTTED_TIMEOUT: 'unreachable',
  ORIGINATOR_CANCEL: 'unreachable',
  NORMAL_CLEARING: 'no_answer',
  SUBSCRIBER_ABSENT: 'switched_off',
  USER_NOT_REGISTERED: 'switched_off',
  NORMAL_TEMPORARY_FAILURE: 'congestion',
  NORMAL_CIRCUIT_CONGESTION: 'congestion',
  SWITCH_CONGESTION: 'congestion',
  REQUESTED_CHAN_UNAVAIL: 'congestion',
}

/** After ringing, these causes mean only that the call was not answered. */
const RANG_OUT: ReadonlySet<CallCause> = new Set(['unreachable', 'switched_off', 'no_answer'])
/** The causes that FreeSWITCH gives for a call without any response. */
const SILENCE = new Set([
  'NO_ANSWER',
  'PROGRESS_TIMEOUT',
  'ALLOTTED_TIMEOUT',
  'ORIGINATOR_CANCEL',
  'RECOVERY_ON_TIMER_EXPIRE',
  'NORMAL_TEMPORARY_FAILURE',
  'NETWORK_OUT_OF_ORDER',
  'DESTINATION_OUT_OF_ORDER',
])

/** An answered call that ends sooner than this may have failed because a file or an extension is missing. */
export const SHORT_TALK_MS = 1000

export function judgeEnd(trail: CallTrail, last: LastWord): Verdict {
  const { cause, sipStatus } = last
  if (trail.isAnswered) return judgeAnswered(trail, last)
  if (trail.isHungUp) return ended('no_answer')
  const known = causeOf(sipStatus) ?? causes[cause] ?? 'network_error'
  if (trail.hasRung) {
    const rung = withStatus(ended(RANG_OUT.has(known) ? 'no_answer' : known), sipStatus)
    return isAboutTrunk(sipStatus) ? { ...rung, end: { ...rung.end, mayHaveRung: true } } : rung
  }
  if (isAboutTrunk(sipStatus)) return { kind: 'refused', sipStatus }
  // FreeSWITCH also writes 408 when its own timeout is over.
  if (SILENCE.has(cause) && (sipStatus === undefined || sipStatus === 408))
    return { kind: 'silent', end: { cause: known, talkMs: 0 } }
  return withStatus(ended(known), sipStatus)
}

/** The far end answers our own hang-up with 487. */
function withStatus(verdict: Ended, sipStatus: number | undefined): Ended {
  if (sipStatus === undefined || sipStatus < 300 || sipStatus === 487) return verdict
  return { ...verdict, end: { ...verdict.end, sipStatus } }
}

/** FreeSWITCH hangs up at once if the extension or the file for an answered call does not exist. */
function judgeAnswered({ isHungUp }: CallTrail, { cause, response, hasFlow, talkMs }: LastWord): Verdict {
  const fault =
    cause === 'NO_ROUTE_DESTINATION'
      ? 'FreeSWITCH found no place in the dialplan for an answered call (FREESWITCH_ON_ANSWER)'
      : response === 'FILE NOT FOUND'
        ? 'FreeSWITCH found no file to play to a callee (FREESWITCH_ON_ANSWER)'
        : undefined
  if (isHungUp || hasFlow || fault === undefined || talkMs >= SHORT_TALK_MS) return ended('answered', talkMs)
  return { kind: 'ended', end: { cause: 'gateway_error', talkMs: 0, fault } }
}

export type Refusal =
  | { kind: 'ended'; end: CallEnd }
  /** FreeSWITCH cannot place any call. */
  | { kind: 'fault' }
  /** FreeSWITCH is at its limit. */
  | { kind: 'busy' }
  /** FreeSWITCH cannot place this one call. */
  | { kind: 'refused' }

/** The trunk or its driver is unusable, so every other call would fail too. */
const FAULTS = new Set([
  'GATEWAY_DOWN',
  'INVALID_GATEWAY',
  'INVALID_PROFILE',
  'CHAN_NOT_IMPLEMENTED',
  'NETWORK_OUT_OF_ORDER',
])
const BUSY = new Set(['SWITCH_CONGESTION', 'NORMAL_CIRCUIT_CONGESTION'])

/** What it means that FreeSWITCH created no channel for a call. */
export function judgeRefusal(cause: string): Refusal {
  if (cause === 'SUBSCRIBER_ABSENT' || cause === 'USER_NOT_REGISTERED')
    return { kind: 'ended', end: { cause: 'switched_off', talkMs: 0 } }
  if (FAULTS.has(cause)) return { kind: 'fault' }
  return BUSY.has(cause) ? { kind: 'busy' } : { kind: 'refused' }
}

function ended(cause: CallCause, talkMs = 0): Ended {
  return { kind: 'ended', end: { cause, talkMs } }
}
