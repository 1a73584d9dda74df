// The interface between the dialer and what places its calls. The dialer chooses the id of an attempt and stores it before it
// asks for the call; a gateway never places two calls for one id.

import type { CallControl, ControlEvent } from '../conversations/answered-call.ts'
import type { CallResult, MediaQuality } from '../conversations/flows/call-result.ts'
import type { Flow } from '../conversations/flows/flow.ts'
import type { CallCause } from '../platform/words/calls.ts'
import type { TrunkState } from './trunks/choose-trunk.ts'

export interface CallRequest {
  attemptId: string
  phoneNumber: string
  taskId: string
  contactId: string
  /** The username of one of our own phones, which is called instead of a number. */
  ownPhone?: string
  /** Only for a gateway that wants them. */
  details?: CallDetails
  /** It is for the simulator: whatever trunks there are now, no phone may ring. */
  isSimulated?: boolean
  /** What the answered call does. A gateway with `control` only keeps it for us; a platform runs it, with all texts filled in. */
  flow?: Flow
  /** For a platform: the addresses of uploaded audio, by step. */
  soundUrls?: Record<string, string>
  /** Nothing is ready for its flow here: only a platform can run it. */
  isForPlatform?: boolean
  /** Only for a gateway with trunks. It is on record. */
  route?: CallRoute
  /** The trunks that the call may take; empty: any. */
  trunkIds?: readonly string[]
  /**
   * The next route, after the trunk has refused the call before a phone rang. It is on record when this resolves, and the call must
   * be placed at once. `isTooLate`: it is not placed any more; this only tells whether another trunk could take it.
   */
  nextRoute?(isTooLate?: boolean): Promise<NextRoute>
}

/** By which trunk a call goes out, and which number the callee sees; null: the one that the trunk shows by itself. */
export interface CallRoute {
  trunkId: string
  callerId: string | null
}

/** `later`: no other trunk has room now, or the call may not be placed any more. `none`: all have refused it or are down. */
export type NextRoute = CallRoute | 'later' | 'none'

/** What the voice application or agent that talks to the callee may need. */
export interface CallDetails {
  taskName: string
  /** The contact's custom fields. */
  fields: Readonly<Record<string, string>>
}

export interface CallEnd {
  cause: CallCause
  /** Talk time: from answer to hang-up. */
  talkMs: number
  /**
   * Set when the call was placed but the gateway failed to handle it, for example because the announcement could not be
   * played: the reason. The cause is then `gateway_error`. The call is recorded, but it costs the contact no attempt, and
   * the node counts it like a GatewayFault.
   */
  fault?: string
  /** What a voice platform says came of the call. */
  result?: CallResult
  /** The SIP status that ended the call before it was answered, if the gateway knows it. */
  sipStatus?: number | undefined
  /** Of an answer that is otherwise a refusal by the trunk: a phone may have rung, so no other trunk gets the call. */
  mayHaveRung?: boolean
  /** How the sound of the callee arrived, if the gateway has measured it. */
  media?: MediaQuality
  /** Of an answered call: its end was not observed, for example because the switch was killed. What its flow was doing was broken off. */
  isUnseen?: boolean
}

export type GatewayEvent =
  /** The phone rings, or there is sound before the answer (183 with early media): many carriers ring in band. */
  | { type: 'ringing'; attemptId: string }
  | { type: 'answered'; attemptId: string }
  | { type: 'ended'; attemptId: string; end: CallEnd }
  | ControlEvent

/**
 * What a gateway knows of an attempt. `unknown`: the call is not live, and how it ended is not known; a gateway that cannot
 * tell whether it is live must reject instead. `not_placed`: it was not placed and never will be; `refusal` says why, if
 * the far side refused this one call (see CallRefused).
 */
export type AttemptState =
  | { state: 'live' }
  | { state: 'ended'; end: CallEnd }
  | { state: 'not_placed'; refusal?: string }
  | { state: 'unknown' }

/** Why a call from outside is not answered: nobody has the number, the line is busy, or we cannot answer now. */
export type InboundRefusal = 'no_such_number' | 'busy' | 'unavailable'

/** Somebody calls one of our numbers, and nobody has answered yet. */
export interface InboundCall {
  /** Chosen by the gateway. */
  id: string
  /** The trunk on which the call comes in. */
  trunkId: string
  /** As the far end writes it; undefined: the caller does not show it. */
  callerNumber: string | undefined
  /** What was dialed, in the forms in which the far end tells it. */
  dialed: readonly string[]
  /** The caller hears it ring. From now on it is a call like others: its events come under its id. False: the caller has hung up. */
  take(): boolean
  /** Of a call that was taken. Its event `answered` follows. */
  answer(): Promise<void>
  refuse(why: InboundRefusal): void
}

/** Down: it cannot place any call. A gateway that only asks for fewer calls is up, and rejects calls with GatewayBusy. */
export type GatewayHealth = { isUp: true } | { isUp: false; reason: string }

export interface Gateway {
  /** Undefined if answered calls cannot be controlled from here. */
  readonly control: CallControl | undefined
  /** It sends the flow along, for a platform that runs it: with each call, with those that go there, or with none. */
  readonly sendsFlow: 'always' | 'sometimes' | 'never'
  /** Whether it passes on the details of a call. Reading them takes time, so the dialer reads them only if it does. */
  readonly wantsDetails: boolean
  /** Whether calls that are bound to the simulator can be placed. */
  readonly hasSimulator: boolean
  /**
   * Resolves when the call is accepted. Its events may also come before that. Rejects with GatewayFault, GatewayBusy or
   * CallRefused if the call was certainly not placed. Any other rejection leaves that open: the dialer reconciles, and
   * if the call turns out not to be placed, it counts as refused.
   */
  originate(request: CallRequest): Promise<void>
  hangUp(attemptId: string): Promise<void>
  /** What is missing is unknown. Rejects if it cannot tell now; it is then asked again. `trunkOf`: the trunk on record of another process's call. */
  reconcile(
    attemptIds: readonly string[],
    trunkOf?: (attemptId: string) => string | null | undefined,
  ): Promise<ReadonlyMap<string, AttemptState>>
  health(): GatewayHealth
  /** The trunks of which the dialer chooses one for each call; undefined: calls need none now. Simulated calls never do. */
  trunks(): readonly TrunkState[] | undefined
  /** The usernames of our own phones that it can call now; it need not be up for them. */
  ownPhones(): Promise<ReadonlySet<string>>
  /** There is one listener, the dialer. Events may come late, twice or not at all. */
  listen(onEvent: (event: GatewayEvent) => void): void
  /** Somebody calls in. There is one listener, the dialer. Without one, calls are refused. */
  listenInbound(onCall: (call: InboundCall) => void): void
  close(): Promise<void>
}
