// Derives how a call ended from its events. The events count more than the cause that Asterisk gives at the end, which
// differs between its versions: a phone that rang out is cause 19 in one and 0 in another, and an answered call ends with
// 16 or 0 depending on which side hangs up first.

import type { CallCause } from '../../../../platform/words/calls.ts'
import type { CallEnd } from '../../../gateway.ts'
import { causeOf, isAboutTrunk, isTimeout, ringsOut } from '../../../sip-answer.ts'

/** What the events showed before the end of a call. */
export interface CallTrail {
  /** Early media included. */
  hasRung: boolean
  /** Some events may have been missed, so a phone may have rung. */
  hasGap?: boolean
  /** Whether the far end responded at all. */
  hasResponse: boolean
  /** Whether the far end has not even confirmed that it received the call; undefined if that is not known. */
  isUnheard?: boolean | undefined
  isAnswered: boolean
  /** Whether we hung up. */
  isHungUp: boolean
}

export interface LastWord {
  /** The Q.850 cause code. */
  cause: number
  /** The SIP status, if Asterisk reports it. */
  sipStatus: number | undefined
  /** Talk time, if the call was answered. */
  talkMs: number
}

export type Verdict =
  /** Silent: no response until the timeout. Either the callee's network or the trunk is down. */
  | { kind: 'ended'; end: CallEnd; isSilent: boolean }
  /** The trunk refused the call before it rang. */
  | { kind: 'refused'; sipStatus: number }

/** By Q.850, for answers without a cause of their own and for an Asterisk that does not report the SIP status. */
const causes: Readonly<Record<number, CallCause>> = {
  1: 'invalid_number', // unallocated
  16: 'no_answer', // normal clearing, before an answer
  17: 'busy',
  18: 'unreachable', // no user responding
  19: 'unreachable', // no answer, without ever ringing
  20: 'switched_off', // subscriber absent
  21: 'rejected',
  22: 'invalid_number', // number changed
  27: 'unreachable', // destination out of order
  28: 'invalid_number', // number incomplete
  34: 'congestion', // no circuit available
  42: 'congestion', // switching equipment congestion
  44: 'congestion', // requested circuit not available
  47: 'congestion', // resource unavailable
}

/** The SIP statuses of these causes, for an Asterisk that does not report the status. */
const sipStatuses: Readonly<Record<number, number>> = { 34: 503, 58: 488 }
/** After ringing, these causes mean only that the call was not answered. */
const RANG_OUT = new Set([0, 16, 18, 19, 20, 31, 102, 127])

export function judgeEnd(trail: CallTrail, { cause, sipStatus, talkMs }: LastWord): Verdict {
  if (trail.isAnswered) return ended('answered', talkMs)
  if (trail.isHungUp) return ended('no_answer')
  const known = causeOf(sipStatus)
  if (trail.hasRung && (known === undefined ? RANG_OUT.has(cause) : ringsOut(sipStatus)))
    return ended('no_answer')
  if (!trail.hasRung) {
    const isTimedOut = trail.isUnheard === true && sipStatus !== undefined && isTimeout(sipStatus)
    if (!trail.hasResponse || isTimedOut) return { ...ended('unreachable'), isSilent: true }
    const status = sipStatus ?? sipStatuses[cause]
    if (isAboutTrunk(status) && !trail.hasGap) return { kind: 'refused', sipStatus: status }
  }
  return ended(known ?? causes[cause] ?? 'network_error')
}

function ended(cause: CallCause, talkMs = 0): Extract<Verdict, { kind: 'ended' }> {
  return { kind: 'ended', end: { cause, talkMs: Math.max(0, Math.round(talkMs)) }, isSilent: false }
}
