// What the SIP answer that ends a call means: how the call is recorded, whose fault it is, and the words for it. Real calls, the test of a trunk and
// `carillon gateway check` all ask here.
//
//   the trunk's    The account, the caller ID, the codecs, the capacity or a fault of the carrier, or an address to which the call should
//                  go instead. Before a phone rang the call goes to the next trunk, and costs no attempt.
//   the callee's   All others: no trunk would do better.
//
// After a phone has rung, an answer only says how the call ended. An answer without a cause of its own leaves that to the cause of the switch.
import type { CallCause } from '../platform/words/calls.ts'
import { explainAnswer } from '../platform/words/sip-answers.ts'

interface SipAnswer {
  /** Undefined: the answer alone does not say it. */
  cause: CallCause | undefined
  isTrunks: boolean
  /** After ringing it only says that nobody answered in time. */
  ringsOut: boolean
}

const ofTrunk = (cause: CallCause): SipAnswer => ({ cause, isTrunks: true, ringsOut: false })
const ofCallee = (cause: CallCause | undefined): SipAnswer => ({ cause, isTrunks: false, ringsOut: false })
const ofTime = (cause: CallCause | undefined): SipAnswer => ({ ...ofCallee(cause), ringsOut: true })

/** Asterisk also names it for a call that it has given up, though nobody has sent it. */
const TIMED_OUT = 408

const ANSWERS: Readonly<Record<number, SipAnswer>> = {
  401: ofTrunk('network_error'),
  402: ofTrunk('network_error'),
  403: ofTrunk('network_error'),
  404: ofCallee('invalid_number'),
  407: ofTrunk('network_error'),
  [TIMED_OUT]: ofTime('unreachable'),
  410: ofCallee('invalid_number'),
  480: ofTime('unreachable'),
  484: ofCallee('invalid_number'),
  485: ofCallee('invalid_number'),
  486: ofCallee('busy'),
  487: ofTime(undefined),
  488: ofTrunk('network_error'),
  503: ofTrunk('congestion'),
  600: ofCallee('busy'),
  603: ofCallee('rejected'),
  604: ofCallee('invalid_number'),
  606: ofTrunk('network_error'),
  607: ofCallee('rejected'),
  608: ofCallee('rejected'),
}
/** The others, by their first digit: a redirection, which is not followed, and a fault of the carrier. */
const CLASSES: Readonly<Record<number, SipAnswer>> = {
  3: ofTrunk('network_error'),
  5: ofTrunk('network_error'),
}
const UNKNOWN = ofCallee(undefined)

const classOf = (sipStatus: number) => Math.floor(sipStatus / 100)

function find(sipStatus: number | undefined): SipAnswer {
  if (sipStatus === undefined) return UNKNOWN
  return ANSWERS[sipStatus] ?? CLASSES[classOf(sipStatus)] ?? UNKNOWN
}

/** Undefined: the answer alone does not say it. */
export const causeOf = (sipStatus: number | undefined): CallCause | undefined => find(sipStatus).cause

/** Before a phone rang, it is about the trunk: another one may take the call. */
export function isAboutTrunk(sipStatus: number | undefined): sipStatus is number {
  return find(sipStatus).isTrunks
}

/** The carrier cannot do its work, whatever the number. */
export function isCarrierFault(sipStatus: number | undefined): sipStatus is number {
  return sipStatus !== undefined && classOf(sipStatus) === 5
}

/** The answer to a call that has rung: nobody has answered it in time. Without an answer it was given up here. */
export const ringsOut = (sipStatus: number | undefined): boolean =>
  sipStatus === undefined || find(sipStatus).ringsOut

/** Whether it may be the status of a call to which nobody has answered anything. */
export const isTimeout = (sipStatus: number | undefined): boolean =>
  sipStatus === undefined || sipStatus === TIMED_OUT

/** Why a trunk refuses calls, for the operator. */
export const refusalReason = (sipStatus: number): string =>
  `the trunk refuses calls with SIP ${sipStatus}: ${explainAnswer(sipStatus)}`
