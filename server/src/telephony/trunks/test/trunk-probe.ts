// What the test of a trunk needs from the switch that has the trunk.
import type { Country } from '../../../platform/kernel/phone/phone-key.ts'
import type { CallCause } from '../../../platform/words/calls.ts'
import type { SipAnswer } from '../../../platform/words/sip-answers.ts'
import type { Trunk } from '../trunk.ts'

/** What a node needs to test trunks. */
export interface TestableTrunks {
  /** Undefined if it does not have the trunk. */
  find(trunkId: string): { trunk: Trunk; probe: TrunkProbe } | undefined
  /** Of the service. */
  country(): Country | undefined
  /** The name of the node that registers the trunk, if it is not this one. */
  otherRegistrar(trunkId: string): string | undefined
}

export interface TrunkProbe {
  /** The addresses of the carrier; none if its name does not resolve. */
  resolve(trunk: Trunk): Promise<string[]>
  /** Undefined: the switch does not have this trunk yet. Rejects with a clause for the operator if the switch does not run. */
  state(trunkId: string): Promise<ProbedState | undefined>
  /** Undefined if the carrier does not say it. */
  seenAs?(trunk: Trunk): Promise<SeenAddress | undefined>
  /** By the id of the trunk. What is not known is missing. */
  details?(): Promise<ReadonlyMap<string, TrunkDetails>>
  /** `onSign` hears what happens until the end. Rejects with a clause if the call was not sent. */
  call(request: ProbeRequest, onSign: (sign: CallSign) => void): Promise<ProbeCall>
}

export interface ProbedState {
  /** Whether the far end answers; undefined before it was asked. */
  isReachable: boolean | undefined
  roundTripMs: number | undefined
  /** Undefined for a trunk that does not register. */
  registration: 'registered' | 'rejected' | 'waiting' | undefined
  /** What the carrier has answered to a registration that it did not accept. */
  registrationAnswer?: SipAnswer | undefined
  /** Why the switch does not have this trunk. */
  fault: string | undefined
}

/** Where our requests come from, as the carrier sees it, and where it is told to send calls and sound. */
export interface SeenAddress {
  seenAs: string
  announced: string
  /** What decides which address is told. */
  by: 'interface' | 'externalAddress' | 'localNetworks'
}

/** Of the calls of a trunk on this node. */
export interface TrunkDetails {
  /** Why it gets no calls for a while, or only one at a time: it has refused some. */
  heldBack?: string | undefined
  liveCalls?: number | undefined
  /** Of the sound of its live calls. */
  media?: MediaQuality | undefined
}

/** The mean of some live calls, as they are received. */
export interface MediaQuality {
  calls: number
  /** The share of the packets that did not arrive: 0 to 1. */
  loss: number
  jitterMs: number
  /** Asterisk's media experience score, from 0 to 100; undefined if it gives none. */
  mes: number | undefined
}

export interface ProbeRequest {
  trunkId: string
  /** As the carrier wants it. */
  number: string
  callerId: string | undefined
  /** Only the carrier is told the caller ID. */
  hidesCallerId?: boolean
  ringTimeoutSeconds: number
}

export type CallSign =
  /** The carrier has said anything. */
  | { type: 'responded' | 'ringing' | 'answered' }
  /** `sipStatus`: the answer that ended it before it was picked up, if there was one. */
  | { type: 'ended'; sipStatus: number | undefined; cause?: CallCause | undefined }

/** All do nothing on a call that has ended. */
export interface ProbeCall {
  /** Whether the carrier has at least confirmed that it got the call, with 100; undefined if that is not known. */
  wasConfirmed?(): Promise<boolean | undefined>
  /** The callee hears something from now on. */
  playTone(): Promise<void>
  /** How many packets of sound have come and gone; undefined if that is not known. */
  packets(): Promise<PacketCounts | undefined>
  hangUp(): Promise<void>
}

export interface PacketCounts {
  received: number
  sent: number
}
