// What the SIP answer that ends a call means: how the call is recorded, and whose fault it is. There is no other list of answers.
//
//   the trunk's    The account, the caller ID, the codecs, the capacity or a fault of the carrier, or an address to which the call should
//                  go instead. Before a phone rang the call goes to the next trunk, and costs no attempt.
//   the callee's   All others: no trunk would do better.
//
// After a phone has rung, an answer only says how the call ended. Gateways that do not know the answer go by the causes of their switch.
import type { CallCause } from '../../platform/words/calls.ts'

interface SipAnswer {
  cause: CallCause
  isTrunks: boolean
}

const ofTrunk = (cause: CallCause): SipAnswer => ({ cause, isTrunks: true })
const ofCallee = (cause: CallCause): SipAnswer => ({ cause, isTrunks: false })

const ANSWERS: Readonly<Record<number, SipAnswer>> = {
  401: ofTrunk('network_error'),
  402: ofTrunk('network_error'),
  403: ofTrunk('network_error'),
  404: ofCallee('invalid_number'),
  407: ofTrunk('network_error'),
  408: ofCallee('unreachable'),
  410: ofCallee('invalid_number'),
  480: ofCallee('unreachable'),
  484: ofCallee('invalid_number'),
  485: ofCallee('invalid_number'),
  486: ofCallee('busy'),
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

const classOf = (sipStatus: number) => Math.floor(sipStatus / 100)

/** Undefined: the answer says nothing about it. */
function find(sipStatus: number | undefined): SipAnswer | undefined {
  return sipStatus === undefined ? undefined : (ANSWERS[sipStatus] ?? CLASSES[classOf(sipStatus)])
}

/** Undefined: the answer alone does not say it. */
export const causeOf = (sipStatus: number | undefined): CallCause | undefined => find(sipStatus)?.cause

/** Before a phone rang, it is about the trunk: another one may take the call. */
export function isAboutTrunk(sipStatus: number | undefined): sipStatus is number {
  return find(sipStatus)?.isTrunks ?? false
}

/** The carrier cannot do its work, whatever the number. */
export function isCarrierFault(sipStatus: number | undefined): sipStatus is number {
  return sipStatus !== undefined && classOf(sipStatus) === 5
}
