// How a call ended, from what was seen of it. What happened on the way counts more than the cause that Asterisk gives at
// the end, which differs between its versions: a phone that rang out is cause 19 in one and 0 in another, and who
// hangs up first makes an answered call end with 16 or with 0.
import type { CallCause, CallEnd } from '../../dialer/gateway.ts'

/** What was seen of a call before its end. */
export interface CallTrail {
  hasRung: boolean
  /** Whether the far end said anything at all. */
  hasResponse: boolean
  isAnswered: boolean
  /** Whether it was us who hung up. */
  isHungUp: boolean
}

export interface LastWord {
  /** As in Q.850. */
  cause: number
  /** The status of the SIP response, where Asterisk tells. */
  sipStatus: number | undefined
  /** Since the answer, if there was one. */
  talkMs: number
}

export type Verdict =
  /** Silent: nobody said anything until we gave up. It may be the callee's network, or a trunk that is gone. */
  | { kind: 'ended'; end: CallEnd; isSilent: boolean }
  /** The trunk takes no calls from this Asterisk at all. */
  | { kind: 'refused'; reason: string }

const causes: Readonly<Record<number, CallCause>> = {
  1: 'invalid_number', // unallocated
  16: 'no_answer', // normal clearing, before anybody answered
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

/** After ringing these say no more than that nobody answered. */
const RANG_OUT = new Set([0, 16, 18, 19, 20, 31, 102, 127])

export function judgeEnd(trail: CallTrail, { cause, sipStatus, talkMs }: LastWord): Verdict {
  if (trail.isAnswered) return ended('answered', talkMs)
  if (trail.isHungUp) return ended('no_answer')
  if (trail.hasRung && RANG_OUT.has(cause)) return ended('no_answer')
  if (!trail.hasRung && !trail.hasResponse) return { ...ended('unreachable'), isSilent: true }
  if (sipStatus === 401 || sipStatus === 407)
    return { kind: 'refused', reason: `the trunk refuses Asterisk's credentials (SIP ${sipStatus})` }
  // An account that is blocked and a destination that is barred look alike: nothing final about the contact.
  if (sipStatus === 403) return ended('network_error')
  return ended(causes[cause] ?? 'network_error')
}

function ended(cause: CallCause, talkMs = 0): Extract<Verdict, { kind: 'ended' }> {
  return { kind: 'ended', end: { cause, talkMs: Math.max(0, Math.round(talkMs)) }, isSilent: false }
}
